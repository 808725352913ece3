//! Lists of moves as text, in the two notations of renju and gomoku.
//!
//! - "pos" text of Yixin, Rapfi and match managers, `h8j6--`: rows count from the top, nothing
//!   stands between the moves, `--` is a pass
//! - renju text, as in books and in RenjuNet's database, `h8 j10`: rows count from the bottom
//!
//! Columns are letters from the left, and `i` is one of them. A reader that takes one notation
//! for the other gets a mirrored game, so the caller says which it is.

use std::fmt;

use thiserror::Error;

use crate::five::sgf_text::{Move, Point, game_text};

/// The largest board whose columns have letters.
pub const MAX_SIZE: u8 = 26;

/// The reason why a list of moves cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("invalid move {number}, `{text}`: {expected}")]
pub struct PosError {
    /// The number of the move in its line, from 1.
    pub number: usize,
    /// The text of the move.
    pub text: String,
    /// What was expected.
    pub expected: Expected,
}

/// What was expected instead of an invalid move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A column and a row of the board, or a pass.
    PointOrPass {
        /// Lines of the board.
        size: u8,
    },
    /// A point without a stone.
    EmptyPoint,
    /// A board size that has letters for its columns.
    SizeWithLetters {
        /// Lines of the board.
        size: u8,
    },
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PointOrPass { size } => {
                let last = char::from(b'a'.saturating_add(size.saturating_sub(1)));
                write!(f, "expected a letter a–{last} and a number 1–{size}, or `--` for a pass")
            }
            Self::EmptyPoint => f.write_str("expected a point without a stone"),
            Self::SizeWithLetters { size } => {
                write!(f, "the board size {size} must be 1 to {MAX_SIZE}")
            }
        }
    }
}

/// Parses a line of "pos" text, whose rows count from the top. Letters may be capital, and spaces
/// and commas between moves are skipped.
///
/// # Errors
///
/// If a move cannot be read or is on a stone.
///
/// # Examples
///
/// ```
/// use joseki_format::five::pos::parse_pos;
///
/// assert_eq!(parse_pos("h8j6--", 15)?, [Some((7, 7)), Some((9, 5)), None]);
/// # Ok::<(), joseki_format::five::pos::PosError>(())
/// ```
pub fn parse_pos(line: &str, size: u8) -> Result<Vec<Move>, PosError> {
    parse(line, size, |row| row.checked_sub(1))
}

/// Parses a line of renju text, whose rows count from the bottom. Spaces and commas between moves
/// may be missing; `--` and `pass` are a pass.
///
/// # Errors
///
/// If a move cannot be read or is on a stone.
pub fn parse_renju_text(line: &str, size: u8) -> Result<Vec<Move>, PosError> {
    parse(line, size, |row| size.checked_sub(row))
}

/// Parses a file of "pos" text: one game a line. Blank lines and lines that start with `#` are
/// skipped. Returns each game with the number of its line, from 1.
pub fn parse_pos_games(
    text: &str,
    size: u8,
) -> impl Iterator<Item = (usize, Result<Vec<Move>, PosError>)> {
    game_lines(text).map(move |(number, line)| (number, parse_pos(line, size)))
}

fn game_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.trim_start_matches('\u{FEFF}');
    let lines = text.lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| (index + 1, line))
}

/// Writes moves as "pos" text, such as `h8j6--`. The points must be on a board of at most 26
/// lines.
#[must_use]
pub fn write_pos(moves: &[Move]) -> String {
    moves.iter().fold(String::with_capacity(moves.len() * 3), |mut out, &played| {
        match played {
            Some((x, y)) => {
                out.push(char::from(b'a'.saturating_add(x)));
                out.push_str(&(u16::from(y) + 1).to_string());
            }
            None => out.push_str("--"),
        }
        out
    })
}

/// Writes moves as an SGF game.
#[must_use]
pub fn to_sgf(moves: &[Move], size: u8) -> String {
    game_text(size, "", moves)
}

fn parse(line: &str, size: u8, y_of: impl Fn(u8) -> Option<u8>) -> Result<Vec<Move>, PosError> {
    let fail = |number, text: &str, expected| {
        Err(PosError { number, text: text.chars().take(40).collect(), expected })
    };
    if !(1..=MAX_SIZE).contains(&size) {
        return fail(1, line, Expected::SizeWithLetters { size });
    }
    let mut moves = Vec::new();
    let mut occupied = vec![false; usize::from(size) * usize::from(size)];
    let mut rest = skip_separators(line);
    while !rest.is_empty() {
        let number = moves.len() + 1;
        let (text, after) = split_move(rest);
        let Some(played) = parse_move(text, size, &y_of) else {
            return fail(number, text, Expected::PointOrPass { size });
        };
        if played.is_some_and(|point| !occupy(&mut occupied, size, point)) {
            return fail(number, text, Expected::EmptyPoint);
        }
        moves.push(played);
        rest = skip_separators(after);
    }
    Ok(moves)
}

/// Occupies a point and returns whether it was empty.
fn occupy(occupied: &mut [bool], size: u8, (x, y): Point) -> bool {
    let index = usize::from(y) * usize::from(size) + usize::from(x);
    occupied.get_mut(index).is_some_and(|stone| !std::mem::replace(stone, true))
}

fn skip_separators(text: &str) -> &str {
    text.trim_start_matches(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';'))
}

/// Splits the text of the first move off: `--`, `pass`, or a letter and the digits after it.
/// Anything else goes up to the next space.
fn split_move(text: &str) -> (&str, &str) {
    let is_pass = |length| text.get(..length).is_some_and(is_pass);
    let length = if is_pass(2) {
        2
    } else if is_pass(4) {
        4
    } else {
        let digits_start = text.chars().next().map_or(0, char::len_utf8);
        let digits = text.get(digits_start..).unwrap_or_default();
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        if count > 0 { digits_start + count } else { word_length(text) }
    };
    text.split_at_checked(length).unwrap_or((text, ""))
}

fn is_pass(text: &str) -> bool {
    text == "--" || text.eq_ignore_ascii_case("pass")
}

fn word_length(text: &str) -> usize {
    text.find(char::is_whitespace).unwrap_or(text.len())
}

fn parse_move(text: &str, size: u8, y_of: impl Fn(u8) -> Option<u8>) -> Option<Move> {
    if is_pass(text) {
        return Some(None);
    }
    let column = text.bytes().next()?.to_ascii_lowercase();
    let x = column.checked_sub(b'a').filter(|&x| x < size)?;
    let row = text.get(1..)?.parse().ok().filter(|row| (1..=size).contains(row))?;
    Some(Some((x, y_of(row)?)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn counts_rows_from_the_side_of_the_notation() {
        let moves = vec![Some((7, 7)), Some((9, 5)), None];
        assert_eq!(parse_pos("h8j6--", 15).unwrap(), moves);
        assert_eq!(parse_renju_text("h8 j10 --", 15).unwrap(), moves);
        assert_eq!(parse_renju_text("H8J10 Pass", 15).unwrap(), moves);
        assert_eq!(parse_pos("h8, j6 --", 15).unwrap(), moves);
        assert_eq!(write_pos(&moves), "h8j6--");
        assert_eq!(parse_pos("t20", 20).unwrap(), [Some((19, 19))]);
        assert!(to_sgf(&moves, 15).contains(";W[jf]"));
    }

    #[test]
    fn names_the_invalid_move() {
        let error = parse_pos("h8j6p1", 15).unwrap_err();
        assert_eq!((error.number, error.text.as_str()), (3, "p1"));
        assert!(error.to_string().contains("expected a letter a–o and a number 1–15"));
        assert_eq!(parse_pos("h8j16", 15).unwrap_err().text, "j16");
        assert_eq!(parse_pos("h0", 15).unwrap_err().text, "h0");
        assert_eq!(parse_pos("h8 x9y2", 15).unwrap_err().text, "x9");
        assert_eq!(parse_pos("h8 éh i9", 15).unwrap_err().text, "éh");
        assert_eq!(parse_pos("h8h8", 15).unwrap_err().expected, Expected::EmptyPoint);
        assert!(parse_pos("h8", 0).is_err());
        assert!(parse_pos("h99999", 15).is_err());
    }

    #[test]
    fn reads_one_game_a_line() {
        let games: Vec<_> = parse_pos_games("# list\r\n\r\nh8\nj6 k\n", 15).collect();
        assert_eq!(games.len(), 2);
        assert_eq!(games.first().map(|game| game.0), Some(3));
        assert!(games.last().is_some_and(|(line, game)| *line == 4 && game.is_err()));
    }

    fn games() -> impl Strategy<Value = (u8, Vec<Move>)> {
        (5_u8..=26).prop_flat_map(|size| {
            let points = prop::collection::hash_set((0..size, 0..size), 0..40);
            let moves = points.prop_flat_map(|points| {
                let moves: Vec<Move> = points.into_iter().map(Some).chain([None, None]).collect();
                Just(moves).prop_shuffle()
            });
            (Just(size), moves)
        })
    }

    proptest! {
        #[test]
        fn reads_what_it_writes((size, moves) in games()) {
            prop_assert_eq!(&parse_pos(&write_pos(&moves), size).unwrap(), &moves);
        }

        #[test]
        fn never_panics(text in ".{0,40}", size in 0_u8..=255) {
            let _ = parse_pos(&text, size);
            let _ = parse_renju_text(&text, size);
        }
    }
}
