//! Writes Fuego's text book: one line per position, `19 Q4 Q16 | C4 D3`.
//!
//! The facts are those of Fuego's `go/GoBook.cpp`. Moves alternate, starting with Black. The reader
//! finds the eight symmetric images of a position, and rejects a file with a duplicate position.
//! There are no comments. One of the replies is drawn at random, each with equal probability.

use std::io;

use super::head::{Contents, FileSink};
use super::positions::{BookPosition, positions};
use super::selection::Selection;
use joseki_base::cancel::checkpoint;
use joseki_game::{BoardSize, Frame, Point};

/// Writes a book in Fuego's format, its lines oriented in a frame.
///
/// # Errors
/// When the output fails or the work is cancelled.
pub fn fuego(
    selection: &Selection<'_>,
    laid: Frame,
    out: &mut dyn FileSink,
) -> io::Result<Contents> {
    let positions = positions(selection, laid, true)?;
    let contents = Contents {
        unit: "position",
        entries: positions.list.len(),
        moves: positions.list.iter().map(|at| at.replies.len()).sum(),
        left_out: positions.left_out,
        ..Contents::default()
    };
    out.begin(&contents)?;
    for position in &positions.list {
        checkpoint()?;
        out.write_all(line(position).as_bytes())?;
    }
    Ok(contents)
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
