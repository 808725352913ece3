//! Results entered from game records.

use crate::learn::Learning;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{io, mem};

use super::error::ResultError;
use super::record::{self, LearnOptions};
use super::report::{LearnReport, PendingResult};
use super::results::{GameResult, PostedResult, now, prepare};
use crate::error::ServiceError;
use crate::pinned::PinnedBook;
use crate::service::Service;
use joseki_format::sgf::GameTree;
use joseki_ledger::LedgerEntry;
use joseki_mine::{ReadProgress, RecordCollection, RecordConsumer, RecordPlace, Worker};
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

impl Learning<'_> {
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
        on_progress: &mut (dyn FnMut(ReadProgress) + Send),
    ) -> Result<LearnOutcome, ServiceError> {
        let collection = RecordCollection::find(&request.paths, None)?;
        let learner = Learner {
            service: self.service,
            request,
            books: self.pinned_books()?,
            shared: Mutex::default(),
        };
        // One worker keeps the order: the first of two games with the same identifier counts, and
        // changes of an opponent are detected from its games in order.
        let read = collection.read(&learner, 1, on_progress);
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
    /// The books.
    books: Vec<PinnedBook>,
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
            self.service.learning().post_results(results, &self.request.who)?
        };
        let mut shared = self.shared();
        for (pending, answer) in pending.iter().zip(answers) {
            shared.report.add_outcome(pending, answer)?;
        }
        Ok(())
    }

    /// Returns the outcome that entering a result would have.
    fn dry_run_outcome(&self, result: GameResult) -> Result<PostedResult, ServiceError> {
        let (entry, mut posted) = prepare(self.service, &self.books, result)?;
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
