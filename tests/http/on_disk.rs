//! Books that a server does not keep in memory.

use std::time::Duration;

use serde_json::{Value, json};

use crate::counted::mine_seven;
use crate::desk::Desk;
use crate::fixture::{Fixture, eventually};
use crate::games::{self, KICK, KNIGHT, game, moves, with};

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

/// Checks that a path has the same answer on the disk as in memory; returns it.
#[track_caller]
fn same(fixture: &Fixture, node: &Fixture, path: &str) -> Value {
    let [memory, disk] = [fixture, node].map(|server| {
        let answer = server.get(path).send();
        (answer.status, answer.header("etag").map(str::to_owned), answer.json())
    });
    assert_eq!(disk, memory, "{path}");
    memory.2
}

#[test]
fn their_single_nodes_are_those_in_memory() {
    let desk = Desk::new();
    mine_seven(&desk.fixture.service, desk.fixture.directory.path(), "tiny");
    desk.set("b", "DDCFFC", &json!({"retired": true, "comment": "White lives."}));
    desk.set("b", "DDCC", &json!({"retired": true}));
    desk.set("b", "DDCFCC", &json!({"names": ["a name"], "verdict": "good"}));
    let node = node_without_books(&desk.fixture);
    let same = |path: &str| same(&desk.fixture, &node, path);
    let path = |line: &str| format!("/v1/books/b/nodes{line}");
    for line in ["", "/DD", "/DDCF", "/DDFC", "/DDCFFC", "/DDCFFCCC", "/DDCFCC", "/DDCC", "/DC"] {
        same(&path(line));
        same(&format!("{}?corner=lower_left&color=W", path(line)));
    }
    assert_eq!(same(&path("/DDCFFC"))["retired"], true);
    assert_eq!(same(&path("/DDCFFCCC"))["retired"], true);
    for line in ["/DDCFXX", "/DDCFFCCCCD", "/DDCCXX", "/EE"] {
        assert_eq!(same(&path(line))["code"], "unknown_node", "{line}");
    }
    for line in desk.lines("tiny") {
        for more in ["", "?since=2000", "?strength=pro,kyu"] {
            same(&format!("/v1/books/tiny/nodes/{line}{more}"));
        }
    }
    // All of them take a minute.
    for line in desk.lines("main").iter().step_by(29) {
        same(&format!("/v1/books/main/nodes/{line}"));
    }
    // What an edit answers has the node.
    let edit = node.request("PATCH", "/v1/books/b/nodes/DDCF").header("If-Match", "*");
    let edited = edit.key(&desk.key).json(&json!({"comment": "new"})).send().expect(200).json();
    assert_eq!(edited["comment"], "new");
}

#[test]
fn their_searches_are_those_in_memory() {
    let desk = Desk::new();
    // More nodes with text than are read at a time.
    let points = ('k'..='s').flat_map(|x| ('a'..='i').map(move |y| format!("{x}{y}")));
    let replies = ["pb", "pc", "pe", "pf"];
    let points = points.filter(|point| point != "pd" && !replies.contains(&point.as_str()));
    let variations: String = points
        .map(|point| {
            let replies = replies.map(|reply| format!("(;B[{reply}]C[other words])"));
            format!("(;W[{point}]C[some words]{})", replies.concat())
        })
        .collect();
    desk.import("many", "", &format!("(;SZ[19];B[pd]N[first]{variations})")).expect(200);
    desk.import("five", "game=renju", "(;GM[4]SZ[15];B[hh];W[hg];B[ig])").expect(200);
    desk.set("b", "DDCF", &json!({"names": ["Low approach"], "tags": ["low"]}));
    desk.set("b", "DDCFFCCC", &json!({"comment": "The low approach ends."}));
    desk.set("b", "DDCFFC", &json!({"comment": "Answers the low approach.", "retired": true}));
    desk.set("b", "DDCC", &json!({"names": ["The approach from below"]}));
    mine_seven(&desk.fixture.service, desk.fixture.directory.path(), "tiny");
    desk.set("tiny", "DD", &json!({"names": ["the approach"]}));
    let node = node_without_books(&desk.fixture);
    for book in ["b", "main", "many", "five", "tiny"] {
        for words in ["approach", "low+approach", "words", "some", "a", "3-3", "kagetsu", "no-such"]
        {
            for limit in [1, 7, 200] {
                let path = format!("/v1/books/{book}/search?q={words}&limit={limit}");
                same(&desk.fixture, &node, &path);
            }
        }
    }
    let found = answer(&node, "/v1/books/many/search?q=words&limit=3");
    assert!(found["total"].as_u64().is_some_and(|total| total > 256), "{}", found["total"]);
    assert_eq!(answer(&node, "/v1/books/five/search?q=kagetsu")["total"], 1);
    assert_eq!(answer(&node, "/v1/books/b/search?q=approach")["total"], 2);
    // A node of the same version that it has read already.
    desk.set("b", "DC", &json!({"names": ["the last approach"]}));
    let last = || answer(&node, "/v1/books/b/search?q=last+approach")["total"] == 1;
    eventually("the edit is found", last);
}

#[test]
fn their_earlier_versions_are_those_in_memory() {
    let desk = Desk::new();
    mine_seven(&desk.fixture.service, desk.fixture.directory.path(), "tiny");
    desk.set("b", "DDCFFC", &json!({"retired": true, "comment": "White lives."}));
    desk.set("b", "DDCFCC", &json!({"names": ["a low name"], "verdict": "good"}));
    let edits = json!({"edits": [{"op": "delete", "line": "DDCC", "if_match": 1}, {"op": "add", "line": "CCCD"}]});
    desk.edits(&edits).expect(200);
    desk.set("b", "DDCFFC", &json!({"retired": false}));
    let lines = desk.lines("tiny");
    let longest = lines.iter().max_by_key(|line| line.len()).expect("a line");
    desk.set("tiny", longest, &json!({"verdict": "mistake"}));
    desk.set("tiny", &longest[..2], &json!({"retired": true}));
    let node = node_without_books(&desk.fixture);
    let others = ["DD", "DDCF", "DDCFFC", "DDCFFCCC", "DDCFCC", "DDCC", "CCCD", "EE"];
    let others = others.map(str::to_owned).to_vec();
    for (book, lines) in [("b", others), ("tiny", lines)] {
        let nodes = lines.iter().map(|line| format!("/v1/books/{book}/nodes/{line}?"));
        let mut paths: Vec<String> = nodes.collect();
        for path in ["?", "/nodes?", "/lines?", "/lines?prefix=DDC&limit=2&after=DDCC&"] {
            paths.push(format!("/v1/books/{book}{path}"));
        }
        for moves in ["", "Q16", "Q16,O17", "Q16,O17,R14", "C3", "D16,D4,Q4"] {
            paths.push(format!("/v1/next?book={book}&moves={moves}&"));
        }
        let last = answer(&desk.fixture, &format!("/v1/books/{book}"))["version"].as_u64();
        for version in 1..=last.expect("a version") + 1 {
            for path in &paths {
                same(&desk.fixture, &node, &format!("{path}as_of={version}"));
            }
        }
    }
    same(&desk.fixture, &node, "/v1/books/b/lines?as_of=1999-01-01");
    let metrics = node.get("/metrics").send().expect(200).text();
    assert!(metrics.contains("\njoseki_books 0\n"), "{metrics}");
}

/// A game as SGF, between players of these names.
fn sgf(number: usize, game: &str) -> String {
    let point = |text: &str| {
        let (column, row) = text.split_at(1);
        let column = "ABCDEFGHJKLMNOPQRST".find(column).expect("a column");
        let row = 19 - row.parse::<usize>().expect("a row");
        [column, row].map(|place| char::from(b'a' + place as u8)).iter().collect::<String>()
    };
    let moves = game.split(',').zip(["B", "W"].into_iter().cycle());
    let moves: String = moves.map(|(text, color)| format!(";{color}[{}]", point(text))).collect();
    format!("(;GM[1]SZ[19]PB[Ann]PW[Bob {}]RE[B+R]{moves})", number % 2)
}

#[test]
fn their_reviews_are_those_in_memory() {
    let fixture = Fixture::new();
    mine_seven(&fixture.service, fixture.directory.path(), "tiny");
    let node = node_without_books(&fixture);
    let mut games: Vec<String> =
        GAMES.iter().enumerate().map(|(number, game)| sgf(number, game)).collect();
    games.push(games[0].clone());
    games.push("(;GM[1]SZ[19])".to_owned());
    for book in ["main", "tiny"] {
        for more in [
            json!({}),
            json!({"annotate": true, "record": true}),
            json!({"players": ["ann", "nobody"], "moves": 6}),
        ] {
            let body = with(&json!({"book": book, "games": games}), more);
            let review =
                |server: &Fixture| server.post("/v1/review").json(&body).send().expect(200).json();
            assert_eq!(review(&node), review(&fixture), "{body}");
        }
    }
}

#[test]
fn results_are_learned_from_them_as_from_those_in_memory() {
    let (fixture, other) = (Fixture::new(), Fixture::new());
    let node = node_without_books(&other);
    let learned = |server: &Fixture| {
        let desk = games::Desk::new(server);
        let one = game("one", "gnugo@3.8", "win", KICK);
        let better = with(&one, json!({"moves": moves(KNIGHT)}));
        let counted = desk.count(&one);
        assert_eq!(counted["lines"]["upper_right"], "DDCFCE");
        [counted, desk.put("one", &better).expect(200).json()]
    };
    assert_eq!(learned(&node), learned(&fixture));
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
    eventually("the small book is loaded", || !is_on_disk(&node, "b"));
    assert!(is_on_disk(&node, "main"));
}

/// Whether the list of books says that a book is not in memory.
fn is_on_disk(fixture: &Fixture, name: &str) -> bool {
    let books = answer(fixture, "/v1/books");
    let books = books["books"].as_array().expect("books").clone();
    let book = books.into_iter().find(|book| book["name"] == name).expect("the book");
    book.get("on_disk").is_some()
}

#[test]
fn one_that_is_asked_often_takes_the_room_of_others() {
    let desk = Desk::new();
    let nodes = desk.get("/v1/books/main")["nodes"].as_u64().expect("a size");
    let node = desk.fixture.beside(|options| {
        options.resident_nodes = nodes as usize;
        options.refresh_every = Duration::from_millis(5);
    });
    eventually("the small book is loaded", || !is_on_disk(&node, "b"));
    assert!(is_on_disk(&node, "main"));
    let queries = vec![json!({"book": "main"}); 300];
    node.post("/v1/next/batch").json(&json!({"queries": queries})).send().expect(200);
    eventually("the large one is loaded", || !is_on_disk(&node, "main"));
    assert!(is_on_disk(&node, "b"));
    let metrics = node.get("/metrics").send().expect(200).text();
    assert!(metrics.contains("\njoseki_books_loaded_total 2\n"), "{metrics}");
    assert!(metrics.contains("\njoseki_books_evicted_total 1\n"), "{metrics}");
    for book in ["b", "main"] {
        same(&desk.fixture, &node, &format!("/v1/next?book={book}&moves=Q16"));
    }
    desk.set("b", "DDCF", &json!({"comment": "new"}));
    let path = "/v1/next?book=b&moves=Q16&min_version=2";
    assert_eq!(answer(&node, path)["book"]["version"], 2);
}
