//! `joseki import`: SGF files merged into a book.

use std::io::Write;
use std::path::Path;

use super::args::{Format, ImportArgs};
use super::error::CliError;
use super::progress::Progress;
use super::{database, import_report, output, source};
use crate::service::{ImportOutcome, ImportRequest, Service, SourceFile};
use crate::wire::ImportJson;

/// Imports files and reports what became of every node.
pub fn run(db: &Path, args: &ImportArgs, out: &mut impl Write) -> Result<(), CliError> {
    // All files are read before the database is touched, so that a wrong name leaves no trace.
    let files = args
        .files
        .iter()
        .map(|path| read(path))
        .collect::<Result<_, _>>()?;
    let request = ImportRequest {
        book: args.book.clone(),
        files,
        dry_run: args.dry_run,
        who: "command line".to_owned(),
        ..ImportRequest::new("", Vec::new(), "")
    };
    let outcome = if args.dry_run {
        import(&database::open_for_trial(db)?.service, &request)?
    } else {
        import(&database::open(db)?, &request)?
    };
    let report = ImportJson::from(&outcome);
    match args.format.format {
        Format::Text => Ok(import_report::write(&report, out)?),
        Format::Json => output::json(out, &report),
    }
}

fn read(path: &Path) -> Result<SourceFile, CliError> {
    Ok(SourceFile {
        name: source::name(path),
        bytes: source::read(path)?,
    })
}

fn import(service: &Service, request: &ImportRequest) -> Result<ImportOutcome, CliError> {
    let progress = Progress::start(format!("importing into {}", request.book));
    Ok(service.import_with(request, |nodes| progress.add(nodes))?)
}
