//! Engines' evaluations of corner positions, to be stored and as stored.

use joseki_game::Color;

/// An engine's evaluation of a corner position, alone on an empty board of 19 lines.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionEvaluation {
    /// The position, conditions and engine.
    pub key: EvaluationKey,
    /// The number of visits requested.
    pub requested: u32,
    /// The number of visits reached.
    pub visits: u32,
    /// The win rate of the side to move, 0 to 1.
    pub win_rate: f64,
    /// The lead of the side to move in points, including komi.
    pub lead: f64,
    /// The standard deviation of the final score in points, if the engine reports it.
    pub stdev: Option<f64>,
    /// Time of the evaluation, in microseconds since 1970 UTC.
    pub at: i64,
}

/// What was evaluated and by which engine; unique per evaluation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EvaluationKey {
    /// The key of the position, see [`joseki_game::PositionKey`].
    pub position: u64,
    /// The colour to move, as the position was oriented: komi is White's.
    pub to_play: Color,
    /// The engine with its version and network.
    pub engine: String,
    /// The rules, under the engine's name for them.
    pub rules: String,
    /// Komi in half points.
    pub komi: i16,
}

impl PositionEvaluation {
    /// Checks whether it replaces another evaluation of the same key: more visits win, then the
    /// later one. The remaining values only break ties, so the result does not depend on order of
    /// arrival.
    #[must_use]
    pub fn is_better_than(&self, other: &PositionEvaluation) -> bool {
        let rank = |one: &PositionEvaluation| (one.visits, one.at, one.requested);
        let values = |one: &PositionEvaluation| [one.win_rate, one.lead, one.stdev.unwrap_or(-1.0)];
        let by_values = || {
            let pairs = values(self).into_iter().zip(values(other));
            let mut orders = pairs.map(|(own, other)| own.total_cmp(&other));
            orders.find(|order| order.is_ne()).is_some_and(|order| order.is_gt())
        };
        match rank(self).cmp(&rank(other)) {
            std::cmp::Ordering::Equal => by_values(),
            order => order.is_gt(),
        }
    }

    /// Returns what makes the evaluation implausible, if anything does.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        let within = |value: f64, bound: f64| value.is_finite() && value.abs() <= bound;
        match () {
            () if self.key.engine.is_empty() => Some("its engine has no name"),
            () if self.key.rules.is_empty() => Some("its rules have no name"),
            () if !(-300..=300).contains(&self.key.komi) => Some("its komi is beyond 150 points"),
            () if self.requested == 0 || self.visits == 0 => Some("it has no visits"),
            () if !(0.0..=1.0).contains(&self.win_rate) => {
                Some("its win rate is not between 0 and 1")
            }
            () if !within(self.lead, 1000.0) => Some("its lead is beyond 1000 points"),
            () if !self.stdev.is_none_or(|stdev| stdev >= 0.0 && within(stdev, 1000.0)) => {
                Some("its deviation is not between 0 and 1000 points")
            }
            () => None,
        }
    }
}
