//! The ledger of results: requests to the store and rows of it.

use serde::Serialize;
use utoipa::ToSchema;

use joseki_ledger::{EdgeKey, LedgerChange, LedgerEntry, OpponentSums, OwnerId};

/// A request to the ledger.
#[derive(Clone, Debug, PartialEq)]
pub enum LedgerRequest {
    /// Enter a game. Entering the same game again changes nothing.
    Enter(Box<LedgerEntry>),
    /// Replace the game entered under its identity, even if that one was withdrawn.
    Correct(Box<LedgerEntry>),
    /// Remove the game with this identity from all sums. Its row stays.
    Withdraw(String),
}

/// Result of a [`LedgerRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerOutcome {
    /// The kind of result.
    pub status: LedgerStatus,
    /// Changes to the sums: games added and removed, among them another record of the same game
    /// that takes its place.
    pub changes: Vec<LedgerChange>,
    /// The game that counts in place of this one, which is the same.
    pub duplicate_of: Option<String>,
}

/// Kind of result of a [`LedgerRequest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LedgerStatus {
    /// The game counts from now on.
    Counted,
    /// The game is stored, and its terms teach nothing.
    Kept,
    /// The game is stored; the same game counts under another identity.
    Duplicate,
    /// The same game already exists: nothing changed. Also the result of a correction without a
    /// difference and of withdrawing a withdrawn game.
    Unchanged,
    /// Another game exists under this identity: nothing changed.
    Conflict,
    /// The game of this identity was withdrawn: nothing changed. Only a correction enters it again.
    Withdrawn,
    /// The game replaced the existing one.
    Corrected,
    /// The game no longer counts.
    Removed,
    /// No game has this identity: nothing changed.
    Unknown,
    /// The game was entered with another key, and the sender may only change its own: nothing
    /// changed.
    NotOwned,
}

/// Sender of requests to the ledger, and which games it may correct and withdraw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultSender {
    /// Name of the caller.
    pub by: String,
    /// Id of its key, if it has one. It then owns the games that it enters.
    pub key: Option<i64>,
    /// Whether it may correct and withdraw games that it does not own.
    pub may_change_all: bool,
}

/// A caller without a key, who has the store's file and so may change everything.
impl From<&str> for ResultSender {
    fn from(by: &str) -> ResultSender {
        ResultSender { by: by.to_owned(), key: None, may_change_all: true }
    }
}

impl From<&String> for ResultSender {
    fn from(by: &String) -> ResultSender {
        by.as_str().into()
    }
}

impl From<&ResultSender> for ResultSender {
    fn from(sender: &ResultSender) -> ResultSender {
        sender.clone()
    }
}

/// A game as stored in the ledger.
#[derive(Clone, Debug, PartialEq)]
pub struct LedgerRow {
    /// Its position in the order of arrival; increasing, with gaps.
    pub id: i64,
    /// The game.
    pub entry: LedgerEntry,
    /// The hash of the submitted game, see [`LedgerEntry::hash`].
    pub hash: [u8; 32],
    /// Its number among the games of this version of its opponent, counted from 0 in order of
    /// arrival.
    pub number: u64,
    /// When it was first entered, in microseconds since 1970 UTC.
    pub received: i64,
    /// 1 on entry; each correction and withdrawal increments it.
    pub revision: u32,
    /// Set if it was withdrawn.
    pub withdrawn: bool,
    /// Who last entered or changed it.
    pub by: String,
    /// The owner of the result: the key that entered it, if one did.
    pub owner: OwnerId,
    /// The game that counts in place of this one, which is the same.
    pub duplicate_of: Option<String>,
}

/// Counts of entered games, answers or evaluations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AnswersEnteredJson)]
pub struct EntryCounts {
    /// New ones.
    pub added: u64,
    /// Those that replaced a stored one: an earlier revision of a game, a later answer to the same
    /// question, a worse evaluation.
    pub updated: u64,
    /// Those already stored, or superseded by the stored one.
    pub known: u64,
}

impl EntryCounts {
    /// Adds other counts.
    pub fn add(&mut self, other: EntryCounts) {
        self.added += other.added;
        self.updated += other.updated;
        self.known += other.known;
    }
}

/// The sums of opponents, as of one change of the ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LedgerSums {
    /// The number of the ledger's last change.
    pub version: u64,
    /// The opponents.
    pub opponents: Vec<OpponentSums>,
}

/// Games read from another ledger, in its order of arrival.
pub type LedgerRows = Box<dyn Iterator<Item = Result<LedgerRow, String>> + Send>;

/// The re-derived moves of games, by the games' identities.
pub type EdgeUpdates = Box<dyn Iterator<Item = (String, Vec<EdgeKey>)> + Send>;
