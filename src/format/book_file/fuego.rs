//! Writes Fuego's text book: one line per position, `19 Q4 Q16 | C4 D3`.
//!
//! The facts are those of Fuego's `go/GoBook.cpp`. Moves alternate, starting with Black. The reader
//! finds the eight symmetric images of a position, and rejects a file with a duplicate position.
//! There are no comments. One of the replies is drawn at random, each with equal probability.

use super::head::BookFile;
use super::positions::{BookPosition, positions};
use super::selection::Selection;
use crate::game::go::{BoardSize, Frame, Point};

/// Writes a book in Fuego's format, its lines oriented in a frame.
#[must_use]
pub fn fuego(selection: &Selection<'_>, laid: Frame) -> BookFile {
    let positions = positions(selection, laid, true);
    let lines: Vec<String> = positions.list.iter().map(line).collect();
    BookFile {
        unit: "position",
        entries: lines.len(),
        moves: positions.list.iter().map(|at| at.replies.len()).sum(),
        bytes: lines.concat().into_bytes(),
        left_out: positions.left_out,
    }
}

/// Writes `19`, the moves, `|`, the replies, a line break.
pub(super) fn line(position: &BookPosition) -> String {
    let name = |point: Point| point.to_gtp(BoardSize::NINETEEN);
    let mut words = vec!["19".to_owned()];
    words.extend(position.moves.iter().map(|point| name(*point)));
    words.push("|".to_owned());
    words.extend(position.replies.iter().map(|reply| name(reply.point)));
    words.join(" ") + "\n"
}
