//! What counted games say, on the command line. The numbers are counted by hand, see `counted_support`.

use std::sync::Arc;

use joseki::game::Variant;
use joseki::service::Service;
use joseki::store::SqliteStore;
use serde_json::{Value, json};

use crate::counted::{many, mine, mine_seven};
use crate::program::{Place, SMALL};

fn service(place: &Place) -> Service {
    let store = SqliteStore::open(place.path("joseki.db")).expect("a store");
    Service::new(Arc::new(store))
}

/// A directory with a database whose book `tiny` counts the seven games.
fn place() -> Place {
    let place = Place::new();
    mine_seven(&service(&place), &place.path(""), "tiny");
    place
}

/// The table of candidates: its head, and what is below until an empty line.
fn table(out: &str) -> Vec<&str> {
    let lines = out.lines().skip_while(|line| !line.starts_with("   point"));
    lines.take_while(|line| !line.is_empty()).collect()
}

#[test]
fn the_table_has_games_share_and_wins_where_the_book_counts_games() {
    let place = place();
    let out = place.ok(&["next", "--book", "tiny", "--moves", "Q16"]);
    let table = table(&out);
    let words =
        |line: &str| -> Vec<String> { line.split_whitespace().map(str::to_owned).collect() };
    assert_eq!(
        words(table[0]),
        ["point", "corner", "verdict", "games", "share", "wins", "score", "name"]
    );
    let row = |start: &str| {
        let found = table.iter().find(|line| line.contains(start));
        words(found.unwrap_or_else(|| panic!("{start}: {out}")))
    };
    assert_eq!(row(" O17 R14 ")[5..9], ["-", "6", "88%", "33%"]);
    assert_eq!(row(" R17 ")[4..8], ["-", "1", "12%", "-"]);
    assert_eq!(row(" D16 ")[4..8], ["-", "7", "29%", "67%"]);
    assert!(table.iter().all(|line| line.len() < 80), "{out}");
    assert!(!out.contains("games by year") && !out.contains('?'), "{out}");
    let small = Place::with_small_book();
    let out = small.ok(&["next", "--book", "small"]);
    assert!(out.contains("priority") && !out.contains("games"), "{out}");
}

#[test]
fn years_and_examples_are_below_the_row() {
    let place = place();
    let next = ["next", "--book", "tiny", "--moves", "Q16,O17"];
    let out = place.ok(&[&next[..], &["--trend", "--examples", "2"]].concat());
    let table = table(&out);
    let row = table.iter().position(|line| line.contains(" R14 "));
    let below = &table[row.expect("a row") + 1..][..3];
    assert_eq!(
        below[0].trim_start(),
        "games by year: 2008: 1 (100%, wins 100%); 2009: 1 (25%, wins 100%); 2010: 1 (100%, wins 100%)"
    );
    let (id, game) = below[1].trim().split_once(": ").expect("an id");
    assert_eq!(game, "Jon 9p (B), Kim 9p (W), 2010, B+0.5");
    assert!(below[2].ends_with(": Ada 9p (B), Ben 9p (W), 2008-01-31, B+R, Cup"));
    let record = place.ok(&["game", id, "--book", "tiny"]);
    let moves: String = record.split_whitespace().collect();
    assert!(moves.ends_with(";B[pd];W[qf];B[nc];W[qc];B[qd])"), "{record}");
    place.write("game.sgf", &record);
    let board = place.ok(&["next", "--book", "tiny", "--sgf", "game.sgf"]);
    assert!(board.contains("\nLast move: R16 (Black, move 5)\n"), "{board}");
}

#[test]
fn flags_reach_the_question() {
    let place = place();
    let games = |flags: &[&str]| {
        let answer = place.json(&[&["next", "--book", "tiny"], flags].concat());
        answer["moves"][0]["statistics"]["games"].clone()
    };
    assert_eq!(games(&[]), 7);
    assert_eq!(games(&["--since", "2009"]), 5);
    assert_eq!(games(&["--until", "2009"]), 4);
    assert_eq!(games(&["--source", "new"]), 2);
    assert_eq!(games(&["--source", "new,old"]), 7);
    assert_eq!(games(&["--strength", "kyu,dan", "--strength", "unknown"]), 3);
    let few = place.json(&["next", "--book", "tiny", "--moves", "Q16", "--min-games", "2"]);
    assert_eq!(few["corners"][1]["filtered"]["min_games"], 1);
    let text = place.ok(&["next", "--book", "tiny", "--moves", "Q16", "--min-games", "2"]);
    assert!(text.contains("; 1 filtered by games\n"), "{text}");
    let whole = place.json(&["next", "--book", "tiny", "--trend", "--examples", "1"]);
    let first = &whole["moves"][0]["statistics"];
    assert_eq!(first["trend"].as_array().map(Vec::len), Some(4));
    assert_eq!(first["examples"][0]["black"], "Jon");
}

#[test]
fn flags_that_make_no_sense() {
    let place = Place::new();
    let refused = |flags: &[&str], error: &str| {
        let run = place.run(&[&["next"], flags].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.err.starts_with(&format!("error: {error}")), "{run:?}");
    };
    for flags in [
        ["--since", "1499"],
        ["--until", "2101"],
        ["--since", "now"],
        ["--min-games", "-1"],
        ["--strength", "pro,weak"],
        ["--examples", "5"],
    ] {
        let error = if flags[1] == "-1" { "" } else { "invalid value '" };
        refused(&flags, error);
    }
    refused(
        &["--since", "2010", "--until", "2009"],
        "--since: must not be after `until`: found 2010 and 2009\nhint: ",
    );
    refused(
        &["--source", "a,"],
        "--source: name 2: invalid name: expected 1 to 200 characters\nhint: ",
    );
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn json_is_the_same_as_over_http() {
    use joseki::wire::moves::split_moves;
    use joseki::wire::{Coords, NextRequest, NextResponse};
    let place = place();
    let out = place.ok(&[
        "next",
        "--book",
        "tiny",
        "--moves",
        "Q16,O17",
        "--since",
        "2008",
        "--until",
        "2009",
        "--min-games",
        "1",
        "--source",
        "old",
        "--strength",
        "pro,kyu",
        "--trend",
        "--examples",
        "3",
        "--format",
        "json",
    ]);
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let request = NextRequest {
        moves: split_moves("Q16,O17"),
        book: Some("tiny".to_owned()),
        since: Some(2008),
        until: Some(2009),
        min_games: Some(1),
        source: names(&["old"]),
        strength: names(&["pro", "kyu"]),
        trend: true,
        examples: Some(3),
        ..NextRequest::default()
    };
    let query = request.into_query(Variant::GO).expect("a question");
    let answer = service(&place).next_moves().next(&query).expect("an answer");
    let response = NextResponse::new(&answer, Coords::Gtp, query.size);
    assert_eq!(out, serde_json::to_string(&response).expect("JSON") + "\n");
}

#[test]
fn a_proposed_verdict_has_a_question_mark_and_a_legend() {
    let place = Place::new();
    mine(&service(&place), &place.path(""), "tiny", "many", &many());
    let next = ["next", "--book", "tiny", "--moves", "Q16"];
    let out = place.ok(&next);
    let table = table(&out);
    let row = |start: &str| table.iter().position(|line| line.contains(start)).expect("a row");
    let approach = row(" O17 R14 ");
    assert!(table[approach].contains(" ideal?  "), "{out}");
    let text =
        "results suggest ideal: wins 29.9 % more often than the other moves (± 6.2 %, 450 games)";
    assert_eq!(table[approach + 1].trim_start(), text);
    // The other move lost more often, but results alone do not speak against a move.
    assert!(!table[row(" R17 ")].contains("?  ") && !out.contains("question"), "{out}");
    assert_eq!(table.last(), Some(&"?  verdict inferred from counted games, not set by a curator"));
    // A curator's verdict has no mark, and the games are only shown where they disagree.
    place.write("small.sgf", SMALL);
    place.ok(&["import", "--book", "tiny", "small.sgf"]);
    let out = place.ok(&next);
    assert!(!out.contains("ideal?") && !out.contains("results suggest"), "{out}");
    assert!(!out.contains("verdict inferred from counted games"), "{out}");
    place.ok(&["edit", "set", "--book", "tiny", "DDCF", "--verdict", "trick"]);
    let out = place.ok(&next);
    assert!(out.contains(&format!("     {text}\n")), "{out}");
}

#[test]
fn books_lines_and_counts_know_the_games() {
    let place = place();
    let books = place.json(&["books"]);
    assert_eq!(books["books"][0]["games"], 7);
    assert_eq!(books["books"][0]["counted_games"], 7);
    let rows = place.ok(&["books"]);
    assert!(rows.starts_with("book  version  nodes  lines  games  changed\n"), "{rows}");
    let lines = place.ok(&["lines", "--book", "tiny", "--format", "json"]);
    let lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        lines,
        [
            json!({"line": "DDCC", "games": 1}),
            json!({"line": "DDCFCDCCFC", "games": 1}),
            json!({"line": "DDCFFCCCCD", "games": 3}),
        ]
    );
    let counts = place.ok(&["export", "--book", "tiny", "--to", "counts"]);
    assert!(counts.starts_with("joseki counts 2\ncohort new 2010 dan\n"), "{counts}");
    let depths = counts.lines().filter(|line| !line.starts_with(['j', 'c']));
    assert_eq!(depths.count(), 10, "the corner and nine moves: {counts}");
    let run = place.run(&["export", "--book", "tiny", "--to", "counts", "--first", "W"]);
    assert_eq!(run.code, Some(2), "{run:?}");
}

#[test]
fn what_is_not_there_is_told_with_a_hint() {
    let place = place();
    let fails = |arguments: &[&str], error: &str, hint: &str| {
        let run = place.run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert_eq!(run.err, format!("error: {error}\nhint: {hint}\n"));
    };
    fails(
        &["game", "0123456789abcdef", "--book", "tiny"],
        "unknown game 0123456789abcdef in book \"tiny\"",
        "run `joseki next --examples 4` to see game IDs, and choose the book with --book",
    );
    place.write("small.sgf", SMALL);
    place.ok(&["import", "--book", "small", "small.sgf"]);
    fails(
        &["export", "--book", "small", "--to", "counts"],
        "book \"small\" has no counted games: mine some with `joseki mine`",
        "see `joseki books` for the number of games in each book",
    );
    fails(
        &["game", "0123456789abcdef", "--book", "no"],
        "unknown book \"no\"; known books: small, tiny",
        "choose a known book with --book, or another database with --db",
    );
}
