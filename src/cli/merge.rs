//! `joseki merge`: merges results, quiz answers and evaluations from another database.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::args::{Format, MergeArgs};
use super::error::CliError;
use super::{database, output};
use crate::store::{AnswerEntryCounts, EvaluationEntryCounts, Store};
use crate::wire::MergeJson;

/// Merges and prints the number of new entries.
pub fn run(db: &Path, args: &MergeArgs, out: &mut impl Write) -> Result<(), CliError> {
    if is_same(&args.other, db) {
        return Err(CliError::Itself {
            path: args.other.clone(),
        });
    }
    // Opened before this database is opened or created, so that a wrong name leaves no trace.
    let other = database::open_other(&args.other)?;
    let service = database::open(db)?;
    let other: Arc<dyn Store> = Arc::new(other);
    let merged = service.merge(Arc::clone(&other))?;
    let answers = service.merge_answers(&other)?;
    let evaluations = service.merge_evaluations(&other)?;
    if args.format.format == Format::Json {
        return output::json(out, &MergeJson::new(merged, answers, evaluations));
    }
    let all = merged.added + merged.updated + merged.known;
    writeln!(
        out,
        "{all} results in {} = {} added + {} updated + {} already known",
        args.other.display(),
        merged.added,
        merged.updated,
        merged.known,
    )?;
    if answers != AnswerEntryCounts::default() {
        writeln!(
            out,
            "{} quiz answers = {} added + {} updated + {} already known",
            answers.added + answers.updated + answers.known,
            answers.added,
            answers.updated,
            answers.known,
        )?;
    }
    if evaluations != EvaluationEntryCounts::default() {
        writeln!(
            out,
            "{} evaluations = {} added + {} updated + {} already known",
            evaluations.added + evaluations.updated + evaluations.known,
            evaluations.added,
            evaluations.updated,
            evaluations.known,
        )?;
    }
    Ok(())
}

fn is_same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}
