//! A player's turn, and its GTP and SGF texts.

use super::point::{ParsePointError, Point};
use super::size::BoardSize;
use super::square::Shift;

/// One turn: a stone on a point, a piece from one square to another, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone on this point.
    Play(Point),
    /// A piece goes from one square to another.
    Shift(Shift),
    /// No stone is played.
    Pass,
}

impl Move {
    /// The point of the stone; `None` for other moves.
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Play(point) => Some(point),
            Self::Shift(_) | Self::Pass => None,
        }
    }

    /// The GTP text: a point such as `Q16`, a move between squares such as `h2e2`, or `pass`.
    #[must_use]
    pub fn to_gtp(self, size: BoardSize) -> String {
        match self {
            Self::Play(point) => point.to_gtp(size),
            Self::Shift(shift) => shift.to_string(),
            Self::Pass => "pass".to_owned(),
        }
    }

    /// Parses a GTP text in any case.
    ///
    /// # Errors
    ///
    /// When the text is neither `pass` nor a point of the board; on the board of xiangqi, no move between
    /// squares.
    pub fn from_gtp(text: &str, size: BoardSize) -> Result<Self, ParsePointError> {
        if size == BoardSize::XIANGQI {
            return Self::between_squares(text);
        }
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        Point::from_gtp(text, size).map(Self::Play)
    }

    /// The SGF text: a point such as `pd`, a move between squares such as `h2e2`, or the empty text
    /// for a pass.
    #[must_use]
    pub fn to_sgf(self) -> String {
        match self {
            Self::Play(point) => point.to_sgf(),
            Self::Shift(shift) => shift.to_string(),
            Self::Pass => String::new(),
        }
    }

    /// Parses an SGF text. The empty text is a pass, and so is `tt` on boards of up to 19 lines, as
    /// FF\[3\] files write it.
    ///
    /// # Errors
    ///
    /// When the text is neither a pass nor a point of the board; on the board of xiangqi, no move between
    /// squares.
    pub fn from_sgf(text: &str, size: BoardSize) -> Result<Self, ParsePointError> {
        if size == BoardSize::XIANGQI {
            return Self::between_squares(text);
        }
        if text.is_empty() || (text == "tt" && size <= BoardSize::NINETEEN) {
            return Ok(Self::Pass);
        }
        Point::from_sgf(text, size).map(Self::Play)
    }

    fn between_squares(text: &str) -> Result<Self, ParsePointError> {
        let shift = Shift::parse(text).map(Self::Shift);
        shift.ok_or_else(|| ParsePointError::shift(text))
    }
}

impl From<Shift> for Move {
    fn from(shift: Shift) -> Self {
        Self::Shift(shift)
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Self {
        Self::Play(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TT: Move = Move::Play(Point::new(19, 19));

    #[test]
    fn every_move_of_every_board_reads_back() {
        for size in BoardSize::all() {
            for m in size.points().map(Move::Play).chain([Move::Pass]) {
                assert_eq!(Move::from_gtp(&m.to_gtp(size), size), Ok(m));
                assert_eq!(Move::from_sgf(&m.to_sgf(), size), Ok(m));
            }
        }
    }

    #[test]
    fn tt_is_a_pass_up_to_19_lines_and_a_point_beyond() {
        for size in BoardSize::all() {
            let expected = if size.get() <= 19 { Move::Pass } else { TT };
            assert_eq!(Move::from_sgf("tt", size), Ok(expected));
        }
    }

    #[test]
    fn a_gtp_pass_is_read_in_any_case() {
        for text in ["pass", "PASS", "Pass"] {
            assert_eq!(Move::from_gtp(text, BoardSize::NINETEEN), Ok(Move::Pass));
        }
        assert!(Move::from_gtp("", BoardSize::NINETEEN).is_err());
        assert!(Move::from_gtp("resign", BoardSize::NINETEEN).is_err());
        assert!(Move::from_sgf("pass", BoardSize::NINETEEN).is_err());
    }
}
