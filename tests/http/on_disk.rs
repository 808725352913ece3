//! Books that a server does not keep in memory.

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::fixture::{Fixture, eventually};

/// A node on the store of another that keeps no book in memory.
fn node_without_books(fixture: &Fixture) -> Fixture {
    fixture.beside(|options| options.resident_nodes = 0)
}

fn answer(fixture: &Fixture, path: &str) -> Value {
    fixture.get(path).send().expect(200).json()
}

/// Moves of games, from the start to well beyond the book, with answers in several corners.
const GAMES: [&str; 5] = [
    "Q16,D4,Q3,D17,C15,R14,F17,C3,D3,C4",
    "R16,D16,Q4,C4,O17,F17,C14,R6,R7,Q6",
    "D3,Q17,R15,O17,R17,D15,F16,D10,C17,Q3",
    "Q16,R14,O17,S16,R17,C16,C14,F17,D4,Q4",
    "C4,E3,D16,K10,Q3,R5,O4,R3,R2,D14",
];

#[test]
fn they_are_answered_as_those_in_memory() {
    let fixture = Fixture::new();
    let node = node_without_books(&fixture);
    for game in GAMES {
        let moves: Vec<&str> = game.split(',').collect();
        for length in 0..=moves.len() {
            let moves = moves[..length].join(",");
            for more in ["", "&examples=2&trend=true&kinds=true", "&whole_board=true", "&seed=7"] {
                let path = format!("/v1/next?moves={moves}{more}");
                assert_eq!(answer(&node, &path), answer(&fixture, &path), "{path}");
            }
        }
    }
    for path in ["/v1/books/main/lines?prefix=DDC&limit=50", "/v1/books/main", "/v1/best?moves=Q16"]
    {
        assert_eq!(answer(&node, path), answer(&fixture, path), "{path}");
    }
}

#[test]
fn a_server_says_which_they_are_and_what_they_cannot_do() {
    let fixture = Fixture::new();
    let node = node_without_books(&fixture);
    assert_eq!(answer(&node, "/v1/books")["books"][0]["on_disk"], true);
    assert_eq!(answer(&fixture, "/v1/books")["books"][0].get("on_disk"), None);
    let metrics = node.get("/metrics").send().expect(200).text();
    assert!(metrics.contains("\njoseki_books 0\n"), "{metrics}");
    assert!(metrics.contains("\njoseki_books_on_disk 1\n"), "{metrics}");
    let refused = node.post("/v1/quiz").json(&json!({})).send().expect(422);
    assert_eq!(
        (refused.code(), &refused.json()["field"]),
        ("unprocessable".into(), &json!("book"))
    );
    let detail = refused.json()["detail"].to_string();
    assert!(detail.contains("stays on the disk") && detail.contains("at most 0"), "{detail}");
}

#[test]
fn they_are_edited_and_read_at_once() {
    let desk = Desk::new();
    let node = node_without_books(&desk.fixture);
    let comment = |fixture: &Fixture| {
        let found = answer(fixture, "/v1/next?book=b&moves=Q16");
        let moves = found["moves"].as_array().expect("moves").iter();
        let step = moves.clone().find(|found| found["step"] == "CF").cloned();
        (found["book"]["version"].clone(), step.expect("CF")["comment"].clone())
    };
    assert_eq!(comment(&node), (json!(1), Value::Null));
    // By this node, and by another.
    let edit = |fixture: &Fixture, text: &str| {
        let request = fixture.request("PATCH", "/v1/books/b/nodes/DDCF").header("If-Match", "*");
        request.key(&desk.key).json(&json!({"comment": text})).send().expect(200);
    };
    edit(&node, "one");
    assert_eq!(comment(&node), (json!(2), json!("one")));
    edit(&desk.fixture, "two");
    let read = || answer(&node, "/v1/next?book=b&moves=Q16&min_version=3");
    assert_eq!(read()["book"]["version"], 3);
    assert_eq!(comment(&node), (json!(3), json!("two")));
    desk.request("DELETE", "/v1/books/b").header("If-Match", "*").send();
    eventually("the book is gone", || node.get("/v1/next?book=b").send().status == 404);
}

#[test]
fn there_is_room_for_the_smaller_ones() {
    let desk = Desk::new();
    let node = desk.fixture.beside(|options| options.resident_nodes = 1000);
    let on_disk = |name: &str| {
        let books = answer(&node, "/v1/books");
        let books = books["books"].as_array().expect("books").clone();
        let book = books.into_iter().find(|book| book["name"] == name).expect("the book");
        book.get("on_disk").is_some()
    };
    eventually("the small book is loaded", || !on_disk("b"));
    assert!(on_disk("main"));
}
