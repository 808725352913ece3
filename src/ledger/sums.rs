//! Sums of results as stored, and changes of them.

use super::{EdgeKey, OpponentName};
use joseki_priority::random;

/// The stored sums of an opponent with all its versions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpponentSums {
    /// The name without a version.
    pub name: String,
    /// The class reported last, if any.
    pub class: Option<String>,
    /// The number of the last change of the ledger that affected it.
    pub changed: u64,
    /// The number of the change that set the class.
    pub class_change: u64,
    /// Its versions.
    pub contenders: Vec<ContenderSums>,
}

/// The stored sums of one version of an opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContenderSums {
    /// The version; empty if none was given.
    pub version: String,
    /// Number of games ever entered, including withdrawn ones; the number of the next game.
    pub entered: u64,
    /// Number of counted games.
    pub games: i64,
    /// The sum of their results, in millionths.
    pub points: i64,
    /// Games won and lost; the rest were drawn.
    pub won_lost: (i64, i64),
    /// The sums by move and epoch.
    pub sums: Vec<EdgeSum>,
}

/// Number of an owner of results: a hash of the prefix of its key, or 0 for all that was entered
/// without one.
pub type OwnerId = i64;

/// Returns the number of the owner of results that a key entered. Stored in files: never changed.
#[must_use]
pub fn owner_id(prefix: &str) -> OwnerId {
    (random::hash_text(prefix) >> 1).cast_signed()
}

/// The games of one version in one epoch with a move that one owner entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeSum {
    /// The move.
    pub edge: EdgeKey,
    /// The owner of the results.
    pub owner: OwnerId,
    /// The epoch, see [`joseki_priority::result::epoch`].
    pub epoch: u32,
    /// Number of games.
    pub games: i64,
    /// The sum of their results, in millionths.
    pub points: i64,
}

/// A game added to the sums or subtracted from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerChange {
    /// The unique number of the change in the ledger.
    pub number: u64,
    /// The opponent.
    pub opponent: OpponentName,
    /// The class reported with the game.
    pub class: Option<String>,
    /// 1 if the game was added, −1 if it was subtracted, 0 if it does not count.
    pub games: i64,
    /// The value of its result in millionths, with the sign of `games`.
    pub points: i64,
    /// Won and lost, with the sign of `games`.
    pub won_lost: (i64, i64),
    /// Number of games of this version ever entered, after this change.
    pub entered: u64,
    /// The epoch of the game.
    pub epoch: u32,
    /// The owner of its result.
    pub owner: OwnerId,
    /// Its book moves.
    pub edges: Vec<EdgeKey>,
}
