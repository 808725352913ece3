//! `joseki book`: creates, copies, renames, deletes, splits and merges books.

use std::io::Write;

use super::change_report;
use super::change_report::write_change_number;
use crate::args::{BookArgs, BookCommand, BookCreateArgs, BookMergeArgs, BookSplitArgs, Format};
use crate::error::CliError;
use crate::text::count;
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_book::Line;
use joseki_game::Variant;
use joseki_service::{
    Code, Service, ServiceError,
    curate::{Author, ChangeError, MergeRequest, SplitRequest, StarterBook},
};
use joseki_store::{BookInfo, ChangeQuery};
use joseki_wire::{
    ChangeJson, MergedBookJson, RequestError, SplitJson, check_reason, parse_starter,
};

/// Runs the subcommand and reports the resulting books.
pub fn run(db: &DatabaseFile, args: &BookArgs, out: &mut impl Write) -> Result<(), CliError> {
    check_reason(&args.reason).map_err(CliError::Node)?;
    // Validates before the database is created.
    match &args.command {
        BookCommand::Create(create) => drop(starter(create)?),
        BookCommand::Split(split) => drop(lines(split)?),
        _ => {}
    }
    let service = database::open(db)?;
    let by = Author::new(user_name()).with_reason(&args.reason);
    let format = args.format;
    match &args.command {
        BookCommand::Create(args) => {
            let (variant, starter) = starter(args)?;
            let info = service.curation().create_book(&args.book, variant, starter, &by)?;
            report(&info, format, "created", out)
        }
        BookCommand::Copy(names) => {
            let info = service.curation().copy_book(&names.book, &names.to, &by)?;
            report(&info, format, &format!("copied from {}", names.book), out)
        }
        BookCommand::Rename(args) => {
            let names = &args.names;
            let info =
                service.curation().rename_book(&names.book, &names.to, args.if_version, &by)?;
            report(&info, format, &format!("renamed from {}", names.book), out)
        }
        BookCommand::Delete(args) => {
            let change = service.curation().delete_book(&args.book, args.if_version, &by)?;
            if format == Format::Json {
                return entry(&service, change, out);
            }
            writeln!(out, "Book {} deleted.", args.book)?;
            Ok(write_change_number(Some(change), db, out)?)
        }
        BookCommand::Split(args) => split(db, &service, args, (by, format), out),
        BookCommand::Merge(args) => merge(db, &service, args, (by, format), out),
    }
}

/// Prints the change's entry in the history, without its nodes.
fn entry(service: &Service, change: i64, out: &mut impl Write) -> Result<(), CliError> {
    let page = service.curation().changes(&ChangeQuery {
        book: None,
        before: Some(change.saturating_add(1)),
        after: None,
        limit: 1,
    })?;
    match page.changes.first() {
        Some(row) => output::json(out, &ChangeJson::from(row)),
        None => Err(ServiceError::from(ChangeError::Unknown { id: change }).into()),
    }
}

fn report(
    info: &BookInfo,
    format: Format,
    what: &str,
    out: &mut impl Write,
) -> Result<(), CliError> {
    match format {
        Format::Json => output::json(out, info),
        Format::Text => Ok(writeln!(
            out,
            "Book {} {what}: version {}, {}, {}.",
            info.name,
            info.version,
            count(info.nodes, "node"),
            count(info.lines, "line")
        )?),
    }
}

fn split(
    db: &DatabaseFile,
    service: &Service,
    args: &BookSplitArgs,
    (by, format): (Author, Format),
    out: &mut impl Write,
) -> Result<(), CliError> {
    let done = service.curation().split_book(&SplitRequest {
        book: args.names.book.clone(),
        to: args.names.to.clone(),
        lines: lines(args)?,
        dry_run: args.dry_run,
        by,
    })?;
    let details = args.details.count(format);
    if format == Format::Json {
        return output::json(out, &SplitJson::new(&done, details));
    }
    change_report::write(&done.from, &[], details, db, out)?;
    writeln!(out)?;
    Ok(change_report::write(&done.to, &[], details, db, out)?)
}

fn merge(
    db: &DatabaseFile,
    service: &Service,
    args: &BookMergeArgs,
    (by, format): (Author, Format),
    out: &mut impl Write,
) -> Result<(), CliError> {
    let done = service.curation().merge_books(&MergeRequest {
        book: args.book.clone(),
        from: args.from.clone(),
        base: args.base.clone(),
        rules: args.rules.clone(),
        dry_run: args.dry_run,
        by,
    })?;
    let details = args.details.count(format);
    if format == Format::Json {
        return output::json(out, &MergedBookJson::new(&done, details));
    }
    match &done.base {
        Some(base) => writeln!(out, "Common base: {}@{}.\n", base.book, base.version)?,
        None => writeln!(out, "No common base in the history.\n")?,
    }
    let contradictions = &done.contradictions;
    Ok(change_report::write(&done.outcome, contradictions, details, db, out)?)
}

fn starter(args: &BookCreateArgs) -> Result<(Variant, Option<StarterBook>), CliError> {
    let variant = args.game.variant()?.unwrap_or_default();
    let starter = args.starter.then(|| parse_starter(variant)).transpose();
    Ok((variant, starter.map_err(CliError::Node)?))
}

fn lines(args: &BookSplitArgs) -> Result<Vec<Line>, CliError> {
    let read = args.lines.iter().map(|text| {
        let line = text.parse();
        line.map_err(|error| CliError::Node(RequestError::new(Code::InvalidValue, "line", error)))
    });
    read.collect()
}
