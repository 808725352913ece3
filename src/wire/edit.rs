//! An edit as it is written: which node, and what becomes of it.

use serde::Deserialize;
use utoipa::ToSchema;

use super::coords::Coords;
use super::error::RequestError;
use super::frame::{CornerChoice, HandednessChoice};
use super::laid::Laid;
use super::patch::PatchJson;
use crate::book::{Edit, LONGEST_LINE, Line, Patch};
use crate::game::Color;
use crate::service::{Seen, SeenEdit};

/// The longest text that is read as a line, in bytes: more than the longest line, and little enough to be told.
const LONGEST_LINE_TEXT: usize = 4 * LONGEST_LINE;

/// One edit. Its node is said by `line` or by `moves`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditItem {
    /// What to do.
    pub op: EditOp,
    /// The line to the node in steps, of either handedness; empty for the empty corner.
    #[serde(default)]
    #[schema(example = "DDCF")]
    pub line: Option<String>,
    /// In place of `line`: its moves in any corner, `Q16,O17` or `W:Q16,B:O17`.
    #[serde(default)]
    #[schema(example = "Q16,O17")]
    pub moves: Option<String>,
    /// Where a node that is moved goes, in the handedness of `line`.
    #[serde(default)]
    pub to: Option<String>,
    /// In place of `to`, beside `moves`: the moves to the new place, in the same corner.
    #[serde(default)]
    pub to_moves: Option<String>,
    /// In which corner `line` lies, for the points of `fields`.
    #[serde(default)]
    pub corner: Option<CornerChoice>,
    /// Which way `line` lies there as it is written.
    #[serde(default)]
    pub handedness: Option<HandednessChoice>,
    /// Who makes the first move of `line`, for the colours in a comment: `B`, unless said.
    #[serde(default)]
    #[schema(example = "B")]
    pub color: Option<String>,
    /// How points are written.
    #[serde(default)]
    pub coords: Coords,
    /// The revision of the node that was seen; the edit is refused if it is another one by now.
    #[serde(default)]
    pub if_match: Option<u64>,
    /// The version of the book that was seen: what follows a node that is moved or deleted must not have changed
    /// since.
    #[serde(default)]
    pub seen_version: Option<u64>,
    /// What is changed, of `add`, `set` and `put`.
    #[serde(default)]
    pub fields: Option<PatchJson>,
}

/// What an edit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EditOp {
    /// A move that the book does not have, with those that lead to it.
    Add,
    /// Fields of a node that is there; the others stay.
    Set,
    /// All fields of a node that is there; those that are left out are emptied.
    Put,
    /// The node, with all that follows it, to another place.
    Move,
    /// The node goes, with all that follows it.
    Delete,
}

impl EditItem {
    /// An edit of the node of a line.
    #[must_use]
    pub fn of_line(op: EditOp, line: impl Into<String>) -> EditItem {
        EditItem {
            line: Some(line.into()),
            ..EditItem::new(op)
        }
    }

    /// An edit of the node that moves on a board lead to.
    #[must_use]
    pub fn of_moves(op: EditOp, moves: impl Into<String>) -> EditItem {
        EditItem {
            moves: Some(moves.into()),
            ..EditItem::new(op)
        }
    }

    fn new(op: EditOp) -> EditItem {
        EditItem {
            op,
            line: None,
            moves: None,
            to: None,
            to_moves: None,
            corner: None,
            handedness: None,
            color: None,
            coords: Coords::default(),
            if_match: None,
            seen_version: None,
            fields: None,
        }
    }

    /// How its line lies on the board.
    ///
    /// # Errors
    /// What makes no sense, with its field.
    pub fn laid(&self) -> Result<Laid, RequestError> {
        match (&self.line, &self.moves) {
            (Some(line), None) => self.laid_line(line),
            (None, Some(moves)) => {
                self.check_unsaid_beside_moves()?;
                Laid::moves(moves, self.coords)
            }
            (Some(_), Some(_)) => Err(invalid("moves", "say either line or moves, not both")),
            (None, None) => Err(missing("line", "say the line to the node, or its moves")),
        }
    }

    fn laid_line(&self, line: &str) -> Result<Laid, RequestError> {
        let color = self.color.as_deref().map(str::parse::<Color>).transpose();
        let color = color.map_err(|error| RequestError::new("invalid_color", "color", error))?;
        Ok(Laid::steps(
            &parse_line("line", line)?,
            self.corner.unwrap_or_default(),
            self.handedness.unwrap_or_default(),
            color.unwrap_or(Color::Black),
            self.coords,
        ))
    }

    fn check_unsaid_beside_moves(&self) -> Result<(), RequestError> {
        let said = [
            ("corner", self.corner.is_some()),
            ("handedness", self.handedness.is_some()),
            ("color", self.color.is_some()),
        ];
        match said.into_iter().find(|(_, is_said)| *is_said) {
            Some((field, _)) => Err(invalid(field, "the moves say it already: leave it out")),
            None => Ok(()),
        }
    }

    /// The edit in the book's own terms.
    ///
    /// # Errors
    /// What makes no sense, with its field.
    pub fn understood(&self) -> Result<SeenEdit, RequestError> {
        let laid = self.laid()?;
        self.check_fields()?;
        let edit = match self.op {
            EditOp::Add => Edit::Add {
                patch: self.patch(&laid)?,
                line: laid.line,
            },
            EditOp::Set => Edit::Set {
                patch: self.patch(&laid)?,
                line: laid.line,
            },
            EditOp::Put => Edit::Set {
                patch: self.patch(&laid)?.or_nothing(),
                line: laid.line,
            },
            EditOp::Move => self.move_to(laid)?,
            EditOp::Delete => Edit::Delete { line: laid.line },
        };
        let version = self.seen_version;
        let seen = self.if_match.map(|revision| Seen { revision, version });
        Ok(SeenEdit { edit, seen })
    }

    fn check_fields(&self) -> Result<(), RequestError> {
        let moves = self.op == EditOp::Move;
        if self.fields.is_none() && matches!(self.op, EditOp::Set | EditOp::Put) {
            return Err(missing("fields", "say what is to change"));
        }
        if self.fields.is_some() && matches!(self.op, EditOp::Move | EditOp::Delete) {
            return Err(invalid("fields", "nothing else is changed by this edit"));
        }
        if self.op == EditOp::Add && self.if_match.is_some() {
            return Err(invalid("if_match", "a node that is added was not seen"));
        }
        match (&self.to, &self.to_moves) {
            (Some(_), _) if !moves => Err(invalid("to", "only a move goes somewhere")),
            (_, Some(_)) if !moves => Err(invalid("to_moves", "only a move goes somewhere")),
            _ => Ok(()),
        }
    }

    fn patch(&self, laid: &Laid) -> Result<Patch, RequestError> {
        let Some(fields) = &self.fields else {
            return Ok(Patch::default());
        };
        fields.understood(laid).map_err(|error| RequestError {
            field: format!("fields.{}", error.field),
            ..error
        })
    }

    fn move_to(&self, laid: Laid) -> Result<Edit, RequestError> {
        match (&self.line, &self.to, &self.to_moves) {
            (_, None, None) => Err(missing("to", "say where it goes")),
            (_, Some(_), Some(_)) => Err(invalid("to_moves", "say either to or to_moves")),
            (Some(line), Some(to), None) => Ok(Edit::Move {
                line: parse_line("line", line)?,
                to: parse_line("to", to)?,
            }),
            (None, None, Some(to)) => Ok(Edit::Move {
                to: laid.other_moves("to_moves", to)?,
                line: laid.line,
            }),
            (None, Some(_), None) => Err(invalid("to", "beside moves say to_moves")),
            (Some(_), None, Some(_)) => Err(invalid("to_moves", "beside line say to")),
        }
    }
}

fn parse_line(field: &str, text: &str) -> Result<Line, RequestError> {
    if text.len() > LONGEST_LINE_TEXT {
        let message = format!("a line has at most {LONGEST_LINE} steps");
        return Err(invalid(field, &message));
    }
    text.trim()
        .parse()
        .map_err(|error| RequestError::new("invalid_value", field, error))
}

fn invalid(field: &str, message: &str) -> RequestError {
    RequestError::new("invalid_value", field, message)
}

fn missing(field: &str, message: &str) -> RequestError {
    RequestError::new("missing_field", field, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Verdict;

    fn read(json: &str) -> Result<SeenEdit, RequestError> {
        let edit: EditItem = serde_json::from_str(json).unwrap();
        edit.understood()
    }

    #[test]
    fn a_node_is_the_same_by_its_line_and_by_its_moves() {
        let good = Patch {
            verdict: Some(Some(Verdict::Good)),
            ..Patch::default()
        };
        let wanted = Edit::Set {
            line: "DDCFFC".parse().unwrap(),
            patch: good,
        };
        for node in [
            r#""line": "DDCFFC""#,
            r#""line": "DDFCCF""#,
            r#""moves": "Q16,O17,R14""#,
            r#""moves": "W:D4,B:F3,W:C6""#,
            r#""moves": "dd,fc,cf", "coords": "sgf""#,
        ] {
            let json = format!(r#"{{"op": "set", {node}, "fields": {{"verdict": "good"}}}}"#);
            assert_eq!(read(&json).unwrap().edit, wanted, "{node}");
        }
    }

    #[test]
    fn a_place_to_go_to_is_read_as_the_line_is() {
        // From the 4-4 to the 3-4 point away from the approach: Q16 to R16 with O17, Q16 to Q17 with R14.
        for json in [
            r#"{"op": "move", "line": "DDCF", "to": "DCCF"}"#,
            r#"{"op": "move", "moves": "Q16,O17", "to_moves": "R16,O17"}"#,
            r#"{"op": "move", "moves": "Q16,R14", "to_moves": "Q17,R14"}"#,
        ] {
            let Edit::Move { line, to } = read(json).unwrap().edit else {
                panic!("{json}")
            };
            let found = (line.to_string(), to.to_string());
            assert_eq!(found, ("DDCF".into(), "DCCF".into()), "{json}");
        }
    }

    #[test]
    fn what_was_seen_is_kept() {
        let json = r#"{"op": "delete", "line": "DD", "if_match": 7, "seen_version": 12}"#;
        let wanted = Seen {
            revision: 7,
            version: Some(12),
        };
        assert_eq!(read(json).unwrap().seen, Some(wanted));
    }

    #[test]
    fn what_makes_no_sense_is_told_with_its_field() {
        let check = |json: &str, field: &str| {
            assert_eq!(read(json).unwrap_err().field, field, "{json}");
        };
        check(r#"{"op": "delete"}"#, "line");
        check(r#"{"op": "delete", "line": "DDC"}"#, "line");
        check(r#"{"op": "delete", "line": "DD", "moves": "Q16"}"#, "moves");
        check(r#"{"op": "delete", "moves": "Q16,Z9"}"#, "moves[1]");
        check(r#"{"op": "delete", "moves": "Q16", "color": "W"}"#, "color");
        check(r#"{"op": "delete", "line": "DD", "color": "G"}"#, "color");
        check(r#"{"op": "delete", "line": "DD", "fields": {}}"#, "fields");
        check(r#"{"op": "delete", "line": "DD", "to": "DC"}"#, "to");
        check(r#"{"op": "set", "line": "DD"}"#, "fields");
        check(r#"{"op": "move", "line": "DD"}"#, "to");
        check(
            r#"{"op": "move", "moves": "Q16", "to_moves": "D4"}"#,
            "to_moves",
        );
        check(r#"{"op": "add", "line": "DD", "if_match": 1}"#, "if_match");
        check(
            r#"{"op": "set", "line": "DD", "fields": {"verdict": "best"}}"#,
            "fields.verdict",
        );
    }
}
