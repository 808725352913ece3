//! The ledger of results on its way into the store and out of it.

use crate::ledger::{Change, EdgeKey, Entry, OpponentSums};

/// Something to be done to the ledger.
#[derive(Clone, Debug, PartialEq)]
pub enum LedgerRequest {
    /// Enter a game. The same game again changes nothing.
    Enter(Box<Entry>),
    /// Put a game in the place of the one that was entered under its identity, withdrawn or not.
    Correct(Box<Entry>),
    /// Take the game of this identity out of all sums. Its row stays.
    Withdraw(String),
}

/// What became of a [`LedgerRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerOutcome {
    /// What became of it.
    pub status: LedgerStatus,
    /// By what the sums changed: nothing, one game in or out, or one out and one in.
    pub changes: Vec<Change>,
}

/// What became of a [`LedgerRequest`], in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LedgerStatus {
    /// The game counts from now on.
    Counted,
    /// The same game was there: nothing changed. So it is with a correction that corrects nothing and
    /// with the withdrawal of a game that is withdrawn.
    Unchanged,
    /// Another game is there under this identity: nothing changed.
    Conflict,
    /// The game of this identity was withdrawn: nothing changed. Only a correction enters it again.
    Withdrawn,
    /// The game took the place of the one that was there.
    Corrected,
    /// The game does not count any more.
    TakenOut,
    /// There is no game of this identity: nothing changed.
    Unknown,
}

/// A game as the ledger has it.
#[derive(Clone, Debug, PartialEq)]
pub struct LedgerRow {
    /// Its place in the order of arrival; grows with time, has gaps.
    pub id: i64,
    /// The game.
    pub entry: Entry,
    /// The hash of what was sent, see [`Entry::hash`].
    pub hash: [u8; 32],
    /// Its number among the games of this version of its opponent, from 0 in the order of arrival.
    pub number: u64,
    /// When it was first entered, in microseconds since 1970 UTC.
    pub received: i64,
    /// 1 when it was entered; each correction and withdrawal makes it one more.
    pub revision: u32,
    /// Whether it was withdrawn.
    pub withdrawn: bool,
    /// Who entered or changed it last.
    pub by: String,
}

/// What a merge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games that came in.
    pub added: u64,
    /// Games that were there in an earlier revision.
    pub updated: u64,
    /// Games that were there as they are, or in a later revision.
    pub known: u64,
}

/// The sums of opponents as of one change of the ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The number of the ledger's last change.
    pub version: u64,
    /// The opponents.
    pub opponents: Vec<OpponentSums>,
}

/// Games on their way from another ledger, in the order of arrival there.
pub type LedgerRows = Box<dyn Iterator<Item = Result<LedgerRow, String>> + Send>;

/// The moves of games found anew: the games' identities, each with its moves.
pub type FoundEdges = Box<dyn Iterator<Item = (String, Vec<EdgeKey>)> + Send>;
