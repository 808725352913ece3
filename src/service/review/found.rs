//! Book moves in a game, and the lines played in its corners.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::book::Book;
use crate::error::ServiceError;
use crate::next::replay_on;
use crate::pinned::PinnedBook;
use crate::service::Service;
use joseki_book::{Index, Line, NodeId, Tracker};
use joseki_game::Color;
use joseki_ledger::{BoardRecord, EdgeKey};

/// Book moves and lines found in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookMoves {
    /// Moves that are in any book, ascending, without duplicates.
    pub edges: Vec<EdgeKey>,
    /// Longest book line played in each corner, canonical; order: upper left, upper right, lower
    /// left, lower right. In a game of the whole board, the first is its line.
    pub lines: [Line; 4],
}

impl BookMoves {
    /// Adds the moves of another book. Of equally long lines the first stays.
    fn add(&mut self, other: BookMoves) {
        self.edges.extend(other.edges);
        self.edges.sort_unstable();
        self.edges.dedup();
        for (line, longer) in self.lines.iter_mut().zip(other.lines) {
            if longer.len() > line.len() {
                *line = longer;
            }
        }
    }
}

/// Finds the moves of any book of the game in a record that we played with `color`: exactly those
/// that a query of the board would have listed at that moment.
///
/// # Errors
/// Unsupported board size, initial stones without liberties or on the same point, illegal move.
pub fn find_book_moves(
    books: &[Arc<Book>],
    record: &BoardRecord,
    color: Color,
) -> Result<BookMoves, ServiceError> {
    replay_on(record.variant, record.size, &record.initial, &record.moves)?;
    let mut found = BookMoves::default();
    for book in books.iter().filter(|book| book.index.variant() == record.variant) {
        found.add(follow(&book.index, record, color));
    }
    Ok(found)
}

/// Does the same as [`find_book_moves`] with books that need not be in memory.
///
/// # Errors
/// Also an unreadable store.
pub fn ask_book_moves(
    service: &Service,
    books: &[PinnedBook],
    record: &BoardRecord,
    color: Color,
) -> Result<BookMoves, ServiceError> {
    replay_on(record.variant, record.size, &record.initial, &record.moves)?;
    let mut found = BookMoves::default();
    for book in books.iter().filter(|book| book.info().variant == record.variant) {
        let moves = service.ask_any_version(book, |book| {
            let is_it = book.index.variant() == record.variant;
            Ok(if is_it { follow(&book.index, record, color) } else { BookMoves::default() })
        });
        found.add(moves?.unwrap_or_default());
    }
    Ok(found)
}

fn follow(index: &Index, record: &BoardRecord, color: Color) -> BookMoves {
    let mut edges = BTreeSet::new();
    let mut deepest: [NodeId; 4] = [NodeId::ROOT; 4];
    let mut tracker = Tracker::new(index, record.size, &record.initial);
    for (mover, played) in &record.moves {
        for (corner, node) in tracker.chosen(*mover, *played) {
            let edge = EdgeKey::new(index.edge(node), *mover == color);
            edges.insert(edge.on_board(record.size));
            let deepest = &mut deepest[corner.index()];
            if index.depth(node) > index.depth(*deepest) {
                *deepest = node;
            }
        }
        tracker.play(*mover, *played);
    }
    BookMoves { edges: edges.into_iter().collect(), lines: deepest.map(|node| index.line(node)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::next::{self, NextQuery};
    use joseki_book::Forest;
    use joseki_game::go::{GoGame, Handedness, Rules};
    use joseki_game::{BoardSize, Corner, Frame, Move, Point, Variant};
    use joseki_ledger::ResultTotals;
    use joseki_store::BookInfo;

    const SIZE: BoardSize = BoardSize::NINETEEN;

    fn book() -> Arc<Book> {
        let lines: Vec<Line> = [
            "DDCFFCCCCDBDBEBCCEEBXXJCECFBGC",
            "DDCFFCCCCDDBEB",
            "DDCFCECFFC",
            "DDFCXXCF",
            "CDDECEDFFD",
            "DDCC",
            "CCDD",
            "DDXXCF",
            "DDCFCJ",
        ]
        .iter()
        .map(|line| line.parse().expect("a line"))
        .collect();
        let forest: Forest = lines.iter().collect();
        let info = BookInfo {
            name: "test".to_owned(),
            version: 1,
            nodes: 0,
            lines: 0,
            created: 0,
            changed: 0,
            variant: forest.variant(),
        };
        Arc::new(Book::new(info, forest))
    }

    /// Plays a game with moves drawn from the book's and a few others; also returns the book moves
    /// that were listed and then played.
    fn play(book: &Book, draws: &[u8], color: Color) -> (BoardRecord, BTreeSet<EdgeKey>) {
        let mut game = GoGame::new(SIZE, Rules::default());
        let mut query = NextQuery::new(SIZE);
        let mut named = BTreeSet::new();
        for draw in draws {
            let to_play = query.to_play();
            let answer = next::answer("test", 1, &book.index, &ResultTotals::default(), &query);
            let moves = answer.expect("a legal game").moves;
            let played = match (moves.len(), draw) {
                (1.., 0..200) => moves[usize::from(*draw) % moves.len()].plays[0],
                _ => Move::Play(Point::new(draw % 19, (draw / 3) % 19)),
            };
            if game.play(to_play, played).is_err() {
                continue;
            }
            let chosen = moves.iter().filter(|one| one.plays.contains(&played));
            named.extend(
                chosen.map(|one| EdgeKey::new(book.index.edge(one.node), to_play == color)),
            );
            query.moves.push((to_play, played));
        }
        let variant = Variant::GO;
        let record = BoardRecord { variant, size: SIZE, initial: Vec::new(), moves: query.moves };
        (record, named)
    }

    fn turned(record: &BoardRecord, to: Frame, swap: bool) -> BoardRecord {
        let from = Frame::clockwise(Corner::UpperRight);
        let moves = record.moves.iter().map(|(color, played)| {
            let color = if swap { color.opposite() } else { *color };
            let point = played.point().expect("no pass");
            let step = from.step_at(point, SIZE).expect("on the board");
            (color, Move::Play(to.point_of(step, SIZE).expect("on the board")))
        });
        BoardRecord { moves: moves.collect(), ..record.clone() }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn listed_and_played_moves_are_learned(
            draws in proptest::collection::vec(any::<u8>(), 0..40), black: bool,
        ) {
            let book = book();
            let color = if black { Color::Black } else { Color::White };
            let (record, named) = play(&book, &draws, color);
            let found = find_book_moves(&[book], &record, color).expect("a legal game");
            let edges: BTreeSet<EdgeKey> = found.edges.iter().copied().collect();
            prop_assert!(named.is_subset(&edges), "{:?} {:?}", named, record);
            prop_assert!(found.edges.windows(2).all(|pair| pair[0] < pair[1]));
        }

        #[test]
        fn every_orientation_and_colour_teaches_the_same(
            draws in proptest::collection::vec(any::<u8>(), 0..30),
        ) {
            let books = [book()];
            let (record, _) = play(&books[0], &draws, Color::Black);
            let upright = find_book_moves(&books, &record, Color::Black).expect("a legal game");
            for corner in Corner::ALL {
                for handedness in [Handedness::Clockwise, Handedness::CounterClockwise] {
                    let to = handedness.frame(corner);
                    for (swap, color) in [(false, Color::Black), (true, Color::White)] {
                        let seen = find_book_moves(&books, &turned(&record, to, swap), color);
                        let seen = seen.expect("a legal game");
                        prop_assert_eq!(&seen.edges, &upright.edges, "{:?} {}", to, swap);
                        let mut lines = [seen.lines, upright.lines.clone()];
                        lines.iter_mut().for_each(|lines| lines.sort());
                        prop_assert_eq!(&lines[0], &lines[1]);
                    }
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// The direct lookup of a move finds the same as the list of all continuations.
        #[test]
        fn a_chosen_move_is_the_one_listed(draws in proptest::collection::vec(any::<u8>(), 0..40)) {
            let book = book();
            let (record, _) = play(&book, &draws, Color::Black);
            let mut tracker = Tracker::new(&book.index, SIZE, &[]);
            for (color, played) in &record.moves {
                for corner in Corner::ALL {
                    let point = played.point().expect("no pass");
                    let step = Frame::clockwise(corner).step_at(point, SIZE).expect("on the board");
                    for reading in tracker.region(corner).known() {
                        let listed = reading.continuations(&book.index, *color).into_iter();
                        let listed = listed.map(|one| (one.is_at(step), one.node));
                        let listed = listed.filter(|(here, _)| *here).map(|(_, node)| node).next();
                        prop_assert_eq!(reading.chosen(&book.index, *color, step), listed);
                    }
                }
                tracker.play(*color, *played);
            }
        }
    }

    #[test]
    fn a_small_board_teaches_small_boards_of_its_size() {
        let books = [book()];
        let edges = |size: u8, text: &str| {
            let size = BoardSize::new(size).expect("a size");
            let record = BoardRecord {
                variant: Variant::GO,
                size,
                initial: Vec::new(),
                moves: vec![(Color::Black, Move::from_gtp(text, size).expect("a move"))],
            };
            let seen = find_book_moves(&books, &record, Color::Black).expect("a legal game");
            seen.edges
        };
        let (small, thirteen, large) = (edges(9, "D4"), edges(13, "D4"), edges(19, "D4"));
        assert_eq!((small.len(), thirteen.len(), large.len()), (1, 1, 1));
        assert!(small != large && small != thirteen && thirteen != large);
        assert!(small[0].is_ours() && thirteen[0].is_ours());
        let index = &books[0].index;
        let node = index.find(&"DD".parse().expect("a line")).expect("a node");
        assert_eq!(large, [EdgeKey::new(index.edge(node), true)]);
    }

    #[test]
    fn a_move_counts_once_in_however_many_corners() {
        let books = [book()];
        let play = |text: &str| Move::from_gtp(text, SIZE).expect("a move");
        let moves = ["Q16", "D4", "D16", "Q4", "O17", "F3"];
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let record = BoardRecord {
            variant: Variant::GO,
            size: SIZE,
            initial: Vec::new(),
            moves: colors.zip(moves.map(play)).collect(),
        };
        let seen = find_book_moves(&books, &record, Color::Black).expect("a legal game");
        let index = &books[0].index;
        let edge = |line: &str, ours| {
            let node = index.find(&line.parse().expect("a line")).expect("a node");
            EdgeKey::new(index.edge(node), ours)
        };
        let mut expected = vec![
            edge("DD", true),
            edge("DD", false),
            // Black approaches his own stone after White's tenuki; White approaches his own.
            edge("DDXXCF", true),
            edge("DDXXCF", false),
        ];
        expected.sort();
        assert_eq!(seen.edges, expected);
        let lines = seen.lines.map(|line| line.to_string());
        assert_eq!(lines, ["DD", "DDXXCF", "DDXXCF", "DD"]);
    }
}
