//! Writes Pachi's book: the same lines as Fuego's, the best reply first, after a head of comments.
//!
//! The facts are those of Pachi's `fbook.c`. A line is read up to 1023 characters and skipped
//! unless it starts with the size of the board. Moves alternate, starting with Black, and the
//! reader finds the eight symmetric images. Of several replies each is skipped for the next with
//! probability one half, once when the book is loaded; older readers take the first. Positions are
//! distinguished by their stones alone, and the last line for one wins. The table has 2^20 slots;
//! a position takes up to eight.

use std::io;

use super::fuego::line;
use super::head::{BookFileHead, Contents, FileSink};
use super::positions::{BookPosition, positions};
use super::selection::Selection;
use joseki_base::cancel::checkpoint;
use joseki_game::Frame;

/// The longest line that is read in full, with its line break.
const LONGEST: usize = 1022;
/// The most positions that fit the table with one slot in five free.
const MAX: usize = 100_000;

/// Writes a book in Pachi's format, its lines oriented in a frame.
///
/// # Errors
/// When the output fails or the work is cancelled.
pub fn pachi(
    selection: &Selection<'_>,
    head: &BookFileHead,
    laid: Frame,
    out: &mut dyn FileSink,
) -> io::Result<Contents> {
    let positions = positions(selection, laid, false)?;
    let mut contents =
        Contents { unit: "position", left_out: positions.left_out, ..Contents::default() };
    let mut text: String = head.lines().iter().map(|said| comment(said)).collect();
    for position in &positions.list {
        checkpoint()?;
        let line = line(position);
        match refusal(&contents, &line) {
            Some(reason) => contents.left_out.add(reason, moves(position)),
            None => {
                contents.entries += 1;
                contents.moves += moves(position);
                text += &line;
            }
        }
    }
    out.begin(&contents)?;
    out.write_all(text.as_bytes())?;
    Ok(contents)
}

fn refusal(contents: &Contents, line: &str) -> Option<&'static str> {
    if line.len() > LONGEST {
        Some("in lines too long for Pachi")
    } else if contents.entries == MAX {
        Some("more than Pachi's table holds")
    } else {
        None
    }
}

fn moves(position: &BookPosition) -> usize {
    position.replies.len()
}

/// Writes a comment, split into parts short enough to be skipped whole.
fn comment(said: &str) -> String {
    let letters: Vec<char> = said.chars().collect();
    let part = |part: &[char]| format!("# {}\n", part.iter().collect::<String>());
    letters.chunks(LONGEST / 8).map(part).collect()
}
