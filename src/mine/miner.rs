//! The miner: parses and counts many records on all cores, in bounded memory.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::batch::Batch;
use super::collect::{RecordConsumer, Worker};
use super::game::{CountedGame, ExampleRank, GameMetadata, moves_to_text};
use super::record::{GameRecord, RecordRejection, read_game};
use super::runs::{self, Runs};
use super::spool::{Blocks, Spool};
use crate::book::Cohort;
use crate::format::game_info::GameOutcome;
use crate::format::sgf::GameTree;

/// Maximum number of defects listed in the report; more are only counted.
const MAX_DEFECTS: usize = 100;
/// Divisor of the memory that workers may use for games before these are counted and stored.
const GAMES_DIVISOR: usize = 2;
/// Divisor of the memory for the data stored of games.
const METADATA_DIVISOR: usize = 8;
/// Size of a block of game data in bytes.
const METADATA_BLOCK: usize = 128 << 10;

/// Options of the miner.
#[derive(Clone, Debug)]
pub struct MinerOptions {
    /// As in [`Settings`](super::Settings).
    pub quiet: u8,
    /// Set if the moves of the games are stored.
    pub keep_records: bool,
    /// Approximate memory limit for games being counted, in bytes.
    pub memory: usize,
    /// Number of workers.
    pub workers: usize,
    /// Folder for temporary files, which are unnamed and disappear by themselves.
    pub folder: PathBuf,
}

/// A game that the book has already counted.
#[derive(Clone, Copy, Debug)]
pub struct KnownGame {
    /// Its number.
    pub number: u32,
    /// Its identity.
    pub fingerprint: u64,
    /// Its rank as an example.
    pub rank: ExampleRank,
}

/// Statistics of the records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MineReport {
    /// Number of records seen.
    pub games: u64,
    /// Number of games counted.
    pub counted: u64,
    /// Not counted, as they were already counted in this run or an earlier one.
    pub duplicates: u64,
    /// Number not counted, by reason.
    pub rejected: BTreeMap<RecordRejection, u64>,
    /// Number of games counted up to an illegal move.
    pub cut_short: u64,
    /// Number of games counted without a result.
    pub without_result: u64,
    /// Number of counted games with an engine's evaluations.
    pub evaluated: u64,
    /// Number of files and archive entries that are not game records.
    pub skipped: u64,
    /// Number of texts or parts of them that could not be read.
    pub unreadable: u64,
    /// The first hundred unreadable or truncated items, with their locations.
    pub defects: Vec<String>,
}

/// Result of mining.
pub struct MiningResult {
    /// All cohorts, the previously known ones first.
    pub cohorts: Vec<Cohort>,
    /// The data of the new games to be stored: [`GameMetadata`]s as JSON, one per line.
    pub heads: Blocks,
    /// The counts, as streams.
    pub runs: Vec<Blocks>,
    /// The rank of each game, old and new, by number.
    pub ranks: Vec<ExampleRank>,
    /// Statistics of the records.
    pub report: MineReport,
}

/// Counts games; shared by its workers.
pub struct Miner {
    options: MinerOptions,
    shared: Mutex<MinerState>,
}

struct MinerState {
    cohorts: Vec<Cohort>,
    numbers: HashMap<Cohort, u32>,
    seen: HashSet<u64>,
    ranks: Vec<ExampleRank>,
    heads: Spool,
    /// Game data not in a block yet.
    lines: Vec<u8>,
    runs: Runs,
    report: MineReport,
}

impl Miner {
    /// Creates a miner for a book with these cohorts and games.
    #[must_use]
    pub fn new(
        options: MinerOptions,
        cohorts: Vec<Cohort>,
        known: impl IntoIterator<Item = KnownGame>,
    ) -> Miner {
        let numbers = (0..).zip(&cohorts).map(|(number, cohort)| (cohort.clone(), number));
        let mut shared = MinerState {
            numbers: numbers.collect(),
            cohorts,
            seen: HashSet::new(),
            ranks: Vec::new(),
            heads: Spool::new(&options.folder, options.memory / METADATA_DIVISOR),
            lines: Vec::new(),
            runs: Runs::default(),
            report: MineReport::default(),
        };
        for game in known {
            let place = game.number as usize;
            if shared.ranks.len() <= place {
                shared.ranks.resize(place + 1, ExampleRank::default());
            }
            shared.ranks[place] = game.rank;
            shared.seen.insert(game.fingerprint);
        }
        let shared = Mutex::new(shared);
        Miner { options, shared }
    }

    /// Returns the result, once all workers are done.
    ///
    /// # Errors
    /// If stored data cannot be read back.
    pub fn finish(self) -> io::Result<MiningResult> {
        let mut shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.heads.push(shared.lines)?;
        Ok(MiningResult {
            cohorts: shared.cohorts,
            heads: shared.heads.into_blocks()?,
            runs: shared.runs.into_blocks()?,
            ranks: shared.ranks,
            report: shared.report,
        })
    }

    /// Returns the memory limit of a worker's games, in bytes.
    fn game_memory(&self) -> usize {
        self.options.memory / GAMES_DIVISOR / self.options.workers.max(1)
    }

    fn shared(&self) -> MutexGuard<'_, MinerState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a run, and merges runs where enough have accumulated.
    fn keep_run(&self, mut run: Spool) -> io::Result<()> {
        for level in 0.. {
            let mut shared = self.shared();
            let Some(full) = shared.runs.push(level, run) else {
                break;
            };
            // Other workers continue to count meanwhile.
            let ranks = shared.ranks.clone();
            drop(shared);
            run = runs::merge(full, &ranks, self.folder())?;
        }
        Ok(())
    }

    fn folder(&self) -> &Path {
        &self.options.folder
    }
}

impl RecordConsumer for Miner {
    type Worker<'a> = MineWorker<'a>;

    fn worker(&self) -> MineWorker<'_> {
        MineWorker { miner: self, batch: Batch::with_byte_capacity(self.game_memory()) }
    }

    fn games(&self) -> u64 {
        self.shared().report.games
    }

    fn skipped(&self) {
        self.shared().report.skipped += 1;
    }

    fn unreadable(&self, what: String) {
        self.shared().report.unreadable(what);
    }
}

/// Counts games on one thread.
pub struct MineWorker<'a> {
    miner: &'a Miner,
    batch: Batch,
}

impl Worker for MineWorker<'_> {
    fn add(&mut self, name: &str, source: &str, tree: &GameTree) -> io::Result<()> {
        let record = match read_game(tree) {
            Ok(record) => record,
            Err(rejection) => {
                self.miner.shared().report.reject(rejection);
                return Ok(());
            }
        };
        let line = tree.root().line();
        let Some(game) = self.enter(name, source, line, record)? else {
            return Ok(());
        };
        self.batch.add(&game, self.miner.options.quiet);
        if self.batch.bytes() > self.miner.game_memory() {
            self.spill(self.miner.options.memory / GAMES_DIVISOR / runs::FAN)?;
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        // This is the last batch: the memory of the games is free for the counts.
        self.spill(self.miner.game_memory())
    }
}

impl MineWorker<'_> {
    /// Numbers a game, unless it is known, and stores its data. Other workers only wait for the
    /// numbering, not for the data to be written.
    fn enter(
        &self,
        name: &str,
        source: &str,
        line: u32,
        record: GameRecord,
    ) -> io::Result<Option<CountedGame>> {
        let cohort = Cohort {
            source: source.to_owned(),
            year: record.info.date.map_or(0, |date| date.year),
            band: record.band,
            imported: false,
        };
        let rank = ExampleRank::new(record.band as u8, date_number(&record), record.fingerprint);
        let mut shared = self.miner.shared();
        shared.report.games += 1;
        if !shared.seen.insert(record.fingerprint) {
            shared.report.duplicates += 1;
            return Ok(None);
        }
        shared.report.count(name, line, &record);
        let cohort = shared.cohort(cohort);
        let number = shared.ranks.len() as u32;
        shared.ranks.push(rank);
        drop(shared);
        let head = head(&self.miner.options, number, cohort, &record);
        let line = serde_json::to_vec(&head).map_err(io::Error::other)?;
        self.miner.shared().keep_head(&line)?;
        Ok(Some(CountedGame {
            number,
            cohort,
            rank,
            black_half_points: match record.info.result {
                GameOutcome::Black => Some(2),
                GameOutcome::Draw => Some(1),
                GameOutcome::White => Some(0),
                GameOutcome::Unknown => None,
            },
            moves: record.moves,
            losses: record.losses,
        }))
    }

    /// Counts the batch into a run that stays in memory if it is at most `memory` bytes.
    fn spill(&mut self, memory: usize) -> io::Result<()> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let mut run = Spool::new(self.miner.folder(), memory);
        self.batch.count(|part| run.push(part))?;
        self.miner.keep_run(run)
    }
}

impl MinerState {
    /// Collects the data of many games in one block: a separate allocation for each would fragment
    /// the memory.
    fn keep_head(&mut self, line: &[u8]) -> io::Result<()> {
        self.lines.extend_from_slice(line);
        self.lines.push(b'\n');
        if self.lines.len() < METADATA_BLOCK {
            return Ok(());
        }
        let next = Vec::with_capacity(METADATA_BLOCK + line.len());
        self.heads.push(std::mem::replace(&mut self.lines, next))
    }

    fn cohort(&mut self, cohort: Cohort) -> u32 {
        if let Some(number) = self.numbers.get(&cohort) {
            return *number;
        }
        let number = self.cohorts.len() as u32;
        self.cohorts.push(cohort.clone());
        self.numbers.insert(cohort, number);
        number
    }
}

/// Returns the date as a number, e.g. 20080131, with 0 for unknown parts.
fn date_number(record: &GameRecord) -> u32 {
    let (year, month, day) = date(record);
    (u32::from(year) * 100 + u32::from(month)) * 100 + u32::from(day)
}

/// Returns the year, month and day, each 0 if unknown.
fn date(record: &GameRecord) -> (u16, u8, u8) {
    let part = |part: Option<u8>| part.unwrap_or(0);
    let date = record.info.date;
    date.map_or((0, 0, 0), |date| (date.year, part(date.month), part(date.day)))
}

fn head(options: &MinerOptions, number: u32, cohort: u32, record: &GameRecord) -> GameMetadata {
    let info = &record.info;
    GameMetadata {
        number,
        fingerprint: record.fingerprint,
        cohort,
        date: date(record),
        black: info.black.name.clone(),
        white: info.white.name.clone(),
        black_rank: info.black.rank.map(|rank| rank.to_string()),
        white_rank: info.white.rank.map(|rank| rank.to_string()),
        result: record.result.clone(),
        komi: info.komi.map(|komi| komi.to_string()),
        event: info.event.clone(),
        moves: options.keep_records.then(|| moves_to_text(&record.moves)),
    }
}

impl MineReport {
    fn reject(&mut self, rejection: RecordRejection) {
        self.games += 1;
        *self.rejected.entry(rejection).or_default() += 1;
    }

    fn count(&mut self, name: &str, line: u32, record: &GameRecord) {
        self.counted += 1;
        self.without_result += u64::from(record.info.result == GameOutcome::Unknown);
        self.evaluated += u64::from(!record.losses.is_empty());
        if let Some(at) = record.damaged_at {
            self.cut_short += 1;
            self.add_defect(|| format!("{name}:{line}: move {at} cannot be played"));
        }
    }

    fn unreadable(&mut self, what: String) {
        self.unreadable += 1;
        self.add_defect(|| what);
    }

    fn add_defect(&mut self, what: impl FnOnce() -> String) {
        if self.defects.len() < MAX_DEFECTS {
            self.defects.push(what());
        }
    }
}
