//! `joseki next`: shows the next joseki moves on a board.

pub mod corner_report;
pub mod evidence_report;
pub mod games_report;
pub mod given_board;
pub mod report;
pub mod simulate;
pub mod whole_report;

use std::io::Write;
use std::path::Path;

use super::args::{Format, NextArgs};
use super::database::{self, DatabaseFile};
use super::error::CliError;
use super::look::OutputStyle;
use super::{output, source};
use crate::service::{DEFAULT_BOOK, NextQuery};
use crate::wire::{NextRequest, NextResponse};

/// Runs the query and prints its result.
pub fn run(
    db: &DatabaseFile,
    args: &NextArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let query = question(db, args)?;
    let service = database::open_to_read(db)?;
    let answer =
        service.next(&query).map_err(|error| CliError::Query { error, size: query.size })?;
    let coords = args.query.coords.of(answer.variant.game());
    let response = NextResponse::new(&answer, coords, query.size);
    match args.format.format {
        Format::Json => output::json(out, &response),
        Format::Text => Ok(report::write(&query, &answer, &response, look, out)?),
    }
}

fn question(db: &DatabaseFile, args: &NextArgs) -> Result<NextQuery, CliError> {
    let request = NextRequest::from(args.query.clone());
    let book = request.book.as_deref().unwrap_or(DEFAULT_BOOK);
    let variant = database::variant(db, book)?;
    let query = request.into_query(variant).map_err(CliError::Request)?;
    match &args.sgf {
        Some(path) => on_record(query, path, args.move_number),
        None => Ok(query),
    }
}

/// Replaces the board of the query by that of a game record.
fn on_record(query: NextQuery, path: &Path, last: Option<usize>) -> Result<NextQuery, CliError> {
    let bytes = source::read(path)?;
    query
        .on_record(&bytes, last)
        .map_err(|error| CliError::Record { file: source::name(path), error })
}
