//! `joseki export`: a book as SGF, as its lines, or what it counts.

use std::io::Write;
use std::path::Path;

use clap::error::ErrorKind;

use super::args::{ExportArgs, ExportFormat};
use super::error::CliError;
use super::run::command;
use super::{database, new_file};
use crate::format::dictionary::ExportOptions;
use crate::service::BookRef;

/// Writes a book out.
pub fn run(db: &Path, args: &ExportArgs, out: &mut impl Write) -> Result<(), CliError> {
    check(args)?;
    let service = database::open(db)?;
    let book = BookRef::at(&args.book, args.as_of);
    let bytes = match args.to {
        ExportFormat::Sgf => service.export_sgf(&book, options(args))?,
        ExportFormat::Lines => service.export_lines(&book)?,
        ExportFormat::Counts => service.export_counts(&args.book)?,
    };
    match args
        .output
        .as_deref()
        .filter(|path| *path != Path::new("-"))
    {
        Some(path) => new_file::write(path, &bytes, args.force, db),
        None => Ok(out.write_all(&bytes)?),
    }
}

/// Lines and counts lie in no corner, and counts are those of today, so flags that say otherwise would be ignored.
fn check(args: &ExportArgs) -> Result<(), CliError> {
    let placed = args.corner.is_some() || args.handedness.is_some() || args.first.is_some();
    let message = match args.to {
        ExportFormat::Lines | ExportFormat::Counts if placed => {
            "--corner, --handedness and --first are for --to sgf: lines and counts lie in no corner"
        }
        ExportFormat::Counts if args.as_of.is_some() => {
            "--as-of is for --to sgf and --to lines: counts are those of today"
        }
        _ => return Ok(()),
    };
    let mut command = command();
    command.build();
    let error = match command.find_subcommand_mut("export") {
        Some(export) => export.error(ErrorKind::ArgumentConflict, message),
        None => command.error(ErrorKind::ArgumentConflict, message),
    };
    Err(CliError::Usage(error))
}

fn options(args: &ExportArgs) -> ExportOptions {
    let mut options = ExportOptions::default();
    if let Some(corner) = args.corner {
        options.frame.corner = corner.into();
    }
    if let Some(handedness) = args.handedness {
        options.frame.handedness = handedness.into();
    }
    if let Some(first) = args.first {
        options.first = first.into();
    }
    options
}
