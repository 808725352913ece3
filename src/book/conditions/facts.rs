//! What was seen on the board when a condition was checked.

use super::region::Region;
use crate::game::go::{LadderReading, Point, PointSet};
use crate::game::{Color, Step};

/// One thing that was seen, from which a door makes a reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// What stands at a point.
    Stone(Point, Option<Color>),
    /// A step is off this board.
    OffBoard(Step),
    /// How the ladder of the chain at a point goes.
    Ladder(Point, LadderReading),
    /// There is no stone at the point whose ladder is asked about, after what is played before.
    NothingToChase(Point),
    /// A move that is played before the ladder is not possible on this board.
    NotPlayable(Color, Point),
    /// How many stones Black and White have in a region.
    Region {
        /// The region, in the frame.
        region: Region,
        /// Its points on the board; empty if the board is too small for it.
        points: PointSet,
        /// Black stones in it.
        black: u32,
        /// White stones in it.
        white: u32,
    },
    /// A move outside the corner with which a colour threatens to take the stones at a point.
    KoThreat {
        /// Who threatens.
        color: Color,
        /// The move.
        point: Point,
        /// A stone that it threatens to take.
        target: Point,
    },
    /// There is nothing outside the corner that a colour could threaten.
    NothingToThreaten(Color),
    /// No threat was found by looking for ataris, which does not find all.
    NoThreatFound(Color),
}

impl Fact {
    /// The points that it speaks of.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        match self {
            Fact::Stone(point, _)
            | Fact::Ladder(point, _)
            | Fact::NothingToChase(point)
            | Fact::NotPlayable(_, point) => vec![*point],
            Fact::KoThreat { point, target, .. } => vec![*point, *target],
            Fact::OffBoard(_)
            | Fact::Region { .. }
            | Fact::NothingToThreaten(_)
            | Fact::NoThreatFound(_) => Vec::new(),
        }
    }
}
