//! `joseki doctor`.

use rusqlite::Connection;
use serde_json::json;

use crate::games::approaches;
use crate::program::{Place, SMALL};

#[test]
fn a_healthy_database_is_told_so_and_left_alone() {
    let place = Place::with_small_book_alone();
    place.write("lost.sgf", approaches("a", "me", "B+R", 1..4));
    place.ok(&["learn", "lost.sgf", "--opponent", "a"]);
    let advice = "\
Book small:
  advice: DDDE: the verdict is mistake, but the book has no answer to the move
    to fix: joseki edit --book small DDDE
joseki.db: no problems found; the entries above are advice.
";
    assert_eq!(place.ok(&["doctor", "--book", "small"]), advice);
    assert_eq!(
        place.ok(&["doctor", "--book", "small", "--recount", "--relearn", "--mend"]),
        format!(
            "Nothing to mend.\n\
             Recounted all results: every total was right.\n\
             Matched all games against the books again: 0 games have different moves than before.\n\
             {advice}"
        )
    );
    let healthy = place.json(&["doctor", "--book", "small", "--recount"]);
    assert_eq!(
        healthy,
        json!({"healthy": true, "mended": null, "recounted": 0, "relearned": null, "problems": [{
            "check": "dead_end", "error": false, "book": "small", "line": "DDDE",
            "problem": "the verdict is mistake, but the book has no answer to the move",
            "remedy": "joseki edit --book small DDDE",
        }]})
    );
    // An answer makes it well, and strictly so.
    place.ok(&["edit", "--book", "small", "add", "DDDEEE"]);
    let strict = ["doctor", "--book", "small", "--strict"];
    assert_eq!(place.ok(&strict), "joseki.db: no problems found.\n");
}

#[test]
fn advice_fails_if_one_is_strict() {
    let place = Place::with_small_book_alone();
    let run = place.run(&["doctor", "--book", "small", "--strict"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.starts_with("Book small:\n  advice: DDDE: "), "{run:?}");
    assert_eq!(
        run.err,
        "error: 1 problem found\nhint: each problem is listed above, with the command that mends it\n"
    );
    assert_eq!(place.run(&["doctor", "--book", "nope"]).code, Some(1));
}

/// Lines of a game of the whole board end in the middle of games that go on.
#[test]
fn a_new_database_with_the_books_of_all_games_needs_no_advice() {
    let place = Place::new();
    place.ok(&["sources", "set", "club", "--license", "MIT"]);
    let books = place.json(&["books"]);
    let games = books["books"].as_array().expect("books").iter();
    assert!(games.clone().any(|book| book["game"] == "xiangqi"), "{books}");
    assert_eq!(place.ok(&["doctor", "--strict"]), "joseki.db: no problems found.\n");
}

#[test]
fn the_starter_book_needs_no_advice_until_it_is_edited() {
    let place = Place::with_starter();
    place.ok(&["books"]);
    assert_eq!(place.ok(&["doctor", "--strict"]), "joseki.db: no problems found.\n");
    for line in ["EEEG", "EEEH"] {
        place.ok(&["edit", "add", line, "--verdict", "mistake"]);
    }
    let answer = place.json(&["doctor"]);
    assert_eq!(answer["healthy"], true, "{answer}");
    let out = place.ok(&["doctor", "--details", "1", "--db", "joseki.db"]);
    assert_eq!(out.matches("  advice: ").count(), 1, "{out}");
    assert!(out.contains(" more; --details shows them\n"), "{out}");
    // Every command of the advice can be pasted but for the answer that only a curator knows.
    let problems = answer["problems"].as_array().expect("problems");
    assert!(!problems.is_empty());
    for problem in problems {
        let remedy = problem["remedy"].as_str().expect("a command");
        let words = remedy.replace("..", "AA");
        let parsed = joseki::cli::command().try_get_matches_from(words.split(' '));
        assert!(parsed.is_ok(), "{remedy}");
    }
}

#[test]
fn lines_that_are_wrong_are_found_and_mended() {
    let place = Place::with_small_book_alone();
    let connection = Connection::open(place.path("joseki.db")).expect("the database");
    let gone = connection.execute("DELETE FROM line WHERE line = 'DDDE'", ());
    assert_eq!(gone, Ok(1));
    drop(connection);
    let run = place.run(&["doctor", "--db", "joseki.db"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.contains("Book small:\n"), "{run:?}");
    assert!(run.out.contains("    to fix: joseki doctor --mend\n"), "{run:?}");
    let found = place.run(&["doctor", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&found.out).expect("JSON");
    let wrong = &found["problems"].as_array().expect("problems")[0];
    assert_eq!(
        (&wrong["check"], &wrong["error"], &wrong["book"]),
        (&json!("lines"), &json!(true), &json!("small"))
    );
    let mended = place.ok(&["doctor", "--mend"]);
    assert!(mended.starts_with("Mended: "), "{mended}");
    assert!(
        mended.ends_with("joseki.db: no problems found; the entries above are advice.\n"),
        "{mended}"
    );
    assert_eq!(place.ok(&["lines", "--book", "small"]), "CD\nDDCC\nDDCF\nDDDE\n");
    let again = place.ok(&["doctor", "--mend"]);
    assert!(again.starts_with("Nothing to mend.\n"), "{again}");
}

#[test]
fn no_database_is_made() {
    let place = Place::new();
    let run = place.run(&["doctor"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
    assert_eq!(
        run.err,
        "error: database joseki.db does not exist\nhint: nothing was done; check the name\n"
    );
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn wrong_sums_are_found_and_mended() {
    let place = Place::with_small_book_alone();
    place.write("lost.sgf", approaches("a", "me", "B+R", 1..4));
    place.ok(&["learn", "lost.sgf", "--opponent", "a"]);
    let ask = || place.json(&["next", "--book", "small", "--moves", "Q16", "--opponent", "a"]);
    let before = ask();
    let connection = Connection::open(place.path("joseki.db")).expect("the database");
    connection.execute("DELETE FROM result_sum", ()).expect("a table of sums");
    drop(connection);
    assert_ne!(ask(), before);
    let run = place.run(&["doctor"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.contains("\n    to fix: joseki doctor --recount\n"), "{run:?}");
    assert!(run.err.starts_with("error: "), "{run:?}");
    let mended = place.ok(&["doctor", "--recount"]);
    assert!(
        mended.starts_with("Recounted all results: ") && mended.contains(" totals were wrong"),
        "{mended}"
    );
    assert!(mended.contains("joseki.db: no problems found"), "{mended}");
    assert_eq!(ask(), before);
}

#[test]
fn results_count_for_moves_that_a_book_gets_later() {
    let place = Place::with_starter();
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
    assert!(relearned.starts_with("Matched all games against the books again: "), "{relearned}");
    let ask = ["next", "--book", "late", "--moves", "Q16", "--opponent", "a"];
    let answer = place.json(&ask);
    let mut moves = answer["moves"].as_array().expect("moves").iter();
    let approach = moves.find(|found| found["corner"] == "upper_right").expect("the approach");
    assert_eq!(approach["evidence"]["games"]["own"], 4, "{approach}");
    assert!(place.ok(&["doctor", "--relearn"]).contains(": 0 games have different moves"));
}

#[test]
fn moves_that_only_stones_elsewhere_make_legal_are_advice() {
    let place = Place::with_small_book_alone();
    // Stones set up beside the line, and a small board whose corners capture from each other.
    for (name, sgf) in [
        (
            "set_up.sgf",
            "(;SZ[19];B[sa];B[qa];AW[rb];AW[qc];AW[pa];W[ra];B[sb];AB[sc];B[qb];B[rc];W[rb];B[ra]\
             ;B[];B[rb];W[];B[ob])",
        ),
        (
            "small_board.sgf",
            "(;SZ[9];W[ci];B[ee];W[ae];B[fg];B[bf];W[fi];W[dd];B[ed];W[bi];B[eg];W[ag];B[ch];W[dg]\
             ;B[af];W[ce];W[];W[de];B[bg];W[ei];B[dh];W[bh];B[];W[];B[be];W[fh];W[di];B[ad];W[ff]\
             ;W[gd];B[fe];W[ai];B[eh];W[];B[ae];W[bd];B[];W[cf];B[cg])",
        ),
    ] {
        place.write(name, sgf);
        place.ok(&["import", "--book", "odd", name]);
        let run = place.run(&["doctor", "--book", "odd"]);
        assert_eq!(run.code, Some(0), "{name}: {run:?}");
        assert!(run.out.contains(" is illegal on the corner alone: "), "{name}: {run:?}");
    }
    // What an export says of the book reads back as it is.
    let sgf = place.ok(&["export", "--book", "odd", "--to", "sgf"]);
    place.write("again.sgf", &sgf);
    place.ok(&["import", "--book", "again", "again.sgf"]);
    assert_eq!(place.ok(&["lines", "--book", "again"]), place.ok(&["lines", "--book", "odd"]));
    assert_eq!(place.run(&["doctor"]).code, Some(0));
}
