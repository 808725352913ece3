//! Results of games other than Go: each is followed through the books of its own game alone.

use std::path::Path;
use std::sync::Arc;

use joseki::book::{Forest, Line};
use joseki::game::{Color, Game, Move, Point, Symmetries, Symmetry, Variant};
use joseki::service::{
    Service,
    next::{CandidateMove, NextQuery},
};
use joseki::store::{BookChange, SqliteStore, Store};
use serde_json::{Value, json};

use crate::books::Fixture;
use crate::served::{Served, result, run, small_database};

/// A game of three book moves and one of its own.
const GAME: [(u8, u8); 4] = [(1, 1), (2, 2), (3, 1), (4, 4)];

fn five() -> Variant {
    Variant::new(Game::TestSquare, None).expect("a usual size")
}

/// Creates a book with lines.
fn create(path: &Path, name: &str, variant: Variant, lines: &[&str]) {
    let mut forest = Forest::for_variant(variant);
    for text in lines {
        forest.insert(&Line::parse(variant.alphabet(), text).expect("a line"));
    }
    let store = SqliteStore::open(path).expect("a store");
    store.apply(&BookChange::new_book(name, &forest, "test")).expect("a book");
}

/// A server with the book `b` of Go and the book `five`, which knows the first moves of the game.
fn fixture() -> Fixture {
    let fixture = Fixture::new();
    create(&fixture.path("joseki.db"), "five", five(), &["BBCCBD", "CC"]);
    fixture
}

/// The game as it looks under a symmetry of the board.
fn moves(symmetry: Symmetry) -> Vec<(Color, Move)> {
    let points = GAME.map(|point| symmetry.apply(point, (5, 5)));
    let colors = [Color::Black, Color::White].into_iter().cycle();
    colors.zip(points.map(|(x, y)| Move::Play(Point::new(x, y)))).collect()
}

/// A won result of the game under a symmetry.
fn square(id: &str, symmetry: Symmetry) -> Value {
    let played = moves(symmetry).into_iter();
    let played = played
        .map(|(color, played)| json!([color.letter().to_string(), played.to_gtp(five().size())]));
    json!({
        "game_id": id, "opponent": "o", "game": "test_square", "color": "B", "result": "win",
        "moves": played.collect::<Vec<Value>>(),
    })
}

/// The moves that a book answers against the opponent.
fn answer(path: &Path, book: &str, played: &[(Color, Move)]) -> Vec<CandidateMove> {
    let service = service(path);
    let size = if book == "b" { joseki::game::BoardSize::NINETEEN } else { five().size() };
    let query = NextQuery {
        book: Some(book.to_owned()),
        opponent: Some("o".parse().expect("a name")),
        moves: played.to_vec(),
        ..NextQuery::new(size)
    };
    let moves = service.next_moves().next(&query).expect("an answer").moves;
    moves.into_iter().map(Arc::unwrap_or_clone).collect()
}

fn service(path: &Path) -> Service {
    Service::new(Arc::new(SqliteStore::open(path).expect("a store")))
}

/// The number of the opponent's games behind each move, and how the move is ranked.
fn evidence(moves: &[CandidateMove]) -> Vec<(String, u64, f64)> {
    let of = |one: &CandidateMove| {
        let own = one.evidence.as_ref().map_or(0, |evidence| evidence.own);
        (one.leads_to.to_string(), own, one.priority)
    };
    moves.iter().map(of).collect()
}

fn games_of(moves: &[CandidateMove], line: &str) -> u64 {
    let all = evidence(moves).into_iter();
    all.filter(|(leads_to, ..)| leads_to == line).map(|(_, games, _)| games).sum()
}

#[test]
fn results_of_every_orientation_add_up_on_one_move_of_the_books_of_their_game() {
    let fixture = fixture();
    let path = fixture.path("joseki.db");
    let before = evidence(&answer(&path, "five", &[]));
    assert!(before.iter().all(|(_, games, _)| *games == 0), "{before:?}");
    fixture.post("/v1/results", &result("go", "o")).expect(201);
    let go = evidence(&answer(&path, "b", &[]));
    assert!(go.iter().any(|(_, games, _)| *games == 1), "{go:?}");
    assert_eq!(evidence(&answer(&path, "five", &[])), before, "a game of Go is none of its games");
    for symmetry in Symmetries::SQUARE.iter() {
        let sent = square(&format!("square {}", symmetry.name()), symmetry);
        let posted = fixture.post("/v1/results", &sent).expect(201).json();
        assert_eq!((&posted["status"], &posted["learned"]), (&json!("counted"), &json!(3)));
        let lines = json!({
            "upper_left": null, "upper_right": null, "lower_left": null, "lower_right": null,
            "board": "BBCCBD",
        });
        assert_eq!(posted["lines"], lines);
    }
    let check = || {
        for symmetry in Symmetries::SQUARE.iter() {
            let played = moves(symmetry);
            assert_eq!(games_of(&answer(&path, "five", &[]), "BB"), 8);
            let third = answer(&path, "five", &played[..2]);
            assert_eq!(games_of(&third, "BBCCBD"), 8, "{symmetry:?}");
            let point = played[2].1.point().expect("a stone");
            assert!(third.iter().any(|one| one.points().contains(&point)), "{symmetry:?}");
        }
        let games = |all: &[(String, u64, f64)]| -> Vec<(String, u64)> {
            all.iter().map(|(line, games, _)| (line.clone(), *games)).collect()
        };
        assert_eq!(games(&evidence(&answer(&path, "b", &[]))), games(&go));
    };
    check();
    let after = evidence(&answer(&path, "five", &[]));
    let rank = |all: &[(String, u64, f64)], line: &str| {
        all.iter().find(|(leads_to, ..)| leads_to == line).map(|(_, _, rank)| *rank)
    };
    assert!(rank(&after, "BB") > rank(&before, "BB"), "{before:?} {after:?}");
    assert!(rank(&after, "BB") > rank(&after, "CC"), "{after:?}");

    // The same points on boards of another size are another game.
    let mut six = square("six", Symmetry::IDENTITY);
    six["board_size"] = json!(6);
    assert_eq!(fixture.post("/v1/results", &six).expect(201).json()["learned"], 0);
    check();

    let Fixture { directory, server, .. } = fixture;
    drop(server);
    assert_eq!(service(&path).learning().relearn().expect("a store"), 0);
    assert_eq!(service(&path).learning().recount().expect("a store"), 0);
    assert_eq!(service(&path).check().expect("a check"), [""; 0]);
    check();
    let server = Served::start(directory.path(), "joseki.db");
    let kept = server.get("/v1/results/square%20rotate_90").expect(200).json();
    assert_eq!((&kept["game"], &kept["board_size"]), (&json!("test_square"), &json!(5)));
    assert_eq!(kept["moves"], square("", Symmetry::ROTATE_90)["moves"]);
    let six = server.get("/v1/results/six").expect(200).json();
    assert_eq!((&six["game"], &six["board_size"]), (&json!("test_square"), &json!(6)));
    assert_eq!(server.get("/v1/results/go").expect(200).json()["game"], "go");
}

/// The identifier and game of every result of a database, last first.
fn listed(directory: &Path, db: &str) -> Value {
    let listed = run(directory, &["results", "--db", db, "--format", "json"]).ok().json();
    let rows = listed["results"].as_array().expect("results").iter();
    rows.map(|row| json!([row["game_id"], row["game"]])).collect()
}

#[test]
fn a_correction_changes_the_game_and_copies_keep_it() {
    let fixture = fixture();
    fixture.post("/v1/results", &square("one", Symmetry::IDENTITY)).expect(201);
    fixture.post("/v1/results", &square("two", Symmetry::TRANSPOSE)).expect(201);
    assert_eq!(
        fixture.post("/v1/results", &square("one", Symmetry::IDENTITY)).expect(200).json()["status"],
        "unchanged"
    );
    let put = |body: &Value| {
        let request = fixture.server.request("PUT", "/v1/results/two").key(&fixture.key);
        request.json(body).send().expect(200).json()
    };
    assert_eq!(put(&result("two", "o"))["status"], "corrected");
    assert_eq!(games_of(&answer(&fixture.path("joseki.db"), "five", &[]), "BB"), 1);
    let directory = fixture.directory.path();
    assert_eq!(listed(directory, "joseki.db"), json!([["two", "go"], ["one", "test_square"]]));
    assert_eq!(put(&square("two", Symmetry::TRANSPOSE))["status"], "corrected");
    assert_eq!(games_of(&answer(&fixture.path("joseki.db"), "five", &[]), "BB"), 2);
    let both = json!([["two", "test_square"], ["one", "test_square"]]);
    run(directory, &["backup", "copy.db"]).ok();
    assert_eq!(listed(directory, "copy.db"), both);
    let other = tempfile::tempdir().expect("a directory");
    small_database(other.path(), "other.db");
    create(&other.path().join("other.db"), "five", five(), &["BBCCBD"]);
    let copy = directory.join("copy.db");
    let copy = copy.to_str().expect("a path");
    run(other.path(), &["merge", copy, "--db", "other.db"]).ok();
    assert_eq!(
        listed(other.path(), "other.db"),
        json!([["two", "test_square"], ["one", "test_square"]])
    );
    assert_eq!(games_of(&answer(&other.path().join("other.db"), "five", &[]), "BB"), 2);
    let again = run(other.path(), &["merge", copy, "--db", "other.db"]).ok();
    assert!(again.out.contains("0 added + 0 updated + 2 already known"), "{again:?}");
    let table = run(directory, &["results"]).ok().out;
    assert!(table.contains("test_square"), "{table}");
}

#[test]
fn a_game_a_size_or_a_point_that_does_not_fit_is_refused() {
    let fixture = fixture();
    let post = |change: Value| {
        let mut sent = square("new", Symmetry::IDENTITY);
        let fields = sent.as_object_mut().expect("an object");
        if change.get("sgf").is_some() {
            fields.remove("moves");
        }
        fields.extend(change.as_object().expect("an object").clone());
        fixture.post("/v1/results", &sent)
    };
    for (change, code, field, detail) in [
        (
            json!({"game": "shogi"}),
            "invalid_value",
            "game",
            "unknown game \"shogi\": expected go, gomoku, standard, renju, xiangqi, test_square or test_oblong",
        ),
        (json!({"game": "shogi", "sgf": "(;B[aa])"}), "invalid_value", "game", "unknown game"),
        (
            json!({"board_size": 7}),
            "invalid_value",
            "board_size",
            "invalid board size 7 for test_square: expected 5 or 6",
        ),
        (json!({"moves": [["B", "F1"]]}), "invalid_point", "moves[0]", "F1"),
        (json!({"game": "test_oblong", "moves": [["B", "D1"]]}), "invalid_point", "moves[0]", "D1"),
        (json!({"moves": [["B", "A1"], ["W", "A1"]]}), "illegal_move", "moves[1]", "A1"),
        (
            json!({"sgf": "(;GM[1]SZ[5];B[bb])"}),
            "invalid_sgf",
            "sgf",
            "GM[1], expected test_square (GM[101])",
        ),
        (
            json!({"sgf": "(;GM[101]SZ[7];B[bb])"}),
            "invalid_sgf",
            "sgf",
            "SZ[7] for test_square: expected 5x5 or 6x6",
        ),
        (json!({"game": "go", "sgf": "(;GM[101];B[bb])"}), "invalid_sgf", "sgf", "expected Go"),
    ] {
        let refused = post(change.clone());
        assert_eq!(refused.code(), code, "{change} {}", refused.text());
        let problem = refused.json();
        assert_eq!(problem["field"], field, "{change}");
        assert!(problem["detail"].as_str().expect("a detail").contains(detail), "{problem}");
    }
    for (id, change, size) in [
        ("a", json!({"sgf": "(;GM[101];B[bb];W[cc])"}), 5),
        ("b", json!({"sgf": "(;GM[101]SZ[6];B[bb];W[cc])"}), 6),
        ("c", json!({"game": "test_oblong", "sgf": "(;GM[102]SZ[3:5];B[ce])"}), 5),
        ("d", json!({"game": "test_oblong", "moves": [["B", "C5"]]}), 5),
        ("e", json!({"board_size": 6, "moves": [["B", "F6"]]}), 6),
    ] {
        let mut change = change;
        change["game_id"] = json!(id);
        post(change).expect(201);
        let kept = fixture.server.get(&format!("/v1/results/{id}")).json();
        assert_eq!(kept["board_size"], size, "{kept}");
    }
    let lines = [square("f", Symmetry::IDENTITY), result("g", "o"), json!({"game": "shogi"})];
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let request = fixture.server.request("POST", "/v1/results").key(&fixture.key);
    let stream = request.body("application/x-ndjson", lines.join("\n")).send().expect(200).json();
    assert_eq!((&stream["counted"], &stream["refused"]), (&json!(2), &json!(1)), "{stream}");
    assert_eq!(fixture.server.get("/v1/results/f").json()["game"], "test_square");
}

#[test]
fn the_command_line_learns_from_records_of_the_game_named() {
    let fixture = fixture();
    let directory = fixture.directory.path();
    let head = "PB[me]PW[o]RE[B+R]";
    let records = format!(
        "(;GM[101]SZ[5]{head};B[bb];W[cc];B[bd])(;GM[101]SZ[7]{head};B[bb])(;GM[1]{head};B[pd])"
    );
    std::fs::write(directory.join("games.sgf"), records).expect("a file");
    let learn = ["learn", "games.sgf", "--player", "me", "--format", "json"];
    let report = run(directory, &[&learn[..], &["--game", "test_square"]].concat()).ok().json();
    assert_eq!((&report["games"]["counted"], &report["learned"]), (&json!(1), &json!(3)));
    let refused = report["refused"].as_array().expect("refused").iter();
    let refused: Vec<&Value> = refused.map(|refused| &refused["reason"]).collect();
    assert_eq!(refused, ["other_game", "other_size"]);
    assert_eq!(games_of(&answer(&fixture.path("joseki.db"), "five", &[]), "BB"), 1);
    let report = run(directory, &learn).ok().json();
    assert_eq!((&report["games"]["counted"], &report["games"]["refused"]), (&json!(1), &json!(2)));
    let unknown = run(directory, &[&learn[..], &["--game", "shogi"]].concat());
    assert_eq!(unknown.code, Some(2), "{unknown:?}");
    assert!(unknown.err.contains(r#"unknown game \"shogi\": expected go,"#), "{unknown:?}");
}
