//! Sources: their licences, and what rests on withheld ones alone.

use serde_json::{Value, json};

use crate::books::Fixture;
use crate::served::eventually;

/// Two games of RenjuNet's database.
const DATABASE: &str = r#"<database version="1" date="2026"><players>
<player id="1" name="A" surname="One"/><player id="2" name="B" surname="Two"/></players><games>
<game id="1" black="1" white="2" bresult="1"><move>h8 i9 i8 g7 j7</move></game>
<game id="2" black="2" white="1" bresult="0"><move>h8 h9 i9 g8 h7</move></game>
</games></database>"#;

/// A game of another collection.
const OTHER: &str = "(;GM[4]SZ[15]RU[renju]PB[x]PW[y]RE[B+];B[hh];W[hg];B[ig];W[gh];B[ij])";

fn fixture() -> Fixture {
    let fixture = Fixture::new();
    fixture.send("PUT", "/v1/books/r?game=renju").expect(201);
    let edits = json!({"edits": [
        {"op": "add", "moves": "h8,h9,i9", "fields": {"comment": "ours"}},
        {"op": "add", "moves": "h8,i9,j8"},
    ]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    std::fs::write(fixture.path("games.rif"), DATABASE).unwrap();
    std::fs::write(fixture.path("other.sgf"), OTHER).unwrap();
    fixture
}

/// Whether a text contains a line, a player or a game of the database.
fn is_leaked(text: &str) -> bool {
    ["HHGGGHIG", "HHGGGH", "HHGHGGHIHG", "One", "RenjuNet", "i8"].iter().any(|it| text.contains(it))
}

/// Queries every endpoint that shows the book's contents: whether each shows the database's.
fn leaks(fixture: &Fixture) -> Vec<(String, bool)> {
    let doors = [
        "/v1/next?book=r&moves=h8,i9&examples=3",
        "/v1/next?book=r&moves=h8,h9,i9&examples=3",
        "/v1/books/r/lines",
        "/v1/books/r/nodes?moves=h8,i9",
        "/v1/books/r/export?format=sgf",
        "/v1/books/r/export?format=lines",
        "/v1/books/r/export?format=csv",
        "/v1/books/r/export?format=ndjson",
        "/v1/books/r/export?format=lib",
        "/v1/books/r/export?format=pos",
        "/v1/books/r/diff?from=2",
        "/v1/next?book=r&moves=h8,i9&as_of=2",
    ];
    let mut leaks: Vec<(String, bool)> = doors
        .iter()
        .map(|door| (door.to_string(), is_leaked(&fixture.server.get(door).text())))
        .collect();
    let changes = fixture.server.get("/v1/books/r/changes").json();
    for change in changes["changes"].as_array().expect("changes") {
        let door = format!("/v1/changes/{}", change["id"]);
        let nodes = fixture.server.get(&door).json()["difference"]["nodes"].clone();
        leaks.push((door, is_leaked(&nodes.to_string())));
    }
    leaks
}

fn nothing_is_shown(fixture: &Fixture) {
    let leaks = leaks(fixture).into_iter().filter(|(_, leaks)| *leaks).map(|(door, _)| door);
    assert_eq!(leaks.collect::<Vec<_>>(), [""; 0]);
}

fn source(fixture: &Fixture, name: &str) -> Value {
    let listed = fixture.run(&["sources", "--format", "json"]).ok().json();
    let sources = listed["sources"].as_array().expect("sources").clone();
    sources.into_iter().find(|source| source["name"] == name).unwrap_or_default()
}

#[test]
fn an_imported_database_is_neither_served_nor_exported_until_the_operator_says_so() {
    let fixture = fixture();
    let imported = fixture.server.request("POST", "/v1/books/r/import?name=games.rif");
    let imported = imported.key(&fixture.key).body("application/octet-stream", DATABASE).send();
    let report = imported.expect(200).json();
    let warnings = report["files"][0]["warnings"].to_string();
    assert!(warnings.contains("whose licence forbids to serve"), "{warnings}");
    nothing_is_shown(&fixture);
    let known = source(&fixture, "RenjuNet");
    assert_eq!(
        (&known["license"], &known["withheld"]),
        (&json!("LicenseRef-RenjuNet"), &json!(true))
    );
    assert_eq!(known["books"], json!(["r"]));
    // What the book had stays, with its words: the database has the same moves.
    let own = fixture.server.get("/v1/books/r/nodes?moves=h8,h9,i9").expect(200).json();
    assert_eq!(own["comment"], json!("ours"));
    fixture.server.get("/v1/books/r/nodes?moves=h8,h9,i9,g8").expect(404);
    // At the command line it is there, and in exports it is not.
    let here = fixture.run(&["next", "--book", "r", "--moves", "h8,i9", "--format", "json"]).ok();
    assert!(is_leaked(&here.out), "{}", here.out);
    let exported = fixture.run(&["export", "--book", "r", "--to", "lines"]).ok().out;
    assert_eq!(exported, "HHGGFH\nHHGHGG\n");
    let tag = || fixture.server.get("/v1/books/r/lines").header("etag").unwrap().to_owned();
    let before = tag();
    fixture.run(&["sources", "set", "RenjuNet", "--publish"]).ok();
    assert!(is_leaked(&fixture.run(&["export", "--book", "r", "--to", "lines"]).ok().out));
    // A running server applies it with its next look at the store.
    let shown = || leaks(&fixture).iter().filter(|(_, leaks)| *leaks).count();
    eventually("the source is shown", || shown() >= 8);
    // No client keeps the answers from before.
    assert_ne!(tag(), before);
    fixture.run(&["sources", "set", "RenjuNet", "--withhold"]).ok();
    eventually("the source is withheld again", || shown() == 0);
}

#[test]
fn games_mined_of_the_database_are_not_counted_for_readers() {
    let mut fixture = fixture();
    let mined = fixture.run(&["mine", "games.rif", "--book", "r", "--min-games", "1"]).ok();
    assert!(mined.err.contains("whose licence forbids to serve"), "{}", mined.err);
    fixture.run(&["mine", "other.sgf", "--book", "r", "--source", "club"]).ok();
    fixture.restart();
    nothing_is_shown(&fixture);
    let next = fixture.server.get("/v1/next?book=r&moves=h8,h9,i9&examples=3").json();
    let games: Vec<&Value> = next["moves"].as_array().unwrap().iter().collect();
    // The other collection has g8 too, once.
    assert_eq!((games.len(), &games[0]["point"]), (1, &json!("g8")), "{next}");
    assert_eq!(games[0]["statistics"]["games"], json!(1), "{next}");
    let searched = fixture.post("/v1/books/r/patterns", &json!({"rows": ["X"]})).expect(200).json();
    assert_eq!((&searched["searched"], &searched["games"]), (&json!(1), &json!(1)), "{searched}");
    let listed = fixture.server.get("/v1/books").json();
    let books = listed["books"].as_array().unwrap().iter();
    let counted: Vec<&Value> =
        books.filter(|book| book["name"] == "r").map(|book| &book["games"]).collect();
    assert_eq!(counted, [&json!(1)]);
    let known = source(&fixture, "club");
    assert_eq!((&known["license"], &known["withheld"]), (&json!("unknown"), &json!(false)));
}

#[test]
fn sources_are_written_down_with_licence_attribution_and_address() {
    let fixture = fixture();
    let import = |query: &str| {
        let path = format!("/v1/books/r/import?name=o.sgf{query}");
        let request = fixture.server.request("POST", &path).key(&fixture.key);
        request.body("application/x-go-sgf", OTHER).send()
    };
    let about = "&source=The%20club&license=CC-BY-4.0&attribution=Its%20members&address=https://example.org";
    import(about).expect(200);
    let expected = json!({
        "name": "The club", "license": "CC-BY-4.0", "attribution": "Its members",
        "address": "https://example.org", "withheld": false, "books": ["r"],
    });
    assert_eq!(source(&fixture, "The club"), expected);
    let node = fixture.server.get("/v1/books/r/nodes?moves=h8,h9,i9,g8").expect(200).json();
    assert_eq!(node["sources"], json!(["The club"]));
    // The book's own node does not name the club as a source, which adds nothing to it.
    let own = fixture.server.get("/v1/books/r/nodes?moves=h8,h9,i9").expect(200).json();
    assert_eq!(own["sources"], json!([]));
    assert_eq!(import("&license=MIT").expect(400).json()["field"], json!("source"));
    let empty = import("&source=%20").expect(400).json();
    let why = "source: expected 1 to 200 characters without control characters and direction marks";
    assert_eq!((&empty["field"], &empty["detail"]), (&json!("source"), &json!(why)));
    let set = fixture.run(&["sources", "set", "The club", "--withhold"]).ok().out;
    assert_eq!(set, "The club: licence CC-BY-4.0, withheld\n");
    assert_eq!(source(&fixture, "The club")["address"], expected["address"]);
    let exported = fixture.run(&["export", "--book", "r", "--to", "lines"]).ok().out;
    assert_eq!(exported, "HHGGFH\nHHGHGG\n");
    let both = fixture.run(&["sources", "set", "The club", "--withhold", "--publish"]);
    assert_eq!(both.code, Some(2), "{both:?}");
    let refused = fixture.run(&["import", "other.sgf", "--book", "r", "--license", "MIT"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
}

#[test]
fn the_history_shows_nothing_of_a_database_that_was_taken_out_again() {
    let fixture = fixture();
    let request = fixture.server.request("POST", "/v1/books/r/import?name=games.rif");
    let imported = request.key(&fixture.key).body("application/octet-stream", DATABASE).send();
    let change = imported.expect(200).json()["change"].clone();
    fixture.post("/v1/books/r/revert", &json!({"change": change})).expect(200);
    nothing_is_shown(&fixture);
    // Its source is still known, but used by no book.
    assert_eq!(source(&fixture, "RenjuNet")["books"], json!([]));
}

#[test]
fn games_of_the_database_withhold_a_source_of_any_name() {
    let mut fixture = fixture();
    let about = ["--source", "club", "--license", "CC-BY-4.0"];
    fixture.run(&[&["import", "other.sgf", "--book", "r"], &about[..]].concat()).ok();
    assert_eq!(source(&fixture, "club")["withheld"], json!(false));
    // Games that were saved from the database keep its name in SO.
    let saved = "(;GM[4]SZ[15]SO [ RenjuNet ]PB[A One];B[hh];W[ig];B[ih])";
    std::fs::write(fixture.path("saved.sgf"), saved).unwrap();
    let command = ["import", "saved.sgf", "--book", "r", "--source", "club"];
    let imported = fixture.run(&command).ok();
    assert!(imported.out.contains("whose licence forbids to serve"), "{}", imported.out);
    let known = source(&fixture, "club");
    assert_eq!(
        (&known["license"], &known["withheld"]),
        (&json!("(CC-BY-4.0) AND LicenseRef-RenjuNet"), &json!(true))
    );
    fixture.restart();
    nothing_is_shown(&fixture);
    // What the operator decides then stays.
    fixture.run(&["sources", "set", "club", "--publish"]).ok();
    fixture.run(&command).ok();
    fixture.run(&["mine", "games.rif", "--book", "r", "--source", "club"]).ok();
    assert_eq!(source(&fixture, "club")["withheld"], json!(false));
}
