//! The coordinates that a caller writes points in.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::go::{BoardSize, Move, ParsePointError, Point, PointSet};

/// How points are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Coords {
    /// As in GTP: `Q16`, columns A to T without I from the left, rows from the bottom.
    #[default]
    Gtp,
    /// As in SGF: `pd`, column and row from the upper left.
    Sgf,
}

impl Coords {
    /// A point's text.
    #[must_use]
    pub fn point(self, point: Point, size: BoardSize) -> String {
        match self {
            Coords::Gtp => point.to_gtp(size),
            Coords::Sgf => point.to_sgf(),
        }
    }

    /// The point of a text.
    ///
    /// # Errors
    /// It is none, or off the board.
    pub fn parse_point(self, text: &str, size: BoardSize) -> Result<Point, ParsePointError> {
        match self {
            Coords::Gtp => Point::from_gtp(text, size),
            Coords::Sgf => Point::from_sgf(text, size),
        }
    }

    /// The move of a text; a pass is `pass`, in SGF also nothing.
    ///
    /// # Errors
    /// As [`Coords::parse_point`].
    pub fn parse_move(self, text: &str, size: BoardSize) -> Result<Move, ParsePointError> {
        match self {
            _ if text.eq_ignore_ascii_case("pass") => Ok(Move::Pass),
            Coords::Gtp => Move::from_gtp(text, size),
            Coords::Sgf => Move::from_sgf(text, size),
        }
    }
}

/// Writes points of a board as its caller does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Say {
    pub(super) coords: Coords,
    pub(super) size: BoardSize,
}

impl Say {
    pub(super) fn point(self, point: Point) -> String {
        self.coords.point(point, self.size)
    }

    /// The points of a set in reading order.
    pub(super) fn points(self, points: PointSet) -> Vec<String> {
        points.iter().map(|point| self.point(point)).collect()
    }
}
