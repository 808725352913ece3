//! The counts of a book as a table, for `joseki publish --counts`.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use joseki::book::{Cohort, CohortCount, PlayerKind, Tally};
use joseki::cancel::Cancelled;
use joseki::game::Step;
use joseki::mine::CohortTally;
use joseki::service::{Service, ServiceError};
use joseki::store::AnyStore;
use strum::VariantArray;

use crate::counts::Rows;
use crate::error::ClusterError;
use crate::lake::{COUNTS, COUNTS_FORMAT, example_text, variant_text};
use crate::manifest::Manifest;
use crate::table::TableWriter;

/// The name of the file.
const FILE: &str = "counts.parquet";

/// Games read at a time.
const CHUNK: usize = 1000;

/// Writes the counts of a book as a table, as `joseki export --to counts` does as a text.
#[derive(Debug, clap::Args)]
pub struct ExportArguments {
    /// The book.
    #[arg(long)]
    book: String,
    /// The database: a file, or the address of a PostgreSQL database.
    #[arg(long, env = "JOSEKI_DB", default_value = "joseki.db")]
    db: PathBuf,
    /// The folder of the table and its manifest.
    #[arg(short, long)]
    output: PathBuf,
}

impl From<Cancelled> for ClusterError {
    fn from(error: Cancelled) -> ClusterError {
        ServiceError::from(error).into()
    }
}

/// Writes the table.
///
/// # Errors
/// Unknown book, one without counts, or a failed write.
pub fn run(arguments: &ExportArguments) -> Result<(), ClusterError> {
    let store = AnyStore::open_read_only(&arguments.db).map_err(ServiceError::from)?;
    let service = Service::new(Arc::new(store));
    let (mut cohorts, mut numbers) = (Vec::new(), BTreeSet::new());
    let info = service.mining().each_count(&arguments.book, |_, all, entry| {
        if cohorts.is_empty() {
            cohorts = all.to_vec();
        }
        numbers.extend(entry.tally.examples);
        Ok::<(), ClusterError>(())
    })?;
    let examples = Examples::read(&service, &info.name, &cohorts, numbers)?;
    crate::folder(&arguments.output)?;
    let mut sources = BTreeSet::new();
    let mut writer = TableWriter::create(&arguments.output, FILE, &COUNTS)?;
    let mut rows = Rows::new(info.variant, &cohorts, &examples.texts);
    let mut path: Vec<Step> = Vec::new();
    service.mining().each_count(&info.name, |_, _, entry| {
        path.truncate(entry.depth.saturating_sub(1));
        path.extend((entry.depth > 0).then_some(entry.step));
        if entry.depth == 0 {
            let of = |cell: &CohortCount| cohorts[cell.cohort as usize].source.clone();
            sources.extend(entry.tally.cells.iter().map(of));
        }
        rows.push(&path, &by_cohort(entry.tally, &cohorts, &examples));
        if rows.is_full() { writer.write(&rows.take()) } else { Ok(()) }
    })?;
    writer.write(&rows.take())?;
    let file = writer.finish()?;
    println!("{} rows of book \"{}\", version {}", file.rows, info.name, info.version);
    let manifest = Manifest {
        format: COUNTS_FORMAT.to_owned(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        game: variant_text(info.variant),
        book: Some(info.name),
        version: Some(info.version),
        sources: sources.into_iter().collect(),
        files: vec![file],
        ..Manifest::default()
    };
    manifest.write(&arguments.output)
}

/// The games that are examples.
struct Examples {
    texts: Vec<String>,
    /// Place in `texts` and place of the cohort, by number in the book.
    places: HashMap<u32, (u32, u32)>,
}

impl Examples {
    fn read(
        service: &Service,
        book: &str,
        cohorts: &[Cohort],
        numbers: BTreeSet<u32>,
    ) -> Result<Examples, ClusterError> {
        let mut examples = Examples { texts: Vec::new(), places: HashMap::new() };
        let numbers: Vec<u32> = numbers.into_iter().collect();
        for numbers in numbers.chunks(CHUNK) {
            for game in service.next_moves().example_games(book, numbers)? {
                let is_own = |cohort: &Cohort| {
                    (cohort.source.as_str(), cohort.year, cohort.band)
                        == (game.source.as_str(), game.row.date.0, game.band)
                };
                let Some(cohort) = cohorts.iter().position(is_own) else { continue };
                let place = (examples.texts.len() as u32, cohort as u32);
                examples.places.insert(game.row.number, place);
                examples.texts.push(example_text(game.band, game.row.date, game.row.fingerprint));
            }
        }
        Ok(examples)
    }
}

/// Returns the counts of a move by cohort. How games went on is known by kind of players only, and
/// stands at the first cohort of a kind.
fn by_cohort(tally: Tally, cohorts: &[Cohort], examples: &Examples) -> Vec<CohortTally> {
    let counted = tally.cells.iter().map(|cell| CohortTally {
        cohort: cell.cohort,
        count: cell.count,
        ..CohortTally::default()
    });
    let mut counted: Vec<CohortTally> = counted.collect();
    for kind in PlayerKind::VARIANTS {
        let is_of_kind =
            |counted: &CohortTally| cohorts[counted.cohort as usize].band.kind() == *kind;
        let place = counted.iter().position(is_of_kind).unwrap_or(0);
        if let Some(first) = counted.get_mut(place) {
            first.turns.add(tally.turns.of(*kind));
        }
    }
    for (text, cohort) in tally.examples.iter().filter_map(|game| examples.places.get(game)) {
        if let Some(own) = counted.iter_mut().find(|counted| counted.cohort == *cohort) {
            own.examples.push(*text);
        }
    }
    counted
}
