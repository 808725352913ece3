//! What is known of the moves of a position, and for whom it is asked.

use super::known::Known;

/// What is known of one move. Other moves of its position are its siblings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Edge {
    /// Before any result: verdict, counted games, engines.
    pub known: Known,
    /// Games against opponents of other classes, or of all if no class is asked for.
    pub others: Pool,
    /// Games against opponents of the class asked for, without those of the opponent.
    pub class: Pool,
    /// Games against the opponent.
    pub own: Own,
}

/// Games of many opponents in which a move was played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pool {
    /// How many.
    pub games: f64,
    /// Σ(r − b): by how much their results are above the baselines of the opponents, in won games.
    pub above: f64,
    /// Opponents with at least one of these games.
    pub opponents: u32,
    /// Classes with at least one of these games; asked of other classes only.
    pub classes: u32,
}

/// Games of one opponent in which a move was played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Own {
    /// How many.
    pub games: f64,
    /// Σ r: their results, in won games.
    pub points: f64,
}

/// For whom the moves of a position are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Asked {
    /// Moves before the position.
    pub ply: usize,
    /// Whether a class is asked for.
    pub class: bool,
    /// The opponent, if one is asked for.
    pub opponent: Option<Against>,
}

/// The opponent at hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Against {
    /// The mean result against the opponent, see [`super::result::baseline`].
    pub baseline: f64,
    /// The opponent's games of the move that leads to the position; none at the root.
    pub incoming: Option<Own>,
}
