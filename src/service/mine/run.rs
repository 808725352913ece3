//! Counting of game records into a book.

use crate::mine::Mining;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::{io, thread};

use super::add_up::{MinedBook, OldParts};
use super::error::MineError;
use crate::ahead::ReadAhead;
use crate::error::ServiceError;
use crate::service::{check_game, check_name};
use joseki_book::{BookPart, Cohort, Forest, Index};
use joseki_game::Variant;
use joseki_mine::{
    Entry, ExampleRank, GameMetadata, KnownGame, MineReport, Miner, MinerOptions, MiningResult,
    PruneReport, Pruning, Ratings, ReadProgress, RecordCollection, Settings, TallyReader,
};
use joseki_store::{
    AppliedChange, BookChange, BookInfo, ChangeKind, ChangeNote, CountedGames, GameRow,
    GamesChange, Store, StoreError,
};

/// Records and the book to count them into.
#[derive(Clone, Debug)]
pub struct MineRequest {
    /// Files, folders and archives; if empty, the book is pruned again without counting anything.
    pub paths: Vec<PathBuf>,
    /// Target book, created if missing.
    pub book: String,
    /// What the book is about; Go for a new one if not given.
    pub variant: Option<Variant>,
    /// Name of the collection; by default that of its folder or archive.
    pub source: Option<String>,
    /// Quiet period in moves; by default that of the book, or the global default.
    pub quiet: Option<u8>,
    /// Changes of the book's pruning.
    pub pruning: PruningChange,
    /// Whether to store the moves of the games.
    pub keep_records: bool,
    /// Approximate memory limit in bytes for games being counted. The book before and after come on
    /// top, and its index if it is in memory.
    pub memory: usize,
    /// Worker threads.
    pub threads: usize,
    /// Folder for temporary files beyond the memory limit.
    pub folder: PathBuf,
    /// Ratings of the players; those that the games themselves give if `None`.
    pub ratings: Option<Ratings>,
    /// Whether to report the outcome without changing anything.
    pub dry_run: bool,
    /// Author, for the log.
    pub who: String,
}

/// Changes of a book's pruning settings; the others stay.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PruningChange {
    /// See [`Pruning::min_games`].
    pub min_games: Option<u32>,
    /// See [`Pruning::min_share`].
    pub min_share: Option<f64>,
    /// See [`Pruning::max_depth`].
    pub max_depth: Option<u32>,
}

/// Outcome of a run.
#[derive(Clone, Debug)]
pub struct MineOutcome {
    /// The book after the run; in a dry run, as it would be.
    pub book: BookInfo,
    /// Whether the book changed or would change.
    pub changed: bool,
    /// Whether nothing was written because this was a dry run.
    pub dry_run: bool,
    /// Mining settings of the book.
    pub settings: Settings,
    /// Counts of the records by outcome.
    pub report: MineReport,
    /// Nodes that pruning kept and removed, of everything ever counted.
    pub pruned: PruneReport,
    /// Total games counted in the book.
    pub games: u64,
    /// Sources of this run for which the book has imported counts: their games may be counted
    /// twice.
    pub counted_twice: Vec<String>,
    /// Sources of this run that have games of RenjuNet's database, whose licence forbids to serve
    /// them.
    pub renjunet: Vec<String>,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MineProgress {
    /// Reading records.
    Reading(ReadProgress),
    /// Adding up counts.
    Adding,
    /// Writing the book.
    Writing,
}

impl Mining<'_> {
    /// Counts the corners of game records into a book. Games counted before are not counted again;
    /// the order of runs with the same ratings does not matter. Without a game record in any path,
    /// the book does not change.
    ///
    /// # Errors
    /// Missing path, no paths for a book without counts, a quiet period other than the book's,
    /// failed temporary files, failed write; the book is unchanged then.
    pub fn mine(
        &self,
        request: &MineRequest,
        on_progress: &mut (dyn FnMut(MineProgress) + Send),
    ) -> Result<MineOutcome, ServiceError> {
        check_name(&request.book)?;
        let collection = RecordCollection::find(&request.paths, request.source.as_deref())?;
        let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let before = BookBefore::load(self.service.store.as_ref(), request)?;
        if request.paths.is_empty() {
            self.check_counted(request, &before)?;
        }
        let settings = before.settings(request)?;
        let is_below = settings.pruning.min_games < settings.floor;
        if settings.floor > 1 && (is_below || !request.paths.is_empty()) {
            let (book, floor) = (request.book.clone(), settings.floor);
            return Err(MineError::Floored { book, floor }.into());
        }
        let mut twice = before.imported(collection.names());
        let mined = self.count(request, &before, settings, collection, on_progress)?;
        let withheld: Vec<String> = mined.renjunet.iter().cloned().collect();
        if !request.dry_run {
            withheld.iter().try_for_each(|name| {
                self.service.curation().withhold_renjunet(name, &request.who)
            })?;
        }
        let added = self.add_up(request, &before, settings, mined)?;
        let mut outcome = self.write_mined(request, before, settings, added, on_progress)?;
        if outcome.report.counted > 0 {
            outcome.counted_twice.append(&mut twice);
        }
        outcome.renjunet = withheld;
        Ok(outcome)
    }

    /// Without games to count, the book must have counted games.
    fn check_counted(
        &self,
        request: &MineRequest,
        before: &BookBefore,
    ) -> Result<(), ServiceError> {
        if before.info.is_none() {
            return self.service.book_info(&request.book).map(drop);
        }
        match before.counted.parts {
            0 => Err(MineError::NothingCounted { book: request.book.clone() }.into()),
            _ => Ok(()),
        }
    }

    fn count(
        &self,
        request: &MineRequest,
        before: &BookBefore,
        settings: Settings,
        collection: RecordCollection,
        on_progress: &mut (dyn FnMut(MineProgress) + Send),
    ) -> Result<MiningResult, ServiceError> {
        let options = MinerOptions {
            variant: before.forest.variant(),
            quiet: settings.quiet,
            keep_records: request.keep_records,
            memory: request.memory,
            workers: request.threads,
            folder: request.folder.clone(),
            ratings: request.ratings.clone(),
            rate_only: false,
            is_named: request.source.is_some(),
        };
        let known = before.games(self.service.store.as_ref(), &request.book)?;
        let miner = Miner::new(options, before.counted.cohorts.clone(), known);
        collection.read(&miner, request.threads, &mut |read| {
            on_progress(MineProgress::Reading(read));
        })?;
        on_progress(MineProgress::Adding);
        Ok(miner.finish()?)
    }

    fn write_mined(
        &self,
        request: &MineRequest,
        mut before: BookBefore,
        settings: Settings,
        added: MinedBook,
        on_progress: &mut (dyn FnMut(MineProgress) + Send),
    ) -> Result<MineOutcome, ServiceError> {
        let MinedBook { mut forest, parts, heads, report, pruned } = added;
        let what = match report.kept {
            0 => format!("{} games counted", report.counted),
            kept => format!("{} games counted, {kept} kept", report.counted),
        };
        let note = ChangeNote::new(ChangeKind::Mine, &request.who, what);
        let cohorts = forest.cohorts().to_vec();
        let stored = before.info.as_ref().map(|info| (info, &before.forest));
        let change = BookChange::between(&request.book, stored, &mut forest, note);
        // Its memory is needed for what follows.
        before.forest = Forest::new();
        let has_input = before.info.is_some() && (request.paths.is_empty() || report.games > 0);
        let pruned_again = before.counted.settings != Some(settings) || !change.is_empty();
        let changed = report.counted + report.kept > 0 || (has_input && pruned_again);
        let mut outcome = MineOutcome {
            book: before.head(&request.book, change.forest, changed),
            changed,
            dry_run: request.dry_run,
            settings,
            games: before.counted.games + report.counted + report.kept,
            report,
            pruned,
            counted_twice: Vec::new(),
            renjunet: Vec::new(),
        };
        if request.dry_run || !changed {
            return Ok(outcome);
        }
        on_progress(MineProgress::Writing);
        let games = GamesChange {
            cohorts,
            settings: Some(settings),
            games: Box::new(ReadAhead::spawn(heads.flat_map(rows))?),
            parts,
        };
        let is_kept = self.service.is_kept(&outcome.book);
        let (applied, index) = self.apply_and_index(&change, games, is_kept);
        let applied = applied.map_err(|error| concurrent_change(error, &request.book))?;
        outcome.book = applied.info.clone();
        let updated = change.updated;
        applied.update_forest(&mut forest, &updated);
        match index {
            Some(index) => self.service.swap_indexed(applied.info, forest, index)?,
            None if is_kept => self.service.swap(applied.info, forest)?,
            None => self.service.forget(&request.book),
        }
        Ok(outcome)
    }

    /// Writes a change and builds the book's index at the same time, if the book is to be in
    /// memory. The index needs neither the ids nor the versions of nodes, which only the store can
    /// assign. No index if its thread cannot be spawned.
    fn apply_and_index(
        &self,
        change: &BookChange<'_>,
        games: GamesChange,
        is_kept: bool,
    ) -> (Result<AppliedChange, StoreError>, Option<Index>) {
        if !is_kept {
            return (self.service.store.apply_games(change, games), None);
        }
        thread::scope(|scope| {
            let build = || {
                if change.forest.has_retired() {
                    Index::build(change.forest.clone().live())
                } else {
                    Index::build_from(change.forest)
                }
            };
            let index = thread::Builder::new().spawn_scoped(scope, build);
            let applied = self.service.store.apply_games(change, games);
            (applied, index.ok().and_then(|index| index.join().ok()))
        })
    }
}

/// Reports a concurrent change in the user's terms.
pub(super) fn concurrent_change(error: StoreError, book: &str) -> ServiceError {
    match error {
        StoreError::Conflict { .. } | StoreError::AlreadyExists { .. } => {
            MineError::ChangedMeanwhile { book: book.to_owned() }.into()
        }
        other => other.into(),
    }
}

/// State of a book before a run.
pub(super) struct BookBefore {
    pub(super) info: Option<BookInfo>,
    pub(super) forest: Forest,
    pub(super) counted: CountedGames,
}

impl BookBefore {
    pub(super) fn load(
        store: &dyn Store,
        request: &MineRequest,
    ) -> Result<BookBefore, ServiceError> {
        let book = &request.book;
        // The counts are added up again from the store.
        Ok(match store.load_part(book, &BookPart::whole())? {
            None => BookBefore {
                info: None,
                forest: Forest::for_variant(request.variant.unwrap_or_default()),
                counted: CountedGames::default(),
            },
            Some((info, forest)) => {
                check_game(book, forest.variant(), request.variant)?;
                BookBefore { info: Some(info), forest, counted: store.counted(book)? }
            }
        })
    }

    pub(super) fn settings(&self, request: &MineRequest) -> Result<Settings, ServiceError> {
        let found =
            self.counted.settings.unwrap_or(Settings::for_game(self.forest.variant().game()));
        let quiet = match (self.counted.settings, request.quiet) {
            (Some(_), Some(asked)) if asked != found.quiet => {
                return Err(MineError::QuietPeriod {
                    book: request.book.clone(),
                    found: found.quiet,
                    asked,
                }
                .into());
            }
            (_, asked) => asked.unwrap_or(found.quiet),
        };
        let change = request.pruning;
        let pruning = Pruning {
            min_games: change.min_games.unwrap_or(found.pruning.min_games),
            min_share: change.min_share.unwrap_or(found.pruning.min_share),
            max_depth: change.max_depth.unwrap_or(found.pruning.max_depth),
        };
        Ok(Settings { quiet, pruning, floor: found.floor })
    }

    /// Returns the sources for which counts were imported. Names in texts of counts have no white
    /// space.
    pub(super) fn imported<'a>(&self, sources: impl Iterator<Item = &'a str>) -> Vec<String> {
        let plain = |name: &str| name.split_whitespace().collect::<Vec<_>>().join("_");
        let imported = self.counted.cohorts.iter().filter(|cohort| cohort.imported);
        let imported: BTreeSet<String> = imported.map(|cohort| plain(&cohort.source)).collect();
        let twice = sources.filter(|name| imported.contains(&plain(name)));
        let twice: BTreeSet<String> = twice.map(str::to_owned).collect();
        twice.into_iter().collect()
    }

    pub(super) fn games(
        &self,
        store: &dyn Store,
        book: &str,
    ) -> Result<Vec<KnownGame>, ServiceError> {
        let mut known = Vec::new();
        if self.info.is_none() {
            return Ok(known);
        }
        let cohorts: &[Cohort] = &self.counted.cohorts;
        store.game_keys(book, &mut |key| {
            let cohort = cohorts.get(key.cohort as usize);
            let band = cohort.map_or(0, |cohort| cohort.band as u8);
            known.push(KnownGame {
                number: key.number,
                fingerprint: key.fingerprint,
                rank: ExampleRank::new(band, key.date, key.fingerprint),
            });
        })?;
        Ok(known)
    }

    fn head(&self, name: &str, forest: &Forest, changed: bool) -> BookInfo {
        let (version, created, edited) =
            self.info.as_ref().map_or((0, 0, 0), |info| (info.version, info.created, info.changed));
        BookInfo {
            name: name.to_owned(),
            version: version + u64::from(changed),
            nodes: forest.len() as u64,
            lines: forest.lines().count() as u64,
            created,
            changed: edited,
            variant: forest.variant(),
        }
    }
}

/// Decodes the games of a block; an error is returned as a single item.
pub(super) fn rows(block: io::Result<Vec<u8>>) -> Vec<io::Result<GameRow>> {
    match block {
        Ok(block) => block.split_inclusive(|byte| *byte == b'\n').map(row).collect(),
        Err(error) => vec![Err(error)],
    }
}

fn row(line: &[u8]) -> io::Result<GameRow> {
    let head = GameMetadata::from_line(line)?;
    Ok(GameRow {
        number: head.number,
        fingerprint: head.fingerprint,
        cohort: head.cohort,
        date: head.date,
        black: head.black,
        white: head.white,
        black_rank: head.black_rank,
        white_rank: head.white_rank,
        result: head.result,
        komi: head.komi,
        event: head.event,
        moves: head.moves.map(String::into_bytes),
    })
}

/// Visits all entries of a stream.
pub(super) fn entries(
    store: &Arc<dyn Store>,
    book: &str,
    counted: &CountedGames,
    each: &mut dyn FnMut(Entry) -> Result<(), ServiceError>,
) -> Result<(), ServiceError> {
    let mut reader = TallyReader::new(OldParts {
        store: Arc::clone(store),
        book: book.to_owned(),
        next: 0,
        end: counted.parts,
    });
    while let Some(entry) = reader.next_entry()? {
        each(entry)?;
    }
    Ok(())
}
