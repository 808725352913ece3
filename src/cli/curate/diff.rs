//! `joseki diff`: compares two books, or two versions of a book.

use std::io::Write;

use super::change_report::{ListedNodes, counts, write_delta};
use crate::args::{DiffArgs, Format};
use crate::error::CliError;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_wire::DeltaJson;

/// Compares and prints the differences.
pub fn run(db: &DatabaseFile, args: &DiffArgs, out: &mut impl Write) -> Result<(), CliError> {
    let delta = database::open_to_read(db)?.curation().diff(&args.from, &args.to)?;
    let details = args.details.count(args.format.format);
    if args.format.format == Format::Json {
        return output::json(out, &DeltaJson::new(&delta, None, details));
    }
    if delta.is_empty() {
        return Ok(writeln!(out, "No differences.")?);
    }
    write_delta(&delta, ListedNodes::All, details, out)?;
    Ok(writeln!(out, "\n{}.", counts(&delta))?)
}
