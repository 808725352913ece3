//! Learning from game records: enters each one as a result.
//!
//! `record` reads a game record, `results`, `opponents` and `standing` are the ledger's use cases,
//! `ledgers` merges ledgers, and `report` counts the outcomes.
//!
//! # How results are learned
//!
//! 1. **Find** (`service/review/found.rs`). The same `Tracker` that answers queries follows a game
//!    through every book of that game. Each move that a known reading has among its continuations
//!    is an *edge* (`Index::edge`): a hash of the positions before and after. So orders,
//!    orientations, colours and books share it. Its upper half is the position's, so siblings are
//!    known without a book. Its lowest bit says whether we or the opponent made the move
//!    (`ledger::EdgeKey`).
//! 2. **Enter** (`store/sql/ledger`). One transaction writes the ledger row with the game, its
//!    hash and its edges, and the counters. They hold games and points, in millionths, by opponent
//!    version, edge, epoch and owner, the key that entered the result. Of several records of one
//!    game the first received counts (`result_terms`). A game whose terms cannot be judged does
//!    not count (`ledger::GameTerms`). Both follow from the rows. Every change of the ledger has a
//!    number.
//! 3. **Add up** (`ledger::ResultTotals`). The same sums in memory, with totals by class and over
//!    all, and a detector of whether each opponent still replies as before (`priority::drift`).
//!    Changes are applied after the commit. They commute, and each counts once, so threads need
//!    not keep their order. Results that another program entered are loaded by opponent
//!    (`Store::sums`) when the file's version moves.
//! 4. **Query** (`service/next/priorities.rs`). Three lookups per candidate give its
//!    `priority::Edge`; `priority::beliefs` does the rest. The simulation (`priority/simulation`)
//!    calls the same function.
//!
//! Everything but the ledger rows can be rebuilt from them (`Store::recount`), and `Store::check`
//! compares. The state is a function of the rows. Their order of arrival matters only for the
//! epochs in which an opponent is watched, and a merge renumbers those by time. So the difference
//! between a result and its baseline uses an opponent's baseline over all its games, rounded to a
//! 64th. It changes rarely, and only then are the opponent's edges recomputed.

pub(crate) mod error;
mod learner;
pub(crate) mod ledgers;
pub(crate) mod opponents;
pub(crate) mod record;
pub(crate) mod report;
pub(crate) mod results;
pub(crate) mod standing;

pub use error::{MAX_GAME_ID_LENGTH, ResultError};
pub use learner::{LearnOutcome, LearnRequest};
pub use opponents::{OpponentAnswer, OpponentDifference, OpponentPage, OpponentQuery};
pub use record::{LearnOptions, LearnRefusal, PlayerIdentity};
pub use report::{LearnReport, OpponentScore, RefusedRecords};
pub use results::{
    GameResult, PostedResult, ResultPage, Withdrawal, read_game, read_game_info, recorded_outcome,
};

use crate::service::Service;

/// Results of games, and what is learned from them.
#[derive(Clone, Copy)]
pub struct Learning<'s> {
    pub(crate) service: &'s Service,
}

impl Service {
    /// Returns the use cases of this feature.
    #[must_use]
    pub fn learning(&self) -> Learning<'_> {
        Learning { service: self }
    }
}
