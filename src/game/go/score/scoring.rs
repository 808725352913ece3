//! All that a count depends on beside the board.

use std::fmt::{self, Display, Formatter};

use super::ScoringRules;
use crate::game::go::{BoardSize, Point, PointSet};

/// All that a count depends on beside the board. A named stone stands for its whole chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Scoring {
    /// How it is counted.
    pub rules: ScoringRules,
    /// What White gets for moving second, in points.
    pub komi: f64,
    /// Dead stones, of both colours.
    pub dead: PointSet,
    /// Stones in seki; none given: they are found by the rule of [`super::Count::of`].
    pub seki: Option<PointSet>,
    /// Stones taken by Black, by White, before the board was set up. They are added to those of the position.
    pub prisoners: [u32; 2],
}

impl Scoring {
    /// All stones alive, seki to be found, no prisoners beside the position's.
    #[must_use]
    pub const fn new(rules: ScoringRules, komi: f64) -> Self {
        Self {
            rules,
            komi,
            dead: PointSet::EMPTY,
            seki: None,
            prisoners: [0; 2],
        }
    }
}

/// Why a board is not counted: a point that was named has no stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreError {
    /// Among the dead stones.
    Dead(Point, BoardSize),
    /// Among the stones in seki.
    Seki(Point, BoardSize),
}

impl ScoreError {
    /// The field that names the point: `dead` or `seki`.
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
        let text = if size.contains(point) {
            point.to_gtp(size)
        } else {
            point.to_sgf()
        };
        write!(f, "{}: there is no stone on {text}", self.field())
    }
}

impl std::error::Error for ScoreError {}
