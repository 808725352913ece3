//! Games held against the conditions of a book.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::assess::AssessProgress;
use super::condition_game::Watched;
use super::condition_tally::{ConditionEvidence, ConditionTally};
use super::conditions::{BookCondition, ConditionPage, ConditionsQuery, page};
use super::error::ServiceError;
use super::service::Service;
use crate::format::sgf::{GameTree, Limits, TreeReader};
use crate::mine::{Collection, Consumer, Rejection, Worker, read_game};

/// Defects that are kept for the report; more are only counted.
const TOLD: usize = 100;

/// Conditions with what games say of each.
#[derive(Clone, Debug)]
pub struct ConditionsOutcome {
    /// The conditions.
    pub page: ConditionPage,
    /// What games say of them, in the same order.
    pub evidence: Vec<ConditionEvidence>,
    /// What became of the records.
    pub records: ConditionRecords,
}

/// What became of the records: `games` is the sum of `counted`, `duplicates` and all `rejected`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConditionRecords {
    /// Records seen.
    pub games: u64,
    /// Counted.
    pub counted: u64,
    /// Left out, for the same game came before or after.
    pub duplicates: u64,
    /// Left out as when mining, by reason.
    pub rejected: BTreeMap<Rejection, u64>,
    /// Files and entries of archives that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// What was unreadable, and where; the first hundred.
    pub defects: Vec<String>,
}

impl Service {
    /// The conditions of a book with what the games in files, folders and archives say of them. Neither the order of
    /// the records nor the number of threads makes a difference.
    ///
    /// # Errors
    /// An unknown book, a prefix that is none, a path that is not there.
    pub fn conditions_in_games(
        &self,
        query: &ConditionsQuery,
        paths: &[PathBuf],
        threads: usize,
        tell: &mut (dyn FnMut(AssessProgress) + Send),
    ) -> Result<ConditionsOutcome, ServiceError> {
        let collection = Collection::find(paths, None)?;
        let total = collection.total_bytes();
        self.with_games(query, |counter| {
            let read = collection.read(counter, threads, &mut |bytes, games| {
                tell(AssessProgress {
                    bytes,
                    total,
                    games,
                });
            });
            Ok(read?)
        })
    }

    /// The same with the games of one text.
    ///
    /// # Errors
    /// An unknown book, a prefix that is none, a text of more than `most` games.
    pub fn conditions_in_text(
        &self,
        query: &ConditionsQuery,
        text: &[u8],
        most: u64,
    ) -> Result<ConditionsOutcome, ServiceError> {
        self.with_games(query, |counter| {
            for tree in TreeReader::new(text, &Limits::default()) {
                match tree {
                    Ok(tree) => counter.add(&tree),
                    Err(error) => counter.unreadable(error.to_string()),
                }
                let found = counter.games();
                if found > most {
                    return Err(ServiceError::TooManyGames { most });
                }
            }
            Ok(())
        })
    }

    fn with_games(
        &self,
        query: &ConditionsQuery,
        read: impl FnOnce(&Counter<'_>) -> Result<(), ServiceError>,
    ) -> Result<ConditionsOutcome, ServiceError> {
        let book = self.book(&query.book)?;
        let page = page(&book, query)?;
        let watched: Vec<&BookCondition> = page.items.iter().collect();
        let counter = Counter {
            watched: Watched::new(&book.index, watched),
            shared: Mutex::default(),
        };
        read(&counter)?;
        let shared = counter.shared;
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(ConditionsOutcome {
            evidence: shared.tally.evidence(page.items.len()),
            records: ConditionRecords {
                counted: shared.tally.len(),
                duplicates: shared.tally.duplicates,
                ..shared.records
            },
            page,
        })
    }
}

/// Counts games; shared by its workers.
struct Counter<'a> {
    watched: Watched<'a>,
    shared: Mutex<Shared>,
}

#[derive(Default)]
struct Shared {
    tally: ConditionTally,
    records: ConditionRecords,
}

impl Counter<'_> {
    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, tree: &GameTree) {
        let game = read_game(tree);
        let counted = game.map(|game| (game.fingerprint, self.watched.count(&game)));
        let mut shared = self.shared();
        shared.records.games += 1;
        match counted {
            Ok((fingerprint, counted)) => shared.tally.add(fingerprint, counted),
            Err(rejection) => *shared.records.rejected.entry(rejection).or_default() += 1,
        }
    }
}

impl Consumer for Counter<'_> {
    type Worker<'a>
        = CounterWorker<'a>
    where
        Self: 'a;

    fn worker(&self) -> CounterWorker<'_> {
        CounterWorker(self)
    }

    fn games(&self) -> u64 {
        self.shared().records.games
    }

    fn skipped(&self) {
        self.shared().records.skipped += 1;
    }

    fn unreadable(&self, what: String) {
        let records = &mut self.shared().records;
        records.unreadable += 1;
        if records.defects.len() < TOLD {
            records.defects.push(what);
        }
    }
}

/// Counts on one thread.
struct CounterWorker<'a>(&'a Counter<'a>);

impl Worker for CounterWorker<'_> {
    fn add(&mut self, _name: &str, _source: &str, tree: &GameTree) -> io::Result<()> {
        self.0.add(tree);
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        Ok(())
    }
}
