//! `joseki revert`: reverts changes.

use std::io::Write;

use super::change_report;
use super::change_report::write_contradictions;
use crate::args::{Format, RevertArgs};
use crate::error::CliError;
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_service::{
    DEFAULT_BOOK, Service,
    curate::{Author, ChangeError, RevertRequest, Undo},
};
use joseki_wire::{RevertedJson, check_reason};

/// Reverts and reports what changed.
pub fn run(db: &DatabaseFile, args: &RevertArgs, out: &mut impl Write) -> Result<(), CliError> {
    check_reason(&args.reason).map_err(CliError::Node)?;
    let service = database::open(db)?;
    let request = request(&service, args)?;
    let details = args.details.count(args.format.format);
    let reverted = match service.curation().revert(&request) {
        Err(error) => {
            if let Some(ChangeError::Conflict { contradictions, .. }) = error.of()
                && args.format.format == Format::Text
            {
                write_contradictions(contradictions, details, out)?;
                // The contradictions go before the error message.
                out.flush()?;
            }
            return Err(error.into());
        }
        Ok(reverted) => reverted,
    };
    match args.format.format {
        Format::Json => output::json(out, &RevertedJson::new(&reverted, details)),
        Format::Text => {
            Ok(change_report::write(&reverted.outcome, &reverted.contradictions, details, db, out)?)
        }
    }
}

fn request(service: &Service, args: &RevertArgs) -> Result<RevertRequest, CliError> {
    let (undo, book) = match args.since {
        Some(since) => {
            let book = args.book.as_deref().unwrap_or(DEFAULT_BOOK);
            (Undo::Since(since), book.to_owned())
        }
        None => {
            // The parser requires an id without `--since`.
            let id = args.id.unwrap_or_default();
            (Undo::Change(id), book_of(service, id, args)?)
        }
    };
    Ok(RevertRequest {
        book,
        undo,
        later: args.later,
        dry_run: args.dry_run,
        by: Author::new(user_name()).with_reason(&args.reason),
    })
}

/// Returns the named book, or the book of the change.
fn book_of(service: &Service, id: i64, args: &RevertArgs) -> Result<String, CliError> {
    match &args.book {
        Some(book) => Ok(book.clone()),
        None => {
            let (row, _) = service.curation().change(id)?;
            Ok(row.current_name.unwrap_or(row.book))
        }
    }
}
