//! DhtmlXQ (UBB): the records in posts of Chinese forums, read and written.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::record::{RecordNode, RecordResult, XiangqiRecord};
use super::setup;
use joseki_game::Side;
use joseki_game::xiangqi::{IllegalShift, Piece, SetUpError, Shift, Square, XiangqiBoard};

const BEGIN: &str = "[DhtmlXQ_";
const END: &str = "[/DhtmlXQ_";

/// The most moves of a record, with all variations.
const MAX_NODES: usize = 100_000;

/// The most moves of all lines together, each counted from the start.
const MAX_HELD: usize = 4_000_000;

/// The most tags without an end that are passed over.
const MAX_UNCLOSED: usize = 100;

/// The names of tags in the format, and in a record.
const TAGS: [(&str, &str); 9] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("author", "Author"),
];

/// A record that was read.
#[derive(Clone, Debug)]
pub struct DhtmlXqGame {
    /// The record, as far as it could be read.
    pub record: XiangqiRecord,
    /// What could not be read.
    pub problems: Vec<DhtmlXqProblem>,
}

/// Error for a text that is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DhtmlXqError {
    /// No tag of the format.
    #[error("no [DhtmlXQ_movelist] and no [DhtmlXQ_binit] in the text")]
    NoRecord,
    /// The pieces of the position are not 64 digits.
    #[error("DhtmlXQ_binit: expected 64 digits, two for each of 32 pieces")]
    Digits,
    /// Two pieces on one point.
    #[error("DhtmlXQ_binit: two pieces stand on {0}")]
    Twice(Square),
    /// The pieces cannot stand on a board.
    #[error("DhtmlXQ_binit: {0}")]
    SetUp(#[from] SetUpError),
}

/// What could not be read of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DhtmlXqProblem {
    /// An invalid move; the moves after it are left out.
    #[error("{list}: invalid move {text:?}: expected four digits")]
    Digits {
        /// The list of moves.
        list: String,
        /// The text.
        text: String,
    },
    /// An illegal move; the moves after it are left out.
    #[error("{list}, move {number}: {reason}")]
    Move {
        /// The list of moves.
        list: String,
        /// The number of the move in its line, from 1.
        number: usize,
        /// What is wrong with it.
        reason: IllegalShift,
    },
    /// A variation of an unknown move.
    #[error("{0}: unknown move: the record has no such line, or it is shorter")]
    UnknownMove(String),
    /// More moves than a record may have.
    #[error("more than {MAX_NODES} moves")]
    TooMany,
}

/// Whether a text has a record in a post.
#[must_use]
pub fn is_dhtmlxq(file: &[u8]) -> bool {
    file.windows(9).any(|window| window == b"[DhtmlXQ_")
}

/// Reads the first record of a text.
///
/// # Errors
/// There is none, or its position cannot stand on a board.
pub fn read(text: &str) -> Result<DhtmlXqGame, DhtmlXqError> {
    let fields = fields(text);
    let field = |name: &str| fields.iter().find(|(it, _)| *it == name).map(|(_, value)| *value);
    let list = field("movelist").unwrap_or_default();
    let pieces = match field("binit").filter(|digits| !digits.trim().is_empty()) {
        Some(digits) => Some(pieces_of(digits.trim())?),
        None if field("movelist").is_none() => return Err(DhtmlXqError::NoRecord),
        None => None,
    };
    let start = match pieces {
        None => XiangqiBoard::new(),
        Some(pieces) => {
            let first = list.get(..4).and_then(shift).map(|shift| shift.from);
            XiangqiBoard::from_pieces(pieces.iter().copied(), setup::to_move(&pieces, first))?
        }
    };
    let mut reader = LineReader {
        record: XiangqiRecord::new(start),
        lines: BTreeMap::new(),
        held: 0,
        problems: Vec::new(),
    };
    for (name, value) in &fields {
        if let Some((_, tag)) = TAGS.iter().find(|(it, _)| it == name)
            && !value.trim().is_empty()
        {
            reader.record.tags.push(((*tag).to_owned(), plain(value)));
        }
    }
    reader.record.result = result(field("result").unwrap_or_default());
    reader.line("movelist", 0, (None, 1), list);
    // Variations refer to lines that may come later: the parent's number is always lower.
    let mut variations: Vec<(usize, usize, usize, &str, &str)> = Vec::new();
    for (name, value) in &fields {
        let numbers = name.strip_prefix("move_").map(|rest| rest.split('_').map(str::parse));
        let numbers: Option<Result<Vec<usize>, _>> = numbers.map(Iterator::collect);
        if let Some(Ok(numbers)) = numbers
            && let [parent, ply, index] = numbers[..]
        {
            variations.push((index, parent, ply, *name, *value));
        }
    }
    variations.sort_unstable();
    for (index, parent, ply, name, value) in variations {
        let before = reader.lines.get(&parent).and_then(|line| line.get(ply.checked_sub(1)?));
        match before.copied() {
            Some(before) => reader.line(name, index, (before, ply), value),
            None => reader.problems.push(DhtmlXqProblem::UnknownMove(name.to_owned())),
        }
    }
    for (name, value) in &fields {
        if let Some(place) = name.strip_prefix("comment") {
            reader.comment(place.trim_start_matches('_'), value);
        }
    }
    Ok(DhtmlXqGame { record: reader.record, problems: reader.problems })
}

/// Returns the tags of a text and their values.
fn fields(text: &str) -> Vec<(&str, &str)> {
    let mut fields = Vec::new();
    let mut rest = text;
    // The end of a tag without one is looked for in all of the text.
    let mut unclosed = 0;
    while let Some((_, after)) = rest.split_once(BEGIN).filter(|_| unclosed < MAX_UNCLOSED) {
        let Some((name, value)) = after.split_once(']') else {
            break;
        };
        rest = match value.split_once(&format!("{END}{name}]")) {
            Some((value, rest)) => {
                fields.push((name, value));
                rest
            }
            None => {
                unclosed += 1;
                value
            }
        };
    }
    fields
}

fn plain(value: &str) -> String {
    value.trim().replace("||", "\n")
}

fn result(text: &str) -> RecordResult {
    match text.trim() {
        text if text.contains('红') || text.contains('紅') => RecordResult::Won(Side::First),
        text if text.contains('黑') => RecordResult::Won(Side::Second),
        text if text.contains('和') => RecordResult::Draw,
        text => RecordResult::parse(text).unwrap_or_default(),
    }
}

/// The square of two digits: the file from Red's left, and the rank from Black's side.
fn square(digits: &str) -> Option<Square> {
    let &[file, rank] = digits.as_bytes() else {
        return None;
    };
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    Square::new(digit(file)?, 9 - digit(rank)?)
}

fn shift(digits: &str) -> Option<Shift> {
    Some(Shift { from: square(digits.get(..2)?)?, to: square(digits.get(2..4)?)? })
}

fn pieces_of(digits: &str) -> Result<Vec<(Square, Piece)>, DhtmlXqError> {
    if digits.len() != 64 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DhtmlXqError::Digits);
    }
    let squares = (0..32).map(|at| square(&digits[2 * at..2 * at + 2]));
    setup::pieces(squares).map_err(DhtmlXqError::Twice)
}

struct LineReader {
    record: XiangqiRecord,
    /// By number of a line, the node after each of its moves: first that before any.
    lines: BTreeMap<usize, Vec<Option<usize>>>,
    /// The lengths of all lines.
    held: usize,
    problems: Vec<DhtmlXqProblem>,
}

impl LineReader {
    /// Reads the moves of a line that begins after a node with the move of a number.
    fn line(&mut self, name: &str, index: usize, from: (Option<usize>, usize), digits: &str) {
        let (mut at, first) = from;
        // Each line is held from the start.
        if self.held > MAX_HELD {
            self.problems.push(DhtmlXqProblem::TooMany);
            return;
        }
        let mut board = self.record.board_after(at);
        // The moves before are those of the line that it leaves.
        let mut line = self.record.path_to(at);
        let digits: String = digits.chars().filter(|it| !it.is_whitespace()).collect();
        let mut rest = digits.as_str();
        let mut number = first;
        while !rest.is_empty() {
            let next = rest.get(..4).and_then(shift);
            let Some(next) = next else {
                let text = rest.chars().take(4).collect();
                self.problems.push(DhtmlXqProblem::Digits { list: name.to_owned(), text });
                break;
            };
            if self.record.nodes.len() >= MAX_NODES {
                self.problems.push(DhtmlXqProblem::TooMany);
                break;
            }
            if let Err(reason) = board.play(next) {
                let list = name.to_owned();
                self.problems.push(DhtmlXqProblem::Move { list, number, reason });
                break;
            }
            self.record.nodes.push(RecordNode { parent: at, shift: next, comment: String::new() });
            at = Some(self.record.nodes.len() - 1);
            line.push(at);
            rest = &rest[4..];
            number += 1;
        }
        self.held += line.len();
        self.lines.insert(index, line);
    }

    /// Puts a comment at a move: its number, after that of its line in a variation.
    fn comment(&mut self, place: &str, value: &str) {
        let numbers: Result<Vec<usize>, _> = place.split('_').map(str::parse).collect();
        let (line, ply) = match numbers.as_deref() {
            Ok([ply]) => (0, *ply),
            Ok([line, ply]) => (*line, *ply),
            _ => return,
        };
        let Some(node) = self.lines.get(&line).and_then(|line| line.get(ply)) else {
            return;
        };
        let comment = plain(value);
        match node {
            None => self.record.comment = comment,
            Some(node) => self.record.nodes[*node].comment = comment,
        }
    }
}

/// Writes a record.
#[must_use]
pub fn write(record: &XiangqiRecord) -> String {
    let mut text = "[DhtmlXQ]\n".to_owned();
    let mut field = |name: &str, value: &str| {
        // What ends a field would end it early. Writing to a string does not fail.
        let value = value.replace("[/", "[ /").replace("\r\n", "\n").replace('\n', "||");
        let _ = writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    };
    for (name, tag) in TAGS {
        if let Some(value) = record.tag(tag) {
            field(name, value);
        }
    }
    field("result", record.result.text());
    if record.start != XiangqiBoard::new() {
        field("binit", &start_digits(&record.start));
    }
    if !record.comment.is_empty() {
        field("comment0", &record.comment);
    }
    let children = record.children();
    // Lines that are still to be written: the parent's number, the ply, the own number, the node.
    let mut pending = vec![(0, 1, 0, children[0].first().copied())];
    let mut lines = 0;
    while let Some((parent, first, index, mut at)) = pending.pop() {
        let mut digits = String::new();
        let mut ply = first;
        let mut comments = Vec::new();
        while let Some(node) = at {
            let RecordNode { shift, comment, parent: before } = &record.nodes[node];
            digits.push_str(&shift_digits(*shift));
            if !comment.is_empty() {
                comments.push((ply, comment));
            }
            let siblings = &children[before.map_or(0, |before| before + 1)];
            if siblings.first() == Some(&node) {
                for other in &siblings[1..] {
                    lines += 1;
                    pending.push((index, ply, lines, Some(*other)));
                }
            }
            at = children[node + 1].first().copied();
            ply += 1;
        }
        match index {
            0 => field("movelist", &digits),
            index => field(&format!("move_{parent}_{first}_{index}"), &digits),
        }
        for (ply, comment) in comments {
            match index {
                0 => field(&format!("comment{ply}"), comment),
                index => field(&format!("comment{index}_{ply}"), comment),
            }
        }
    }
    text.push_str("[/DhtmlXQ]\n");
    text
}

fn digits(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

fn shift_digits(shift: Shift) -> String {
    digits(shift.from) + &digits(shift.to)
}

fn start_digits(board: &XiangqiBoard) -> String {
    let squares = setup::squares(board);
    squares.map(|square| square.map_or_else(|| "99".to_owned(), digits)).concat()
}
