//! Questions, edits, counts and refusals about books of the test games, over HTTP and the command
//! line.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use crate::books::Fixture;

type Image = fn(u8, u8) -> (u8, u8);

/// Images of a point `x`, `y` of a 5×5 board, written out.
const IMAGES: [Image; 8] = [
    |x, y| (x, y),
    |x, y| (y, x),
    |x, y| (4 - x, y),
    |x, y| (4 - y, x),
    |x, y| (x, 4 - y),
    |x, y| (y, 4 - x),
    |x, y| (4 - x, 4 - y),
    |x, y| (4 - y, 4 - x),
];

/// The least text of a line's images.
fn canonical(line: &[(u8, u8)]) -> String {
    let text = |image: &Image| -> String {
        let letters = line.iter().flat_map(|(x, y)| {
            let (x, y) = image(*x, *y);
            [char::from(b'A' + x), char::from(b'A' + y)]
        });
        letters.collect()
    };
    IMAGES.iter().map(text).min().expect("eight images")
}

/// An SGF record of a game, turned in one of eight ways.
fn record(line: &[(u8, u8)], way: usize, result: &str, date: usize) -> String {
    let moves: String = line
        .iter()
        .zip(["B", "W"].into_iter().cycle())
        .map(|((x, y), color)| {
            let (x, y) = IMAGES[way](*x, *y);
            format!(";{color}[{}{}]", char::from(b'a' + x), char::from(b'a' + y))
        })
        .collect();
    format!("(;GM[101]SZ[5]DT[2020-01-{date:02}]PB[b{date}]PW[w]RE[{result}]{moves})")
}

#[test]
fn a_node_is_edited_and_answered_in_every_orientation() {
    let fixture = Fixture::new();
    fixture.send("PUT", "/v1/books/five?game=test_square").expect(201);
    let edits = json!({"edits": [
        {"op": "add", "moves": "C3,E5", "fields": {"verdict": "ideal", "names": ["corner"], "comment": "Then a5."}},
        {"op": "add", "line": "CCEBAA", "fields": {"verdict": "good"}},
    ]});
    fixture.post("/v1/books/five/edits", &edits).expect(200);
    let lines = fixture.server.get("/v1/books/five/lines").json();
    let lines: Vec<&str> = lines["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|it| it["line"].as_str())
        .collect();
    // E5 is the upper right corner, AA the canonical one; EB is least as AB.
    assert_eq!(lines, ["CCAA", "CCABEA"]);

    let next =
        |query: &str| fixture.server.get(&format!("/v1/next?book=five&{query}")).expect(200).json();
    let answer = next("moves=C3");
    let points = |answer: &Value, at: usize| -> Vec<String> {
        let mut points: Vec<String> =
            serde_json::from_value(answer["moves"][at]["points"].clone()).expect("points");
        points.sort();
        points
    };
    assert_eq!(points(&answer, 0), ["A1", "A5", "E1", "E5"]);
    assert_eq!(answer["moves"][0]["corner"], "board");
    assert_eq!(answer["moves"][0]["names"], json!(["corner"]));
    assert_eq!(answer["corners"].as_array().map(Vec::len), Some(1));
    assert_eq!(answer["corners"][0]["state"], "ongoing");
    // The comment is about the corner beside the one that is answered.
    let comment = answer["moves"][0]["comment"].as_str().expect("a comment");
    assert!(comment.starts_with("Then ") && comment != "Then a5.", "{comment}");
    for (moves, answer) in [("C3,A4", "E5"), ("C3,E4", "A5"), ("C3,B1", "A5"), ("C3,D1", "E5")] {
        assert_eq!(points(&next(&format!("moves={moves}")), 0), [answer], "{moves}");
        let symmetry = next(&format!("moves={moves}"))["corners"][0]["symmetry"].clone();
        assert!(symmetry.is_string(), "{symmetry}");
    }
    assert_eq!(next("moves=cc,ab&coords=sgf")["best"], "ea");
    let gone = next("moves=C3,B3");
    assert_eq!(
        (&gone["reason"], &gone["corners"][0]["left_book"]["move"]),
        (&json!("unknown_position"), &json!(2))
    );

    let at_terminal =
        fixture.run(&["next", "--book", "five", "--moves", "C3,A4", "--format", "json"]);
    assert_eq!(at_terminal.ok().json()["best"], "E5");
}

#[test]
fn what_is_asked_must_fit_the_game_of_the_book() {
    let fixture = Fixture::new();
    fixture.send("PUT", "/v1/books/five?game=test_square").expect(201);
    let refused = |query: &str, status: u16| -> (String, String) {
        let answer = fixture.server.get(&format!("/v1/next?{query}")).expect(status);
        let problem = answer.json();
        (problem["code"].to_string(), problem["field"].to_string())
    };
    let problem = |code: &str, field: &str| (format!("{code:?}"), format!("{field:?}"));
    assert_eq!(refused("book=five&game=go", 422), problem("other_game", "game"));
    assert_eq!(refused("book=b&game=test_square", 422), problem("other_game", "game"));
    assert_eq!(refused("game=shogi", 400), problem("invalid_value", "game"));
    assert_eq!(refused("book=five&board_size=19", 400), problem("invalid_value", "board_size"));
    assert_eq!(refused("book=five&moves=Q16", 400), problem("invalid_point", "moves[0]"));
    assert_eq!(refused("book=five&moves=C3,C3", 422), problem("illegal_move", "moves[1]"));
    fixture.server.get("/v1/next?book=five&game=test_square&board_size=5").expect(200);
    fixture.server.get("/v1/next?book=b&game=go&board_size=13").expect(200);
}

/// Every feature that only Go has, at every door, for a book of each of the other games.
#[test]
fn what_only_go_has_is_refused_to_other_games() {
    let fixture = Fixture::new();
    let sgf = fixture.path("game.sgf");
    fs::write(&sgf, "(;SZ[5];B[aa])").expect("written");
    let sgf = sgf.to_str().expect("a path");
    for game in ["test_square", "test_oblong"] {
        fixture.send("PUT", &format!("/v1/books/{game}?game={game}")).expect(201);
        let add = json!({"edits": [{"op": "add", "line": "AA"}]});
        fixture.post(&format!("/v1/books/{game}/edits"), &add).expect(200);
        let formats = ["fuego", "pachi", "gnugo", "katago", "binary"];
        let mut paths: Vec<String> = formats
            .iter()
            .map(|format| format!("/v1/books/{game}/export?format={format}"))
            .collect();
        paths.push(format!("/v1/next?book={game}&whole_board=true"));
        paths.push(format!("/v1/books/{game}/conditions"));
        for path in paths {
            let answer = fixture.server.get(&path);
            assert_eq!((answer.status, answer.code()), (422, "other_game".to_owned()), "{path}");
        }
        let weighed = fixture.server.request("POST", &format!("/v1/books/{game}/conditions"));
        let weighed = weighed.body("application/x-go-sgf", "(;SZ[19];B[dd])").send();
        assert_eq!((weighed.status, weighed.code()), (422, "other_game".to_owned()), "{game}");
        let conditions = json!({"edits": [
            {"op": "set", "line": "AA", "if_match": 2, "fields": {"conditions": "own(AA)"}}
        ]});
        let answer = fixture.post(&format!("/v1/books/{game}/edits"), &conditions);
        assert_eq!((answer.status, answer.code()), (422, "other_game".to_owned()), "{game}");
        let review = json!({"book": game, "games": ["(;SZ[5];B[aa])"]});
        let review = fixture.post("/v1/review", &review).expect(200).json();
        assert_eq!(review["games"][0]["error"]["code"], json!("invalid_sgf"));
        for arguments in [
            &["conditions", "--book", game][..],
            &["assess", sgf, "--book", game],
            &["next", "--book", game, "--whole-board"],
            &["gtp", "--book", game],
            &["analysis", "--book", game],
        ] {
            let run = fixture.run(arguments);
            let said = format!("book \"{game}\" is about {game}");
            assert!(run.code != Some(0) && run.err.contains(&said), "{arguments:?}: {}", run.err);
        }
        for format in ["sgf", "lines", "csv", "ndjson"] {
            fixture.server.get(&format!("/v1/books/{game}/export?format={format}")).expect(200);
        }
    }
}

#[test]
fn games_are_counted_by_line_in_every_orientation() {
    let fixture = Fixture::new();
    fixture.send("PUT", "/v1/books/five?game=test_square").expect(201);
    // The same opening in eight orientations, and two others.
    let opening = [(2, 2), (1, 0), (3, 3), (4, 4), (0, 3)];
    let other = [(2, 2), (1, 0), (3, 3), (0, 0)];
    let third = [(0, 0), (4, 4), (0, 4)];
    let mut games: Vec<(Vec<(u8, u8)>, String)> = Vec::new();
    for way in 0..8 {
        let result = if way < 6 { "B+R" } else { "W+R" };
        games.push((opening.to_vec(), record(&opening, way, result, way + 1)));
    }
    games.push((other.to_vec(), record(&other, 5, "W+R", 9)));
    games.push((third.to_vec(), record(&third, 3, "B+R", 10)));
    let mut text: String = games.iter().map(|(_, record)| record.clone()).collect();
    // Not counted: a copy, another game, another size, and a game that White begins.
    text += &record(&opening, 0, "B+R", 1);
    text += "(;SZ[5];B[aa];W[bb])(;GM[101]SZ[6];B[aa];W[bb])";
    fs::write(fixture.path("games.sgf"), text).expect("written");
    let mined = ["mine", "games.sgf", "--book", "five", "--min-games", "1", "--format", "json"];
    let report = fixture.run(&mined).ok().json();
    assert_eq!(report["games"]["counted"], 10, "{report}");

    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (line, _) in &games {
        for length in 1..=line.len() {
            *counts.entry(canonical(&line[..length])).or_default() += 1;
        }
    }
    // The server looks for changes by other programs later.
    let csv = fixture.run(&["export", "--book", "five", "--to", "csv"]).ok().out;
    let mut rows = csv.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let titles = rows.next().expect("titles");
    let column = |name: &str| titles.iter().position(|title| *title == name).expect("a column");
    let (line, number) = (column("line"), column("games"));
    let found: BTreeMap<String, u64> =
        rows.map(|row| (row[line].to_owned(), row[number].parse().expect("a number"))).collect();
    assert_eq!(found, counts);

    let next = ["next", "--book", "five", "--moves", "C3,B5,D2", "--format", "json"];
    let next = fixture.run(&next).ok().json();
    let first = &next["moves"][0];
    assert_eq!(first["statistics"]["games"], 8, "{first}");
    // White's points: two of eight games.
    assert_eq!(first["statistics"]["win_rate"], 0.25, "{first}");
    fixture.run(&["doctor", "--strict"]).ok();
}

#[test]
fn changes_are_reverted_merged_and_compared() {
    let fixture = Fixture::new();
    for book in ["one", "two"] {
        fixture.send("PUT", &format!("/v1/books/{book}?game=test_oblong")).expect(201);
    }
    fixture.send("PUT", "/v1/books/go").expect(201);
    let add = |book: &str, line: &str| {
        let body = json!({"edits": [{"op": "add", "line": line}]});
        fixture.post(&format!("/v1/books/{book}/edits"), &body).expect(200).json()
    };
    add("one", "BCAA");
    // The same line upside down, and a longer one.
    add("two", "BCAEBB");
    add("go", "BCAA");
    let lines = |book: &str| -> Vec<String> {
        let page = fixture.server.get(&format!("/v1/books/{book}/lines")).json();
        let lines = page["lines"].as_array().expect("lines").iter();
        lines.map(|it| it["line"].as_str().expect("a line").to_owned()).collect()
    };
    assert_eq!(lines("two"), ["BCAABD"]);
    let merge = |from: &str| {
        let body = json!({"from": from});
        fixture.post("/v1/books/one/merge", &body)
    };
    let merged = merge("two").expect(200).json();
    assert_eq!(lines("one"), ["BCAA", "BCAABD"]);
    fixture.post("/v1/books/one/revert", &json!({"change": merged["change"]})).expect(200);
    assert_eq!(lines("one"), ["BCAA"]);
    let answer = merge("go");
    assert!(answer.status >= 400 && answer.status < 500, "{}", answer.text());
    assert_eq!(lines("one"), ["BCAA"]);
    fixture.run(&["doctor", "--strict"]).ok();
}
