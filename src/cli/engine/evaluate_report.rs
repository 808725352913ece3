//! Text reports of an evaluation run and of stored evaluations.

use std::io::{self, Write};

use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use joseki_game::Variant;
use joseki_service::{
    engine::evaluate::{EvaluateOutcome, EvaluatedBook},
    review::LineWriter,
};

/// Maximum number of positions listed in a dry run.
const MAX_PLANNED: usize = 20;

/// Writes the report of a run, or of a dry run.
pub fn write(
    outcome: &EvaluateOutcome,
    dry_run: bool,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}", outcome.engine)?;
    writeln!(
        out,
        "{} positions = {} already evaluated + {} selected + {} left for a later run",
        outcome.positions, outcome.known, outcome.sent, outcome.left
    )?;
    if outcome.unplayable > 0 {
        writeln!(out, "{} lines cannot be played alone on a board: skipped", outcome.unplayable)?;
    }
    if dry_run {
        return write_plan(outcome, look, out);
    }
    let entered = outcome.entered;
    writeln!(
        out,
        "{} evaluated = {} added + {} updated + {} worse than the stored ones; {} refused",
        outcome.evaluated, entered.added, entered.updated, entered.known, outcome.refused
    )?;
    for refused in &outcome.refusals {
        let line = line_text(outcome.variant, &refused.line);
        writeln!(out, "  {line}: {}", refused.why)?;
    }
    let listed = outcome.refusals.len() as u64;
    match outcome.refused - listed.min(outcome.refused) {
        0 => Ok(()),
        more => writeln!(out, "  … and {more} more"),
    }
}

fn write_plan(
    outcome: &EvaluateOutcome,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut table = TextTable::new([
        Column::Left("line"),
        Column::Right("games"),
        Column::Right("score"),
        Column::Left("moves"),
    ]);
    for planned in outcome.planned.iter().take(MAX_PLANNED) {
        table.row([
            planned.line.to_string(),
            planned.games.to_string(),
            format!("{:.3}", planned.score),
            LineWriter::new(outcome.variant).line(&planned.line),
        ]);
    }
    writeln!(out, "Dry run, nothing was evaluated. The first positions would be:")?;
    table.write(look, out)
}

/// Returns a table of stored evaluations.
pub fn list(book: &EvaluatedBook) -> TextTable {
    let mut table = TextTable::new([
        Column::Left("line"),
        Column::Right("games"),
        Column::Right("win rate"),
        Column::Right("lead"),
        Column::Right("loss"),
        Column::Right("visits"),
        Column::Left("board"),
        Column::Left("engine"),
        Column::Left("moves"),
    ]);
    for one in &book.moves {
        let (evaluation, kept) = (&one.evaluation, &one.evaluation.stored);
        let lost = evaluation.lost.map(|lost| {
            let points = 0.0 - lost.lead;
            // Avoids `-0.0`.
            format!("{:.1}", if points.abs() < 0.05 { 0.0 } else { points })
        });
        table.row([
            one.line.to_string(),
            one.games.to_string(),
            format!("{:.1} %", 100.0 * evaluation.win_rate),
            format!("{:+.1}", evaluation.lead),
            lost.unwrap_or_default(),
            kept.visits.to_string(),
            kept.key.board.clone(),
            kept.key.engine.clone(),
            LineWriter::new(book.variant).line(&one.line),
        ]);
    }
    table
}

/// Returns a line with its moves.
pub fn line_text(variant: Variant, line: &joseki_book::Line) -> String {
    if line.is_empty() {
        match variant {
            Variant::GO => "the empty corner",
            _ => "the start",
        }
        .to_owned()
    } else {
        format!("{line} ({})", LineWriter::new(variant).line(line))
    }
}
