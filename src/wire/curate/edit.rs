//! Edit of one node, as requested.

use serde::Deserialize;
use utoipa::ToSchema;

use super::patch::PatchJson;
use crate::coords::Coords;
use crate::error::RequestError;
use crate::named::{CornerChoice, HandednessChoice};
use crate::oriented::{OrientedLine, frame_of};
use joseki_book::{Edit, Line, MAX_LINE_LENGTH, Patch};
use joseki_game::go::Handedness;
use joseki_game::{Color, Corner, Variant};
use joseki_service::Code;
use joseki_service::curate::{ConditionalEdit, EditBasis};

/// Maximum length of a line's text in bytes: longer than any line, short enough to echo in an
/// error.
const MAX_LINE_TEXT_LENGTH: usize = 4 * MAX_LINE_LENGTH;

/// One edit. Its node is given by `line` or by `moves`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditItem {
    /// Operation.
    pub op: EditOp,
    /// Line to the node in steps, in either orientation; empty for the empty corner. Either this or
    /// `moves` is required.
    #[serde(default)]
    #[schema(example = "DDCF")]
    pub line: Option<String>,
    /// Alternative to `line`: its moves in any corner, `Q16,O17` or `W:Q16,B:O17`.
    #[serde(default)]
    #[schema(example = "Q16,O17")]
    pub moves: Option<String>,
    /// New line of a moved node, in the orientation of `line`. Only for `move` with `line`.
    #[serde(default)]
    pub to: Option<String>,
    /// Alternative to `to`: the moves of the new line, in the same corner. Only for `move` with
    /// `moves`.
    #[serde(default)]
    pub to_moves: Option<String>,
    /// Corner of `line`, for the points in `fields`; default `upper_right`. Not with `moves`.
    #[serde(default)]
    #[serde(with = "crate::named::optional")]
    #[schema(value_type = Option<CornerChoice>)]
    pub corner: Option<Corner>,
    /// Reading direction of `line` as written; default `clockwise`. Not with `moves`.
    #[serde(default)]
    #[serde(with = "crate::named::optional")]
    #[schema(value_type = Option<HandednessChoice>)]
    pub handedness: Option<Handedness>,
    /// Colour of the first move of `line`, for the colours in a comment: `B` or `W`; default `B`.
    /// Not with `moves`.
    #[serde(default)]
    #[schema(example = "B")]
    pub color: Option<String>,
    /// Notation of points; default `gtp`.
    #[serde(default)]
    pub coords: Coords,
    /// Expected revision of the node; the edit is rejected if it differs.
    #[serde(default)]
    pub if_match: Option<u64>,
    /// Expected version of the book for a moved or deleted node: the nodes below it must not have
    /// changed since.
    #[serde(default)]
    pub seen_version: Option<u64>,
    /// Changed fields, for `add`, `set` and `put`; required for `set` and `put`.
    #[serde(default)]
    pub fields: Option<PatchJson>,
}

/// Operation of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EditOp {
    /// Adds a move that the book does not have, and any missing moves before it.
    Add,
    /// Changes fields of an existing node; omitted fields keep their values.
    Set,
    /// Replaces all fields of an existing node; omitted fields are cleared.
    Put,
    /// Moves the node and everything below it to another line.
    Move,
    /// Deletes the node and everything below it.
    Delete,
}

impl EditItem {
    /// Creates an edit of the node of a line.
    #[must_use]
    pub fn for_line(op: EditOp, line: impl Into<String>) -> EditItem {
        EditItem { line: Some(line.into()), ..EditItem::new(op) }
    }

    /// Creates an edit of the node reached by moves on a board.
    #[must_use]
    pub fn for_moves(op: EditOp, moves: impl Into<String>) -> EditItem {
        EditItem { moves: Some(moves.into()), ..EditItem::new(op) }
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

    /// Returns the orientation of its line on the board.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn orient(&self, variant: Variant) -> Result<OrientedLine, RequestError> {
        match (&self.line, &self.moves) {
            (Some(line), None) => self.orient_line(variant, line),
            (None, Some(moves)) => {
                self.reject_orientation_with_moves()?;
                OrientedLine::from_moves(variant, moves, self.coords)
            }
            (Some(_), Some(_)) => {
                Err(invalid("moves", "specify either `line` or `moves`, not both"))
            }
            (None, None) => Err(missing("line", "specify the line to the node, or its moves")),
        }
    }

    fn orient_line(&self, variant: Variant, line: &str) -> Result<OrientedLine, RequestError> {
        let color = self.color.as_deref().map(str::parse::<Color>).transpose();
        let color = color.map_err(|error| RequestError::new(Code::InvalidColor, "color", error))?;
        let frame = frame_of(variant, self.corner, self.handedness)?;
        let steps = parse_line(variant, "line", line)?;
        let color = color.unwrap_or(Color::Black);
        Ok(OrientedLine::from_steps(variant, &steps, frame, color, self.coords))
    }

    fn reject_orientation_with_moves(&self) -> Result<(), RequestError> {
        let said = [
            ("corner", self.corner.is_some()),
            ("handedness", self.handedness.is_some()),
            ("color", self.color.is_some()),
        ];
        match said.into_iter().find(|(_, is_said)| *is_said) {
            Some((field, _)) => Err(invalid(field, "already determined by `moves`: omit it")),
            None => Ok(()),
        }
    }

    /// Converts into the book's own edit.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn parse(&self, variant: Variant) -> Result<ConditionalEdit, RequestError> {
        let oriented = self.orient(variant)?;
        self.check_fields()?;
        let edit = match self.op {
            EditOp::Add => Edit::Add { patch: self.patch(&oriented)?, line: oriented.line },
            EditOp::Set => Edit::Set { patch: self.patch(&oriented)?, line: oriented.line },
            EditOp::Put => {
                Edit::Set { patch: self.patch(&oriented)?.or_nothing(), line: oriented.line }
            }
            EditOp::Move => self.move_to(oriented)?,
            EditOp::Delete => Edit::Delete { line: oriented.line },
        };
        let version = self.seen_version;
        let seen = self.if_match.map(|revision| EditBasis { revision, version });
        Ok(ConditionalEdit { edit, seen })
    }

    fn check_fields(&self) -> Result<(), RequestError> {
        let moves = self.op == EditOp::Move;
        if self.fields.is_none() && matches!(self.op, EditOp::Set | EditOp::Put) {
            return Err(missing("fields", "specify the fields to change"));
        }
        if self.fields.is_some() && matches!(self.op, EditOp::Move | EditOp::Delete) {
            return Err(invalid("fields", "not allowed with this operation: omit it"));
        }
        if self.op == EditOp::Add && self.if_match.is_some() {
            return Err(invalid("if_match", "a new node has no revision: omit it"));
        }
        match (&self.to, &self.to_moves) {
            (Some(_), _) if !moves => Err(invalid("to", "only allowed with the operation `move`")),
            (_, Some(_)) if !moves => {
                Err(invalid("to_moves", "only allowed with the operation `move`"))
            }
            _ => Ok(()),
        }
    }

    fn patch(&self, oriented: &OrientedLine) -> Result<Patch, RequestError> {
        let Some(fields) = &self.fields else {
            return Ok(Patch::default());
        };
        fields
            .parse(oriented)
            .map_err(|error| RequestError { field: format!("fields.{}", error.field), ..error })
    }

    fn move_to(&self, oriented: OrientedLine) -> Result<Edit, RequestError> {
        match (&self.line, &self.to, &self.to_moves) {
            (_, None, None) => Err(missing("to", "specify the line to move the node to")),
            (_, Some(_), Some(_)) => {
                Err(invalid("to_moves", "specify either `to` or `to_moves`, not both"))
            }
            (Some(line), Some(to), None) => {
                let parse = |field, text| parse_line(oriented.variant, field, text);
                Ok(Edit::Move { line: parse("line", line)?, to: parse("to", to)? })
            }
            (None, None, Some(to)) => {
                Ok(Edit::Move { to: oriented.other_moves("to_moves", to)?, line: oriented.line })
            }
            (None, Some(_), None) => Err(invalid("to", "with `moves`, use `to_moves` instead")),
            (Some(_), None, Some(_)) => Err(invalid("to_moves", "with `line`, use `to` instead")),
        }
    }
}

fn parse_line(variant: Variant, field: &str, text: &str) -> Result<Line, RequestError> {
    if text.len() > MAX_LINE_TEXT_LENGTH {
        let message = format!("too long: at most {MAX_LINE_LENGTH} steps are allowed");
        return Err(invalid(field, &message));
    }
    Line::parse(variant.alphabet(), text.trim())
        .map_err(|error| RequestError::new(Code::InvalidValue, field, error))
}

fn invalid(field: &str, message: &str) -> RequestError {
    RequestError::new(Code::InvalidValue, field, message)
}

fn missing(field: &str, message: &str) -> RequestError {
    RequestError::new(Code::MissingField, field, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_book::Verdict;

    fn read(json: &str) -> Result<ConditionalEdit, RequestError> {
        let edit: EditItem = serde_json::from_str(json).unwrap();
        edit.parse(Variant::GO)
    }

    #[test]
    fn a_node_is_the_same_by_its_line_and_by_its_moves() {
        let good = Patch { verdict: Some(Some(Verdict::Good)), ..Patch::default() };
        let wanted = Edit::Set { line: "DDCFFC".parse().unwrap(), patch: good };
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
    fn the_target_of_a_move_is_parsed_like_the_line() {
        // From the 4-4 to the 3-4 point away from the approach: Q16 to R16 with O17, Q16 to Q17
        // with R14.
        for json in [
            r#"{"op": "move", "line": "DDCF", "to": "DCCF"}"#,
            r#"{"op": "move", "moves": "Q16,O17", "to_moves": "R16,O17"}"#,
            r#"{"op": "move", "moves": "Q16,R14", "to_moves": "Q17,R14"}"#,
        ] {
            let Edit::Move { line, to } = read(json).unwrap().edit else { panic!("{json}") };
            let found = (line.to_string(), to.to_string());
            assert_eq!(found, ("DDCF".into(), "DCCF".into()), "{json}");
        }
    }

    #[test]
    fn expected_revisions_are_parsed() {
        let json = r#"{"op": "delete", "line": "DD", "if_match": 7, "seen_version": 12}"#;
        let wanted = EditBasis { revision: 7, version: Some(12) };
        assert_eq!(read(json).unwrap().seen, Some(wanted));
    }

    #[test]
    fn errors_name_the_invalid_field() {
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
        check(r#"{"op": "move", "moves": "Q16", "to_moves": "D4"}"#, "to_moves");
        check(r#"{"op": "add", "line": "DD", "if_match": 1}"#, "if_match");
        check(r#"{"op": "set", "line": "DD", "fields": {"verdict": "best"}}"#, "fields.verdict");
    }
}
