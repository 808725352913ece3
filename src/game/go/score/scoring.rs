//! The parameters of a count.

use std::fmt;
use std::fmt::{Display, Formatter};

use super::ScoringRules;
use crate::{
    Color,
    go::{BoardSize, Point, PointSet},
};

/// The parameters of a count besides the board. A given stone stands for its whole chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Scoring {
    /// The rule set.
    pub rules: ScoringRules,
    /// White's compensation for moving second, in points.
    pub komi: f64,
    /// Dead stones, of both colours.
    pub dead: PointSet,
    /// Stones in seki; `None` to find them by the rule of [`super::seki_stones`].
    pub seki: Option<PointSet>,
    /// Stones captured by Black, by White, before the board was set up; added to those of the
    /// position.
    pub prisoners: [u32; 2],
}

impl Scoring {
    /// Creates the default: all stones alive, seki to be found, no prisoners besides the
    /// position's.
    #[must_use]
    pub const fn new(rules: ScoringRules, komi: f64) -> Self {
        Self { rules, komi, dead: PointSet::EMPTY, seki: None, prisoners: [0; 2] }
    }
}

/// The reason why a board cannot be counted: a given point has no stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreError {
    /// Among the dead stones.
    Dead(Point, BoardSize),
    /// Among the stones in seki.
    Seki(Point, BoardSize),
}

impl ScoreError {
    /// The field that contains the point: `dead` or `seki`.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            ScoreError::Dead(..) => "dead",
            ScoreError::Seki(..) => "seki",
        }
    }

    /// The point without a stone.
    #[must_use]
    pub const fn point(self) -> Point {
        match self {
            ScoreError::Dead(point, _) | ScoreError::Seki(point, _) => point,
        }
    }
}

impl Display for ScoreError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (ScoreError::Dead(point, size) | ScoreError::Seki(point, size)) = *self;
        let text = if size.contains(point) { point.to_gtp(size) } else { point.to_sgf() };
        write!(f, "{}: no stone on {text}", self.field())
    }
}

impl std::error::Error for ScoreError {}

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
