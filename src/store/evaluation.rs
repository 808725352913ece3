//! Engines' evaluations of positions and of the moves in them, to be stored and as stored.

use joseki_game::{Color, Step};

/// An engine's evaluation of a corner position on a board of 19 lines, or of a whole board.
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
    /// The moves of the search, the best first; at most [`PositionEvaluation::MAX_MOVES`].
    pub moves: Vec<StoredChoice>,
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
    /// The name of the whole board on which the position was placed, 1 to 40 of `a-z0-9-`:
    /// [`EvaluationKey::EMPTY_BOARD`] for a corner alone, and for positions that are whole boards.
    pub board: String,
}

/// A move of an engine's search, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoredChoice {
    /// The step in the orientation of the position's key, into which
    /// [`joseki_game::PositionKey::by`] leads; the tenuki for all moves elsewhere.
    pub step: Step,
    /// The number of visits.
    pub visits: u32,
    /// The win rate after it, 0 to 1.
    pub win_rate: f64,
    /// The lead after it in points, including komi.
    pub lead: f64,
    /// The engine's policy before the search, 0 to 1, if it reports it.
    pub policy: Option<f64>,
}

impl EvaluationKey {
    /// The name of the board without other stones.
    pub const EMPTY_BOARD: &str = "empty";
    /// Maximum number of characters in the name of a board.
    const MAX_BOARD: usize = 40;

    fn has_valid_board(&self) -> bool {
        let is_known = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        (1..=Self::MAX_BOARD).contains(&self.board.len()) && self.board.bytes().all(is_known)
    }
}

impl StoredChoice {
    fn values(&self) -> [f64; 5] {
        let policy = self.policy.unwrap_or(-1.0);
        [self.step.code().into(), self.visits.into(), self.win_rate, self.lead, policy]
    }

    fn is_plausible(&self) -> bool {
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        is_share(self.win_rate) && is_lead(self.lead) && self.policy.is_none_or(is_share)
    }
}

fn is_lead(points: f64) -> bool {
    (-1000.0..=1000.0).contains(&points)
}

impl PositionEvaluation {
    /// Maximum number of moves.
    pub const MAX_MOVES: usize = 32;

    /// Checks whether it replaces another evaluation of the same key: more visits win, then the
    /// later one. The remaining values only break ties, so the result does not depend on order of
    /// arrival.
    #[must_use]
    pub fn is_better_than(&self, other: &PositionEvaluation) -> bool {
        let rank = |one: &PositionEvaluation| (one.visits, one.at, one.requested);
        let values = |one: &PositionEvaluation| {
            let values = [one.win_rate, one.lead, one.stdev.unwrap_or(-1.0)];
            let moves = one.moves.iter().flat_map(StoredChoice::values);
            values.into_iter().chain(moves).collect::<Vec<f64>>()
        };
        let by_values = || {
            let (own, others) = (values(self), values(other));
            let mut orders = own.iter().zip(&others).map(|(own, other)| own.total_cmp(other));
            let order = orders.find(|order| order.is_ne());
            order.unwrap_or_else(|| own.len().cmp(&others.len()))
        };
        rank(self).cmp(&rank(other)).then_with(by_values).is_gt()
    }

    /// Returns what makes the evaluation implausible, if anything does.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        match () {
            () if self.key.engine.is_empty() => Some("its engine has no name"),
            () if self.key.rules.is_empty() => Some("its rules have no name"),
            () if !(-300..=300).contains(&self.key.komi) => Some("its komi is beyond 150 points"),
            () if self.requested == 0 || self.visits == 0 => Some("it has no visits"),
            () if !(0.0..=1.0).contains(&self.win_rate) => {
                Some("its win rate is not between 0 and 1")
            }
            () if !is_lead(self.lead) => Some("its lead is beyond 1000 points"),
            () if !self.stdev.is_none_or(|stdev| (0.0..=1000.0).contains(&stdev)) => {
                Some("its deviation is not between 0 and 1000 points")
            }
            () if !self.key.has_valid_board() => {
                Some("the name of its board is not 1 to 40 of a-z, 0-9 and -")
            }
            () if self.moves.len() > Self::MAX_MOVES => Some("it has more than 32 moves"),
            () if !self.moves.iter().all(StoredChoice::is_plausible) => {
                Some("a number of one of its moves is out of range")
            }
            () => None,
        }
    }
}
