//! Games of two bytes per move (`.go`): `'A'` + column, `'A'` + row from the top, no header.

use std::collections::BTreeMap;

use super::head::LeftOut;
use super::selection::Selection;
use crate::sgf::{WriteError, Writer};
use joseki_book::Line;
use joseki_game::go::{CornerPosition, Position};
use joseki_game::{BoardSize, Color, Frame, IllegalMove, Point};
use joseki_priority::random;

const SIZE: BoardSize = BoardSize::NINETEEN;
/// The longest file name, without its extension.
const MAX_NAME_LENGTH: usize = 120;

/// A book's lines, one file each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoFiles {
    /// The files by name: the line's letters; for a long line the first letters and a hash of all.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The lines that are left out.
    pub left_out: LeftOut,
}

/// The reason why bytes are not a game of two bytes per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoFileError {
    /// The file is empty.
    #[error("the file is empty: expected at least one move")]
    Empty,
    /// An odd number of bytes.
    #[error("invalid length of {length} bytes: each move has two bytes")]
    Odd {
        /// The number of bytes.
        length: usize,
    },
    /// A byte that is not a letter from `A` to `S`.
    #[error(
        "invalid byte {byte:#04x} at offset {offset} (move {number}): expected a letter from A to S"
    )]
    Letter {
        /// Offset of the byte, from 0.
        offset: usize,
        /// The number of the move, from 1.
        number: usize,
        /// The byte.
        byte: u8,
    },
    /// A move that the rules forbid.
    #[error("move {number} ({}) at byte {offset} is illegal: {reason}", point.to_gtp(SIZE))]
    Illegal {
        /// Offset of the move, from 0.
        offset: usize,
        /// The number of the move, from 1.
        number: usize,
        /// Its point.
        point: Point,
        /// The reason.
        reason: IllegalMove,
    },
}

/// Writes the lines of a book, oriented in a frame. A pass cannot be represented, so lines with a
/// tenuki are left out.
#[must_use]
pub fn go_files(selection: &Selection<'_>, laid: Frame) -> GoFiles {
    let mut files = GoFiles::default();
    for (line, _) in selection.forest().lines() {
        if line.has_tenuki() {
            files.left_out.add("with a tenuki: the format has no pass", 1);
        } else if CornerPosition::replay(&line).is_none() {
            files.left_out.add("not replayable on an empty board", 1);
        } else {
            let steps = line.steps().iter();
            let points: Vec<Point> =
                steps.filter_map(|step| laid.point_of(*step, SIZE).ok()).collect();
            files.files.insert(name(&line), write_go(&points));
        }
    }
    files
}

/// Writes the points of a game's moves, Black's first, on 19 lines.
#[must_use]
pub fn write_go(points: &[Point]) -> Vec<u8> {
    points.iter().flat_map(|point| [b'A' + point.x(), b'A' + point.y()]).collect()
}

/// Parses the points of a game's moves, Black's first, checking every move.
///
/// # Errors
/// When there is no move, half a move, an invalid letter or an illegal move; each with its place.
pub fn read_go(bytes: &[u8]) -> Result<Vec<Point>, GoFileError> {
    if bytes.is_empty() {
        return Err(GoFileError::Empty);
    }
    if !bytes.len().is_multiple_of(2) {
        return Err(GoFileError::Odd { length: bytes.len() });
    }
    let mut board = Position::new(SIZE);
    let mut color = Color::Black;
    let mut points = Vec::with_capacity(bytes.len() / 2);
    for (at, pair) in bytes.chunks_exact(2).enumerate() {
        let (offset, number) = (2 * at, at + 1);
        for (place, byte) in pair.iter().enumerate() {
            if !(b'A'..=b'S').contains(byte) {
                return Err(GoFileError::Letter { offset: offset + place, number, byte: *byte });
            }
        }
        let point = Point::new(pair[0] - b'A', pair[1] - b'A');
        board.play(color, point).map_err(|reason| GoFileError::Illegal {
            offset,
            number,
            point,
            reason,
        })?;
        color = color.opposite();
        points.push(point);
    }
    Ok(points)
}

/// Converts a game to SGF, so that it can be read like any other.
///
/// # Errors
/// When the tree cannot be written; no such tree is known.
pub fn go_to_sgf(moves: &[Point]) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new(Vec::new());
    writer.begin_tree()?;
    writer.node()?;
    for (ident, value) in [("FF", "4"), ("GM", "1"), ("CA", "UTF-8"), ("SZ", "19")] {
        writer.property(ident, [value])?;
    }
    for (at, point) in moves.iter().enumerate() {
        writer.node()?;
        let ident = if at.is_multiple_of(2) { "B" } else { "W" };
        writer.property(ident, [point.to_sgf()])?;
    }
    writer.end_tree()?;
    writer.finish()
}

fn name(line: &Line) -> String {
    let text = line.to_string();
    if text.len() <= MAX_NAME_LENGTH {
        return format!("{text}.go");
    }
    let hash = random::hash_text(&text);
    format!("{}-{hash:016x}.go", &text[..MAX_NAME_LENGTH - 20])
}
