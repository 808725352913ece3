//! Records: the positions of an export with their evaluations and texts.

use super::error::{RapfiFault, RapfiProblem};
use super::position::{Position, parse_key};
use super::rows::Row;
use crate::five::sgf_text::{Point, push_if_present, push_property};

/// A position with its evaluation and texts.
#[derive(Debug)]
pub(super) struct Record {
    pub line: usize,
    /// The key as in the file.
    pub key: String,
    /// The letter of the rule set.
    pub rule: char,
    pub position: Position,
    /// Label, value, depth and bound, as a value of `JX`.
    evaluation: String,
    comment: String,
    /// Labels of points.
    pub board_texts: Vec<(Point, String)>,
}

/// What a text starts with that has board texts.
const BOARD_TEXTS: &str = "@BTXT@";

/// The character between board texts and comment, and between the parts of a comment.
const SEPARATOR: char = '\u{8}';

impl Record {
    /// Reads a row. Faults that do not leave it out are appended to `problems`.
    pub(super) fn from_row(
        row: Row,
        problems: &mut Vec<RapfiProblem>,
    ) -> Result<Self, RapfiProblem> {
        let line = row.line;
        let fail = |fault| RapfiProblem { line, fault };
        let fields = row.fields.len();
        let mut values = row.fields.into_iter().skip(1);
        let mut next = || values.next().ok_or_else(|| fail(RapfiFault::MissingFields { fields }));
        let (key, label, value, depth, bound) = (next()?, next()?, next()?, next()?, next()?);
        let text = values.next().unwrap_or_default();
        let (rule, position) = parse_key(&key)
            .map_err(|expected| fail(RapfiFault::InvalidKey { text: key.clone(), expected }))?;
        let label = label.trim().trim_start_matches('(').trim_end_matches(')');
        let [value, depth, bound] = [&value, &depth, &bound].map(|field| field.trim());
        let evaluation = format!("label={label} value={value} depth={depth} bound={bound}");
        let (labels, comment) = split_text(&text);
        let mut board_texts = Vec::new();
        for label in labels.split('\n').map(|label| label.trim_end_matches('\0')) {
            match parse_board_text(label, position.size) {
                Some(board_text) => board_texts.push(board_text),
                None if label.trim().is_empty() => {}
                None => problems.push(fail(RapfiFault::InvalidBoardText { text: label.into() })),
            }
        }
        Ok(Self { line, key, rule, position, evaluation, comment, board_texts })
    }

    /// Appends `JX` and the comment.
    pub(super) fn push_properties(&self, out: &mut String) {
        push_property(out, "JX", &self.evaluation);
        push_if_present(out, "C", &self.comment);
    }
}

/// Splits a text into its board texts, one a line, and its comment.
fn split_text(text: &str) -> (&str, String) {
    let (labels, comment) = match text.strip_prefix(BOARD_TEXTS) {
        Some(rest) => rest.split_once(SEPARATOR).unwrap_or((rest, "")),
        None => ("", text),
    };
    let comment = comment.replace("\r\n", "\n").replace(SEPARATOR, "\n").replace('\0', "");
    (labels, comment)
}

/// Parses a board text: a character each for `x` and `y`, `0` to `9` and then `A` to `Z`, and the
/// label of the point.
fn parse_board_text(text: &str, size: u8) -> Option<(Point, String)> {
    let mut characters = text.chars();
    let mut coordinate = || {
        let digit = characters.next()?.to_digit(36)?;
        u8::try_from(digit).ok().filter(|&coordinate| coordinate < size)
    };
    let point = (coordinate()?, coordinate()?);
    let label = characters.as_str();
    (!label.is_empty()).then(|| (point, label.to_owned()))
}
