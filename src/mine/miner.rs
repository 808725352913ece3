//! The miner: parses and counts many records on all cores, in bounded memory.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::batch::Batch;
use super::collect::{RecordConsumer, Worker};
use super::game::{CountedGame, CountedResult, ExampleRank, GameMetadata, moves_to_text};
use super::ratings::{Pairings, Ratings};
use super::record::{GameRecord, RecordRejection, read_game};
use super::runs::{self, Runs};
use super::spool::{Blocks, Spool};
use crate::book::{Bytes, Cohort, PlayerKind};
use crate::format::five::{RENJUNET, is_of_renjunet};
use crate::format::game_info::GameOutcome;
use crate::format::sgf::GameTree;
use crate::game::Variant;

/// Maximum number of defects listed in the report; more are only counted.
const MAX_DEFECTS: usize = 100;
/// Divisor of the memory that workers may use for games before these are counted and stored.
const GAMES_DIVISOR: usize = 2;
/// Divisor of the memory for the data stored of games.
const METADATA_DIVISOR: usize = 8;
/// Divisor of the memory for the games that wait until their players are rated.
const WAITING_DIVISOR: usize = 4;
/// Size of a block of games or their data in bytes.
const BLOCK: usize = 128 << 10;

/// Options of the miner.
#[derive(Clone, Debug)]
pub struct MinerOptions {
    /// Game of the book.
    pub variant: Variant,
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
    /// Ratings of the players; those of the games themselves if `None`.
    pub ratings: Option<Ratings>,
    /// Set if the players are only rated: no game is kept to be counted.
    pub rate_only: bool,
    /// Set if the user named the collection; otherwise games of RenjuNet's database are of a
    /// collection of their own.
    pub is_named: bool,
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
    /// Names of the collections that have games of RenjuNet's database.
    pub renjunet: BTreeSet<String>,
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
    ranks: Arc<Vec<ExampleRank>>,
    heads: Spool,
    /// Game data not in a block yet.
    lines: Vec<u8>,
    /// The new games, which wait until all are read and their players are rated.
    waiting: Spool,
    /// The players and results of the new games, by number.
    pairings: Pairings,
    /// The number of games known before.
    known: usize,
    runs: Runs,
    report: MineReport,
    renjunet: BTreeSet<String>,
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
            ranks: Arc::default(),
            heads: Spool::new(&options.folder, options.memory / METADATA_DIVISOR),
            lines: Vec::new(),
            waiting: Spool::new(&options.folder, options.memory / WAITING_DIVISOR),
            pairings: Pairings::default(),
            known: 0,
            runs: Runs::default(),
            report: MineReport::default(),
            renjunet: BTreeSet::new(),
        };
        let mut ranks = Vec::new();
        for game in known {
            let place = game.number as usize;
            if ranks.len() <= place {
                ranks.resize(place + 1, ExampleRank::default());
            }
            ranks[place] = game.rank;
            shared.seen.insert(game.fingerprint);
        }
        shared.known = ranks.len();
        shared.ranks = Arc::new(ranks);
        let shared = Mutex::new(shared);
        Miner { options, shared }
    }

    /// Returns the ratings of the players, once all workers are done.
    #[must_use]
    pub fn rate(&self) -> (Ratings, MineReport) {
        let shared = self.shared();
        (shared.pairings.rate(), shared.report.clone())
    }

    /// Counts the games, once all workers are done, and returns the result.
    ///
    /// # Errors
    /// If temporary files cannot be written or read back.
    pub fn finish(self) -> io::Result<MiningResult> {
        self.count()?;
        let mut shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.heads.push(shared.lines)?;
        Ok(MiningResult {
            cohorts: shared.cohorts,
            heads: shared.heads.into_blocks()?,
            runs: shared.runs.into_blocks()?,
            ranks: Arc::unwrap_or_clone(shared.ranks),
            report: shared.report,
            renjunet: shared.renjunet,
        })
    }

    /// Returns the collection of a game of RenjuNet's database.
    fn of_renjunet<'s>(&self, source: &'s str) -> &'s str {
        let name = if self.options.is_named { source } else { RENJUNET.name };
        let mut shared = self.shared();
        if !shared.renjunet.contains(name) {
            shared.renjunet.insert(name.to_owned());
        }
        name
    }

    /// Counts the games that wait, on all workers.
    fn count(&self) -> io::Result<()> {
        let mut shared = self.shared();
        let pairings = std::mem::take(&mut shared.pairings);
        let ranks = Arc::clone(&shared.ranks);
        let kinds: Vec<PlayerKind> =
            shared.cohorts.iter().map(|cohort| cohort.band.kind()).collect();
        let known = shared.known;
        shared.seen = HashSet::new();
        let none = Spool::new(self.folder(), 0);
        let waiting = std::mem::replace(&mut shared.waiting, none).into_blocks()?;
        drop(shared);
        let results = match &self.options.ratings {
            Some(ratings) => pairings.results(ratings),
            None => pairings.results(&pairings.rate()),
        };
        drop(pairings);
        let about = |number: u32, cohort: u32| {
            let number = number as usize;
            let result = number.checked_sub(known).and_then(|new| *results.get(new)?);
            let kind = kinds.get(cohort as usize).copied().unwrap_or(PlayerKind::Other);
            (kind, ranks.get(number).copied().unwrap_or_default(), result)
        };
        let waiting = Mutex::new(waiting);
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next().transpose();
        let work = || {
            let mut batch = Batch::with_byte_capacity(self.game_memory());
            while let Some(block) = next()? {
                self.count_block(&block, &about, &mut batch)?;
            }
            // The last batch: the memory of the games is free for the counts.
            self.spill(&mut batch, self.game_memory())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..self.options.workers.max(1)).map(|_| scope.spawn(work)).collect();
            let panicked = |_| Err(io::Error::other("a worker thread panicked"));
            let counted: Vec<io::Result<()>> =
                workers.into_iter().map(|worker| worker.join().unwrap_or_else(panicked)).collect();
            counted.into_iter().collect()
        })
    }

    /// Counts the games of a block.
    fn count_block(
        &self,
        block: &[u8],
        about: &impl Fn(u32, u32) -> (PlayerKind, ExampleRank, Option<CountedResult>),
        batch: &mut Batch,
    ) -> io::Result<()> {
        let mut bytes = Bytes(block);
        while !bytes.is_empty() {
            let game = CountedGame::decode(&mut bytes, about)?;
            batch.add(self.options.variant, &game, self.options.quiet);
            if batch.bytes() > self.game_memory() {
                self.spill(batch, self.options.memory / GAMES_DIVISOR / runs::FAN)?;
            }
        }
        Ok(())
    }

    /// Counts the batch into a run that stays in memory if it is at most `memory` bytes.
    fn spill(&self, batch: &mut Batch, memory: usize) -> io::Result<()> {
        if batch.is_empty() {
            return Ok(());
        }
        let mut run = Spool::new(self.folder(), memory);
        batch.count(|part| run.push(part))?;
        self.keep_run(run)
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
            let ranks = Arc::clone(&shared.ranks);
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
        MineWorker { miner: self, games: Vec::new() }
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

/// Reads games on one thread.
pub struct MineWorker<'a> {
    miner: &'a Miner,
    /// Games of the next block.
    games: Vec<u8>,
}

impl Worker for MineWorker<'_> {
    fn add(&mut self, name: &str, source: &str, tree: &GameTree) -> io::Result<()> {
        let record = match read_game(tree, self.miner.options.variant) {
            Ok(record) => record,
            Err(rejection) => {
                self.miner.shared().report.reject(rejection);
                return Ok(());
            }
        };
        let source = match is_of_renjunet(tree) {
            true => self.miner.of_renjunet(source),
            false => source,
        };
        let line = tree.root().line();
        let Some(game) = self.enter(name, source, line, record)? else {
            return Ok(());
        };
        game.encode(&mut self.games);
        if self.games.len() >= BLOCK {
            let games = std::mem::replace(&mut self.games, Vec::with_capacity(BLOCK));
            self.miner.shared().waiting.push(games)?;
        }
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        if self.games.is_empty() {
            return Ok(());
        }
        self.miner.shared().waiting.push(self.games)
    }
}

impl MineWorker<'_> {
    /// Numbers a game, unless it is known, and stores its data; returns it if it is to be counted.
    /// Other workers only wait for the numbering, not for the data to be written.
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
        // No worker counts yet, so nothing is copied.
        Arc::make_mut(&mut shared.ranks).push(rank);
        shared.pairings.add(source, &record.info);
        drop(shared);
        if self.miner.options.rate_only {
            return Ok(None);
        }
        let head = head(&self.miner.options, number, cohort, &record);
        let line = serde_json::to_vec(&head).map_err(io::Error::other)?;
        self.miner.shared().keep_head(&line)?;
        Ok(Some(CountedGame {
            number,
            cohort,
            kind: record.band.kind(),
            rank,
            // Expected once all games are read.
            result: None,
            moves: record.moves,
            losses: record.losses,
        }))
    }
}

impl MinerState {
    /// Collects the data of many games in one block: a separate allocation for each would fragment
    /// the memory.
    fn keep_head(&mut self, line: &[u8]) -> io::Result<()> {
        self.lines.extend_from_slice(line);
        self.lines.push(b'\n');
        if self.lines.len() < BLOCK {
            return Ok(());
        }
        let next = Vec::with_capacity(BLOCK + line.len());
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
