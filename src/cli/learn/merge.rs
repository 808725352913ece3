//! `joseki merge`: merges results, quiz answers and evaluations from another database.

use std::io::{self, Write};
use std::sync::Arc;

use crate::args::{Format, MergeArgs};
use crate::error::CliError;
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    new_file, output,
};
use joseki_store::{EntryCounts, Store};
use joseki_wire::MergeJson;

/// Merges and prints the number of new entries.
pub fn run(db: &DatabaseFile, args: &MergeArgs, out: &mut impl Write) -> Result<(), CliError> {
    if let Some(path) = args.other.file().filter(|path| new_file::is_same(path, db)) {
        return Err(CliError::MergeIntoItself { path: path.to_owned() });
    }
    // Opened before this database is opened or created, so that a wrong name leaves no trace.
    let other = database::open_other(&args.other)?;
    let service = database::open(db)?;
    let other: Arc<dyn Store> = Arc::new(other);
    let merged = MergeJson {
        games: service.learning().merge(Arc::clone(&other), &user_name())?,
        answers: service.training().merge_answers(&other)?,
        evaluations: service.engines().merge_evaluations(&other)?,
    };
    if args.format.format == Format::Json {
        return output::json(out, &merged);
    }
    let results = format!("results in {}", args.other);
    write(merged.games, &results, out)?;
    for (counts, what) in [(merged.answers, "quiz answers"), (merged.evaluations, "evaluations")] {
        if counts != EntryCounts::default() {
            write(counts, what, out)?;
        }
    }
    Ok(())
}

fn write(counts: EntryCounts, what: &str, out: &mut impl Write) -> io::Result<()> {
    let EntryCounts { added, updated, known } = counts;
    let all = added + updated + known;
    writeln!(out, "{all} {what} = {added} added + {updated} updated + {known} already known")
}
