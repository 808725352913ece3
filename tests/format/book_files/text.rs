//! The text books of Fuego and Pachi.

use std::collections::{BTreeSet, HashMap, HashSet};

use joseki::book::Line;
use joseki::format::book_file::Weight;
use joseki::format::dictionary::ExportOptions;
use joseki::game::go::{CornerPosition, Position};
use joseki::game::{Color, Frame, Point};
use joseki::service::curate::{BookFileRequest, BookFormat};

use super::support::*;

/// Fuego's `GoBook`: by position the entry and its rotation, and the replies of each entry.
struct TextBook(HashMap<Told, (usize, u8)>, Vec<Vec<Point>>);

impl TextBook {
    /// Reads a book; `turn` says whether positions differ by whose turn it is.
    fn read(text: &str, turn: bool) -> TextBook {
        let mut book = TextBook(HashMap::new(), Vec::new());
        for (number, line) in text.lines().enumerate() {
            let (moves, replies) = parse(line);
            assert!(!replies.is_empty(), "line {number} has no reply");
            let black = turn && moves.len().is_multiple_of(2);
            let color = if moves.len().is_multiple_of(2) { Color::Black } else { Color::White };
            let mut own = HashSet::new();
            for rotation in 0..8 {
                let board = played(&moves, rotation);
                for reply in &replies {
                    let legal = board.is_legal(color, rotate(rotation, *reply));
                    assert_eq!(legal, Ok(()), "line {number}: {line}");
                }
                let key = (stones(&board), black);
                if own.insert(key.clone()) {
                    let before = book.0.insert(key, (book.1.len(), rotation));
                    assert_eq!(before, None, "line {number} says a position again: {line}");
                }
            }
            book.1.push(replies);
        }
        book
    }

    /// What the program may play.
    fn moves(&self, board: &Position, black: bool) -> BTreeSet<String> {
        let Some((entry, rotation)) = self.0.get(&(stones(board), black)) else {
            return BTreeSet::new();
        };
        let points = self.1[*entry].iter().map(|point| rotate(*rotation, *point));
        points.map(|point| point.to_gtp(SIZE)).collect()
    }
}

#[test]
fn fuego_finds_every_move_of_the_book_in_every_orientation() {
    let file = of_starter(BookFormat::Fuego, &BookFileRequest::default());
    let text = text(&file);
    let read = TextBook::read(&text, true);
    assert_eq!(read.1.len(), file.contents.entries);
    assert_eq!(read.1.iter().map(Vec::len).sum::<usize>(), file.contents.moves);
    let book = book();
    let index = &book.index;
    let mut frames = Frame::all().collect::<Vec<_>>().into_iter().cycle();
    let mut looked = 0;
    for node in index.nodes().skip(1) {
        let frame = frames.next().expect("a frame");
        let parent = index.line(index.parent(node));
        let moves = laid(&parent, frame).zip(laid(&index.line(node), frame));
        let conditional = index.data(node).is_some_and(|data| !data.conditions.is_always());
        let Some((moves, after)) = moves.filter(|_| !conditional) else {
            continue;
        };
        let board = played(&moves, 0);
        let point = *after.last().expect("a move");
        let found = read.moves(&board, moves.len().is_multiple_of(2));
        // Of moves that are images of each other in a symmetric position one is there.
        let images = (0..8).filter(|rotation| stones(&played(&moves, *rotation)) == stones(&board));
        let mut images = images.map(|rotation| rotate(rotation, point).to_gtp(SIZE));
        let there = images.any(|image| found.contains(&image));
        let bad = index.same_move(node).iter().any(|node| value(index, *node) < 0);
        assert_eq!(there, !bad, "{} in {frame:?}", index.line(node));
        looked += 1;
    }
    assert!(looked > 4000, "{looked}");
    let said = file.contents.moves + file.contents.left_out.total();
    assert!(said <= index.len() && said > index.len() * 9 / 10, "{said} of {}", index.len());
}

#[test]
fn a_text_book_has_one_line_for_a_position_of_several_orders() {
    let (_folder, service) = small(
        "(;SZ[19](;B[pd];W[nc];B[qf];W[qc];B[od])(;B[pd];W[qc];B[qf];W[nc];B[ob])(;B[pd];W[qf];B[nc];W[qc];B[oc])\
         (;B[pd];W[nc];B[];W[qf]))",
    );
    let file = written(&service, "own", BookFormat::Fuego, &BookFileRequest::default());
    let text = text(&file);
    // DDCFFCCC by both orders, and by the mirror of the first.
    let four: Vec<&str> = text.lines().filter(|line| parse(line).0.len() == 4).collect();
    let [line] = four.as_slice() else {
        panic!("{text}");
    };
    assert_eq!(parse(line).1.len(), 3, "{line}");
    assert_eq!(file.contents.left_out.count("tenukis"), 1);
    assert_eq!(file.contents.left_out.count("after a tenuki: moves of such a book alternate"), 1);
    TextBook::read(&text, true);
}

#[test]
fn pachi_reads_lines_that_are_short_and_stones_that_are_told_once() {
    let request =
        BookFileRequest { license: Some("CC0-1.0".to_owned()), ..BookFileRequest::default() };
    let file = of_starter(BookFormat::Pachi, &request);
    let text = text(&file);
    assert!(text.ends_with('\n'));
    let lines = text.lines().map(|line| {
        // As `strtol` reads it: a line that does not start with the size is passed over.
        let digits: String = line.chars().take_while(char::is_ascii_digit).collect();
        assert!(line.len() < 1023);
        (digits, line)
    });
    let (own, others): (Vec<_>, Vec<_>) = lines.partition(|(digits, _)| digits == "19");
    assert!(others.iter().any(|(_, line)| *line == "# licence: CC0-1.0"));
    assert!(others.iter().all(|(_, line)| line.starts_with("# ")));
    let own: Vec<&str> = own.into_iter().map(|(_, line)| line).collect();
    assert!(own.iter().all(|line| !line.ends_with(' ') && !line.contains("  ")));
    let read = TextBook::read(&own.join("\n"), false);
    assert!(read.0.len() < 1 << 20, "it hangs when its table is full");
    assert_eq!((read.1.len(), own.len()), (file.contents.entries, file.contents.entries));
}

#[test]
fn the_first_reply_is_the_one_that_weighs_most() {
    let request = BookFileRequest { weight: Weight::Games, ..BookFileRequest::default() };
    let text = text(&of_starter(BookFormat::Pachi, &request));
    let book = book();
    let index = &book.index;
    let upper_right = ExportOptions::default().frame;
    for line in text.lines().filter(|line| line.starts_with("19")) {
        let (moves, replies) = parse(line);
        let step = |point: &Point| upper_right.step_at(*point, SIZE).expect("a step");
        let games = |reply: &Point| {
            let line: Line = moves.iter().chain([reply]).map(step).collect();
            let position = CornerPosition::replay(&line).expect("legal");
            let node = index.matches(position.key(line.to_move())).next();
            node.map(|found| index.count_by_position(found.node, |_| true).games)
        };
        let games: Vec<Option<u32>> = replies.iter().map(games).collect();
        assert!(games.iter().all(Option::is_some), "{line}");
        assert!(games.is_sorted_by(|a, b| a >= b), "{line}: {games:?}");
    }
}
