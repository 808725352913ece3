//! `joseki grow`: has engines extend and judge a book.

use std::io::{self, Write};

use super::evaluate_report::line_text;
use crate::args::{Format, GrowArgs};
use crate::error::CliError;
use crate::log::warning;
use crate::look::OutputStyle;
use crate::progress::PositionsProgress;
use crate::table::{Column, TextTable};
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_book::Line;
use joseki_service::{
    Code, Service,
    curate::{
        Author,
        grow::{GrowOutcome, GrowRequest},
    },
};
use joseki_wire::RequestError;

/// Extends and judges a book.
pub fn run(
    db: &DatabaseFile,
    args: &GrowArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let outcome = if args.dry_run {
        grow(&database::open_for_dry_run(db)?, args)?
    } else {
        grow(&database::open(db)?, args)?
    };
    for text in &outcome.warnings {
        warning(&format!("{}: {text}", outcome.engines.join(" and ")));
    }
    match args.format.format {
        Format::Json => output::json(out, &outcome)?,
        Format::Text => write(&outcome, args.dry_run, look, out)?,
    }
    // The report goes out even if an error follows.
    out.flush()?;
    if let Some(error) = outcome.stopped {
        return Err(CliError::EvaluationStopped(error));
    }
    match outcome.refusals.into_iter().next() {
        Some(first) if outcome.evaluated == 0 && outcome.known == 0 => {
            Err(CliError::NothingEvaluated { why: first.why })
        }
        _ => Ok(()),
    }
}

fn grow(service: &Service, args: &GrowArgs) -> Result<GrowOutcome, CliError> {
    let variant = service.variant_of(&args.book)?;
    let from = args.from.as_deref().map(|line| Line::parse(variant.alphabet(), line));
    let invalid = |error| CliError::Node(RequestError::new(Code::InvalidValue, "from", error));
    let request = GrowRequest {
        book: args.book.clone(),
        engines: args.engine.clone(),
        from: from.transpose().map_err(invalid)?,
        side: args.side.0,
        visits: args.visits,
        positions: args.positions,
        time: args.time(),
        loss: args.loss,
        width: args.width,
        rules: args.rules.clone(),
        in_flight: args.in_flight,
        timeout: std::time::Duration::from_secs(args.patience),
        judge_only: args.judge_only,
        rejudge: args.rejudge,
        dry_run: args.dry_run,
        by: Author::new(user_name()),
    };
    let progress = PositionsProgress::start("growing");
    Ok(service.curation().grow_book(&request, &mut |done| progress.set(done.done, done.total))?)
}

/// Writes the report of a run, or of a dry run.
fn write(
    outcome: &GrowOutcome,
    dry_run: bool,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}", outcome.engines.join(", "))?;
    writeln!(out, "{} positions, {} already evaluated", outcome.positions, outcome.known)?;
    let text = |line: &Line| line_text(outcome.variant, line);
    if dry_run {
        writeln!(out, "Dry run, nothing was evaluated. The first positions would be:")?;
        let mut table =
            TextTable::new([Column::Left("line"), Column::Left("new"), Column::Right("cost")]);
        for planned in &outcome.planned {
            let is_new = if planned.is_new { "new" } else { "" };
            table.row([text(&planned.line), is_new.to_owned(), format!("{:.2}", planned.cost)]);
        }
        return table.write(look, out);
    }
    if outcome.tenuki > 0.0 {
        writeln!(out, "A tenuki is worth {:.1} points.", outcome.tenuki)?;
    }
    writeln!(
        out,
        "{} evaluated, {} of them again, {} refused; {} moves added, {} verdicts, {} changes",
        outcome.evaluated + outcome.confirmed,
        outcome.confirmed,
        outcome.refused,
        outcome.added,
        outcome.judged,
        outcome.changes.len()
    )?;
    for refused in &outcome.refusals {
        writeln!(out, "  {}: {}", text(&refused.line), refused.why)?;
    }
    for contested in &outcome.contested {
        let replaced = if contested.replaced { ", replaced" } else { "" };
        writeln!(
            out,
            "  {}: {} by a curator, {} by the engine (loses {:.2}{replaced})",
            text(&contested.line),
            contested.curator,
            contested.engine,
            contested.loss
        )?;
    }
    for found in &outcome.on_ladders {
        let line = text(&found.line);
        writeln!(out, "  {line}: may depend on a ladder (±{:.2} points)", found.spread)?;
    }
    Ok(())
}
