//! The margin of a game.

use std::fmt::{self, Display, Formatter};

use crate::game::Color;

/// The margin of a game: positive for Black, negative for White, 0 for a draw. Written as in GTP
/// and SGF: `B+3.5`, `W+12`, `0`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Score(pub f64);

impl Score {
    /// The winner; `None` for a draw.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self.0 {
            points if points > 0.0 => Some(Color::Black),
            points if points < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

impl Display for Score {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => write!(f, "{}+{}", winner.letter(), self.0.abs()),
            None => f.write_str("0"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_results() {
        for (points, text) in [(3.5, "B+3.5"), (-12.0, "W+12"), (0.0, "0"), (-0.0, "0")] {
            assert_eq!(Score(points).to_string(), text);
        }
    }
}
