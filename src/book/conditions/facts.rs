//! Facts: the observations on the board that decide a condition.

use super::region::ConditionRegion;
use joseki_game::go::{LadderReading, PointSet};
use joseki_game::{Color, Point, Step};

/// One observation, which [`super::FactWriter`] puts into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The stone at a point, if any.
    Stone(Point, Option<Color>),
    /// A step that is off this board.
    OffBoard(Step),
    /// The ladder of the chain at a point.
    Ladder(Point, LadderReading),
    /// A ladder whose point has no stone after the preceding moves.
    NothingToChase(Point),
    /// A move before the ladder that is illegal on this board.
    NotPlayable(Color, Point),
    /// The number of black and white stones in a region.
    ConditionRegion {
        /// The region, in the frame.
        region: ConditionRegion,
        /// Its points on the board; empty if the board is too small for it.
        points: PointSet,
        /// Black stones in it.
        black: u32,
        /// White stones in it.
        white: u32,
    },
    /// A move outside the corner by which a colour threatens to capture the stones at a point.
    KoThreat {
        /// The colour that threatens.
        color: Color,
        /// The threatening move.
        point: Point,
        /// One of the threatened stones.
        target: Point,
    },
    /// A colour has nothing to threaten outside the corner.
    NothingToThreaten(Color),
    /// The search, which looks for ataris only and so is incomplete, found no threat.
    NoThreatFound(Color),
}

impl Fact {
    /// The points that the fact mentions.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        match self {
            Fact::Stone(point, _)
            | Fact::Ladder(point, _)
            | Fact::NothingToChase(point)
            | Fact::NotPlayable(_, point) => vec![*point],
            Fact::KoThreat { point, target, .. } => vec![*point, *target],
            Fact::OffBoard(_)
            | Fact::ConditionRegion { .. }
            | Fact::NothingToThreaten(_)
            | Fact::NoThreatFound(_) => Vec::new(),
        }
    }
}
