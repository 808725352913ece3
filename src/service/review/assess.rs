//! Assessment: how well a book agrees with games that it does not count.

use crate::review::Reviews;
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use super::assess_game::assess_game;
use super::measures::Measures;
use crate::error::ServiceError;
use crate::past::BookRef;
use crate::pinned::PinnedBook;
use crate::{GoFeature, Service};
use joseki_book::Band;
use joseki_format::sgf::GameTree;
use joseki_game::Variant;
use joseki_mine::{
    GameRecord, ReadProgress, RecordCollection, RecordPlace, ReportConsumer, ReportCounts,
    read_game,
};
use joseki_store::BookInfo;

/// A book and the games to measure it on.
#[derive(Clone, Debug)]
pub struct AssessRequest {
    /// Files, folders and archives.
    pub paths: Vec<PathBuf>,
    /// Book to assess.
    pub book: String,
    /// Name of the collection; by default that of its folder or archive.
    pub source: Option<String>,
    /// Moves assessed per game.
    pub moves: usize,
    /// Only games of this year and later; excludes games without a date.
    pub since: Option<u16>,
    /// Only games of this year and earlier.
    pub until: Option<u16>,
    /// Sample size: at most this many games; the same games always give the same sample.
    pub limit: Option<usize>,
    /// Whether games that the book counts are assessed too.
    pub include_mined: bool,
    /// Worker threads.
    pub threads: usize,
}

/// Result of an assessment.
#[derive(Clone, Debug, PartialEq)]
pub struct AssessOutcome {
    /// Book that was assessed.
    pub book: BookInfo,
    /// Whether the book counts games. If not, its log loss is that of a uniform guess.
    pub counts_games: bool,
    /// Moves assessed per game.
    pub moves: usize,
    /// By source and strength, in this order.
    pub rows: Vec<AssessRow>,
    /// Sum over all rows.
    pub total: Measures,
    /// Counts of the records by outcome.
    pub report: AssessReport,
}

/// Games of one source and strength.
#[derive(Clone, Debug, PartialEq)]
pub struct AssessRow {
    /// Name of the collection.
    pub source: String,
    /// Strength of the players.
    pub band: Band,
    /// Measurements.
    pub measures: Measures,
}

/// Counts of the records by outcome: `seen` is the sum of `assessed`, `mined`, `duplicates`,
/// `other_years`, `not_sampled` and all `rejected`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AssessReport {
    /// Records read.
    pub seen: u64,
    /// Games assessed.
    pub assessed: u64,
    /// Excluded because the book counts them.
    pub mined: u64,
    /// Excluded as repetitions within this run.
    pub duplicates: u64,
    /// Excluded by year or for lack of a date.
    pub other_years: u64,
    /// Not in the sample.
    pub not_sampled: u64,
    /// Rejected as in mining, by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// Files and archive entries that are not game records.
    pub skipped: u64,
    /// Texts or parts of texts that could not be read.
    pub unreadable: u64,
    /// Descriptions of unreadable texts with their places; the first 100.
    pub defects: Vec<String>,
}

impl Reviews<'_> {
    /// Measures a book on games: queries it before each move and compares its answer with the move
    /// that was played. [`Measures`] defines the measures. The result depends neither on the order
    /// of the records nor on the number of threads.
    ///
    /// # Errors
    /// Unknown book, missing path, unreadable store.
    pub fn assess(
        &self,
        request: &AssessRequest,
        on_progress: &mut (dyn FnMut(ReadProgress) + Send),
    ) -> Result<AssessOutcome, ServiceError> {
        let book = self.service.pin(&BookRef::current(&request.book))?;
        GoFeature::Assessments.check(book.info())?;
        let counts_games = self.service.ask_pinned(&book, |book| Ok(book.index.counts_games()))?;
        let collection = RecordCollection::find(&request.paths, request.source.as_deref())?;
        let mut counted = HashSet::new();
        if !request.include_mined {
            self.service.store.game_keys(&request.book, &mut |key| {
                counted.insert(key.fingerprint);
            })?;
        }
        let (service, shared) = (self.service, Mutex::default());
        let assessor = Assessor { service, book: &book, request, counted, shared };
        collection.read(&assessor, request.threads, on_progress)?;
        Ok(assessor.finish(counts_games))
    }
}

/// Compares games with a book; shared by its workers.
struct Assessor<'a> {
    service: &'a Service,
    book: &'a PinnedBook,
    request: &'a AssessRequest,
    /// Fingerprints of the games that the book counts.
    counted: HashSet<u64>,
    shared: Mutex<AssessState>,
}

type Key = (String, Band);

#[derive(Default)]
struct AssessState {
    seen: HashSet<u64>,
    rows: BTreeMap<Key, Measures>,
    /// Games with the smallest fingerprints, which amounts to a random draw.
    sample: BTreeMap<u64, (Key, Measures)>,
    report: AssessReport,
}

impl Assessor<'_> {
    fn shared(&self) -> MutexGuard<'_, AssessState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a game is to be assessed; if not, it is counted by the reason.
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

    fn finish(self, counts_games: bool) -> AssessOutcome {
        let mut shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (key, measures) in shared.sample.into_values() {
            shared.rows.entry(key).or_default().add(&measures);
        }
        let mut total = Measures::default();
        shared.rows.values().for_each(|row| total.add(row));
        let row = |((source, band), measures)| AssessRow { source, band, measures };
        AssessOutcome {
            book: self.book.info().clone(),
            counts_games,
            moves: self.request.moves,
            rows: shared.rows.into_iter().map(row).collect(),
            report: AssessReport { assessed: total.games, ..shared.report },
            total,
        }
    }
}

impl AssessState {
    /// Whether a game may still enter the sample.
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

impl ReportConsumer for Assessor<'_> {
    fn with_counts<T>(&self, use_counts: impl FnOnce(ReportCounts<'_>) -> T) -> T {
        let AssessReport { seen, skipped, unreadable, defects, .. } = &mut self.shared().report;
        use_counts(ReportCounts { seen, skipped, unreadable, defects })
    }

    fn add_record(&self, place: RecordPlace<'_>, tree: &GameTree) -> io::Result<()> {
        let Assessor { service, book, request, .. } = self;
        let game = read_game(tree, Variant::GO);
        self.shared().report.seen += 1;
        let game = match game {
            Ok(game) => game,
            Err(rejection) => {
                let mut shared = self.shared();
                *shared.report.rejected.entry(rejection.into()).or_default() += 1;
                return Ok(());
            }
        };
        if self.wants(&game) {
            let measured =
                service.ask_pinned(book, |book| assess_game(book, &game.moves, request.moves));
            let measured = measured.map_err(io::Error::other)?;
            let key = (place.source.to_owned(), game.band);
            let mut shared = self.shared();
            shared.take(game.fingerprint, key, measured, request.limit);
        }
        Ok(())
    }
}
