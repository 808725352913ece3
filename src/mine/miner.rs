//! The miner: parses and counts many records on all cores, in bounded memory.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::batch::Batch;
use super::consumer::{RecordConsumer, RecordPlace, Worker};
use super::game::{CountedGame, CountedResult, ExampleRank, GameMetadata, game_to_text};
use super::ratings::{Pairings, Ratings};
use super::record::{GameRecord, RecordRejection, read_game, read_small_game};
use super::runs::{self, Runs};
use super::spool::{Blocks, Spool};
use joseki_book::{Bytes, Cohort, PlayerKind};
use joseki_format::five::{RENJUNET, is_of_renjunet};
use joseki_format::game_info::{GameInfo, GameOutcome};
use joseki_format::sgf::GameTree;
use joseki_game::{Step, Variant};

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
    /// Not counted, but kept for pattern searches: games on smaller boards.
    pub kept: u64,
    /// Number not counted and not kept, by reason.
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
    /// The data of the new games to be stored, one per line, see [`GameMetadata::from_line`].
    pub heads: Blocks,
    /// The counts, as streams: those of lines before and from the first step that parts them.
    pub runs: [Vec<Blocks>; 2],
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
    /// Games not in a block yet.
    games: Vec<u8>,
    /// The players and results of the new games, by number.
    pairings: Pairings,
    /// The number of games known before.
    known: usize,
    /// See [`MiningResult::runs`].
    runs: [Runs; 2],
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
            games: Vec::new(),
            pairings: Pairings::default(),
            known: 0,
            runs: <[Runs; 2]>::default(),
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
        let [first, second] = shared.runs;
        Ok(MiningResult {
            cohorts: shared.cohorts,
            heads: shared.heads.into_blocks()?,
            runs: [first.into_blocks()?, second.into_blocks()?],
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

    /// Counts the games that wait, on all workers. Their players are rated on another thread;
    /// workers need the ratings when they have walked the games of a batch.
    fn count(&self) -> io::Result<()> {
        let mut shared = self.shared();
        let pairings = std::mem::take(&mut shared.pairings);
        let ranks = Arc::clone(&shared.ranks);
        let kinds: Vec<PlayerKind> =
            shared.cohorts.iter().map(|cohort| cohort.band.kind()).collect();
        let known = shared.known;
        shared.seen = HashSet::new();
        let none = Spool::new(self.folder(), 0);
        let games = std::mem::take(&mut shared.games);
        shared.waiting.push(games)?;
        let waiting = std::mem::replace(&mut shared.waiting, none).into_blocks()?;
        drop(shared);
        let half_points = pairings.half_points();
        let ratings = self.options.ratings.as_ref();
        let results = LazyLock::new(move || match ratings {
            Some(ratings) => pairings.results(ratings),
            None => pairings.results(&pairings.rate()),
        });
        let place = |number: u32| (number as usize).checked_sub(known);
        let result = |number: u32| *LazyLock::force(&results).get(place(number)?)?;
        let about = |number: u32, cohort: u32| {
            let half_points = place(number).and_then(|place| *half_points.get(place)?);
            // What was expected is set before the batch is counted.
            let result = half_points.map(|half_points| CountedResult { half_points, expected: 0 });
            let kind = kinds.get(cohort as usize).copied().unwrap_or(PlayerKind::Other);
            (kind, ranks.get(number as usize).copied().unwrap_or_default(), result)
        };
        let waiting = Mutex::new(waiting);
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next().transpose();
        let work = || {
            let mut batch = Batch::with_byte_capacity(self.game_memory());
            while let Some(block) = next()? {
                self.count_block(&block, &about, &result, &mut batch)?;
            }
            // The last batch: the memory of the games is free for the counts.
            self.spill(&mut batch, &result, self.game_memory())
        };
        thread::scope(|scope| {
            let rate = || {
                let _ = LazyLock::force(&results);
            };
            // Without this thread, the first worker that needs the ratings computes them.
            let rating = thread::Builder::new().name("rating".to_owned()).spawn_scoped(scope, rate);
            let workers: Vec<_> =
                (0..self.options.workers.max(1)).map(|_| scope.spawn(work)).collect();
            let panicked = |_| Err(io::Error::other("a worker thread panicked"));
            let counted: Vec<io::Result<()>> =
                workers.into_iter().map(|worker| worker.join().unwrap_or_else(panicked)).collect();
            // If it panicked, so did every worker that needed the ratings.
            drop(rating.map(|rating| rating.join()));
            counted.into_iter().collect()
        })
    }

    /// Counts the games of a block.
    fn count_block(
        &self,
        block: &[u8],
        about: &impl Fn(u32, u32) -> (PlayerKind, ExampleRank, Option<CountedResult>),
        result: &impl Fn(u32) -> Option<CountedResult>,
        batch: &mut Batch,
    ) -> io::Result<()> {
        let mut bytes = Bytes(block);
        while !bytes.is_empty() {
            let game = CountedGame::decode(&mut bytes, about)?;
            batch.add(self.options.variant, &game, self.options.quiet);
            if batch.bytes() > self.game_memory() {
                self.spill(batch, result, self.options.memory / GAMES_DIVISOR / runs::FAN)?;
            }
        }
        Ok(())
    }

    /// Counts the batch, with the results of its games by number, into a run that stays in memory
    /// if it is at most `memory` bytes.
    fn spill(
        &self,
        batch: &mut Batch,
        result: &impl Fn(u32) -> Option<CountedResult>,
        memory: usize,
    ) -> io::Result<()> {
        if batch.is_empty() {
            return Ok(());
        }
        batch.set_results(result);
        let mut runs = [0, 1].map(|_| Spool::new(self.folder(), memory));
        batch.count_halves(pivot(self.options.variant), |half, part| runs[half].push(part))?;
        let runs = runs.into_iter().enumerate();
        runs.filter(|(_, run)| !run.is_empty()).try_for_each(|(half, run)| self.keep_run(half, run))
    }

    /// Returns the memory limit of a worker's games, in bytes.
    fn game_memory(&self) -> usize {
        self.options.memory / GAMES_DIVISOR / self.options.workers.max(1)
    }

    fn shared(&self) -> MutexGuard<'_, MinerState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a run, and merges runs where enough have accumulated.
    fn keep_run(&self, half: usize, mut run: Spool) -> io::Result<()> {
        for level in 0.. {
            let mut shared = self.shared();
            let Some(full) = shared.runs[half].push(level, run) else {
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

/// The first step of the second half of all lines, which is added up on a thread of its own: about
/// half of the corners of a game begin at the 4-4 point or outside of it. Depends on the game alone,
/// so that what is stored does not depend on threads.
fn pivot(variant: Variant) -> Option<Step> {
    if variant.game().has_corners() { Step::corner(3, 3) } else { None }
}

impl RecordConsumer for Miner {
    type Worker<'a> = MineWorker<'a>;
    type Part = MinePart;

    fn worker(&self) -> MineWorker<'_> {
        MineWorker { miner: self, part: MinePart::default() }
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

    fn accept(&self, part: MinePart) -> io::Result<()> {
        let mut shared = self.shared();
        let (mut texts, mut moves) = (part.texts.as_slice(), part.moves.as_slice());
        for game in part.games {
            let text = texts.split_off(..game.text).unwrap_or_default();
            let moves = game.moves.map(|bytes| moves.split_off(..bytes).unwrap_or_default());
            let Some((number, cohort)) = shared.number(&game) else { continue };
            if self.options.rate_only {
                continue;
            }
            GameMetadata::push_line(&mut shared.lines, number, cohort, text);
            if let Some(moves) = moves {
                CountedGame::push(&mut shared.games, number, cohort, moves);
            }
            shared.keep_blocks()?;
        }
        Ok(())
    }
}

/// Games that a worker has read, in the order of their records.
#[derive(Default)]
pub struct MinePart {
    games: Vec<ReadGame>,
    /// What is stored of each, one after the other.
    texts: Vec<u8>,
    /// The moves of each, one after the other.
    moves: Vec<u8>,
}

/// A game that was read and has no number yet.
struct ReadGame {
    info: GameInfo,
    cohort: Cohort,
    fingerprint: u64,
    rank: ExampleRank,
    is_evaluated: bool,
    /// Where it is cut short, if it is.
    defect: Option<String>,
    /// Bytes of its text, and of its moves if they are counted.
    text: usize,
    moves: Option<usize>,
}

/// Reads games on one thread.
pub struct MineWorker<'a> {
    miner: &'a Miner,
    part: MinePart,
}

impl Worker for MineWorker<'_> {
    type Part = MinePart;

    fn add(&mut self, place: RecordPlace<'_>, tree: &GameTree) -> io::Result<()> {
        let MinerOptions { variant, keep_records, rate_only, .. } = self.miner.options;
        let (read, is_counted) = match read_game(tree, variant) {
            Err(RecordRejection::Size) if keep_records && !rate_only => {
                (read_small_game(tree, variant), false)
            }
            read => (read, true),
        };
        let record = match read {
            Ok(record) => record,
            Err(rejection) => {
                self.miner.shared().report.reject(rejection);
                return Ok(());
            }
        };
        let source =
            if is_of_renjunet(tree) { self.miner.of_renjunet(place.source) } else { place.source };
        let MinePart { games, texts, moves } = &mut self.part;
        let (text_start, moves_start) = (texts.len(), moves.len());
        if !rate_only {
            texts.extend(head(&self.miner.options, &record).text()?);
        }
        if !rate_only && is_counted {
            CountedGame::encode_moves(&record.moves, &record.losses, moves);
        }
        let (name, line) = (place.name, tree.root().line());
        let defect = |at| format!("{name}:{line}: move {at} cannot be played");
        games.push(ReadGame {
            cohort: Cohort {
                source: source.to_owned(),
                year: record.info.date.map_or(0, |date| date.year),
                band: record.band,
                imported: false,
            },
            fingerprint: record.fingerprint,
            rank: ExampleRank::new(record.band as u8, date_number(&record), record.fingerprint),
            is_evaluated: !record.losses.is_empty(),
            defect: record.damaged_at.map(defect),
            text: texts.len() - text_start,
            moves: is_counted.then(|| moves.len() - moves_start),
            info: record.info,
        });
        Ok(())
    }

    fn take(&mut self) -> Option<MinePart> {
        let part = std::mem::take(&mut self.part);
        (!part.games.is_empty()).then_some(part)
    }

    fn bytes(&self) -> usize {
        let MinePart { games, texts, moves } = &self.part;
        games.len() * size_of::<ReadGame>() + texts.len() + moves.len()
    }
}

impl MinerState {
    /// Returns the number of a game and of its cohort, unless the game is known.
    fn number(&mut self, game: &ReadGame) -> Option<(u32, u32)> {
        self.report.games += 1;
        if !self.seen.insert(game.fingerprint) {
            self.report.duplicates += 1;
            return None;
        }
        let mut info = Cow::Borrowed(&game.info);
        match game.moves {
            Some(_) => self.report.count(game),
            None => {
                self.report.kept += 1;
                // Rates nobody.
                info.to_mut().result = GameOutcome::Unknown;
            }
        }
        let cohort = self.cohort(&game.cohort);
        let number = self.ranks.len() as u32;
        // No worker counts yet, so nothing is copied.
        Arc::make_mut(&mut self.ranks).push(game.rank);
        self.pairings.add(&game.cohort.source, &info);
        Some((number, cohort))
    }

    /// Puts full blocks aside. A separate allocation for each game would fragment the memory.
    fn keep_blocks(&mut self) -> io::Result<()> {
        for (block, spool) in
            [(&mut self.lines, &mut self.heads), (&mut self.games, &mut self.waiting)]
        {
            if block.len() >= BLOCK {
                let next = Vec::with_capacity(block.capacity());
                spool.push(std::mem::replace(block, next))?;
            }
        }
        Ok(())
    }

    fn cohort(&mut self, cohort: &Cohort) -> u32 {
        if let Some(number) = self.numbers.get(cohort) {
            return *number;
        }
        let number = self.cohorts.len() as u32;
        self.cohorts.push(cohort.clone());
        self.numbers.insert(cohort.clone(), number);
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

/// Returns the data of a game, without its numbers.
fn head(options: &MinerOptions, record: &GameRecord) -> GameMetadata {
    let info = &record.info;
    GameMetadata {
        number: 0,
        fingerprint: record.fingerprint,
        cohort: 0,
        date: date(record),
        black: info.black.name.clone(),
        white: info.white.name.clone(),
        black_rank: info.black.rank.map(|rank| rank.to_string()),
        white_rank: info.white.rank.map(|rank| rank.to_string()),
        result: record.result.clone(),
        komi: info.komi.map(|komi| komi.to_string()),
        event: info.event.clone(),
        moves: options
            .keep_records
            .then(|| game_to_text(record.size, options.variant.size(), &record.moves)),
    }
}

impl MineReport {
    fn reject(&mut self, rejection: RecordRejection) {
        self.games += 1;
        *self.rejected.entry(rejection).or_default() += 1;
    }

    fn count(&mut self, game: &ReadGame) {
        self.counted += 1;
        self.without_result += u64::from(game.info.result == GameOutcome::Unknown);
        self.evaluated += u64::from(game.is_evaluated);
        if let Some(defect) = &game.defect {
            self.cut_short += 1;
            self.add_defect(|| defect.clone());
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
