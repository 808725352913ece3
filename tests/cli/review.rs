//! `joseki review`: the report, its JSON, annotated records, and what goes wrong.

use serde_json::json;

use crate::program::Place;

/// The small book knows the first two moves; it advises against the approach from above, and nothing follows.
const GAME: &str =
    "(;SZ[19]DT[2009-03-01]PB[Ann]BR[3d]PW[Bob]RE[W+R];B[pd];W[od];B[dp];W[qq];B[nc])";
/// A 3-4 point from the book, and a first stone outside every line.
const OTHER: &str = "(;SZ[19]DT[2009-03-02]PB[Bob]PW[Ann]RE[W+3.5];B[qd];W[ab])";

fn place() -> Place {
    let place = Place::with_small_book();
    std::fs::create_dir(place.path("club")).expect("a folder");
    place.write("club/one.sgf", GAME);
    place.write("club/two.sgf", format!("{OTHER}\n{GAME}"));
    place
}

#[test]
fn what_went_wrong_in_each_corner() {
    let out = place().ok(&["review", "--book", "small", "club/one.sgf"]);
    let wanted = "\
Book small, version 1: the first 60 moves of 1 game.

club/one.sgf:1 Ann 3d (B), Bob (W), 2009-03-01, White won
  upper right: 4-4; played to the end of the book's line
    move 2 W P16: a mistake, the book prefers O17/R14 (ideal)";
    assert!(out.starts_with(wanted), "{out}");
    assert!(out.contains("  lower right: left the book at move 4 (White)\n"), "{out}");
    assert!(out.contains("    move 4 W R3: left the book; expected "), "{out}");
    assert!(!out.contains("move 1 B"), "only what went wrong: {out}");
    assert!(!out.contains("Ann:"), "no profile of one game: {out}");
    assert!(out.ends_with("\n1 record = 1 reviewed\n"), "{out}");
    let all = place().ok(&["review", "--book", "small", "club/one.sgf", "--all"]);
    assert!(all.contains("    move 1 B Q16: best (ideal); 4-4\n"), "{all}");
}

#[test]
fn players_over_many_games() {
    let place = place();
    let out = place.ok(&["review", "--book", "small", "club"]);
    assert!(out.contains("\nAnn: 2 games (1 Black, 1 White), 1 won, 1 lost\n"), "{out}");
    assert!(out.contains("\nBob: 2 games (1 Black, 1 White), 1 won, 1 lost\n"), "{out}");
    assert!(out.ends_with("\n3 records = 2 reviewed + 1 duplicate\n"), "{out}");
    let out =
        place.ok(&["review", "--book", "small", "club", "--player", "ann", "--player", "Eve"]);
    assert!(out.contains("\nann: 2 games") && out.contains("\nEve: no games\n"), "{out}");
    assert!(!out.contains("\nBob:"), "{out}");
}

#[test]
fn the_same_as_json() {
    let answer = place().json(&["review", "--book", "small", "club", "--player", "bob"]);
    assert_eq!(answer["book"]["name"], "small");
    assert_eq!(answer["records"]["seen"], 3);
    assert_eq!(answer["records"]["duplicates"], 1);
    let games = answer["games"].as_array().expect("games");
    assert_eq!(games[0]["game"], "club/one.sgf:1");
    let judged = &games[0]["corners"][1]["moves"][1];
    assert_eq!((&judged["kind"], &judged["verdict"]), (&json!("mistake"), &json!("mistake")));
    assert_eq!(judged["expected"][0]["points"], json!(["O17", "R14"]));
    let profile = &answer["profiles"][0];
    assert_eq!((&profile["player"], &profile["games"]), (&json!("bob"), &json!(2)));
    assert_eq!(profile["moves"]["mistake"], 1);
}

#[test]
fn records_with_the_review_in_them() {
    let place = place();
    place.ok(&["review", "--book", "small", "club/one.sgf", "--annotate", "out.sgf"]);
    let text = String::from_utf8(place.read("out.sgf")).expect("UTF-8");
    assert!(text.starts_with("(;FF[4]CA[UTF-8]SZ[19]DT[2009-03-01]PB[Ann]"), "{text}");
    assert!(
        text.contains("BM[1]") && text.contains("(;W[nc]C[The book: O17 (ideal).]TE[2]"),
        "{text}"
    );
    let again = place.run(&["review", "club/one.sgf", "--annotate", "out.sgf"]);
    assert_eq!(again.code, Some(1));
    assert!(
        again.err.contains("out.sgf already exists") && again.err.contains("--force"),
        "{}",
        again.err
    );
    place.ok(&["review", "club/one.sgf", "--annotate", "out.sgf", "--force"]);
    place.ok(&["review", "--book", "small", "club", "--annotate", "folder"]);
    let names = |folder: &str| {
        let entries = std::fs::read_dir(place.path(folder)).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    // The second game of the second file is that of the first.
    assert_eq!(names("folder"), ["one.sgf", "two.sgf"]);
    // What was written is read again.
    let out = place.ok(&["review", "--book", "small", "folder"]);
    assert!(out.ends_with("\n2 records = 2 reviewed\n"), "{out}");
}

#[test]
fn standard_input_and_what_cannot_be_read() {
    let place = place();
    let run = place.run_with_input(&["review", "--book", "small", "-"], GAME);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("\n<stdin>:1 Ann 3d (B)"), "{}", run.out);
    let run = place.run_with_input(&["review", "--book", "small", "-"], "no game");
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("no readable game record"), "{}", run.err);
    let run = place.run(&["review", "nowhere.sgf"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("nowhere.sgf") && run.out.is_empty(), "{run:?}");
    let run = place.run(&["review", "club", "--book", "none"]);
    assert!(run.code == Some(1) && run.err.contains("unknown book \"none\""), "{run:?}");
    let run = place.run(&["review", "club", "--annotate", "small.sgf/x"]);
    assert!(run.code == Some(1) && run.err.contains("does not exist"), "{run:?}");
    place.write("mixed.sgf", format!("(;GM[2];B[aa]){OTHER}(;SZ[19])"));
    let out = place.ok(&["review", "--book", "small", "mixed.sgf"]);
    assert!(out.ends_with("\n3 records = 1 reviewed + 1 not Go + 1 without moves\n"), "{out}");
}
