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

pub mod error;
pub mod ledgers;
pub mod opponents;
pub mod record;
pub mod report;
pub mod results;
pub mod standing;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{io, mem};

use record::LearnOptions;
use report::{LearnReport, PendingResult};
use results::{GameResult, PostedResult, now, prepare};

use super::book::Book;
use super::error::ServiceError;
use super::service::Service;
use crate::learn::error::ResultError;
use joseki_format::sgf::GameTree;
use joseki_ledger::LedgerEntry;
use joseki_mine::{RecordCollection, RecordConsumer, RecordPlace, Worker};
use joseki_store::LedgerStatus;

/// Games entered in one transaction.
const BATCH_GAMES: usize = 1000;
/// Moves entered in one transaction, which bounds the memory for long games.
const BATCH_MOVES: usize = 400_000;

/// Records to learn from.
#[derive(Clone, Debug)]
pub struct LearnRequest {
    /// Files, folders and archives.
    pub paths: Vec<PathBuf>,
    /// How records are interpreted.
    pub options: LearnOptions,
    /// Whether to report the outcome without changing anything.
    pub dry_run: bool,
    /// Author of the results.
    pub who: String,
}

/// Outcome of a run.
#[derive(Debug)]
pub struct LearnOutcome {
    /// Counts of the records by outcome.
    pub report: LearnReport,
    /// Whether nothing was written because this was a dry run.
    pub dry_run: bool,
    /// Error that stopped the run early. Results in the report stay entered, and repeating the run
    /// does not count them twice.
    pub stopped: Option<ServiceError>,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearnProgress {
    /// Bytes read, as stored on disk (compressed in archives).
    pub bytes: u64,
    /// Bytes in total.
    pub total: u64,
    /// Records read.
    pub games: u64,
}

impl Service {
    /// Enters the games of records as results, in their order. A game is identified by its
    /// fingerprint: the same record again changes nothing. Results become durable in transactions
    /// of up to 1000 games.
    ///
    /// # Errors
    /// Missing path or unreadable store; nothing is entered then. Later errors are reported in
    /// [`LearnOutcome::stopped`].
    pub fn learn(
        &self,
        request: &LearnRequest,
        on_progress: &mut (dyn FnMut(LearnProgress) + Send),
    ) -> Result<LearnOutcome, ServiceError> {
        let collection = RecordCollection::find(&request.paths, None)?;
        let learner =
            Learner { service: self, request, books: self.all_books()?, shared: Mutex::default() };
        let total = collection.total_bytes();
        // One worker keeps the order: the first of two games with the same identifier counts, and
        // changes of an opponent are detected from its games in order.
        let read = collection.read(&learner, 1, &mut |bytes, games| {
            on_progress(LearnProgress { bytes, total, games });
        });
        let shared = learner.shared.into_inner();
        let shared = shared.unwrap_or_else(PoisonError::into_inner);
        Ok(LearnOutcome {
            report: shared.report,
            dry_run: request.dry_run,
            stopped: shared.stopped.or(read.err().map(ServiceError::from)),
        })
    }
}

struct Learner<'a> {
    service: &'a Service,
    request: &'a LearnRequest,
    /// Books for a dry run.
    books: Vec<Arc<Book>>,
    shared: Mutex<LearnState>,
}

#[derive(Default)]
struct LearnState {
    report: LearnReport,
    /// In a dry run, the games that would have been entered, with their hashes.
    seen: HashMap<String, [u8; 32]>,
    /// In a dry run, the games that would have counted, by fingerprint.
    would_count: HashMap<String, String>,
    stopped: Option<ServiceError>,
}

struct LearnWorker<'a> {
    learner: &'a Learner<'a>,
    pending: Vec<PendingResult>,
    moves: usize,
}

impl Learner<'_> {
    fn shared(&self) -> MutexGuard<'_, LearnState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, pending: Vec<PendingResult>) -> Result<(), ServiceError> {
        let results = pending.iter().map(|pending| pending.result.clone());
        let results: Vec<GameResult> = results.collect();
        let answers = if self.request.dry_run {
            let tried = results.into_iter().map(|result| self.dry_run_outcome(result));
            tried.collect()
        } else {
            self.service.post_results(results, &self.request.who)?
        };
        let mut shared = self.shared();
        for (pending, answer) in pending.iter().zip(answers) {
            shared.report.add_outcome(pending, answer)?;
        }
        Ok(())
    }

    /// Returns the outcome that entering a result would have.
    fn dry_run_outcome(&self, result: GameResult) -> Result<PostedResult, ServiceError> {
        let (entry, mut posted) = prepare(&self.books, result)?;
        let game = entry.game.clone();
        let hash = entry.hash();
        let before = self.service.store.ledger_row(&game)?;
        let known = before.as_ref().map(|row| row.hash);
        let known = known.or(self.shared().seen.get(&game).copied());
        match known {
            None => drop(self.shared().seen.insert(game, hash)),
            Some(known) if known != hash => return Err(ResultError::Other { game }.into()),
            Some(_) if before.is_some_and(|row| row.withdrawn) => {
                return Err(ResultError::Withdrawn { game }.into());
            }
            Some(_) => posted.status = LedgerStatus::Unchanged,
        }
        if posted.status == LedgerStatus::Counted
            && let Some(counted) = self.counted_in_dry_run(&entry)?
        {
            posted.status = LedgerStatus::Duplicate;
            posted.duplicate_of = Some(counted);
        }
        Ok(posted)
    }

    /// Returns another record of a game that counts, or would after this run so far.
    fn counted_in_dry_run(&self, entry: &LedgerEntry) -> Result<Option<String>, ServiceError> {
        let Some(terms) = &entry.terms else {
            return Ok(None);
        };
        let fingerprint = terms.fingerprint(&entry.record, entry.color, &entry.opponent, now());
        if let Some(counted) = self.service.store.counted_record(&fingerprint)? {
            return Ok(Some(counted));
        }
        let mut shared = self.shared();
        if let Some(counted) = shared.would_count.get(&fingerprint) {
            return Ok(Some(counted.clone()));
        }
        shared.would_count.insert(fingerprint, entry.game.clone());
        Ok(None)
    }
}

impl<'a> RecordConsumer for Learner<'a> {
    type Worker<'b>
        = LearnWorker<'b>
    where
        Self: 'b;
    type Part = ();

    fn worker(&self) -> LearnWorker<'_> {
        LearnWorker { learner: self, pending: Vec::new(), moves: 0 }
    }

    fn games(&self) -> u64 {
        self.shared().report.games
    }

    fn skipped(&self) {
        self.shared().report.skipped += 1;
    }

    fn unreadable(&self, what: String) {
        let report = &mut self.shared().report;
        report.unreadable += 1;
        report.add_defect(what);
    }
}

impl Worker for LearnWorker<'_> {
    type Part = ();

    fn add(&mut self, place: RecordPlace<'_>, tree: &GameTree) -> io::Result<()> {
        let place = format!("{}:{}", place.name, tree.root().line());
        match record::read(tree, &self.learner.request.options) {
            Err((why, what)) => {
                let report = &mut self.learner.shared().report;
                report.games += 1;
                report.refuse(why, &place, what);
                return Ok(());
            }
            Ok(game) => {
                self.moves += game.result.record.moves.len();
                self.pending.push(PendingResult {
                    place,
                    result: game.result,
                    damaged_at: game.damaged_at,
                });
            }
        }
        if self.pending.len() >= BATCH_GAMES || self.moves >= BATCH_MOVES {
            self.enter()?;
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.enter()
    }
}

impl LearnWorker<'_> {
    fn enter(&mut self) -> io::Result<()> {
        self.moves = 0;
        let entered = self.learner.enter(mem::take(&mut self.pending));
        entered.map_err(|error| {
            self.learner.shared().stopped = Some(error);
            io::Error::other("a result could not be entered")
        })
    }
}
