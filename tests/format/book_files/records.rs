//! Sorted records, and the reader among the examples.

use std::collections::{BTreeSet, HashSet};
use std::io::Write;
use std::process::{Command, Stdio};

use joseki::book::{Index, Line, NodeId};
use joseki::format::book_file::{BinaryBook, BinaryError, Weight};
use joseki::game::go::CornerPosition;
use joseki::game::{Color, Frame, Move, Point, Region, Step};
use joseki::service::{
    curate::{BookFileRequest, BookFormat},
    next::NextQuery,
};
use tempfile::TempDir;

use super::support::*;

use crate::programs::needs;

#[test]
fn records_are_sorted_and_hold_every_move_once() {
    for weight in [Weight::Priority, Weight::Games, Weight::Uniform] {
        let request =
            BookFileRequest { weight, license: Some("CC0-1.0".to_owned()), ..everything() };
        let file = of_starter(BookFormat::Binary, &request);
        let read = BinaryBook::read(&file.bytes).expect("a book");
        assert_eq!(read.records().len(), file.contents.moves);
        assert!(read.text().ends_with("licence: CC0-1.0\n"), "{}", read.text());
        let distinct: HashSet<(u64, Step)> =
            read.records().iter().map(|record| (record.key, record.step)).collect();
        assert_eq!(distinct.len(), file.contents.moves);
        assert!(read.records().iter().all(|record| record.learn == 0));
        let book = book();
        let index = &book.index;
        for node in index.nodes().skip(1).filter(|node| index.key(*node).is_some()) {
            let parent = index.line(index.parent(node));
            let Some(position) = CornerPosition::replay(&parent) else {
                continue;
            };
            let moves = read.moves(&position, parent.to_move());
            let found = moves.iter().find(|(step, _)| *step == index.step(node));
            let (_, record) = found.expect("the move");
            let games = index.count_by_position(node, |_| true).games;
            assert_eq!(record.games, games, "{}", index.line(node));
            match weight {
                Weight::Uniform => assert_eq!(record.weight, 1),
                Weight::Games => assert_eq!(record.weight, games),
                Weight::Priority => assert_eq!(record.weight == 0, record.step.is_tenuki()),
            }
        }
    }
}

#[test]
fn the_page_of_the_format_says_the_keys() {
    let key = |text: &str| {
        let line: Line = text.parse().expect("a line");
        let position = CornerPosition::replay(&line).expect("legal");
        format!("{:016x}", position.key(line.to_move()).key)
    };
    let page = include_str!("../../../docs/book-format.md");
    for (moves, line) in [("none", ""), ("D16", "DD"), ("D16, C14", "DDCF")] {
        assert!(page.contains(&format!("| {moves} | `{}` |", key(line))), "{moves}");
    }
    assert_eq!(key("DDCF"), key("DDFC"));
}

#[test]
fn what_is_no_book_of_records_is_refused() {
    let bytes = of_starter(BookFormat::Binary, &everything()).bytes;
    let read = |bytes: &[u8]| BinaryBook::read(bytes).map(|_| ());
    assert_eq!(read(b""), Err(BinaryError::Magic));
    assert_eq!(read(&[0; 64]), Err(BinaryError::Magic));
    let short = &bytes[..bytes.len() - 1];
    let (expected, found) = (bytes.len() as u64, bytes.len() as u64 - 1);
    assert_eq!(read(short), Err(BinaryError::Length { expected, found }));
    let changed = |at: usize, byte: u8| {
        let mut changed = bytes.clone();
        changed[at] = byte;
        read(&changed)
    };
    assert_eq!(changed(40, 13), Err(BinaryError::Lines { lines: 13 }));
    assert!(matches!(changed(64 + 8, 19), Err(BinaryError::Record { record: 0, .. })));
    assert!(matches!(changed(64 + 10, 6), Err(BinaryError::Record { record: 0, .. })));
    // The first record's key is no longer the smallest.
    assert!(matches!(changed(64 + 7, 255), Err(BinaryError::Record { record: 1, .. })));
}

/// The points that a corner's moves lead to, asked of the service: moves in a row by turns, tenukis as passes.
fn next_in_corner(moves: &[Option<Point>], corner: Region) -> BTreeSet<String> {
    let colors = Color::ALL.into_iter().cycle();
    let played = moves.iter().zip(colors).map(|(point, color)| match point {
        Some(point) => (color, Move::Play(*point)),
        None => (color, Move::Pass),
    });
    let query = NextQuery { moves: played.collect(), limit: 361, ..NextQuery::new(SIZE) };
    let answer = starter().next_moves().next(&query).expect("an answer");
    let here = answer.moves.iter().filter(|candidate| candidate.region == corner);
    here.flat_map(|candidate| candidate.points().into_iter().map(|point| point.to_gtp(SIZE)))
        .collect()
}

/// The points of all moves of a node's position, over all orders, in a frame.
fn moves_of_position(index: &Index, node: NodeId, frame: Frame) -> BTreeSet<String> {
    let key = index.key(node).expect("a position");
    let mut points = BTreeSet::new();
    for found in index.matches(key) {
        for child in index.children(found.node) {
            let step = index.step(child).transformed(found.symmetry);
            let twin = key.is_symmetric().then(|| step.mirror());
            let legal = index.key(child).is_some();
            let steps = [Some(step), twin].into_iter().flatten().filter(|_| legal);
            let places = steps.filter_map(|step| frame.point_of(step, SIZE).ok());
            points.extend(places.map(|point| point.to_gtp(SIZE)));
        }
    }
    points
}

#[test]
fn the_example_reader_finds_what_the_service_says_in_all_orientations() {
    needs!("python3");
    let file = of_starter(BookFormat::Binary, &everything());
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("main.joseki");
    std::fs::write(&path, &file.bytes).expect("a file");
    let book = book();
    let index = &book.index;
    let frames: Vec<Frame> = Frame::all().collect();
    let mut questions = Vec::new();
    let mut expected = Vec::new();
    // Every seventh position, each in one orientation; 8 and 7 have no divisor in common.
    for (at, node) in index.nodes().step_by(7).enumerate() {
        let frame = frames[at % 8];
        let line = index.line(node);
        if line.ends_in_tenuki() || CornerPosition::replay(&line).is_none() {
            continue;
        }
        let points: Vec<Option<Point>> =
            line.steps().iter().map(|step| frame.point_of(*step, SIZE).ok()).collect();
        questions.push((frame.region, points));
        expected.push(moves_of_position(index, node, frame));
    }
    let mut reader = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/read_book.py"))
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    let mut stdin = reader.stdin.take().expect("standard input");
    let asked: String = questions
        .iter()
        .map(|(corner, points)| {
            let name =
                |point: &Option<Point>| point.map_or("pass".to_owned(), |point| point.to_gtp(SIZE));
            let words: Vec<String> = points.iter().map(name).collect();
            format!("{corner} {}\n", words.join(" "))
        })
        .collect();
    let writing = std::thread::spawn(move || stdin.write_all(asked.as_bytes()));
    let output = reader.wait_with_output().expect("a run");
    writing.join().expect("no panic").expect("it reads");
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<&str> = answers.split_terminator('\n').collect();
    let answers: Vec<&[&str]> = answers.split(|line| line.is_empty()).collect();
    // The last answer's empty line ends the text.
    assert_eq!(answers.len(), questions.len() + 1);
    let (mut same, mut moves) = (0, 0);
    for (((corner, points), expected), answer) in questions.iter().zip(expected).zip(&answers) {
        let found: BTreeSet<String> = answer
            .iter()
            .filter_map(|line| line.split(' ').next())
            .filter(|point| *point != "pass")
            .map(str::to_owned)
            .collect();
        assert_eq!(found, expected, "{corner} {points:?}");
        // The service also reads the corner as if a far stone were outside.
        let said = next_in_corner(points, *corner);
        assert!(found.is_subset(&said), "{corner} {points:?}: {found:?} {said:?}");
        same += usize::from(found == said);
        moves += found.len();
    }
    assert!(questions.len() > 1000 && moves > 1000, "{} {moves}", questions.len());
    assert!(same > questions.len() * 3 / 4, "{same} of {}", questions.len());
}

#[test]
fn the_example_reader_is_short() {
    let reader = include_str!("../../../examples/read_book.py");
    assert!(reader.lines().count() < 60);
}

#[test]
fn the_example_reader_refuses_in_one_line() {
    needs!("python3");
    let folder = TempDir::new().expect("a folder");
    let bytes = of_starter(BookFormat::Binary, &everything()).bytes;
    let path = folder.path().join("main.joseki");
    let refusal = |bytes: &[u8], asked: &[&str]| {
        std::fs::write(&path, bytes).expect("a file");
        let reader = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/read_book.py");
        let mut command = Command::new("python3");
        let output = command.arg(reader).arg(&path).args(asked).output();
        let output = output.expect("a run");
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(output.stdout.is_empty(), "{asked:?}");
        told
    };
    let asked = ["upper_right", "Q16"];
    let changed = |at: usize, byte: u8| {
        let mut changed = bytes.clone();
        changed[at] = byte;
        refusal(&changed, &asked)
    };
    // The magic, its version, where records begin, their size, the lines of the board.
    for (at, byte) in [(0, b'X'), (7, 2), (8, 65), (12, 32), (40, 13)] {
        assert!(changed(at, byte).contains("no book of sorted records"));
    }
    // The number of records, where the text begins, its bytes.
    for at in [16, 24, 32] {
        let told = changed(at, bytes[at].wrapping_add(1));
        assert!(told.contains("the file is not whole"), "{told}");
    }
    for short in [bytes.len() - 1, 64, 41, 8] {
        let told = refusal(&bytes[..short], &asked);
        assert!(told.contains("the file is not whole") || short < 41, "{told}");
    }
    refusal(b"", &asked);
    for (asked, said) in [
        (&["upper", "Q16"][..], "no corner is \"upper\""),
        (&["upper_right", "Z99"], "no free point is Z99"),
        (&["upper_right", "Q"], "no free point is Q"),
        (&["upper_right", "Q16", "Q16"], "no free point is Q16"),
    ] {
        let told = refusal(&bytes, asked);
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn a_move_depends_on_conditions_if_every_order_says_so() {
    let conditional = |sgf: &str| {
        let (_folder, service) = small(sgf);
        let said = |format| text(&written(&service, "own", format, &BookFileRequest::default()));
        let file = written(&service, "own", BookFormat::Binary, &BookFileRequest::default());
        let book = BinaryBook::read(&file.bytes).expect("a book");
        let flagged = book.records().iter().filter(|record| record.conditional).count();
        let reply = |format| {
            let text = said(format);
            let four = text.lines().find(|line| {
                line.starts_with("19")
                    && line
                        .split('|')
                        .next()
                        .is_some_and(|moves| moves.split_whitespace().count() == 5)
            });
            four.is_some()
        };
        let katago = said(BookFormat::KataGo).contains("\"hintLoc\":\"P15\"");
        let gnu_go = said(BookFormat::GnuGo).contains(";B[oe]SQ");
        let told = [reply(BookFormat::Fuego), reply(BookFormat::Pachi), katago, gnu_go];
        (flagged, told)
    };
    let book = |first: &str, second: &str| {
        format!(
            "(;SZ[19](;B[pd];W[nc];B[qf];W[qc];B[oe]{first})(;B[pd];W[qc];B[qf];W[nc];B[oe]{second}))"
        )
    };
    let only = "JC[enemy(FC)]";
    assert_eq!(conditional(&book("", "")), (0, [true; 4]));
    assert_eq!(conditional(&book(only, "")), (0, [true; 4]));
    assert_eq!(conditional(&book("", only)), (0, [true; 4]));
    assert_eq!(conditional(&book(only, only)), (1, [false; 4]));
}
