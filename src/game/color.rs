//! The colour of a player or a stone.

use std::fmt;
use std::str::FromStr;

use strum::{IntoStaticStr, VariantArray};
use thiserror::Error;

use super::Side;

/// One of the two players, and the colour of that player's stones. Black sorts first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray,
)]
pub enum Color {
    /// The player that moves first on an empty board.
    #[default]
    #[strum(serialize = "B")]
    Black,
    /// The other player.
    #[strum(serialize = "W")]
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The other player.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The side of a line that this colour has where Black begins it.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::Black => Side::First,
            Self::White => Side::Second,
        }
    }

    /// The colour of a side of a line that Black begins.
    #[must_use]
    pub const fn from_side(side: Side) -> Self {
        match side {
            Side::First => Self::Black,
            Side::Second => Self::White,
        }
    }

    /// The capitalized name, for the beginning of a sentence: `Black` or `White`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    /// The letter of this colour in SGF, GTP and the diagrams: `B` or `W`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

/// Writes `black` or `white`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// Parses `b`, `w`, `black` or `white` in any case.
impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        if is("b") || is("black") {
            Ok(Self::Black)
        } else if is("w") || is("white") {
            Ok(Self::White)
        } else {
            Err(ParseColorError::BLACK_OR_WHITE)
        }
    }
}

/// The error for a text that names no colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("invalid colour: expected {0}")]
pub struct ParseColorError(&'static str);

impl ParseColorError {
    pub(super) const BLACK_OR_WHITE: ParseColorError = ParseColorError("b, w, black or white");
    pub(super) const RED_OR_BLACK: ParseColorError = ParseColorError("r, b, red or black");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opposite_of_the_opposite_is_the_colour_itself() {
        for color in Color::ALL {
            assert_ne!(color.opposite(), color);
            assert_eq!(color.opposite().opposite(), color);
        }
    }

    #[test]
    fn every_text_form_reads_back() {
        for color in Color::ALL {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(color.letter().to_string().parse(), Ok(color));
        }
        assert_eq!("BLack".parse(), Ok(Color::Black));
        assert_eq!("w".parse(), Ok(Color::White));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", " b", "bl", "grey", "blacks", "schwarz", "Ｂ"] {
            assert_eq!(text.parse::<Color>(), Err(ParseColorError::BLACK_OR_WHITE), "{text:?}");
        }
    }

    #[test]
    fn black_sorts_first() {
        assert!(Color::Black < Color::White);
    }
}
