//! `joseki assess`: the table, its JSON, and what goes wrong.

use serde_json::json;

use crate::program::Place;

/// A game whose first three moves the small book knows; the last is on the side.
const GAME: &str = "(;SZ[19]DT[2009-03-01]PB[a]BR[9d]PW[b]WR[9d];B[pd];W[nc];B[dp];W[jj])";

fn place() -> Place {
    let place = Place::with_small_book();
    std::fs::create_dir(place.path("club")).expect("a folder");
    place.write("club/game.sgf", GAME);
    place
}

#[test]
fn the_table_and_what_it_means() {
    let out = place().ok(&["assess", "--book", "small", "club"]);
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(out.starts_with("Book small, version 1: the first 60 moves of 1 game.\n"), "{out}");
    assert_eq!(rows[2][..4], ["source", "strength", "games", "corner"]);
    assert_eq!(rows[3][..8], ["club", "high_dan", "1", "3", "100.0%", "100.0%", "-", "-"]);
    assert!(out.contains("\ntop 1, 3    of these"), "{out}");
    assert!(out.contains("has no game counts"), "{out}");
    assert!(out.ends_with("\n1 record = 1 assessed\n"), "{out}");
}

#[test]
fn the_same_as_json() {
    let answer = place().json(&["assess", "--book", "small", "club", "--source", "mine"]);
    assert_eq!(answer["book"]["name"], "small");
    assert_eq!(answer["records"]["seen"], 1);
    let row = &answer["rows"][0];
    assert_eq!((&row["source"], &row["strength"]), (&json!("mine"), &json!("high_dan")));
    assert_eq!(
        (&row["corner_moves"], &row["known"], &row["moves"]),
        (&json!(3), &json!(3), &json!(4))
    );
    assert_eq!(row["coverage_by_stone"][1]["coverage"], json!(null));
    assert_eq!(answer["total"]["top_3"], json!(1.0));
}

#[test]
fn years_the_wrong_way_round_and_nothing_to_read() {
    let place = place();
    let run = place.run(&["assess", "club", "--since", "2010", "--until", "2009"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("--since: 2010 is after --until 2009"), "{}", run.err);
    let run = place.run(&["assess", "nowhere"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("nowhere") && run.out.is_empty(), "{}", run.err);
    let out = place.ok(&["assess", "--book", "small", "club", "--since", "2010"]);
    assert!(out.ends_with("1 record = 0 assessed + 1 from other years\n"), "{out}");
}
