//! Whether a move belongs to a region.

use super::go::{CornerStones, Reach};
use super::{BoardSize, Region, Step};

/// The stones of one reading of a region: they decide which further stones belong to it.
#[derive(Clone, Copy, Debug)]
pub enum RegionStones {
    /// Those of a corner.
    Corner(CornerStones),
    /// Every stone is on the board.
    Board,
}

impl RegionStones {
    /// Creates the stones of a region that is empty.
    #[must_use]
    pub fn new(region: Region) -> RegionStones {
        match region {
            Region::Corner(_) => RegionStones::Corner(CornerStones::default()),
            Region::Board => RegionStones::Board,
        }
    }

    /// Whether a stone can belong to a region at all, whatever it contains.
    #[must_use]
    pub fn may_reach(region: Region, step: Step, size: BoardSize) -> bool {
        match region {
            Region::Corner(_) => CornerStones::may_reach(step, size),
            Region::Board => true,
        }
    }

    /// Adds a stone, which stays after it is captured. A tenuki is ignored.
    pub fn add(&mut self, step: Step) {
        match self {
            RegionStones::Corner(stones) => stones.add(step),
            RegionStones::Board => {}
        }
    }

    /// Classifies a further stone.
    #[must_use]
    #[inline]
    pub fn reach(&self, step: Step, size: BoardSize) -> Reach {
        match self {
            RegionStones::Corner(stones) => stones.reach(step, size),
            RegionStones::Board if step.is_tenuki() => Reach::Elsewhere,
            RegionStones::Board => Reach::Near,
        }
    }
}
