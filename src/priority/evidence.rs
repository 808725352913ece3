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
