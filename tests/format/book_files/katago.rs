//! KataGo's start positions.

use std::collections::HashSet;

use joseki::format::book_file::SelectionCriteria;
use joseki::format::dictionary::ExportOptions;
use joseki::game::go::{CornerPosition, Position};
use joseki::game::{Color, Point};
use joseki::service::curate::{BookFileRequest, BookFormat};
use serde_json::Value;

use super::support::*;

/// A line of KataGo's start positions, as its `PositionSample` reads it, played out.
fn sample(line: &str) -> (Position, Color, Point, Vec<Point>, Value) {
    let json: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!((&json["xSize"], &json["ySize"]), (&19.into(), &19.into()));
    let rows: Vec<&str> = json["board"].as_str().expect("rows").split_terminator('/').collect();
    assert_eq!(rows.len(), 19);
    let mut board = Position::new(SIZE);
    for (y, row) in (0..).zip(rows) {
        assert_eq!(row.len(), 19);
        for (x, stone) in (0..).zip(row.chars()) {
            match stone {
                '.' => {}
                'X' => drop(board.place(Color::Black, Point::new(x, y))),
                'O' => drop(board.place(Color::White, Point::new(x, y))),
                other => panic!("{other}"),
            }
        }
    }
    let point =
        |value: &Value| Point::from_gtp(value.as_str().expect("a point"), SIZE).expect("a point");
    let color = |value: &Value| match value.as_str() {
        Some("B") => Color::Black,
        Some("W") => Color::White,
        other => panic!("{other:?}"),
    };
    let mut to_play = color(&json["nextPla"]);
    let list = |name: &str| json[name].as_array().expect("a list").clone();
    let (places, players) = (list("moveLocs"), list("movePlas"));
    assert_eq!(places.len(), players.len());
    assert!(places.len() <= 5);
    let mut moves = Vec::new();
    for (place, player) in places.iter().zip(&players) {
        assert_eq!(color(player), to_play);
        board.play(to_play, point(place)).expect("a legal move");
        to_play = to_play.opposite();
        moves.push(point(place));
    }
    let hint = point(&json["hintLoc"]);
    assert_eq!(board.is_legal(to_play, hint), Ok(()));
    assert!(json["weight"].as_f64().expect("a weight") > 0.0);
    (board, to_play, hint, moves, json)
}

#[test]
fn katago_starts_from_positions_of_the_book_and_is_given_its_best_move() {
    let file = of_starter(BookFormat::KataGo, &BookFileRequest::default());
    let text = text(&file);
    assert_eq!(text.lines().count(), file.contents.entries);
    let book = book();
    let index = &book.index;
    let frame = ExportOptions::default().frame;
    let mut known = HashSet::new();
    for line in text.lines() {
        let (board, to_play, hint, ..) = sample(line);
        let mut corner = CornerPosition::new();
        let side = CornerPosition::side_of;
        for (color, point) in stones(&board) {
            corner.place(side(color), frame.step_at(point, SIZE).expect("a step"));
        }
        let key = corner.key(side(to_play));
        known.insert(key.key);
        let step = frame.step_at(hint, SIZE).expect("a step");
        let mut after = corner;
        after.play(side(to_play), step).expect("legal");
        let after = after.key(side(to_play).opposite());
        assert!(index.contains_position(after), "{line}");
    }
    assert!(
        known.len() > file.contents.entries * 99 / 100,
        "positions are told once, but for a ko"
    );
}

#[test]
fn katago_is_given_sixteen_ways_of_a_position_if_they_differ() {
    let (_folder, service) = small("(;SZ[19];B[pd];W[nc];B[qf])");
    let all = BookFileRequest { all_orientations: true, ..BookFileRequest::default() };
    let file = written(&service, "own", BookFormat::KataGo, &all);
    let text = text(&file);
    let lines: HashSet<&str> = text.lines().collect();
    assert_eq!(lines.len(), file.contents.entries);
    // The hint of the empty board lies in four corners for two colours; then a stone in four corners, of two
    // colours, with a hint on either side; then sixteen positions.
    let by_moves = |count: usize| text.lines().filter(|line| sample(line).3.len() == count).count();
    assert_eq!([by_moves(0), by_moves(1), by_moves(2)], [8, 16, 16]);
}

#[test]
fn moves_before_a_tenuki_are_on_katagos_board_and_later_ones_are_told() {
    let (_folder, service) = small("(;SZ[19];B[pd];W[nc];B[];W[qf];B[qd];W[pf])");
    let file = written(&service, "own", BookFormat::KataGo, &BookFileRequest::default());
    let text = text(&file);
    let last = text.lines().last().expect("a line");
    let (board, to_play, hint, moves, json) = sample(last);
    assert_eq!(moves.len(), 2);
    assert_eq!(json["initialTurnNumber"], 3);
    assert_eq!(to_play, Color::White);
    assert_eq!(stones(&board).len(), 4);
    assert_eq!(hint.to_gtp(SIZE), "Q14");
}

#[test]
fn katago_is_given_no_position_twice() {
    let all = BookFileRequest { all_orientations: true, ..BookFileRequest::default() };
    let part = BookFileRequest {
        choice: SelectionCriteria { min_games: 200, ..SelectionCriteria::default() },
        ..all.clone()
    };
    told_once(&text(&of_starter(BookFormat::KataGo, &part)));
    // The last board is its own mirror with a hint on the diagonal, unlike the moves to it:
    // 8 for the empty board, 16 with a stone, 16 with two, 8 with three.
    let (_folder, service) = small("(;SZ[19];B[pd];W[nc];B[];W[qf];B[qc])");
    let small = written(&service, "own", BookFormat::KataGo, &all);
    assert_eq!((small.contents.entries, small.contents.moves), (48, 4));
    told_once(&text(&small));
}

fn told_once(text: &str) {
    let mut told = HashSet::new();
    for line in text.lines() {
        let (board, to_play, hint, ..) = sample(line);
        assert!(told.insert((stones(&board), to_play, hint)), "{line}");
    }
}
