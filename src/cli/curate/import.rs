//! `joseki import`: merges SGF files into a book.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::change_report::{ListedNodes, counts, write_change_number, write_delta};
use super::import_report;
use crate::args::{Format, ImportArgs, ImportSourceArgs};
use crate::error::CliError;
use crate::progress::NodeProgress;
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    output, source,
};
use joseki_book::MergeRules;
use joseki_service::{
    Service, SourceFile,
    curate::{Author, ImportOutcome, ImportRequest, SourceFields},
};
use joseki_wire::{ImportJson, check_reason};

/// Imports files and reports the outcome of every node.
pub fn run(db: &DatabaseFile, args: &ImportArgs, out: &mut impl Write) -> Result<(), CliError> {
    check_reason(&args.reason).map_err(CliError::Node)?;
    // Reads all files before the database is opened or created, so that a wrong name leaves no
    // trace.
    let read_all = |paths: &[PathBuf]| paths.iter().map(|path| read(path)).collect();
    let files: Result<Vec<SourceFile>, CliError> = read_all(&args.files);
    let base: Result<Vec<SourceFile>, CliError> = read_all(&args.base);
    let request = ImportRequest {
        book: args.book.clone(),
        variant: args.game.variant()?,
        files: files?,
        base: base?,
        dry_run: args.dry_run,
        rules: args.rules.clone(),
        confidence: args.confidence,
        phrases: args.phrases,
        charset: args.charset,
        source: args.source.source.clone().map(|name| {
            let ImportSourceArgs { license, attribution, address, .. } = &args.source;
            let fields = SourceFields {
                license: license.clone(),
                attribution: attribution.clone(),
                address: address.clone(),
                withheld: None,
            };
            (name, fields)
        }),
        by: Author::new(user_name()).with_reason(&args.reason),
    };
    let outcome = if args.dry_run {
        import(&database::open_for_dry_run(db)?, &request)?
    } else {
        import(&database::open(db)?, &request)?
    };
    let details = args.details.count(args.format.format);
    let report = ImportJson::new(&outcome, details);
    match args.format.format {
        Format::Json => output::json(out, &report)?,
        Format::Text => write(db, args, &outcome, &report, out)?,
    }
    match outcome.all_refused() {
        Some(first) => {
            out.flush()?;
            let book = args.book.clone();
            Err(CliError::NothingImported { book, first })
        }
        None => Ok(()),
    }
}

fn write(
    db: &DatabaseFile,
    args: &ImportArgs,
    outcome: &ImportOutcome,
    report: &ImportJson,
    out: &mut impl Write,
) -> io::Result<()> {
    let most = args.details.count(Format::Text);
    // Under the default rules the lists per file already show every contradiction.
    let by_rules =
        args.rules != MergeRules::default() || args.confidence.is_some() || !args.base.is_empty();
    let contradictions = by_rules.then_some(outcome.contradictions.as_slice());
    import_report::write_files(report, contradictions, most, out)?;
    if outcome.all_refused().is_some() {
        return Ok(());
    }
    import_report::write_refused(report, out)?;
    // The file shows what it adds to a book, but not what it adds to its earlier edition.
    let listed = if args.base.is_empty() { ListedNodes::Changed } else { ListedNodes::All };
    let (_, changed, _) = outcome.delta.counts();
    if changed > 0 || listed == ListedNodes::All && !outcome.delta.is_empty() {
        write_delta(&outcome.delta, listed, most, out)?;
        writeln!(out)?;
    }
    import_report::write_book(report, &counts(&outcome.delta), out)?;
    write_change_number(outcome.change, db, out)
}

fn read(path: &Path) -> Result<SourceFile, CliError> {
    Ok(SourceFile { name: source::name(path), bytes: source::read(path)? })
}

fn import(service: &Service, request: &ImportRequest) -> Result<ImportOutcome, CliError> {
    let progress = NodeProgress::start(format!("importing into {}", request.book));
    Ok(service.curation().import_with(request, |nodes| progress.add(nodes))?)
}
