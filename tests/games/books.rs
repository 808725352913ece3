//! Books of other games over HTTP and at the command line.

use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::client::Answer;
use crate::served::{Run, Served, run, small_database};

/// A server on a small database, and a key for everything.
pub struct Fixture {
    pub directory: TempDir,
    pub server: Served,
    pub key: String,
}

impl Fixture {
    pub fn new() -> Fixture {
        let directory = tempfile::tempdir().expect("a directory");
        let key = small_database(directory.path(), "joseki.db");
        let server = Served::start(directory.path(), "joseki.db");
        Fixture { directory, server, key }
    }

    pub fn send(&self, method: &str, path: &str) -> Answer {
        let request = self.server.request(method, path).key(&self.key);
        request.header("If-Match", "*").send()
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.server.request("POST", path).key(&self.key).json(body).send()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Stops the server and starts another.
    pub fn restart(&mut self) {
        self.server = Served::start(self.directory.path(), "joseki.db");
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        run(self.directory.path(), arguments)
    }
}

/// The name, game and board size of a book.
fn about(book: &Value) -> Value {
    json!([book["name"], book["game"], book["board_size"]])
}

#[test]
fn books_of_other_games_are_created_listed_copied_renamed_deleted_and_restored() {
    let fixture = Fixture::new();
    let create = |path: &str| about(&fixture.send("PUT", path).expect(201).json());
    assert_eq!(create("/v1/books/plain"), json!(["plain", "go", null]));
    assert_eq!(create("/v1/books/five?game=test_square"), json!(["five", "test_square", 5]));
    let six = "/v1/books/six?game=test_square&board_size=6&reason=why";
    assert_eq!(create(six), json!(["six", "test_square", 6]));
    assert_eq!(create("/v1/books/oblong?game=test_oblong"), json!(["oblong", "test_oblong", null]));
    assert_eq!(
        about(&fixture.post("/v1/books/six/copy", &json!({"to": "copy"})).expect(201).json()),
        json!(["copy", "test_square", 6])
    );
    assert_eq!(
        about(&fixture.post("/v1/books/copy/rename", &json!({"to": "new"})).expect(200).json()),
        json!(["new", "test_square", 6])
    );
    let deleted = fixture.send("DELETE", "/v1/books/six").expect(200).json();
    assert_eq!(fixture.server.get("/v1/books/six").status, 404);
    let back = json!({"change": deleted["id"]});
    fixture.post("/v1/books/six/revert", &back).expect(200);
    assert_eq!(
        about(&fixture.server.get("/v1/books/six").json()),
        json!(["six", "test_square", 6])
    );
    let earlier = fixture.server.get("/v1/books/six?as_of=1").json();
    assert_eq!(about(&earlier), json!(["six", "test_square", 6]));
    let listed = fixture.server.get("/v1/books").json();
    let listed: Vec<Value> = listed["books"].as_array().expect("books").iter().map(about).collect();
    let wanted = json!([
        ["b", "go", null],
        ["five", "test_square", 5],
        ["new", "test_square", 6],
        ["oblong", "test_oblong", null],
        ["plain", "go", null],
        ["six", "test_square", 6]
    ]);
    assert_eq!(Value::from(listed), wanted);
}

#[test]
fn a_book_of_an_unknown_game_or_of_a_wrong_size_is_not_created() {
    let fixture = Fixture::new();
    let refused = |query: &str, field: &str| -> String {
        let answer = fixture.send("PUT", &format!("/v1/books/new?{query}")).expect(400);
        let problem = answer.json();
        assert_eq!((&problem["code"], &problem["field"]), (&json!("invalid_value"), &json!(field)));
        problem["detail"].as_str().expect("a detail").to_owned()
    };
    assert_eq!(
        refused("game=shogi", "game"),
        "game: unknown game \"shogi\": expected go, gomoku, standard, renju, xiangqi, test_square or test_oblong"
    );
    assert_eq!(
        refused("game=test_square&board_size=7", "board_size"),
        "board_size: invalid board size 7 for test_square: expected 5 or 6"
    );
    let go = refused("board_size=19", "board_size");
    assert!(go.ends_with("leave the size out"), "{go}");
    refused("board_size=300", "board_size");
    assert_eq!(fixture.server.get("/v1/books/new").status, 404);
}

#[test]
fn the_command_line_names_the_game_of_books_once_one_is_not_go() {
    let fixture = Fixture::new();
    let plain = fixture.run(&["books"]).ok().out;
    assert!(!plain.contains("game\n"), "{plain}");
    let create = ["book", "create", "six", "--game", "test_square", "--board-size", "6"];
    let made = fixture.run(&[&create[..], &["--format", "json"]].concat()).ok().json();
    assert_eq!(about(&made), json!(["six", "test_square", 6]));
    let table = fixture.run(&["books"]).ok().out;
    let ends: Vec<&str> =
        table.lines().filter_map(|line| line.rsplit("  ").next()).map(str::trim).collect();
    assert_eq!(ends, ["game", "go", "test_square 6x6"], "{table}");
    fixture.run(&["book", "copy", "six", "copy"]).ok();
    fixture.run(&["book", "delete", "six"]).ok();
    let listed = fixture.run(&["books", "--format", "json"]).ok().json();
    assert_eq!(about(&listed["books"][1]), json!(["copy", "test_square", 6]));
}

#[test]
fn the_command_line_refuses_a_game_that_it_does_not_know_before_a_database_is_made() {
    let directory = tempfile::tempdir().expect("a directory");
    for (flags, error) in [
        (
            &["--game", "shogi"][..],
            "--game: unknown game \"shogi\": expected go, gomoku, standard, renju, xiangqi,",
        ),
        (
            &["--board-size", "9"],
            "--board-size: invalid board size 9 for go: its books serve boards",
        ),
    ] {
        let refused = run(directory.path(), &[&["book", "create", "new"], flags].concat());
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.err.contains(error), "{refused:?}");
    }
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 0);
}
