//! Coordinate systems of requests and responses.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::go::PointSet;
use crate::game::{BoardSize, Move, ParsePointError, Point};

/// Notation of points.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Coords {
    /// As in GTP and on printed boards: Q16.
    #[default]
    Gtp,
    /// As in SGF: pd.
    Sgf,
}

impl Coords {
    /// Returns the text of a point.
    #[must_use]
    pub fn point(self, point: Point, size: BoardSize) -> String {
        match self {
            Coords::Gtp => point.to_gtp(size),
            Coords::Sgf => point.to_sgf(),
        }
    }

    /// Parses a point.
    ///
    /// # Errors
    /// The text is not a point, or is off the board.
    pub fn parse_point(self, text: &str, size: BoardSize) -> Result<Point, ParsePointError> {
        match self {
            Coords::Gtp => Point::from_gtp(text, size),
            Coords::Sgf => Point::from_sgf(text, size),
        }
    }

    /// Parses a move; a pass is `pass`, in SGF also the empty text.
    ///
    /// # Errors
    /// See [`Coords::parse_point`].
    pub fn parse_move(self, text: &str, size: BoardSize) -> Result<Move, ParsePointError> {
        match self {
            _ if text.eq_ignore_ascii_case("pass") => Ok(Move::Pass),
            Coords::Gtp => Move::from_gtp(text, size),
            Coords::Sgf => Move::from_sgf(text, size),
        }
    }
}

/// Writes the points of a board in the client's notation.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointWriter {
    pub(super) coords: Coords,
    pub(super) size: BoardSize,
}

impl PointWriter {
    pub(super) fn point(self, point: Point) -> String {
        self.coords.point(point, self.size)
    }

    /// Returns the points of a set in reading order.
    pub(super) fn points(self, points: PointSet) -> Vec<String> {
        points.iter().map(|point| self.point(point)).collect()
    }
}
