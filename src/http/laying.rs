//! Which node of a book an address means, and how its line lies on the board.

use axum::http::HeaderValue;

use super::code::Code;
use super::export::FirstMover;
use super::problem::Problem;
use crate::book::{Line, ParseLineError};
use crate::game::Color;
use crate::wire::{Coords, CornerChoice, HandednessChoice, Laid, RequestError};

/// What an address says of a node.
#[derive(Clone, Debug, Default)]
pub struct Laying {
    /// The line in the path; nothing where the path has none.
    pub steps: Option<String>,
    /// The moves on a board in the place of a line.
    pub moves: Option<String>,
    /// The corner of the line in the path.
    pub corner: Option<CornerChoice>,
    /// Which way the line in the path lies as it is written.
    pub handedness: Option<HandednessChoice>,
    /// Who moves first.
    pub color: Option<FirstMover>,
    /// How points are written.
    pub coords: Coords,
}

impl Laying {
    /// The node and how it lies.
    ///
    /// # Errors
    /// The parameter that makes no sense.
    pub fn laid(&self) -> Result<Laid, Problem> {
        match (&self.steps, &self.moves) {
            (Some(_), Some(_)) => {
                let message = "the path says the line already: leave the moves out";
                Err(RequestError::new("invalid_value", "moves", message).into())
            }
            (None, Some(moves)) => {
                self.check_unsaid_beside_moves()?;
                Ok(Laid::moves(moves, self.coords)?)
            }
            (steps, None) => {
                let line = parse_steps(steps.as_deref().unwrap_or_default())?;
                Ok(Laid::steps(
                    &line,
                    self.corner.unwrap_or_default(),
                    self.handedness.unwrap_or_default(),
                    self.color.map_or(Color::Black, FirstMover::color),
                    self.coords,
                ))
            }
        }
    }

    /// The parameter or part of the path that says the line, for problems.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self.moves {
            Some(_) => "moves",
            None => "steps",
        }
    }

    fn check_unsaid_beside_moves(&self) -> Result<(), RequestError> {
        let said = [
            ("corner", self.corner.is_some()),
            ("handedness", self.handedness.is_some()),
            ("color", self.color.is_some()),
        ];
        match said.into_iter().find(|(_, is_said)| *is_said) {
            Some((field, _)) => {
                let message = "the moves say it already: leave it out";
                Err(RequestError::new("invalid_value", field, message))
            }
            None => Ok(()),
        }
    }
}

/// A line in a path or a parameter `steps`.
///
/// # Errors
/// It is none.
pub fn parse_steps(steps: &str) -> Result<Line, Problem> {
    steps.parse().map_err(|error: ParseLineError| {
        Problem::new(Code::InvalidLine, error.to_string()).field("steps")
    })
}

/// Where a new thing is.
#[must_use]
pub fn location(path: &str) -> Option<HeaderValue> {
    // Names of books and lines are letters, digits, dots, dashes and underscores.
    HeaderValue::try_from(path).ok()
}
