//! What engines say of corner positions, on its way into the store and out of it.

use crate::game::Color;

/// What an engine says of a corner position, alone on an empty board of 19 lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// What it is of, and by whom.
    pub key: EvaluationKey,
    /// The visits that were asked for.
    pub asked: u32,
    /// The visits that it has.
    pub visits: u32,
    /// The win rate of the side that is to move, 0 to 1.
    pub win_rate: f64,
    /// By how many points the side that is to move leads, komi counted.
    pub lead: f64,
    /// The standard deviation of the final score in points, if the engine says it.
    pub stdev: Option<f64>,
    /// When it was made, in microseconds since 1970 UTC.
    pub at: i64,
}

/// What an evaluation is of and by whom. There is one of each at most.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EvaluationKey {
    /// The key of the position, see [`crate::book::PositionKey`].
    pub position: u64,
    /// The colour that is to move, as the position was laid: komi is White's.
    pub to_play: Color,
    /// The engine with its version and network.
    pub engine: String,
    /// The rules, by the name that the engine knows.
    pub rules: String,
    /// Komi in half points.
    pub komi: i16,
}

/// What became of evaluations that came in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvaluationsEntered {
    /// Those that came in.
    pub added: u64,
    /// Those that took the place of one with fewer visits, or of an older one.
    pub updated: u64,
    /// Those that were there, or are worse than one that was.
    pub known: u64,
}

impl Evaluation {
    /// Whether it takes the place of another of the same key: more visits, then the later one. All else only so
    /// that one of two is better, whichever came first.
    #[must_use]
    pub fn is_better_than(&self, other: &Evaluation) -> bool {
        let rank = |one: &Evaluation| (one.visits, one.at, one.asked);
        let values = |one: &Evaluation| [one.win_rate, one.lead, one.stdev.unwrap_or(-1.0)];
        let by_values = || {
            let pairs = values(self).into_iter().zip(values(other));
            let mut orders = pairs.map(|(own, other)| own.total_cmp(&other));
            orders
                .find(|order| order.is_ne())
                .is_some_and(|order| order.is_gt())
        };
        match rank(self).cmp(&rank(other)) {
            std::cmp::Ordering::Equal => by_values(),
            order => order.is_gt(),
        }
    }

    /// What makes it one that no engine says, if anything does.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        let within = |value: f64, bound: f64| value.is_finite() && value.abs() <= bound;
        match () {
            () if self.key.engine.is_empty() => Some("its engine has no name"),
            () if self.key.rules.is_empty() => Some("its rules have no name"),
            () if !(-300..=300).contains(&self.key.komi) => Some("its komi is past 150 points"),
            () if self.asked == 0 || self.visits == 0 => Some("it has no visit"),
            () if !(0.0..=1.0).contains(&self.win_rate) => {
                Some("its win rate is not within 0 and 1")
            }
            () if !within(self.lead, 1000.0) => Some("its lead is past 1000 points"),
            () if !self
                .stdev
                .is_none_or(|stdev| stdev >= 0.0 && within(stdev, 1000.0)) =>
            {
                Some("its deviation is not within 0 and 1000 points")
            }
            () => None,
        }
    }
}

impl EvaluationsEntered {
    /// Adds others.
    pub fn add(&mut self, other: EvaluationsEntered) {
        self.added += other.added;
        self.updated += other.updated;
        self.known += other.known;
    }
}
