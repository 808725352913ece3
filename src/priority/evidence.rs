//! Evidence about the moves of a position, and the opponent it is evaluated for.

use super::prior::PriorEvidence;

/// Evidence about one move. The other moves of its position are its siblings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Edge {
    /// Evidence before any result: verdict, counted games, engines.
    pub prior: PriorEvidence,
    /// Games against opponents of other classes; of all classes if none is given.
    pub others: PooledGames,
    /// Games against opponents of the given class, without those of the opponent.
    pub class: PooledGames,
    /// Games against the opponent.
    pub own: OpponentGames,
}

/// Games of many opponents with a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PooledGames {
    /// Number of games.
    pub games: f64,
    /// Σ(r − b): sum of the results minus the opponents' baselines, in won games.
    pub above: f64,
    /// Number of opponents with at least one of these games.
    pub opponents: u32,
    /// Number of classes with at least one of these games; only set for other classes.
    pub classes: u32,
    /// What the games say of the move, each opponent weighted by its number of games; `None` to
    /// assume that all opponents have equally many.
    pub estimate: Option<Estimate>,
}

impl PooledGames {
    /// Returns what the games say of the move; `None` without games.
    #[must_use]
    pub fn estimate(&self, spread: &Spread) -> Option<Estimate> {
        (self.games > 0.0).then(|| self.estimate.unwrap_or_else(|| self.even_estimate(spread)))
    }

    fn even_estimate(&self, spread: &Spread) -> Estimate {
        let opponents = spread.opponent / f64::from(self.opponents.max(1));
        let classes = match self.classes {
            0 => 0.0,
            classes => spread.class / f64::from(classes),
        };
        let variance = spread.game / self.games + opponents + classes + spread.owner;
        Estimate { mean: self.above / self.games, variance }
    }
}

/// Value of a move as some games show it, and the variance of the error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value: mean result relative to the baselines, in won games.
    pub mean: f64,
    /// The variance.
    pub variance: f64,
}

/// Variances of the results with one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Of one game.
    pub game: f64,
    /// Of an opponent's mean around that of its class.
    pub opponent: f64,
    /// Of a class's mean around that of all.
    pub class: f64,
    /// Of the mean of all results that one sender reported.
    pub owner: f64,
}

/// Combines independent estimates of one value, weighted by precision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimator {
    precision: f64,
    sum: f64,
}

impl Estimator {
    /// Adds an estimate.
    pub fn add(&mut self, estimate: Estimate) {
        self.add_equal(1.0, estimate.mean, estimate.variance);
    }

    /// Adds several estimates of one variance, by the sum of their values.
    pub fn add_equal(&mut self, count: f64, sum: f64, variance: f64) {
        self.precision += count / variance;
        self.sum += sum / variance;
    }

    /// Returns the combined estimate; `None` if there is none.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let variance = 1.0 / self.precision;
        (self.precision > 0.0).then_some(Estimate { mean: self.sum * variance, variance })
    }
}

/// Games of one opponent with a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OpponentGames {
    /// Number of games.
    pub games: f64,
    /// Σ r: sum of the results, in won games.
    pub points: f64,
}

/// Context for which the moves of a position are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PriorityContext {
    /// Number of moves before the position.
    pub ply: usize,
    /// Whether a class is given.
    pub class: bool,
    /// The opponent, if one is given.
    pub opponent: Option<OpponentContext>,
}

/// The opponent of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpponentContext {
    /// Mean result against the opponent, see [`super::result::baseline`].
    pub baseline: f64,
    /// The opponent's games with the move that leads to the position; none at the root.
    pub incoming: Option<OpponentGames>,
}
