//! Coordinate systems of requests and responses.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::go::PointSet;
use crate::game::{BoardSize, Game, Move, ParsePointError, Point};

/// Notation of points.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, ValueEnum,
)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum Coords {
    /// As in GTP and on printed boards: Q16. In renju and gomoku as their players write points.
    #[default]
    Gtp,
    /// As in renju and gomoku: h8, with the column i.
    LetterNumber,
    /// As in SGF: pd.
    Sgf,
}

impl Coords {
    /// Returns the notation for a game: players of renju and gomoku count the column I.
    #[must_use]
    pub const fn for_game(self, game: Game) -> Coords {
        match self {
            Coords::Gtp if game.five_rules().is_some() => Coords::LetterNumber,
            other => other,
        }
    }

    /// Returns the text of a point.
    #[must_use]
    pub fn point(self, point: Point, size: BoardSize) -> String {
        match self {
            Coords::Gtp => point.to_gtp(size),
            Coords::LetterNumber => point.to_letter_number(size),
            Coords::Sgf => point.to_sgf(),
        }
    }

    /// Returns the text of a move; a pass is `pass`.
    #[must_use]
    pub fn move_text(self, played: Move, size: BoardSize) -> String {
        match played {
            Move::Play(point) => self.point(point, size),
            Move::Pass => "pass".to_owned(),
        }
    }

    /// Parses a point.
    ///
    /// # Errors
    /// The text is not a point, or is off the board.
    pub fn parse_point(self, text: &str, size: BoardSize) -> Result<Point, ParsePointError> {
        match self {
            Coords::Gtp => Point::from_gtp(text, size),
            Coords::LetterNumber => Point::from_letter_number(text, size),
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
            Coords::LetterNumber if text == "--" => Ok(Move::Pass),
            Coords::LetterNumber => Point::from_letter_number(text, size).map(Move::Play),
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
