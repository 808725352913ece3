//! What is known of an opponent, to look at.

use super::EdgeKey;
use crate::priority::Pool;

/// An opponent with its versions.
#[derive(Clone, Debug, PartialEq)]
pub struct OpponentView {
    /// The name without a version.
    pub name: String,
    /// The class said last.
    pub class: Option<String>,
    /// The mean result that is expected against it, over all versions: `(10 + S) / (20 + N)`.
    pub baseline: f64,
    /// The versions, in the order of their names.
    pub versions: Vec<VersionView>,
}

/// The games against one version of an opponent that count.
#[derive(Clone, Debug, PartialEq)]
pub struct VersionView {
    /// The version; empty if none was said.
    pub version: String,
    /// How many.
    pub games: u64,
    /// Those that we won.
    pub won: u64,
    /// Those that we lost; the rest were drawn.
    pub lost: u64,
    /// What they count for in all, in won games.
    pub points: f64,
    /// Where it was found to have changed: games before this number count as those of another
    /// opponent of its class. Nothing if it is the same since its first game.
    pub changed_after: Option<u64>,
}

/// A move in an opponent's games, beside the games of others with the same move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// The move.
    pub edge: EdgeKey,
    /// The opponent's games.
    pub games: u64,
    /// What they count for, in won games.
    pub points: f64,
    /// The same against the opponent's baseline.
    pub own: Pool,
    /// The games of all others against theirs.
    pub others: Pool,
}
