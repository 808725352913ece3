//! Resolves a node and its orientation on the board from a URL.

use axum::http::HeaderValue;

use crate::error::problem::Problem;
use joseki_book::{Line, ParseLineError};
use joseki_game::go::Handedness;
use joseki_game::{Color, Corner, Variant};
use joseki_service::Code;
use joseki_wire::{Coords, OrientedLine, RequestError, frame_of};

/// A node as the URL addresses it.
#[derive(Clone, Debug, Default)]
pub struct NodeOrientation {
    /// The line in the path; `None` if the path has none.
    pub steps: Option<String>,
    /// Moves on a board instead of a line.
    pub moves: Option<String>,
    /// Corner of the line in the path.
    pub corner: Option<Corner>,
    /// Orientation of the line in the path as written.
    pub handedness: Option<Handedness>,
    /// Colour of the first move.
    pub color: Option<Color>,
    /// Notation of points.
    pub coords: Coords,
}

impl NodeOrientation {
    /// Resolves the node and its orientation.
    ///
    /// # Errors
    /// An invalid parameter.
    pub fn resolve(&self, variant: Variant) -> Result<OrientedLine, Problem> {
        match (&self.steps, &self.moves) {
            (Some(_), Some(_)) => {
                let message = "conflicts with the line in the path: omit the moves";
                Err(RequestError::new(Code::InvalidValue, "moves", message).into())
            }
            (None, Some(moves)) => {
                self.check_conflicts_with_moves()?;
                Ok(OrientedLine::from_moves(variant, moves, self.coords)?)
            }
            (steps, None) => {
                let line = parse_steps(variant, steps.as_deref().unwrap_or_default())?;
                let frame = frame_of(variant, self.corner, self.handedness)?;
                let first = self.color.unwrap_or_default();
                Ok(OrientedLine::from_steps(variant, &line, frame, first, self.coords))
            }
        }
    }

    /// Returns the name of the parameter or path segment that holds the line, for problems.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self.moves {
            Some(_) => "moves",
            None => "steps",
        }
    }

    fn check_conflicts_with_moves(&self) -> Result<(), RequestError> {
        let said = [
            ("corner", self.corner.is_some()),
            ("handedness", self.handedness.is_some()),
            ("color", self.color.is_some()),
        ];
        match said.into_iter().find(|(_, is_said)| *is_said) {
            Some((field, _)) => {
                let message = "already determined by the moves: omit it";
                Err(RequestError::new(Code::InvalidValue, field, message))
            }
            None => Ok(()),
        }
    }
}

/// Parses a line from a path or a parameter `steps`.
///
/// # Errors
/// It is not a valid step string.
pub fn parse_steps(variant: Variant, steps: &str) -> Result<Line, Problem> {
    Line::parse(variant.alphabet(), steps).map_err(|error: ParseLineError| {
        Problem::new(Code::InvalidLine, error.to_string()).field("steps")
    })
}

/// Returns the `Location` header of a new resource.
#[must_use]
pub fn location(path: &str) -> Option<HeaderValue> {
    // Book names and lines have no characters that need escaping.
    HeaderValue::try_from(path).ok()
}
