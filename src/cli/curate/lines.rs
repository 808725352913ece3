//! `joseki lines`: lists the flattened lines of a book.

use std::io::Write;

use crate::args::{Format, LinesArgs};
use crate::error::CliError;
use crate::{
    database::{self, DatabaseFile},
    log, output,
};
use joseki_service::{BookRef, LinePage, Service};
use joseki_store::LineRow;

/// Number of lines fetched at a time.
const PAGE: usize = 10_000;

/// Lists the lines, page by page.
pub fn run(db: &DatabaseFile, args: &LinesArgs, out: &mut impl Write) -> Result<(), CliError> {
    let service = database::open_to_read(db)?;
    let mut left = args.limit.unwrap_or(usize::MAX);
    let mut after = args.after.clone();
    loop {
        let page = fetch(&service, args, after.as_deref(), left.min(PAGE))?;
        left = left.saturating_sub(page.lines.len());
        page.lines.iter().try_for_each(|line| write(line, args.format.format, out))?;
        after = page.next;
        if left == 0 || after.is_none() {
            break;
        }
    }
    // Each line of the output is a line of the book.
    if let Some(next) = after {
        log::note(&format!("more: --after {next}"));
    }
    Ok(())
}

fn fetch(
    service: &Service,
    args: &LinesArgs,
    after: Option<&str>,
    limit: usize,
) -> Result<LinePage, CliError> {
    let book = BookRef::at(&args.book, args.as_of);
    Ok(service.lines(&book, &args.prefix, after, limit)?)
}

fn write(line: &LineRow, format: Format, out: &mut impl Write) -> Result<(), CliError> {
    match format {
        Format::Text => Ok(writeln!(out, "{}", line.line)?),
        Format::Json => output::json(out, line),
    }
}
