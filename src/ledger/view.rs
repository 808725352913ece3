//! Summaries of opponents.

use super::EdgeKey;
use joseki_priority::PooledGames;

/// An opponent with its versions.
#[derive(Clone, Debug, PartialEq)]
pub struct OpponentView {
    /// The name without a version.
    pub name: String,
    /// The class reported last.
    pub class: Option<String>,
    /// The expected mean result against it, over all versions: `(10 + S) / (20 + N)`.
    pub baseline: f64,
    /// The versions, sorted by name.
    pub versions: Vec<VersionView>,
}

/// The counted games against one version of an opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct VersionView {
    /// The version; empty if none was given.
    pub version: String,
    /// Number of games.
    pub games: u64,
    /// Number of games we won.
    pub won: u64,
    /// Number of games we lost; the rest were drawn.
    pub lost: u64,
    /// The sum of their results, in won games.
    pub points: f64,
    /// The number of the first game after its play was found to have changed: earlier games count
    /// as those of another opponent of its class. `None` if it never changed.
    pub changed_after: Option<u64>,
}

/// A move in an opponent's games, compared with the games of others with the same move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveComparison {
    /// The move.
    pub edge: EdgeKey,
    /// Number of the opponent's games.
    pub games: u64,
    /// The sum of their results, in won games.
    pub points: f64,
    /// The same, relative to the opponent's baseline.
    pub own: PooledGames,
    /// The games of all others, relative to their baselines.
    pub others: PooledGames,
}
