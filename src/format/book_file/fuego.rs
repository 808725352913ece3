//! Fuego's text book: a line for each position, `19 Q4 Q16 | C4 D3`.
//!
//! The facts are those of Fuego's `go/GoBook.cpp`: moves alternate from Black; the eight images of a position are found by the reader, which
//! refuses a file that says one position twice; there are no comments; one of the replies is drawn, each as likely as the others.

use super::head::BookFile;
use super::positions::{BookPosition, positions};
use super::selection::Selection;
use crate::game::go::{BoardSize, Frame, Point};

/// A book as Fuego reads it, its lines laid in a frame.
#[must_use]
pub fn fuego(selection: &Selection<'_>, laid: Frame) -> BookFile {
    let positions = positions(selection, laid, true);
    let lines: Vec<String> = positions.list.iter().map(line).collect();
    BookFile {
        unit: "positions",
        entries: lines.len(),
        moves: positions.list.iter().map(|at| at.replies.len()).sum(),
        bytes: lines.concat().into_bytes(),
        left_out: positions.left_out,
    }
}

/// `19`, the moves, `|`, the replies, a line break.
pub(super) fn line(position: &BookPosition) -> String {
    let name = |point: Point| point.to_gtp(BoardSize::NINETEEN);
    let mut words = vec!["19".to_owned()];
    words.extend(position.moves.iter().map(|point| name(*point)));
    words.push("|".to_owned());
    words.extend(position.replies.iter().map(|reply| name(reply.point)));
    words.join(" ") + "\n"
}
