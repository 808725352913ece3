//! Reads records.

use std::borrow::Cow;
use std::fmt;

use encoding_rs::{UTF_8, WINDOWS_1250};
use thiserror::Error;

use super::PiskvorkGame;
use super::lines::{
    MoveLine, looks_like_move, parse_head, parse_move, parse_result, starts_with_head_word,
};
use super::result::result_of_moves;
use crate::five::sgf_text::{MAX_SIZE, MIN_SIZE, Point};
use crate::game_info::GameOutcome;

/// The board of `.rec` files.
const REC_SIZE: u8 = 20;

/// The reason why bytes cannot be read as a record.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PiskvorkError {
    /// The bytes are neither a `.psq` nor a `.rec` file.
    #[error("not a Piskvork record: expected `Piskvorky 15x15, 11:11, 0` or two names and moves")]
    NotPiskvork,
    /// The head cannot be parsed.
    #[error("invalid head `{text}`: expected `Piskvorky 15x15, 11:11, 0`")]
    InvalidHead {
        /// The first line.
        text: String,
    },
    /// The board is not square, or is too small or too large.
    #[error("unsupported board size {width}x{height}: must be square, 5x5 to 52x52")]
    UnsupportedSize {
        /// Lines from left to right.
        width: u32,
        /// Lines from top to bottom.
        height: u32,
    },
}

/// A fault of a record that was read in spite of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PiskvorkWarning {
    /// A line that is not a move on an empty point of the board. The moves before it were read.
    InvalidMove {
        /// Line in the file, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// A line after the moves that is neither a name nor an end code or a result.
    UnknownLine {
        /// Line in the file, from 1.
        line: usize,
        /// The line.
        text: String,
    },
}

impl fmt::Display for PiskvorkWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidMove { line, text } => write!(
                f,
                "invalid move `{text}` in line {line}: expected `x,y,milliseconds` of an empty \
                 point; the moves before it were read"
            ),
            Self::UnknownLine { line, text } => {
                write!(f, "unknown text `{text}` in line {line}, ignored")
            }
        }
    }
}

/// A game and the faults of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiskvorkReading {
    /// The game.
    pub game: PiskvorkGame,
    /// The faults.
    pub warnings: Vec<PiskvorkWarning>,
}

/// Returns whether a file that starts with these bytes is a `.psq` file.
#[must_use]
pub fn is_piskvork(first_bytes: &[u8]) -> bool {
    starts_with_head_word(first_bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(first_bytes))
}

/// Returns whether a file that starts with these bytes is a `.rec` file: two names, then a move.
#[must_use]
pub fn is_rec(first_bytes: &[u8]) -> bool {
    let start = first_bytes.get(..1024).unwrap_or(first_bytes);
    let text = decode(start);
    let mut lines = text.lines().map(str::trim);
    let mut is_name = || {
        let line = lines.next().unwrap_or_default();
        !line.is_empty() && !looks_like_move(line) && !line.contains('\0')
    };
    is_name() && is_name() && lines.next().and_then(parse_move).is_some()
}

/// Reads a `.psq` or `.rec` file. `group` names the group or folder, which determines the rule
/// set if the file does not name one.
///
/// # Errors
///
/// If the bytes are not a record, or its board is not supported.
///
/// # Examples
///
/// ```
/// let file = b"Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n10,6,31\r\n";
/// let reading = joseki_format::five::piskvork::read(file, Some("Renju"))?;
/// assert_eq!(reading.game.moves, [(7, 7), (9, 5)]);
/// # Ok::<(), joseki_format::five::piskvork::PiskvorkError>(())
/// ```
pub fn read(bytes: &[u8], group: Option<&str>) -> Result<PiskvorkReading, PiskvorkError> {
    let text = decode(bytes);
    let mut parser = if is_piskvork(bytes) {
        let first = text.lines().next().unwrap_or_default();
        let text = || first.trim().to_owned();
        let head = parse_head(first).ok_or_else(|| PiskvorkError::InvalidHead { text: text() })?;
        Parser::new(square(head.width, head.height)?, 1, head.second_began)
    } else if is_rec(bytes) {
        Parser::new(REC_SIZE, 0, false)
    } else {
        return Err(PiskvorkError::NotPiskvork);
    };
    let head_lines = usize::from(parser.origin == 1);
    for (index, line) in text.lines().enumerate().skip(head_lines) {
        parser.read_line(index + 1, line.trim());
    }
    Ok(parser.finish(group))
}

/// Decodes a file: UTF-8, or the code page of Piskvork's authors.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let (text, had_errors) = UTF_8.decode_with_bom_removal(bytes);
    if had_errors { WINDOWS_1250.decode_without_bom_handling(bytes).0 } else { text }
}

fn square(width: u32, height: u32) -> Result<u8, PiskvorkError> {
    u8::try_from(width)
        .ok()
        .filter(|size| width == height && (MIN_SIZE..=MAX_SIZE).contains(size))
        .ok_or(PiskvorkError::UnsupportedSize { width, height })
}

struct Parser {
    size: u8,
    /// The coordinate of the left and upper lines.
    origin: i64,
    second_began: bool,
    moves: Vec<Point>,
    times: Vec<i64>,
    occupied: Vec<bool>,
    has_invalid_move: bool,
    names: Vec<String>,
    end_code: Option<i64>,
    result: Option<(u8, String)>,
    warnings: Vec<PiskvorkWarning>,
}

impl Parser {
    fn new(size: u8, origin: i64, second_began: bool) -> Self {
        Self {
            size,
            origin,
            second_began,
            moves: Vec::new(),
            times: Vec::new(),
            occupied: vec![false; usize::from(size) * usize::from(size)],
            has_invalid_move: false,
            names: Vec::new(),
            end_code: None,
            result: None,
            warnings: Vec::new(),
        }
    }

    fn read_line(&mut self, line: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        let is_after_moves = self.end_code.is_some() || self.origin == 1 && !self.names.is_empty();
        if let Some((winner, group)) = parse_result(text).filter(|_| is_after_moves) {
            self.result = Some((winner, group.to_owned()));
        } else if is_after_moves || !looks_like_move(text) {
            self.read_tail(line, text);
        } else if !self.has_invalid_move
            && !parse_move(text).is_some_and(|played| self.play(played))
        {
            self.has_invalid_move = true;
            self.warnings.push(PiskvorkWarning::InvalidMove { line, text: text.to_owned() });
        }
    }

    /// Plays a move and returns whether it was possible.
    fn play(&mut self, MoveLine { x, y, time }: MoveLine) -> bool {
        let on_board = |value: i64| {
            u8::try_from(value.checked_sub(self.origin)?).ok().filter(|&v| v < self.size)
        };
        let (Some(x), Some(y)) = (on_board(x), on_board(y)) else { return false };
        let index = usize::from(y) * usize::from(self.size) + usize::from(x);
        let Some(occupied) = self.occupied.get_mut(index).filter(|occupied| !**occupied) else {
            return false;
        };
        *occupied = true;
        self.moves.push((x, y));
        self.times.push(time);
        true
    }

    /// Reads a name or an end code.
    fn read_tail(&mut self, line: usize, text: &str) {
        if let Ok(code) = text.parse() {
            self.end_code = Some(code);
        } else if self.names.len() < 2 && self.end_code.is_none() {
            self.names.push(text.to_owned());
        } else {
            self.warnings.push(PiskvorkWarning::UnknownLine { line, text: text.to_owned() });
        }
    }

    fn finish(mut self, group: Option<&str>) -> PiskvorkReading {
        let (winner, named_group) = self.result.take().unzip();
        let mut names = self.names.into_iter();
        let [first, second] = [names.next(), names.next()].map(Option::unwrap_or_default);
        let (black, white) = if self.second_began { (second, first) } else { (first, second) };
        let untimed = self.times.iter().take_while(|&&time| time == 0).count();
        let mut game = PiskvorkGame {
            size: self.size,
            black,
            white,
            opening: if untimed < self.moves.len() { untimed } else { 0 },
            moves: self.moves,
            result: GameOutcome::Unknown,
            end_code: self.end_code,
            group: named_group.or_else(|| group.map(str::to_owned)),
        };
        game.result = match winner {
            Some(0) => GameOutcome::Draw,
            Some(winner) if (winner == 1) != self.second_began => GameOutcome::Black,
            Some(_) => GameOutcome::White,
            None if self.has_invalid_move => GameOutcome::Unknown,
            None => result_of_moves(game.size, &game.moves, game.game()),
        };
        PiskvorkReading { game, warnings: self.warnings }
    }
}
