//! The moves of counted games.

use serde_json::{Value, json};

use crate::counted::{mine, mine_keeping, mine_seven};
use crate::fixture::Fixture;

/// White passes, Black does too, and White goes on; then Black plays twice.
const PASSES: &str = "(;GM[1]SZ[19]PB[Ada]PW[Ben]RE[B+R];B[pd];W[];B[tt];W[nc];B[aa];B[ss])";

/// The address of the only game that an answer at a move of the book gives as an example.
fn address(fixture: &Fixture, book: &str, black: &str) -> String {
    let query = format!("/v1/next?book={book}&examples=4");
    let answer = fixture.get(&query).send().expect(200).json();
    let moves = answer["moves"].as_array().expect("moves").iter();
    let mut games = moves.flat_map(|found| found["statistics"]["examples"].as_array().cloned());
    let games: Vec<Value> = games.next().unwrap_or_default();
    let game = games.iter().find(|game| game["black"] == black);
    let id = game.unwrap_or_else(|| panic!("{answer}"))["id"].clone();
    format!("/v1/books/{book}/games/{}", id.as_str().expect("an id"))
}

#[test]
fn a_game_with_its_moves_is_its_head_and_a_board() {
    let fixture = Fixture::new();
    mine_seven(&fixture.service, fixture.directory.path(), "tiny");
    let address = address(&fixture, "tiny", "Jon");
    let mut expected = fixture.get(&address).send().expect(200).json();
    assert_eq!(expected["record"], true);
    assert_eq!(expected["moves"], Value::Null);
    for (name, value) in [
        ("coords", json!("gtp")),
        ("board_size", json!(19)),
        ("initial_stones", json!([])),
        ("moves", json!([["B", "Q16"], ["W", "R14"], ["B", "O17"], ["W", "R17"], ["B", "R16"]])),
    ] {
        expected[name] = value;
    }
    let path = format!("{address}?format=moves");
    let answer = fixture.get(&path).send().expect(200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("etag"), Some("\"tiny-2\""));
    assert_eq!(answer.json(), expected);
    let said = fixture.get(&format!("{path}&coords=gtp")).send().expect(200);
    assert_eq!(said.json(), expected);
    expected["coords"] = json!("sgf");
    expected["moves"] = json!([["B", "pd"], ["W", "qf"], ["B", "nc"], ["W", "qc"], ["B", "qd"]]);
    let said = fixture.get(&format!("{path}&coords=sgf")).send().expect(200);
    assert_eq!(said.json(), expected);
    let known = fixture.get(&path).header("If-None-Match", "\"tiny-2\"");
    assert!(known.send().expect(304).body.is_empty());
    // The board can be asked about as it is.
    let board = json!({"moves": expected["moves"], "coords": "sgf"});
    fixture.post("/v1/next").json(&board).send().expect(200);
}

#[test]
fn passes_and_moves_out_of_turn_are_there() {
    let fixture = Fixture::new();
    mine(&fixture.service, fixture.directory.path(), "odd", "one", PASSES);
    let address = address(&fixture, "odd", "Ada");
    let of = |query: &str| {
        let path = format!("{address}?format=moves{query}");
        fixture.get(&path).send().expect(200).json()["moves"].clone()
    };
    assert_eq!(
        of(""),
        json!([
            ["B", "Q16"],
            ["W", "pass"],
            ["B", "pass"],
            ["W", "O17"],
            ["B", "A19"],
            ["B", "T1"]
        ])
    );
    assert_eq!(
        of("&coords=sgf"),
        json!([["B", "pd"], ["W", "pass"], ["B", "pass"], ["W", "nc"], ["B", "aa"], ["B", "ss"]])
    );
}

#[test]
fn moves_that_were_not_kept_are_refused_as_a_record_is() {
    let fixture = Fixture::new();
    let games = ("one", PASSES);
    mine_keeping(&fixture.service, fixture.directory.path(), "bare", games, false);
    let address = address(&fixture, "bare", "Ada");
    let head = fixture.get(&address).send().expect(200).json();
    assert_eq!(head["record"], false);
    let refused = |format: &str| {
        let path = format!("{address}?format={format}");
        let answer = fixture.get(&path).send().expect(404);
        assert_eq!(answer.code(), "unknown_game");
        answer.json()
    };
    assert_eq!(refused("moves"), refused("sgf"));
    assert_eq!(refused("moves")["field"], "id");
}

#[test]
fn coordinates_are_for_moves_alone() {
    let fixture = Fixture::new();
    mine(&fixture.service, fixture.directory.path(), "odd", "one", PASSES);
    let address = address(&fixture, "odd", "Ada");
    for query in ["coords=gtp", "format=json&coords=sgf", "format=sgf&coords=sgf"] {
        let refused = fixture.get(&format!("{address}?{query}")).send().expect(400);
        assert_eq!(refused.code(), "invalid_value", "{query}");
        assert_eq!(refused.json()["field"], "coords", "{query}");
    }
    let refused = fixture.get(&format!("{address}?format=moves&coords=chess"));
    assert_eq!(refused.send().expect(400).json()["field"], "coords");
    for id in ["0123456789abcdef", "no"] {
        let path = format!("/v1/books/odd/games/{id}?format=moves");
        assert_eq!(fixture.get(&path).send().expect(404).code(), "unknown_game");
    }
}
