//! Games of two bytes a move.

use crate::full::cases;
use std::collections::BTreeSet;

use joseki::book::Line;
use joseki::format::book_file::{BinaryBook, GoFileError, go_to_sgf, read_go};
use joseki::format::dictionary::ExportOptions;
use joseki::format::sgf::{Limits, read_collection};
use joseki::game::go::{Handedness, Position};
use joseki::game::{Color, Corner, IllegalMove, Point};
use joseki::service::{
    SourceFile,
    curate::{BookFileRequest, BookFormat, ImportRequest},
};
use proptest::prelude::*;
use tempfile::TempDir;

use super::support::*;

#[test]
fn games_of_two_bytes_a_move_are_read_with_their_errors() {
    assert_eq!(read_go(b""), Err(GoFileError::Empty));
    let point = |x: u8, y: u8| Point::new(x, y);
    // The upper left corner is AA, the lower right one SS.
    assert_eq!(read_go(b"PDAASS"), Ok(vec![point(15, 3), point(0, 0), point(18, 18)]));
    assert_eq!(read_go(b"PDA"), Err(GoFileError::Odd { length: 3 }));
    let letter = |offset, number, byte| Err(GoFileError::Letter { offset, number, byte });
    assert_eq!(read_go(b"PDTA"), letter(2, 2, b'T'));
    assert_eq!(read_go(b"PDAd"), letter(3, 2, b'd'));
    let illegal =
        |offset, number, point, reason| Err(GoFileError::Illegal { offset, number, point, reason });
    assert_eq!(read_go(b"PDPD"), illegal(2, 2, point(15, 3), IllegalMove::Occupied));
    assert_eq!(read_go(b"ABDDBAAA"), illegal(6, 4, point(0, 0), IllegalMove::Suicide));
    let text = read_go(b"PDPD").expect_err("taken").to_string();
    assert!(text.starts_with("move 2 (Q16) at byte 2 is illegal: "), "{text}");
}

#[test]
fn a_game_over_the_limit_is_said_to_be_too_large() {
    let most = Limits::default().bytes;
    let folder = TempDir::new().expect("a folder");
    let files = vec![SourceFile { name: "large.go".to_owned(), bytes: vec![b'A'; most + 1] }];
    let request = ImportRequest::new("again", files, "test");
    let refused = open(&folder).curation().import(&request).expect_err("too large");
    let told = refused.to_string();
    assert!(
        told.starts_with("large.go: ") && told.contains(&format!("more than {most} bytes")),
        "{told}"
    );
}

#[test]
fn exported_games_are_imported_as_the_same_lines() {
    let near = |line: &Line| {
        let mut steps = line.steps().iter().filter_map(|step| step.coordinates());
        steps.all(|(u, v)| u.max(v) < 9)
    };
    for frame in [
        (Corner::UpperRight, Handedness::Clockwise),
        (Corner::LowerLeft, Handedness::CounterClockwise),
    ] {
        let frame = frame.1.frame(frame.0);
        let request = BookFileRequest {
            orientation: ExportOptions { frame, first: Color::Black },
            ..BookFileRequest::default()
        };
        let games = starter().curation().go_files(&main_book(), &request).expect("games");
        let lines = text(&of_starter(BookFormat::Lines, &request));
        assert_eq!(games.files.len() + games.left_out.total(), lines.lines().count());
        let folder = TempDir::new().expect("a folder");
        let service = open(&folder);
        let mut wanted = BTreeSet::new();
        let mut files = Vec::new();
        for (name, bytes) in &games.files {
            let line: Line = name.trim_end_matches(".go").parse().expect("a line");
            assert_eq!(bytes.len(), 2 * line.len());
            if near(&line) {
                wanted.insert(line.to_string());
                files.push(SourceFile { name: name.clone(), bytes: bytes.clone() });
            }
        }
        assert!(wanted.len() > 300, "{}", wanted.len());
        let request = ImportRequest::new("again", files, "test");
        service.curation().import(&request).expect("an import");
        let found =
            text(&written(&service, "again", BookFormat::Lines, &BookFileRequest::default()));
        let found: BTreeSet<String> = found.lines().map(str::to_owned).collect();
        assert_eq!(found, wanted);
    }
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn a_legal_game_is_the_same_after_writing_and_reading(places in prop::collection::vec((0u8..19, 0u8..19), 1..120)) {
        let mut board = Position::new(SIZE);
        let (mut color, mut bytes, mut moves) = (Color::Black, Vec::new(), Vec::new());
        for (x, y) in places {
            if board.play(color, Point::new(x, y)).is_ok() {
                bytes.extend([b'A' + x, b'A' + y]);
                moves.push(Point::new(x, y));
                color = color.opposite();
            }
        }
        prop_assert_eq!(read_go(&bytes), Ok(moves.clone()));
        let sgf = go_to_sgf(&moves).expect("SGF");
        let collection = read_collection(&sgf, &Limits::default()).expect("SGF");
        let tree = &collection.trees[0];
        let told: Vec<String> = tree.nodes().skip(1).flat_map(|node| {
            let texts: Vec<String> = node.properties().flat_map(|property| property.values().map(|value| value.text().into_owned()).collect::<Vec<_>>()).collect();
            texts
        }).collect();
        let expected: Vec<String> = moves.iter().map(|point| point.to_sgf()).collect();
        prop_assert_eq!(told, expected);
    }

    #[test]
    fn junk_is_never_read_with_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _refused = read_go(&bytes);
        let mut book = b"JOSEKI\0\x01".to_vec();
        book.extend(&bytes);
        prop_assert!(BinaryBook::read(&book).is_err());
    }
}
