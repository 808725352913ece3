//! Results as a store adds them up, and changes of them.

use super::{EdgeKey, OpponentName};

/// An opponent with all its versions: what a store has of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpponentSums {
    /// The name without a version.
    pub name: String,
    /// The class, if one was ever said: the one said last.
    pub class: Option<String>,
    /// The number of the ledger's last change that concerned it.
    pub changed: u64,
    /// The number of the change that said the class.
    pub class_said: u64,
    /// Its versions.
    pub contenders: Vec<ContenderSums>,
}

/// One version of an opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContenderSums {
    /// The version; empty if none was said.
    pub version: String,
    /// Games that were ever entered, withdrawn ones too: the next game has this number.
    pub entered: u64,
    /// Games that count.
    pub games: i64,
    /// Their results, in millionths.
    pub points: i64,
    /// Games won and lost; the rest were drawn.
    pub won_lost: (i64, i64),
    /// By move and epoch.
    pub sums: Vec<EdgeSum>,
}

/// The games of one version and one epoch in which a move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeSum {
    /// The move.
    pub edge: EdgeKey,
    /// The epoch, see [`crate::priority::result::epoch`].
    pub epoch: u32,
    /// How many.
    pub games: i64,
    /// Their results, in millionths.
    pub points: i64,
}

/// A game that was entered into the sums or taken out of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which change of the ledger this is; no two have the same number.
    pub number: u64,
    /// Against whom.
    pub opponent: OpponentName,
    /// The class that was said with it.
    pub class: Option<String>,
    /// 1 if the game was entered, −1 if it was taken out, 0 if it only says a class.
    pub games: i64,
    /// What it counts for, in millionths, with the sign of `games`.
    pub points: i64,
    /// Won and lost, with the sign of `games`.
    pub won_lost: (i64, i64),
    /// Games of this version that were ever entered, after this change.
    pub entered: u64,
    /// The epoch that the game belongs to.
    pub epoch: u32,
    /// Its moves.
    pub edges: Vec<EdgeKey>,
}
