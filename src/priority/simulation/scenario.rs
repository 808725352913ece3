//! The stories that policies are put through.

use std::ops::Range;

use super::world::OPPONENTS;

/// The last so many rounds are looked at for the mean result.
pub const LAST: u64 = 500;

/// A story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scenario {
    /// Nothing changes.
    Stationary,
    /// All opponents change after half of the rounds.
    Change,
    /// New opponents come to a book that has seen others.
    New,
    /// The opponents learn from their results, too.
    Adversary,
}

/// Rounds in which the same opponents play.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Which rounds.
    pub rounds: Range<u64>,
    /// Which opponents play one game in each.
    pub opponents: Range<usize>,
    /// The version of the opponents.
    pub version: usize,
    /// Whether their games are looked at.
    pub scored: bool,
}

impl Scenario {
    /// All of them, in the order of their tables.
    pub const ALL: [Scenario; 4] = [
        Scenario::Stationary,
        Scenario::Change,
        Scenario::New,
        Scenario::Adversary,
    ];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Scenario::Stationary => "stat",
            Scenario::Change => "change",
            Scenario::New => "new",
            Scenario::Adversary => "adv",
        }
    }

    /// The scenario of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Scenario> {
        { Scenario::ALL }
            .into_iter()
            .find(|scenario| scenario.name() == name)
    }

    /// After how many games of an opponent its regret is looked at. An opponent that learns leaves nothing
    /// to measure a regret by.
    #[must_use]
    pub fn checkpoints(self) -> &'static [u64] {
        match self {
            Scenario::Stationary | Scenario::Change => &[50, 100, 200, 500, 1000, 2000],
            Scenario::New => &[50, 100, 200, 500],
            Scenario::Adversary => &[],
        }
    }

    /// What happens, in order.
    pub fn phases(self) -> Vec<Phase> {
        let phase = |rounds, opponents, version, scored| Phase {
            rounds,
            opponents,
            version,
            scored,
        };
        let all = 0..OPPONENTS;
        match self {
            Scenario::Stationary | Scenario::Adversary => vec![phase(0..2000, all, 0, true)],
            Scenario::Change => vec![
                phase(0..1000, all.clone(), 0, true),
                phase(1000..2000, all, 1, true),
            ],
            Scenario::New => vec![
                phase(0..2000, 0..12, 0, false),
                phase(2000..2500, 12..OPPONENTS, 0, true),
            ],
        }
    }
}
