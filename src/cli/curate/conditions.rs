//! `joseki conditions`: lists the conditions of a book's moves, and proposes and applies new ones.

use std::io::Write;
use std::thread;

use super::{change_report, conditions_report};
use crate::args::{ConditionsArgs, Format};
use crate::error::CliError;
use crate::progress::ReadingProgress;
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_book::Line;
use joseki_service::{
    Code, Service,
    curate::{Author, ChangeOutcome, ConditionsQuery, EditRequest},
};
use joseki_wire::{ChangedJson, ConditionsJson, ConditionsOrientation, RequestError, check_reason};

/// Number of changed nodes listed as text.
const DETAILS: usize = 20;

/// Lists conditions, or applies proposed ones.
pub fn run(db: &DatabaseFile, args: &ConditionsArgs, out: &mut impl Write) -> Result<(), CliError> {
    check_reason(&args.reason).map_err(CliError::Node)?;
    if args.apply_all || !args.apply.is_empty() {
        return apply(db, args, out);
    }
    let service = database::open_to_read(db)?;
    let answer = answer(&service, args)?;
    match args.format.format {
        Format::Json => output::json(out, &answer),
        Format::Text => Ok(conditions_report::write(&answer, &args.book, out)?),
    }
}

fn answer(service: &Service, args: &ConditionsArgs) -> Result<ConditionsJson, CliError> {
    let query = ConditionsQuery {
        book: args.book.clone(),
        prefix: args.prefix.clone(),
        all: args.all,
        after: None,
        limit: args.limit.unwrap_or(usize::MAX),
    };
    let laid = ConditionsOrientation::default();
    if args.games.is_empty() {
        return Ok(ConditionsJson::new(&service.curation().conditions(&query)?, laid));
    }
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let progress = ReadingProgress::start(format!("measuring the conditions of {}", args.book));
    let outcome = service.curation().conditions_in_games(
        &query,
        &args.games,
        args.threads.unwrap_or_else(cores),
        &mut |done| progress.set(done.bytes, done.total, done.games),
    )?;
    drop(progress);
    Ok(ConditionsJson::with_games(&outcome, laid))
}

fn apply(db: &DatabaseFile, args: &ConditionsArgs, out: &mut impl Write) -> Result<(), CliError> {
    let outcome = if args.dry_run {
        apply_proposals(&database::open_for_dry_run(db)?, args)?
    } else {
        apply_proposals(&database::open(db)?, args)?
    };
    match args.format.format {
        Format::Json => output::json(out, &ChangedJson::new(&outcome, usize::MAX)),
        Format::Text => Ok(change_report::write(&outcome, &[], DETAILS, db, out)?),
    }
}

fn apply_proposals(service: &Service, args: &ConditionsArgs) -> Result<ChangeOutcome, CliError> {
    let lines = (!args.apply_all).then_some(args.apply.as_slice());
    let edits = service.curation().proposed_edits(&args.book, &args.prefix, lines)?;
    let named: Vec<&Line> = edits.iter().map(|edit| edit.edit.line()).collect();
    let missing = |line: &&Line| !named.contains(&&line.canonical());
    if let Some(line) = args.apply.iter().find(missing) {
        let message =
            format!("no condition is proposed for {line}; list the proposals without --apply");
        let error = RequestError::new(Code::InvalidValue, "apply", message);
        return Err(CliError::Node(error));
    }
    let reason = match args.reason.as_str() {
        "" => "proposed conditions",
        reason => reason,
    };
    Ok(service.curation().edit(&EditRequest {
        book: args.book.clone(),
        edits,
        dry_run: args.dry_run,
        by: Author::new(user_name()).with_reason(reason),
    })?)
}
