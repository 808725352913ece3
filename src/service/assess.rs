//! Assessment: how well a book's answers agree with games that it does not count.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::assess_game::assess_game;
use super::error::ServiceError;
use super::measures::Measures;
use super::service::{Book, Service};
use crate::book::Band;
use crate::format::sgf::GameTree;
use crate::mine::{Collection, Consumer, GameRecord, Rejection, Worker, read_game};
use crate::store::BookInfo;

/// Defects that are kept for the report; more are only counted.
const TOLD: usize = 100;

/// A book and the games that it is measured on.
#[derive(Clone, Debug)]
pub struct AssessRequest {
    /// Files, folders and archives.
    pub paths: Vec<PathBuf>,
    /// The book.
    pub book: String,
    /// What the collection is called; by its folder or archive if nobody says.
    pub source: Option<String>,
    /// How many moves of each game are asked for.
    pub moves: usize,
    /// Games of this year and later. Games without a date are then left out.
    pub since: Option<u16>,
    /// Games of this year and earlier.
    pub until: Option<u16>,
    /// At most so many games: a sample, always the same of the same games.
    pub limit: Option<usize>,
    /// Whether games that the book counts are assessed too.
    pub include_mined: bool,
    /// How many threads assess.
    pub threads: usize,
}

/// How good a book is.
#[derive(Clone, Debug, PartialEq)]
pub struct AssessOutcome {
    /// The book.
    pub book: BookInfo,
    /// Whether games were counted in it. If not, its log loss is that of a uniform guess.
    pub counts_games: bool,
    /// The moves of each game that were asked for.
    pub moves: usize,
    /// By source and strength, in this order.
    pub rows: Vec<AssessRow>,
    /// Over all rows.
    pub total: Measures,
    /// What became of the records.
    pub report: AssessReport,
}

/// The games of one source and strength.
#[derive(Clone, Debug, PartialEq)]
pub struct AssessRow {
    /// The collection.
    pub source: String,
    /// How strong the players are.
    pub band: Band,
    /// What was measured.
    pub measures: Measures,
}

/// What became of the records: `games` is the sum of `assessed`, `mined`, `duplicates`, `other_years`,
/// `not_sampled` and all `rejected`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssessReport {
    /// Records seen.
    pub games: u64,
    /// Assessed.
    pub assessed: u64,
    /// Left out, for the book counts them.
    pub mined: u64,
    /// Left out, for they came before in this run.
    pub duplicates: u64,
    /// Left out, for they are of other years.
    pub other_years: u64,
    /// Left out of the sample.
    pub not_sampled: u64,
    /// Left out as when mining, by reason.
    pub rejected: BTreeMap<Rejection, u64>,
    /// Files and entries of archives that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// What was unreadable, and where; the first hundred.
    pub defects: Vec<String>,
}

/// How far an assessment has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssessProgress {
    /// Bytes done, as they lie on the disk.
    pub bytes: u64,
    /// Bytes in all.
    pub total: u64,
    /// Records done.
    pub games: u64,
}

impl Service {
    /// Measures a book on games: before each move its answer is asked for and compared with what was
    /// played. [`Measures`] defines what is measured. Neither the order of the records nor the number
    /// of threads makes a difference.
    ///
    /// # Errors
    /// An unknown book, a path that is not there, a store that cannot be read.
    pub fn assess(
        &self,
        request: &AssessRequest,
        tell: &mut (dyn FnMut(AssessProgress) + Send),
    ) -> Result<AssessOutcome, ServiceError> {
        let book = self.book(&request.book)?;
        let collection = Collection::find(&request.paths, request.source.as_deref())?;
        let mut counted = HashSet::new();
        if !request.include_mined {
            self.store.game_keys(&request.book, &mut |key| {
                counted.insert(key.fingerprint);
            })?;
        }
        let assessor = Assessor {
            book: &book,
            request,
            counted,
            shared: Mutex::default(),
        };
        let total = collection.total_bytes();
        collection.read(&assessor, request.threads, &mut |bytes, games| {
            tell(AssessProgress {
                bytes,
                total,
                games,
            });
        })?;
        Ok(assessor.finish())
    }
}

/// Holds games against a book; shared by its workers.
struct Assessor<'a> {
    book: &'a Book,
    request: &'a AssessRequest,
    /// The games that the book counts.
    counted: HashSet<u64>,
    shared: Mutex<Shared>,
}

type Key = (String, Band);

#[derive(Default)]
struct Shared {
    seen: HashSet<u64>,
    rows: BTreeMap<Key, Measures>,
    /// The games of the least fingerprints, which are as good as drawn at random.
    sample: BTreeMap<u64, (Key, Measures)>,
    report: AssessReport,
}

impl Assessor<'_> {
    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a game is to be assessed; if not, it is counted as what it is.
    fn wants(&self, game: &GameRecord) -> bool {
        let mut shared = self.shared();
        let report = &mut shared.report;
        let left_out = if self.counted.contains(&game.fingerprint) {
            &mut report.mined
        } else if !self.is_of_years(game) {
            &mut report.other_years
        } else if !shared.seen.insert(game.fingerprint) {
            &mut shared.report.duplicates
        } else if !shared.may_sample(game.fingerprint, self.request.limit) {
            &mut shared.report.not_sampled
        } else {
            return true;
        };
        *left_out += 1;
        false
    }

    fn is_of_years(&self, game: &GameRecord) -> bool {
        let year = game.info.date.map(|date| date.year);
        let (since, until) = (self.request.since, self.request.until);
        let holds = |year: u16| {
            since.is_none_or(|since| year >= since) && until.is_none_or(|until| year <= until)
        };
        year.map_or(since.is_none() && until.is_none(), holds)
    }

    fn finish(self) -> AssessOutcome {
        let mut shared = self
            .shared
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        for (key, measures) in shared.sample.into_values() {
            shared.rows.entry(key).or_default().add(&measures);
        }
        let mut total = Measures::default();
        shared.rows.values().for_each(|row| total.add(row));
        let row = |((source, band), measures)| AssessRow {
            source,
            band,
            measures,
        };
        AssessOutcome {
            book: self.book.info.clone(),
            counts_games: self.book.index.counts_games(),
            moves: self.request.moves,
            rows: shared.rows.into_iter().map(row).collect(),
            report: AssessReport {
                assessed: total.games,
                ..shared.report
            },
            total,
        }
    }
}

impl Shared {
    /// Whether a game may still come into the sample.
    fn may_sample(&self, fingerprint: u64, limit: Option<usize>) -> bool {
        let Some(limit) = limit else {
            return true;
        };
        let full = self.sample.len() >= limit;
        let last = self.sample.last_key_value();
        !full || last.is_some_and(|(last, _)| fingerprint < *last)
    }

    fn take(&mut self, fingerprint: u64, key: Key, measures: Measures, limit: Option<usize>) {
        let Some(limit) = limit else {
            self.rows.entry(key).or_default().add(&measures);
            return;
        };
        self.sample.insert(fingerprint, (key, measures));
        if self.sample.len() > limit {
            self.sample.pop_last();
            self.report.not_sampled += 1;
        }
    }
}

impl Consumer for Assessor<'_> {
    type Worker<'a>
        = AssessWorker<'a>
    where
        Self: 'a;

    fn worker(&self) -> AssessWorker<'_> {
        AssessWorker { assessor: self }
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
        if report.defects.len() < TOLD {
            report.defects.push(what);
        }
    }
}

/// Assesses on one thread.
struct AssessWorker<'a> {
    assessor: &'a Assessor<'a>,
}

impl Worker for AssessWorker<'_> {
    fn add(&mut self, _name: &str, source: &str, tree: &GameTree) -> io::Result<()> {
        let Assessor { book, request, .. } = self.assessor;
        let game = read_game(tree);
        self.assessor.shared().report.games += 1;
        let game = match game {
            Ok(game) => game,
            Err(rejection) => {
                let mut shared = self.assessor.shared();
                *shared.report.rejected.entry(rejection).or_default() += 1;
                return Ok(());
            }
        };
        if self.assessor.wants(&game) {
            let measured =
                assess_game(book, &game.moves, request.moves).map_err(io::Error::other)?;
            let key = (source.to_owned(), game.band);
            let mut shared = self.assessor.shared();
            shared.take(game.fingerprint, key, measured, request.limit);
        }
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        Ok(())
    }
}
