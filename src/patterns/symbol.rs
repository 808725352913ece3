//! The symbols of a pattern.

use joseki_game::Color;

/// What a point of a pattern may be: a set of empty, black and white.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatternSymbol(u8);

impl PatternSymbol {
    /// Empty: `.`.
    pub const EMPTY: PatternSymbol = PatternSymbol(1);
    /// A black stone: `X`.
    pub const BLACK: PatternSymbol = PatternSymbol(2);
    /// A white stone: `O`.
    pub const WHITE: PatternSymbol = PatternSymbol(4);
    /// Empty or black: `x`.
    pub const NOT_WHITE: PatternSymbol = PatternSymbol(3);
    /// Empty or white: `o`.
    pub const NOT_BLACK: PatternSymbol = PatternSymbol(5);
    /// Anything: `*`.
    pub const ANY: PatternSymbol = PatternSymbol(7);

    /// All symbols.
    pub const ALL: [PatternSymbol; 6] = [
        PatternSymbol::EMPTY,
        PatternSymbol::BLACK,
        PatternSymbol::WHITE,
        PatternSymbol::NOT_WHITE,
        PatternSymbol::NOT_BLACK,
        PatternSymbol::ANY,
    ];

    /// Returns the symbol of a stone.
    #[must_use]
    pub const fn of_stone(color: Color) -> PatternSymbol {
        match color {
            Color::Black => PatternSymbol::BLACK,
            Color::White => PatternSymbol::WHITE,
        }
    }

    /// Returns 0 for empty, 1 for a black stone, 2 for a white one.
    pub(super) const fn code(self) -> u16 {
        self.0.trailing_zeros() as u16
    }

    /// Returns the symbol with a [`PatternSymbol::code`].
    pub(super) const fn from_code(code: u16) -> PatternSymbol {
        PatternSymbol(1 << code)
    }

    /// Parses a symbol.
    #[must_use]
    pub fn parse(letter: char) -> Option<PatternSymbol> {
        PatternSymbol::ALL.into_iter().find(|symbol| symbol.letter() == letter)
    }

    /// Returns the symbol's letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            PatternSymbol::EMPTY => '.',
            PatternSymbol::BLACK => 'X',
            PatternSymbol::WHITE => 'O',
            PatternSymbol::NOT_WHITE => 'x',
            PatternSymbol::NOT_BLACK => 'o',
            _ => '*',
        }
    }

    /// Returns the stone that must be there, if only one may be.
    #[must_use]
    pub const fn stone(self) -> Option<Color> {
        match self {
            PatternSymbol::BLACK => Some(Color::Black),
            PatternSymbol::WHITE => Some(Color::White),
            _ => None,
        }
    }

    /// Returns the symbol with exchanged colours.
    #[must_use]
    pub const fn exchanged(self) -> PatternSymbol {
        PatternSymbol(self.0 & 1 | (self.0 & 2) << 1 | (self.0 & 4) >> 1)
    }

    /// Whether a point that is empty or has a stone may be here.
    #[must_use]
    pub const fn allows(self, state: PatternSymbol) -> bool {
        self.0 & state.0 != 0
    }
}
