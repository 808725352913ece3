//! Loading a reduced lake into a book.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use joseki::book::{Cohort, CohortCount, GameCount, Spread, Tally, TurnCount, Turns};
use joseki::game::{Alphabet, Step, Variant};
use joseki::mine::Entry;
use joseki::service::{
    Service, ServiceError,
    mine::{CountedEntries, MineRequest, PruningChange, ReducedCounts},
};
use joseki::store::{AnyStore, BookInfo, GameRow};
use serde::Deserialize;

use crate::error::ClusterError;
use crate::games::tasks;
use crate::lake::{
    COUNTS, COUNTS_FORMAT, GAMES, LakeGame, SUMS, band, each_game, parse_variant, variant_text,
};
use crate::manifest::Manifest;
use crate::table::{Column, TableReader};

/// Rows read at a time.
const CHUNK: usize = 1 << 14;
/// Characters of an example before the identity of its game.
const EXAMPLE_HEAD: usize = 9;
/// The places of sums that may be negative.
const SIGNED: [usize; 2] = [6, 9];
/// Approximate memory for counts that wait to be written, in bytes.
const MEMORY: usize = 512 << 20;

/// Loads a reduced lake into a book of a database, in place of the counts that were loaded before.
#[derive(Debug, clap::Args)]
pub struct LoadArguments {
    /// The folder that the reduction wrote, such as lake/book.
    folder: PathBuf,
    /// The folder of the tasks that counted; by default counts beside the folder.
    #[arg(long)]
    counts: Option<PathBuf>,
    /// The book; it is created if it does not exist.
    #[arg(long)]
    book: String,
    /// The database: a file, or the address of a PostgreSQL database.
    #[arg(long, env = "JOSEKI_DB", default_value = "joseki.db")]
    db: PathBuf,
    /// Moves of fewer games are not in the book.
    #[arg(long)]
    min_games: Option<u32>,
    /// Moves of a smaller share of their position are not in the book.
    #[arg(long)]
    min_share: Option<f64>,
    /// Maximum number of steps of a line in the book.
    #[arg(long)]
    max_depth: Option<u32>,
}

/// What the reduction says of itself.
#[derive(Debug, Deserialize)]
struct Reduction {
    /// Lines of fewer games were left out.
    floor: u32,
    /// Rows of lines and of games.
    lines: u64,
    games: u64,
}

fn check_counted(lines: &Path, root: u64, counted: u64) -> Result<(), ClusterError> {
    match root {
        0 => Err(ClusterError::invalid(lines, "no games were counted")),
        _ if root == counted => Ok(()),
        _ => Err(ClusterError::Mismatch(format!(
            "{} has {root} games, but the tasks counted {counted}: reduce all of them",
            lines.display()
        ))),
    }
}

fn check_games(games: &Path, found: u64, wanted: u64) -> Result<(), ClusterError> {
    if found == wanted {
        return Ok(());
    }
    let problem = format!("{found} games, but the reduction wrote {wanted}");
    Err(ClusterError::invalid(games, problem))
}

fn request(arguments: &LoadArguments, variant: Variant, quiet: Option<u8>) -> MineRequest {
    MineRequest {
        paths: Vec::new(),
        book: arguments.book.clone(),
        variant: Some(variant),
        source: None,
        quiet,
        pruning: PruningChange {
            min_games: arguments.min_games,
            min_share: arguments.min_share,
            max_depth: arguments.max_depth,
        },
        keep_records: true,
        memory: MEMORY,
        threads: 1,
        folder: std::env::temp_dir(),
        ratings: None,
        dry_run: false,
        who: "joseki-cluster".to_owned(),
    }
}

/// Loads a reduced lake.
///
/// # Errors
/// Parts that do not belong together, are missing or damaged; failed write. The book is unchanged
/// then.
pub fn run(arguments: &LoadArguments) -> Result<(), ClusterError> {
    let folder = &arguments.folder;
    let beside = folder.parent().unwrap_or(Path::new("")).join("counts");
    let counts = arguments.counts.as_ref().unwrap_or(&beside);
    if !counts.is_dir() {
        let why = "not a folder: name that of the tasks that counted with --counts";
        return Err(ClusterError::invalid(counts, why));
    }
    let counts = counts_of(counts)?;
    let variant = parse_variant(&counts.game).map_err(ClusterError::Mismatch)?;
    let reduction = reduction(&folder.join("reduction.json"))?;
    let (lines, games) = (folder.join("lines.parquet"), folder.join("games.parquet"));
    let LinesSummary { cohorts, rows, games: root } = LinesSummary::read(&lines)?;
    if rows != reduction.lines {
        let problem = format!("{rows} rows, but the reduction wrote {}", reduction.lines);
        return Err(ClusterError::invalid(&lines, problem));
    }
    check_counted(&lines, root, counts.counted)?;
    let examples = examples(&games, variant, &cohorts)?;
    check_games(&games, examples.len() as u64, reduction.games)?;
    let failure = Failure::default();
    let table = LinesTable {
        path: lines,
        alphabet: variant.alphabet(),
        game: variant_text(variant),
        cohorts: cohorts.iter().cloned().zip(0..).collect(),
        numbers: examples.iter().copied().zip(0..).collect(),
    };
    let rows = game_rows(&games, variant, &cohorts)?;
    let request = request(arguments, variant, counts.quiet);
    let reduced = ReducedCounts {
        cohorts,
        entries: read_again(table, failure.clone()),
        examples,
        games: Box::new(rows),
        floor: reduction.floor.max(1),
        renjunet: counts.renjunet,
    };
    let store = AnyStore::open(&arguments.db).map_err(ServiceError::from)?;
    let service = Service::new(Arc::new(store));
    let loaded = service.mining().load_counts(&request, reduced);
    if let Some(error) = failure.take() {
        return Err(error);
    }
    let (info, pruned) = loaded?;
    service.close()?;
    let BookInfo { name, version, nodes, lines, .. } = info;
    println!(
        "Book {name} has version {version}, {nodes} nodes, {lines} lines, from {} games: {} of {} counted moves kept.",
        counts.counted, pruned.kept, pruned.counted
    );
    Ok(())
}

fn reduction(path: &Path) -> Result<Reduction, ClusterError> {
    let text = std::fs::read(path).map_err(|error| ClusterError::file(path, error))?;
    let invalid = |error| ClusterError::invalid(path, format!("not of a reduction: {error}"));
    serde_json::from_slice(&text).map_err(invalid)
}

/// Returns what the tasks that counted say together.
fn counts_of(folder: &Path) -> Result<Manifest, ClusterError> {
    let mut sum: Option<Manifest> = None;
    for task in tasks(folder)? {
        let manifest = Manifest::read(&task, COUNTS_FORMAT)?;
        manifest.check(&task)?;
        let Some(sum) = &mut sum else {
            sum = Some(manifest);
            continue;
        };
        let different = [
            ("game", sum.game != manifest.game),
            ("quiet period", sum.quiet != manifest.quiet),
            ("ratings", sum.ratings != manifest.ratings),
            ("list of duplicates", sum.duplicates_list != manifest.duplicates_list),
        ];
        if let Some((what, _)) = different.iter().find(|(_, is)| *is) {
            let task = task.display();
            let why = format!("{task} was counted with another {what}: count all games again");
            return Err(ClusterError::Mismatch(why));
        }
        if let Some(twice) = manifest.inputs.iter().find(|input| sum.inputs.contains(input)) {
            let task = task.display();
            let why = format!("{task} counts games that another task counts, too: {twice}");
            return Err(ClusterError::Mismatch(why));
        }
        sum.inputs.extend(manifest.inputs);
        sum.counted += manifest.counted;
        sum.renjunet.extend(manifest.renjunet);
    }
    let mut sum = sum.unwrap_or_default();
    sum.renjunet.sort_unstable();
    sum.renjunet.dedup();
    Ok(sum)
}

/// Rows of a table of counts, one after the other.
struct RowReader {
    table: TableReader,
    columns: Vec<Column>,
    row: usize,
    /// The examples of the chunk that belong to earlier rows.
    examples: usize,
}

/// A row of counts.
#[derive(Debug)]
struct CountsRow {
    game: String,
    line: String,
    cohort: Cohort,
    sums: [i64; SUMS.1],
    examples: Vec<String>,
}

impl RowReader {
    fn open(path: &Path) -> Result<RowReader, ClusterError> {
        let table = TableReader::open(path, &COUNTS)?;
        Ok(RowReader { table, columns: Vec::new(), row: 0, examples: 0 })
    }

    fn next(&mut self, path: &Path) -> Result<Option<CountsRow>, ClusterError> {
        if self.row == self.columns.first().map_or(0, Column::len) {
            let Some(columns) = self.table.next(CHUNK)? else { return Ok(None) };
            (self.columns, self.row, self.examples) = (columns, 0, 0);
        }
        let (columns, row) = (&self.columns, self.row);
        let invalid = |problem: &str| ClusterError::invalid(path, problem);
        let text = |at: usize| columns[at].text(row).ok_or_else(|| invalid("a text is not UTF-8"));
        let examples = match &columns[SUMS.0 + SUMS.1] {
            Column::Texts(all, lengths) => {
                let from = self.examples;
                self.examples += lengths[row] as usize;
                let own = all.get(from..self.examples).unwrap_or_default();
                let texts = own.iter().map(|text| text.as_utf8().map(str::to_owned));
                texts.collect::<Result<_, _>>().map_err(|_| invalid("a text is not UTF-8"))?
            }
            _ => Vec::new(),
        };
        self.row += 1;
        Ok(Some(CountsRow {
            game: text(0)?.to_owned(),
            line: text(1)?.to_owned(),
            cohort: Cohort {
                source: text(2)?.to_owned(),
                year: u16::try_from(columns[3].number(row)).map_err(|_| invalid("invalid year"))?,
                band: band(columns[4].number(row)).ok_or_else(|| invalid("unknown band"))?,
                imported: true,
            },
            sums: std::array::from_fn(|at| columns[SUMS.0 + at].number(row)),
            examples,
        }))
    }
}

/// What a table of lines has in all.
struct LinesSummary {
    /// All cohorts, in order.
    cohorts: Vec<Cohort>,
    rows: u64,
    /// The games of the line without moves.
    games: u64,
}

impl LinesSummary {
    fn read(lines: &Path) -> Result<LinesSummary, ClusterError> {
        let mut reader = RowReader::open(lines)?;
        let (mut cohorts, mut rows, mut games) = (BTreeSet::new(), 0, 0);
        while let Some(row) = reader.next(lines)? {
            rows += 1;
            if row.line.is_empty() {
                games += row.sums[0].unsigned_abs();
            }
            cohorts.insert(row.cohort);
        }
        Ok(LinesSummary { cohorts: cohorts.into_iter().collect(), rows, games })
    }
}

/// Returns the identities of the games that are examples.
fn examples(games: &Path, variant: Variant, cohorts: &[Cohort]) -> Result<Vec<u64>, ClusterError> {
    let mut found = Vec::new();
    each_game(games, variant, &mut |game| {
        if cohorts.binary_search(&cohort_of(&game)).is_err() {
            return Err(ClusterError::invalid(games, "a game of a cohort without counts"));
        }
        found.push(game.fingerprint);
        Ok(())
    })?;
    Ok(found)
}

fn cohort_of(game: &LakeGame) -> Cohort {
    let (source, year, band) = (game.source.clone(), game.date.0, game.band);
    Cohort { source, year, band, imported: true }
}

/// Returns the games that are examples, read on a thread of their own.
fn game_rows(
    games: &Path,
    variant: Variant,
    cohorts: &[Cohort],
) -> Result<impl Iterator<Item = io::Result<GameRow>> + Send + use<>, ClusterError> {
    TableReader::open(games, &GAMES)?;
    let (games, cohorts) = (games.to_owned(), cohorts.to_vec());
    let (sender, receiver) = std::sync::mpsc::sync_channel(CHUNK);
    let work = move || {
        let mut number = 0;
        let read = each_game(&games, variant, &mut |game| {
            let cohort = cohorts.binary_search(&cohort_of(&game)).unwrap_or(usize::MAX);
            let row = GameRow {
                number,
                fingerprint: game.fingerprint,
                cohort: u32::try_from(cohort).unwrap_or(u32::MAX),
                date: game.date,
                black: game.black,
                white: game.white,
                black_rank: game.black_rank,
                white_rank: game.white_rank,
                result: game.result,
                komi: game.komi,
                event: game.event,
                moves: Some(game.moves.into_bytes()),
            };
            number += 1;
            let gone = |_| ClusterError::Mismatch("the book was not written".to_owned());
            sender.send(Ok(row)).map_err(gone)
        });
        if let Err(error) = read {
            drop(sender.send(Err(io::Error::other(error))));
        }
    };
    let spawned = std::thread::Builder::new().name("games".to_owned()).spawn(work);
    spawned.map_err(|error| ClusterError::File { file: "a thread".to_owned(), error })?;
    Ok(receiver.into_iter())
}

/// The table of lines, and the numbers of the cohorts and games that its rows name.
struct LinesTable {
    path: PathBuf,
    alphabet: Alphabet,
    game: String,
    cohorts: BTreeMap<Cohort, u32>,
    /// Those of games, by identity.
    numbers: HashMap<u64, u32>,
}

/// Lines with their counts, in preorder.
struct LineReader {
    table: Arc<LinesTable>,
    rows: RowReader,
    /// The first row of the next line.
    next: Option<CountsRow>,
    /// The last line.
    line: Option<String>,
}

impl LineReader {
    fn open(table: &Arc<LinesTable>) -> Result<LineReader, ClusterError> {
        let rows = RowReader::open(&table.path)?;
        Ok(LineReader { table: Arc::clone(table), rows, next: None, line: None })
    }

    fn invalid(&self, problem: &str) -> ClusterError {
        ClusterError::invalid(&self.table.path, problem)
    }

    /// Returns the next row of the table.
    fn row(&mut self) -> Result<Option<CountsRow>, ClusterError> {
        self.rows.next(&self.table.path)
    }

    /// Returns the next line with its counts; `None` at the end.
    fn entry(&mut self) -> Result<Option<Entry>, ClusterError> {
        let first = match self.next.take() {
            Some(row) => Some(row),
            None => self.row()?,
        };
        let Some(mut row) = first else { return Ok(None) };
        let line = row.line.clone();
        let (depth, step) = self.place(&line)?;
        let (mut tally, mut examples) = (Tally::default(), Vec::new());
        loop {
            self.add(row, &mut tally, &mut examples)?;
            let Some(next) = self.row()? else { break };
            if next.line != line {
                self.next = Some(next);
                break;
            }
            row = next;
        }
        examples.sort_unstable_by(|a, b| b.cmp(a));
        examples.truncate(Tally::EXAMPLES);
        for example in &examples {
            let fingerprint = example.get(EXAMPLE_HEAD..).unwrap_or_default();
            let number = u64::from_str_radix(fingerprint, 16).ok();
            let number = number.and_then(|fingerprint| self.table.numbers.get(&fingerprint));
            let missing =
                || self.invalid(&format!("the example \"{example}\" is not in games.parquet"));
            tally.examples.push(*number.ok_or_else(missing)?);
        }
        self.line = Some(line);
        Ok(Some(Entry { depth, step, tally }))
    }

    /// Checks that a line follows the last one, and returns its depth and its last step.
    fn place(&self, line: &str) -> Result<(usize, Step), ClusterError> {
        let alphabet = self.table.alphabet;
        let letters = alphabet.letters();
        let Some(last) = &self.line else {
            return if line.is_empty() {
                Ok((0, Step::TENUKI))
            } else {
                Err(self.invalid("the line without moves is missing"))
            };
        };
        let wrong = || self.invalid(&format!("line \"{line}\" does not follow \"{last}\""));
        let before = line.len().checked_sub(letters).ok_or_else(wrong)?;
        let (before, step) = line.split_at_checked(before).ok_or_else(wrong)?;
        if !line.len().is_multiple_of(letters) || line <= last.as_str() || !last.starts_with(before)
        {
            return Err(wrong());
        }
        let step = alphabet.parse_step(step).map_err(|error| self.invalid(&error.to_string()))?;
        Ok((line.len() / letters, step))
    }

    fn add(
        &self,
        row: CountsRow,
        tally: &mut Tally,
        examples: &mut Vec<String>,
    ) -> Result<(), ClusterError> {
        let LinesTable { game, cohorts, .. } = &*self.table;
        if row.game != *game {
            return Err(self.invalid(&format!("counts of {}, expected {game}", row.game)));
        }
        let cohort = cohorts.get(&row.cohort).copied();
        let cohort = cohort.ok_or_else(|| self.invalid("the file has changed"))?;
        if tally.cells.last().is_some_and(|last| last.cohort >= cohort) {
            let problem = format!("line \"{}\" has a cohort twice or in another order", row.line);
            return Err(self.invalid(&problem));
        }
        if row.sums.iter().enumerate().any(|(at, sum)| *sum < 0 && !SIGNED.contains(&at)) {
            return Err(self.invalid(&format!("line \"{}\" has a negative sum", row.line)));
        }
        let small = |at: usize| u32::try_from(row.sums[at]).unwrap_or(u32::MAX);
        let spread = |at: usize| Spread {
            count: small(at),
            sum: row.sums[at + 1],
            squares: row.sums[at + 2].unsigned_abs(),
        };
        let count = GameCount {
            games: small(0),
            corners: small(1),
            scored: small(2),
            half_points: small(3),
            expected: row.sums[4].unsigned_abs(),
            points_lost: spread(5),
            win_rate_lost: spread(8),
        };
        tally.cells.push(CohortCount { cohort, count });
        let turns = |at: usize| TurnCount { turns: small(at), here: small(at + 1) };
        let turns = Turns { at_once: turns(11), later: turns(13), again: turns(15) };
        tally.turns.of_mut(row.cohort.band.kind()).add(&turns);
        examples.extend(row.examples);
        Ok(())
    }
}

/// The error that ended the reading of lines: the store takes errors of I/O, and this has more to
/// say.
#[derive(Clone, Default)]
struct Failure(Arc<Mutex<Option<ClusterError>>>);

impl Failure {
    fn keep(&self, error: ClusterError) -> io::Error {
        let said = error.to_string();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        io::Error::other(said)
    }

    fn take(&self) -> Option<ClusterError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Passes entries on, and keeps the error that ends them.
struct Failing {
    lines: LineReader,
    failure: Failure,
}

impl Iterator for Failing {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        let entry = self.lines.entry().transpose()?;
        Some(entry.map_err(|error| self.failure.keep(error)))
    }
}

/// Returns a function that begins to read a table.
fn read_again(table: LinesTable, failure: Failure) -> Box<dyn Fn() -> io::Result<CountedEntries>> {
    let table = Arc::new(table);
    Box::new(move || -> io::Result<CountedEntries> {
        let lines = LineReader::open(&table).map_err(|error| failure.keep(error))?;
        Ok(Box::new(Failing { lines, failure: failure.clone() }))
    })
}
