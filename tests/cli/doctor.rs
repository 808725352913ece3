//! `joseki doctor`.

use rusqlite::Connection;
use serde_json::json;

use crate::games::approaches;
use crate::program::{Place, SMALL};

#[test]
fn a_healthy_database_is_told_so_and_left_alone() {
    let place = Place::with_small_book();
    place.write("lost.sgf", approaches("a", "me", "B+R", 1..4));
    place.ok(&["learn", "lost.sgf", "--opponent", "a"]);
    assert_eq!(place.ok(&["doctor"]), "joseki.db: all is well.\n");
    assert_eq!(
        place.ok(&["doctor", "--recount", "--relearn"]),
        "Counted all results anew: every sum was right.\n\
         Found the moves of the books in all games anew: 0 games have others than before.\n\
         joseki.db: all is well.\n"
    );
    let healthy = place.json(&["doctor", "--recount"]);
    assert_eq!(
        healthy,
        json!({"healthy": true, "recounted": 0, "relearned": null, "problems": []})
    );
}

#[test]
fn no_database_is_made() {
    let place = Place::new();
    let run = place.run(&["doctor"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
    assert_eq!(
        run.err,
        "error: there is no database joseki.db\nhint: check the name; nothing was done\n"
    );
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn wrong_sums_are_found_and_mended() {
    let place = Place::with_small_book();
    place.write("lost.sgf", approaches("a", "me", "B+R", 1..4));
    place.ok(&["learn", "lost.sgf", "--opponent", "a"]);
    let ask = || {
        place.json(&[
            "next",
            "--book",
            "small",
            "--moves",
            "Q16",
            "--opponent",
            "a",
        ])
    };
    let before = ask();
    let connection = Connection::open(place.path("joseki.db")).expect("the database");
    connection
        .execute("DELETE FROM result_sum", ())
        .expect("a table of sums");
    drop(connection);
    assert_ne!(ask(), before);
    let run = place.run(&["doctor"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(
        run.out
            .contains("\n  to mend it: joseki doctor --recount\n"),
        "{run:?}"
    );
    assert!(run.err.starts_with("error: "), "{run:?}");
    let mended = place.ok(&["doctor", "--recount"]);
    assert!(
        mended.starts_with("Counted all results anew: ") && mended.contains(" sums were wrong"),
        "{mended}"
    );
    assert!(mended.ends_with("joseki.db: all is well.\n"), "{mended}");
    assert_eq!(ask(), before);
}

#[test]
fn results_count_for_moves_that_a_book_gets_later() {
    let place = Place::new();
    place.write("empty.sgf", "(;GM[1]SZ[19];B[pd])");
    place.write("small.sgf", SMALL);
    place.write("lost.sgf", approaches("a", "me", "B+R", 1..4));
    place.ok(&["import", "--book", "small", "empty.sgf"]);
    place.ok(&["learn", "lost.sgf", "--opponent", "a"]);
    place.write("late.sgf", "(;GM[1]SZ[19];B[pd];W[nc];B[ne])");
    place.write(
        "lost-late.sgf",
        approaches("a", "me", "B+R", 5..6).replace(";W[nc]", ";W[nc];B[ne]"),
    );
    place.ok(&["learn", "lost-late.sgf", "--opponent", "a"]);
    place.ok(&["import", "--book", "late", "late.sgf"]);
    let relearned = place.ok(&["doctor", "--relearn"]);
    assert!(
        relearned.starts_with("Found the moves of the books in all games anew: "),
        "{relearned}"
    );
    let ask = [
        "next",
        "--book",
        "late",
        "--moves",
        "Q16",
        "--opponent",
        "a",
    ];
    let answer = place.json(&ask);
    let mut moves = answer["moves"].as_array().expect("moves").iter();
    let approach = moves
        .find(|found| found["corner"] == "upper_right")
        .expect("the approach");
    assert_eq!(approach["evidence"]["games"]["own"], 4, "{approach}");
    assert!(
        place
            .ok(&["doctor", "--relearn"])
            .contains(": 0 games have others")
    );
}
