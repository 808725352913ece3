//! The second map: games to rows of lines and cohorts.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use joseki::book::{Cohort, Spread};
use joseki::game::{Step, Variant};
use joseki::mine::{Batch, CohortTally, CountedGame, Pairings, Ratings};
use parquet::data_type::ByteArray;

use crate::duplicates::DuplicatesList;
use crate::error::ClusterError;
use crate::games::tasks;
use crate::lake::{
    COUNTS, COUNTS_FORMAT, GAMES_FORMAT, LakeGame, SUMS, parse_variant, variant_text,
};
use crate::manifest::{FileEntry, Manifest, sha256};
use crate::table::{Column, TableWriter};

/// Rows of a group.
const GROUP: usize = 1 << 20;
/// Bytes of a batch of games, whose lines make one file.
const BATCH: usize = 256 << 20;
/// Games whose results are computed together.
const CHUNK: usize = 4096;
/// Characters of an example.
const EXAMPLE: usize = 25;

/// Games and where their counts go.
#[derive(Debug)]
pub struct CountsTask {
    /// Folders of finished tasks of games, or folders of these.
    pub inputs: Vec<PathBuf>,
    /// The list of duplicates of the whole lake.
    pub duplicates: PathBuf,
    /// The ratings of the players.
    pub ratings: PathBuf,
    /// The quiet period.
    pub quiet: u8,
    /// The folder of the output.
    pub output: PathBuf,
}

/// Counts games into a table, with its manifest.
///
/// # Errors
/// Inputs of different games, that are not as their manifests say, or that the list of duplicates
/// does not have; failed write.
pub fn run(task: &CountsTask) -> Result<Manifest, ClusterError> {
    let inputs = inputs(&task.inputs)?;
    let duplicates = DuplicatesList::open(&task.duplicates)?;
    let ratings = read_ratings(&task.ratings)?;
    let mut manifest = Manifest {
        format: COUNTS_FORMAT.to_owned(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        quiet: Some(task.quiet),
        ratings: Some(sha256(&task.ratings)?),
        duplicates_list: Some(duplicates.sha256.clone()),
        ..Manifest::default()
    };
    let variant = add_up_inputs(&inputs, &mut manifest)?;
    crate::folder(&task.output)?;
    let mut counter = Counter::new(variant, task, &ratings);
    for (folder, input) in &inputs {
        input.check(folder)?;
        for file in input.paths(folder) {
            let mut count = |game| counter.add(game);
            manifest.duplicates += duplicates.each_counted(&file, variant, &mut count)?;
        }
    }
    manifest.counted = counter.games;
    manifest.files = counter.finish()?;
    manifest.write(&task.output)?;
    Ok(manifest)
}

/// Returns the folders of finished tasks of games with their manifests.
///
/// # Errors
/// If there are none, or one is not whole.
pub fn inputs(folders: &[PathBuf]) -> Result<Vec<(PathBuf, Manifest)>, ClusterError> {
    let mut all = Vec::new();
    for folder in folders {
        for task in tasks(folder)? {
            let manifest = Manifest::read(&task, GAMES_FORMAT)?;
            all.push((task, manifest));
        }
    }
    Ok(all)
}

/// Reads ratings.
///
/// # Errors
/// If the file cannot be read or has no ratings.
fn read_ratings(path: &Path) -> Result<Ratings, ClusterError> {
    let text = std::fs::read_to_string(path).map_err(|error| ClusterError::file(path, error))?;
    let file = path.display().to_string();
    Ratings::parse(&text).map_err(|error| ClusterError::Ratings { file, error })
}

/// Returns the game of all inputs.
///
/// # Errors
/// If they are of different games.
pub fn variant(inputs: &[(PathBuf, Manifest)]) -> Result<Variant, ClusterError> {
    let first = inputs.first().map_or("", |(_, input)| input.game.as_str());
    if let Some((folder, other)) = inputs.iter().find(|(_, input)| input.game != first) {
        let folder = folder.display();
        let why = format!("{folder} has games of {}, others of {first}", other.game);
        return Err(ClusterError::Mismatch(why));
    }
    parse_variant(first).map_err(ClusterError::Mismatch)
}

fn add_up_inputs(
    inputs: &[(PathBuf, Manifest)],
    sum: &mut Manifest,
) -> Result<Variant, ClusterError> {
    let variant = variant(inputs)?;
    sum.game = variant_text(variant);
    for (_, input) in inputs {
        sum.inputs.extend(input.files.iter().map(|file| file.sha256.clone()));
        sum.seen += input.seen;
        sum.skipped += input.skipped;
        sum.unreadable += input.unreadable;
        for (why, records) in &input.rejected {
            *sum.rejected.entry(why.clone()).or_default() += records;
        }
        sum.renjunet.extend(input.renjunet.iter().cloned());
    }
    sum.renjunet.sort_unstable();
    sum.renjunet.dedup();
    Ok(variant)
}

/// Counts games in batches.
struct Counter<'t> {
    variant: Variant,
    task: &'t CountsTask,
    ratings: &'t Ratings,
    games: u64,
    /// Games without their results yet.
    waiting: Vec<LakeGame>,
    batch: Batch,
    /// The cohorts of the batch by number, and their numbers.
    cohorts: Vec<Cohort>,
    numbers: HashMap<Cohort, u32>,
    /// The examples' texts of the games of the batch.
    examples: Vec<String>,
    files: Vec<FileEntry>,
}

impl<'t> Counter<'t> {
    fn new(variant: Variant, task: &'t CountsTask, ratings: &'t Ratings) -> Counter<'t> {
        Counter {
            variant,
            task,
            ratings,
            games: 0,
            waiting: Vec::new(),
            batch: Batch::with_byte_capacity(BATCH),
            cohorts: Vec::new(),
            numbers: HashMap::new(),
            examples: Vec::new(),
            files: Vec::new(),
        }
    }

    fn add(&mut self, game: LakeGame) -> Result<(), ClusterError> {
        self.games += 1;
        self.waiting.push(game);
        if self.waiting.len() < CHUNK { Ok(()) } else { self.count_waiting() }
    }

    fn count_waiting(&mut self) -> Result<(), ClusterError> {
        let games = std::mem::take(&mut self.waiting);
        let mut pairings = Pairings::default();
        for game in &games {
            pairings.add(&game.source, &game.info(self.variant));
        }
        for (game, result) in games.into_iter().zip(pairings.results(self.ratings)) {
            let moves = game.played(self.variant).ok_or_else(|| {
                let path = Path::new(&game.path);
                ClusterError::invalid(path, format!("game {} has invalid moves", game.ordinal))
            })?;
            let cohort = self.cohort(&game);
            let counted = CountedGame {
                number: self.examples.len() as u32,
                cohort,
                kind: game.band.kind(),
                rank: game.rank(),
                result,
                moves,
                losses: game.losses.clone(),
            };
            self.examples.push(game.example());
            self.batch.add(self.variant, &counted, self.task.quiet);
            if self.batch.bytes() > BATCH {
                self.write()?;
            }
        }
        Ok(())
    }

    fn cohort(&mut self, game: &LakeGame) -> u32 {
        let (source, year, band) = (game.source.clone(), game.date.0, game.band);
        let cohort = Cohort { source, year, band, imported: true };
        let next = self.cohorts.len() as u32;
        *self.numbers.entry(cohort).or_insert_with_key(|cohort| {
            self.cohorts.push(cohort.clone());
            next
        })
    }

    /// Writes the lines of the batch into a file of their own.
    fn write(&mut self) -> Result<(), ClusterError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let name = format!("counts-{:04}.parquet", self.files.len());
        let mut writer = TableWriter::create(&self.task.output, &name, &COUNTS)?;
        let sorted: BTreeMap<&Cohort, usize> =
            self.cohorts.iter().enumerate().map(|(at, cohort)| (cohort, at)).collect();
        let mut place = vec![0; self.cohorts.len()];
        for (at, number) in sorted.into_values().enumerate() {
            place[number] = at;
        }
        let mut rows = Rows::new(self.variant, &self.cohorts, &self.examples);
        self.batch.count_by_cohort(|steps, counted| {
            counted.sort_unstable_by_key(|counted| place[counted.cohort as usize]);
            rows.push(steps, counted);
            if rows.is_full() { writer.write(&rows.take()) } else { Ok(()) }
        })?;
        writer.write(&rows.take())?;
        self.files.push(writer.finish()?);
        self.cohorts.clear();
        self.numbers.clear();
        self.examples.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<FileEntry>, ClusterError> {
        self.count_waiting()?;
        self.write()?;
        Ok(self.files)
    }
}

/// Rows of counts, until they are written.
pub struct Rows<'a> {
    cohorts: &'a [Cohort],
    games: &'a [String],
    variant: ByteArray,
    sources: Vec<ByteArray>,
    letters: usize,
    /// The last line.
    line: Vec<u8>,
    /// All lines one after the other, and the place of each.
    texts: Vec<u8>,
    lines: Vec<(usize, usize)>,
    of: Vec<u32>,
    sums: Vec<Vec<i64>>,
    examples: Vec<u8>,
    lengths: Vec<u32>,
}

impl<'a> Rows<'a> {
    /// Makes room for rows of these cohorts; `games` has the texts of examples.
    pub fn new(variant: Variant, cohorts: &'a [Cohort], games: &'a [String]) -> Rows<'a> {
        Rows {
            cohorts,
            games,
            variant: variant_text(variant).as_str().into(),
            sources: cohorts.iter().map(|cohort| cohort.source.as_str().into()).collect(),
            letters: variant.alphabet().letters(),
            line: Vec::new(),
            texts: Vec::new(),
            lines: Vec::new(),
            of: Vec::new(),
            sums: vec![Vec::new(); SUMS.1],
            examples: Vec::new(),
            lengths: Vec::new(),
        }
    }

    /// Adds the rows of a line. The lines come in preorder.
    pub fn push(&mut self, steps: &[Step], counted: &[CohortTally]) {
        if let Some((last, before)) = steps.split_last() {
            self.line.truncate(before.len() * self.letters);
            self.line.extend(last.letters());
        }
        let place = (self.texts.len(), self.texts.len() + self.line.len());
        self.texts.extend_from_slice(&self.line);
        for counted in counted {
            self.lines.push(place);
            self.of.push(counted.cohort);
            for (column, sum) in self.sums.iter_mut().zip(sums(counted)) {
                column.push(sum);
            }
            self.lengths.push(counted.examples.len() as u32);
            for game in &counted.examples {
                self.examples.extend_from_slice(self.games[*game as usize].as_bytes());
            }
        }
    }

    /// Whether there are enough rows for a group.
    pub fn is_full(&self) -> bool {
        self.lines.len() >= GROUP
    }

    /// Returns all rows, which are gone then.
    pub fn take(&mut self) -> Vec<Column> {
        let texts = Bytes::from(std::mem::take(&mut self.texts));
        let lines = self.lines.drain(..).map(|(from, to)| texts.slice(from..to).into()).collect();
        let of = std::mem::take(&mut self.of);
        let cohort = |number: &u32| &self.cohorts[*number as usize];
        let mut columns = vec![
            Column::Text(vec![self.variant.clone(); of.len()]),
            Column::Text(lines),
            Column::Text(of.iter().map(|number| self.sources[*number as usize].clone()).collect()),
            Column::Int(of.iter().map(|number| cohort(number).year.into()).collect()),
            Column::Int(of.iter().map(|number| cohort(number).band as i32).collect()),
        ];
        columns.extend(self.sums.iter_mut().map(|sum| Column::Long(std::mem::take(sum))));
        let examples = Bytes::from(std::mem::take(&mut self.examples));
        let all = (0..examples.len()).step_by(EXAMPLE);
        let examples = all.map(|at| examples.slice(at..at + EXAMPLE).into()).collect();
        columns.push(Column::Texts(examples, std::mem::take(&mut self.lengths)));
        columns
    }
}

/// The sums of a row, in the order of the columns.
fn sums(counted: &CohortTally) -> [i64; SUMS.1] {
    let (count, turns) = (&counted.count, &counted.turns);
    let (points, rate) = (&count.points_lost, &count.win_rate_lost);
    let squares = |spread: &Spread| i64::try_from(spread.squares).unwrap_or(i64::MAX);
    [
        count.games.into(),
        count.corners.into(),
        count.scored.into(),
        count.half_points.into(),
        i64::try_from(count.expected).unwrap_or(i64::MAX),
        points.count.into(),
        points.sum,
        squares(points),
        rate.count.into(),
        rate.sum,
        squares(rate),
        turns.at_once.turns.into(),
        turns.at_once.here.into(),
        turns.later.turns.into(),
        turns.later.here.into(),
        turns.again.turns.into(),
        turns.again.here.into(),
    ]
}
