//! `joseki assess`: measures a book on games.

use std::io::Write;
use std::path::Path;
use std::thread;

use super::args::{AssessArgs, Format};
use super::error::CliError;
use super::look::OutputStyle;
use super::progress::ReadingProgress;
use super::{assess_report, database, output};
use crate::service::AssessRequest;
use crate::wire::{AssessJson, RequestError};

/// Measures the book and prints the table.
pub fn run(
    db: &Path,
    args: &AssessArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let request = request(args)?;
    let service = database::open(db)?;
    let progress = ReadingProgress::start(format!("assessing {}", request.book));
    let outcome = service.assess(&request, &mut |done| {
        progress.set(done.bytes, done.total, done.games);
    })?;
    drop(progress);
    let report = AssessJson::from(&outcome);
    match args.format.format {
        Format::Text => Ok(assess_report::write(&report, look, out)?),
        Format::Json => output::json(out, &report),
    }
}

fn request(args: &AssessArgs) -> Result<AssessRequest, CliError> {
    if let Some((since, until)) = args
        .since
        .zip(args.until)
        .filter(|(since, until)| since > until)
    {
        let message = format!("{since} is after --until {until}; give the earlier year first");
        return Err(CliError::Request(RequestError::new(
            "invalid_value",
            "since",
            message,
        )));
    }
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    Ok(AssessRequest {
        paths: args.paths.clone(),
        book: args.book.clone(),
        source: args.source.clone(),
        moves: args.moves,
        since: args.since,
        until: args.until,
        limit: args.limit_games,
        include_mined: args.include_mined,
        threads: args.threads.unwrap_or_else(cores),
    })
}
