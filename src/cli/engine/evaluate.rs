//! `joseki evaluate`: has an engine evaluate a book's positions, and lists stored evaluations.

use std::io::{self, Write};
use std::time::Duration;

use super::evaluate_report;
use crate::args::{EvaluateArgs, Format};
use crate::curate::change_report;
use crate::error::CliError;
use crate::log::warning;
use crate::look::OutputStyle;
use crate::progress::PositionsProgress;
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_service::{
    Service, ServiceError,
    curate::{Author, JudgeRequest},
    engine::evaluate::{EvaluateOutcome, EvaluateRequest, EvaluationsQuery},
};
use joseki_wire::{ChangedJson, EvaluationsJson};

/// Number of judged moves listed as text.
const DETAILS: usize = 20;

/// Evaluates positions, or lists stored evaluations.
pub fn run(
    db: &DatabaseFile,
    args: &EvaluateArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    if args.verdicts {
        return judge(db, args, out);
    }
    let Some(engine) = args.engine.as_ref().filter(|_| !args.list) else {
        return list(db, args, look, out);
    };
    let request = request(args, engine);
    let outcome = if args.dry_run {
        evaluate(&database::open_for_dry_run(db)?, &request)?
    } else {
        evaluate(&database::open(db)?, &request)?
    };
    for text in &outcome.warnings {
        warning(&format!("{}: {text}", outcome.engine));
    }
    match args.format.format {
        Format::Json => output::json(out, &outcome)?,
        Format::Text => evaluate_report::write(&outcome, args.dry_run, look, out)?,
    }
    // The report goes out even if an error follows.
    out.flush()?;
    if let Some(error) = outcome.stopped {
        return Err(CliError::EvaluationStopped(error));
    }
    match outcome.refusals.into_iter().next() {
        Some(first) if outcome.evaluated == 0 => Err(CliError::NothingEvaluated { why: first.why }),
        _ => Ok(()),
    }
}

fn evaluate(service: &Service, request: &EvaluateRequest) -> Result<EvaluateOutcome, ServiceError> {
    let progress = PositionsProgress::start("evaluating");
    service.engines().evaluate(request, &mut |done| progress.set(done.done, done.total))
}

fn request(args: &EvaluateArgs, engine: &str) -> EvaluateRequest {
    EvaluateRequest {
        book: args.book.clone(),
        engine: engine.to_owned(),
        visits: args.visits,
        rules: args.rules.clone(),
        komi: args.komi,
        limit: args.limit,
        depth: args.depth,
        min_games: args.min_games,
        in_flight: args.in_flight,
        timeout: Duration::from_secs(args.patience),
        again: args.again,
        dry_run: args.dry_run,
    }
}

fn judge(db: &DatabaseFile, args: &EvaluateArgs, out: &mut impl Write) -> Result<(), CliError> {
    let request = JudgeRequest {
        book: args.book.clone(),
        depth: args.depth,
        min_games: args.min_games,
        again: args.again,
        dry_run: args.dry_run,
        by: Author::new(user_name()).with_reason("evaluations of engines"),
    };
    let judge = |service: &Service| {
        let outcome = service.curation().judge_book(&request)?;
        let asked =
            EvaluationsQuery { book: args.book.clone(), limit: Some(1), ..Default::default() };
        let has_any =
            !outcome.delta.is_empty() || !service.engines().evaluations(&asked)?.moves.is_empty();
        Ok::<_, ServiceError>((outcome, has_any))
    };
    let (outcome, has_any) = if args.dry_run {
        judge(&database::open_for_dry_run(db)?)?
    } else {
        judge(&database::open(db)?)?
    };
    match args.format.format {
        Format::Text if !has_any => Ok(write_none(&args.book, out)?),
        Format::Json => output::json(out, &ChangedJson::new(&outcome, usize::MAX)),
        Format::Text => Ok(change_report::write(&outcome, &[], DETAILS, db, out)?),
    }
}

fn list(
    db: &DatabaseFile,
    args: &EvaluateArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let service = database::open_to_read(db)?;
    let book = service.engines().evaluations(&EvaluationsQuery {
        book: args.book.clone(),
        depth: args.depth,
        min_games: args.min_games,
        limit: args.limit,
    })?;
    match args.format.format {
        Format::Json => output::json(out, &EvaluationsJson::new(&book)),
        Format::Text if book.moves.is_empty() => Ok(write_none(&book.name, out)?),
        Format::Text => Ok(evaluate_report::list(&book).write(look, out)?),
    }
}

fn write_none(book: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "No evaluations in book \"{book}\" yet; run `joseki evaluate --engine …` to create some."
    )
}
