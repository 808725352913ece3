//! Evidence for a book's conditions from game records.

use crate::curate::Curation;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use utoipa::ToSchema;

use super::condition_game::WatchedConditions;
use super::condition_tally::{ConditionEvidence, ConditionTally};
use super::conditions::{BookCondition, ConditionPage, ConditionsQuery, page};
use crate::GoFeature;
use crate::error::ServiceError;
use joseki_base::cancel::checkpoint;
use joseki_format::record::as_sgf;
use joseki_format::sgf::{GameTree, Limits, TreeReader};
use joseki_game::{Game, Variant};
use joseki_mine::{
    ReadProgress, RecordCollection, RecordConsumer, RecordPlace, ReportConsumer, ReportCounts,
    read_game,
};

/// Conditions with the evidence for each.
#[derive(Clone, Debug)]
pub struct ConditionsOutcome {
    /// Conditions of the book.
    pub page: ConditionPage,
    /// Evidence from the games, in the same order.
    pub evidence: Vec<ConditionEvidence>,
    /// Counts of the records by outcome.
    pub records: ConditionRecords,
}

/// Record counts by outcome; `seen` is the sum of `counted`, `duplicates` and all of `rejected`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ConditionRecordsJson)]
pub struct ConditionRecords {
    /// Records read.
    pub seen: u64,
    /// Records counted.
    pub counted: u64,
    /// Left out: duplicates of earlier records.
    pub duplicates: u64,
    /// Left out for the same reasons as in mining, by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// Files and archive entries that are not game records.
    pub skipped: u64,
    /// Texts, or parts of texts, that could not be read.
    pub unreadable: u64,
    /// Descriptions and locations of unreadable parts; at most 100.
    pub defects: Vec<String>,
}

impl Curation<'_> {
    /// Returns the conditions of a book with the evidence from games in files, folders and
    /// archives. The result depends neither on the order of the records nor on the number of
    /// threads.
    ///
    /// # Errors
    /// Unknown book, invalid prefix, missing path.
    pub fn conditions_in_games(
        &self,
        query: &ConditionsQuery,
        paths: &[PathBuf],
        threads: usize,
        on_progress: &mut (dyn FnMut(ReadProgress) + Send),
    ) -> Result<ConditionsOutcome, ServiceError> {
        let collection = RecordCollection::find(paths, None)?;
        self.with_games(query, |counter| Ok(collection.read(counter, threads, on_progress)?))
    }

    /// Does the same with the games of one text.
    ///
    /// # Errors
    /// Unknown book, invalid prefix, text with more than `most` games.
    pub fn conditions_in_text(
        &self,
        query: &ConditionsQuery,
        text: &[u8],
        most: u64,
    ) -> Result<ConditionsOutcome, ServiceError> {
        self.with_games(query, |counter| {
            let sgf = match as_sgf(Game::Go, text) {
                Ok(sgf) => sgf,
                Err(error) => {
                    counter.unreadable(error.to_string());
                    return Ok(());
                }
            };
            for tree in TreeReader::new(&*sgf, &Limits::default()) {
                checkpoint()?;
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
        read: impl FnOnce(&ConditionCounter<'_>) -> Result<(), ServiceError>,
    ) -> Result<ConditionsOutcome, ServiceError> {
        let book = self.service.book(&query.book)?;
        book.check_go(GoFeature::Conditions)?;
        let page = page(&book, query)?;
        let watched: Vec<&BookCondition> = page.items.iter().collect();
        let counter = ConditionCounter {
            watched: WatchedConditions::new(&book.index, watched),
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
struct ConditionCounter<'a> {
    watched: WatchedConditions<'a>,
    shared: Mutex<ConditionState>,
}

#[derive(Default)]
struct ConditionState {
    tally: ConditionTally,
    records: ConditionRecords,
}

impl ConditionCounter<'_> {
    fn shared(&self) -> MutexGuard<'_, ConditionState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, tree: &GameTree) {
        let game = read_game(tree, Variant::GO);
        let counted = game.map(|game| (game.fingerprint, self.watched.count(&game)));
        let mut shared = self.shared();
        shared.records.seen += 1;
        match counted {
            Ok((fingerprint, counted)) => shared.tally.add(fingerprint, counted),
            Err(rejection) => *shared.records.rejected.entry(rejection.into()).or_default() += 1,
        }
    }
}

impl ReportConsumer for ConditionCounter<'_> {
    fn with_counts<T>(&self, use_counts: impl FnOnce(ReportCounts<'_>) -> T) -> T {
        let ConditionRecords { seen, skipped, unreadable, defects, .. } =
            &mut self.shared().records;
        use_counts(ReportCounts { seen, skipped, unreadable, defects })
    }

    fn add_record(&self, _: RecordPlace<'_>, tree: &GameTree) -> io::Result<()> {
        self.add(tree);
        Ok(())
    }
}
