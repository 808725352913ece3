//! Scenarios in which policies are tested.

use std::ops::Range;

use strum::{IntoStaticStr, VariantArray};

use super::world::OPPONENTS;

/// Number of rounds at the end over which the mean result is taken.
pub const LAST: u64 = 500;

/// Scenario of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Scenario {
    /// Nothing changes.
    #[strum(serialize = "stat")]
    Stationary,
    /// All opponents change after half of the rounds.
    Change,
    /// New opponents meet a book that has learned from others.
    New,
    /// The opponents learn from their results as well.
    #[strum(serialize = "adv")]
    Adversary,
}

/// Rounds in which the same opponents play.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Range of rounds.
    pub rounds: Range<u64>,
    /// Opponents that play one game in each round.
    pub opponents: Range<usize>,
    /// Version of the opponents.
    pub version: usize,
    /// Whether their games are scored.
    pub scored: bool,
}

impl Scenario {
    /// Returns the numbers of games per opponent at which the regret is measured. None against
    /// learning opponents, for which regret is undefined.
    #[must_use]
    pub fn checkpoints(self) -> &'static [u64] {
        match self {
            Scenario::Stationary | Scenario::Change => &[50, 100, 200, 500, 1000, 2000],
            Scenario::New => &[50, 100, 200, 500],
            Scenario::Adversary => &[],
        }
    }

    /// Returns the phases in order.
    pub fn phases(self) -> Vec<Phase> {
        let phase =
            |rounds, opponents, version, scored| Phase { rounds, opponents, version, scored };
        let all = 0..OPPONENTS;
        match self {
            Scenario::Stationary | Scenario::Adversary => vec![phase(0..2000, all, 0, true)],
            Scenario::Change => {
                vec![phase(0..1000, all.clone(), 0, true), phase(1000..2000, all, 1, true)]
            }
            Scenario::New => {
                vec![phase(0..2000, 0..12, 0, false), phase(2000..2500, 12..OPPONENTS, 0, true)]
            }
        }
    }
}
