//! What engines say of a node, in its answer and in its tag.

use joseki::book::Line;
use joseki::game::Color;
use joseki::game::go::CornerPosition;
use joseki::store::{EvaluationKey, PositionEvaluation, SqliteStore, Store};
use serde_json::json;

use crate::client::Answer;
use crate::desk::Desk;

const NODE: &str = "/v1/books/b/nodes/DDCF";

fn evaluation(text: &str, win_rate: f64, lead: f64) -> PositionEvaluation {
    let line: Line = text.parse().expect("a line");
    let position = CornerPosition::replay(&line).expect("a position");
    PositionEvaluation {
        key: EvaluationKey {
            position: position.key(line.to_move()).key,
            to_play: Color::Black,
            engine: "KataGo 1.16.0 x".to_owned(),
            rules: "chinese".to_owned(),
            komi: 15,
            board: EvaluationKey::EMPTY_BOARD.to_owned(),
        },
        requested: 500,
        visits: 501,
        win_rate,
        lead,
        stdev: None,
        moves: Vec::new(),
        at: 1_000_000,
    }
}

fn tag(answer: &Answer) -> String {
    answer.header("etag").expect("a tag").to_owned()
}

/// Another program, as `joseki evaluate` is one beside a server.
fn enter(desk: &Desk, evaluations: Vec<PositionEvaluation>) {
    let store =
        SqliteStore::open(desk.fixture.directory.path().join("joseki.db")).expect("a store");
    store.enter_evaluations(evaluations).expect("entered");
}

#[test]
fn a_node_tells_what_engines_say_and_its_tag_changes_with_it() {
    let desk = Desk::new();
    let before = desk.answer(NODE);
    assert_eq!(before.json()["evaluations"], json!([]));
    // What was evaluated on another board is not compared.
    let mut placed = evaluation("DDCC", 1.0, -9.0);
    (placed.key.board, placed.visits) = ("x".to_owned(), 900);
    // White made the move, Black is to move.
    enter(&desk, vec![evaluation("DDCF", 0.5, 1.0), evaluation("DDCC", 0.25, -2.0), placed]);
    let after = desk.answer(NODE);
    assert_ne!(tag(&before), tag(&after));
    assert_eq!(
        after.json()["evaluations"],
        json!([{
            "engine": "KataGo 1.16.0 x", "rules": "chinese", "komi": 7.5, "board": "empty", "visits": 501, "color": "W",
            "win_rate": 0.5, "lead": -1.0, "stdev": null, "lost": {"win_rate": 0.25, "lead": 3.0, "siblings": 1},
            "at": "1970-01-01T00:00:01.000000Z"
        }])
    );
    let again = desk.fixture.get(NODE).header("if-none-match", tag(&after)).send();
    again.expect(304);
    // An editor that saw it may write, whatever an engine says meanwhile.
    let mut better = evaluation("DDCF", 0.4, 0.0);
    better.visits = 900;
    enter(&desk, vec![better]);
    let written = desk.patch(NODE, &tag(&after), &json!({"comment": "seen"}));
    written.expect(200);
    let late = desk.patch(NODE, &tag(&after), &json!({"comment": "late"}));
    late.expect(412);
}
