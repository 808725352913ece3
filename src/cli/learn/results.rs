//! `joseki results` and `joseki withdraw`: list and withdraw entered results.

use std::io::Write;

use crate::args::{Format, ResultsArgs, WithdrawArgs};
use crate::date::date;
use crate::error::CliError;
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use crate::text::{one_line, write_next};
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_ledger::OpponentName;
use joseki_store::LedgerRow;
use joseki_wire::{ResultsJson, WithdrawnJson, WithdrawnListJson};

/// Microseconds per second.
const SECOND: i64 = 1_000_000;

/// Lists the most recently entered results.
pub fn run(
    db: &DatabaseFile,
    args: &ResultsArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let service = database::open_to_read(db)?;
    let opponent = args.opponent.as_ref().map(OpponentName::name);
    let page = service.learning().results(opponent, args.after, args.limit)?;
    match args.format.format {
        Format::Json => return output::json(out, &ResultsJson::from(&page)),
        Format::Text if page.results.is_empty() => {
            writeln!(out, "No results yet; run `joseki learn` to enter them from games.")?;
        }
        Format::Text => table(&page.results).write(look, out)?,
    }
    Ok(write_next(page.next, out)?)
}

/// Withdraws games, all of them or none.
pub fn withdraw(
    db: &DatabaseFile,
    args: &WithdrawArgs,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let service = database::open(db)?;
    for game in &args.games {
        service.learning().result(game)?;
    }
    let who = user_name();
    let mut withdrawn = Vec::with_capacity(args.games.len());
    for game in &args.games {
        let done = service.learning().withdraw_result(game, &who)?;
        withdrawn.push(WithdrawnJson::new(game.clone(), done));
    }
    if args.format.format == Format::Json {
        return output::json(out, &WithdrawnListJson { withdrawn });
    }
    for game in &withdrawn {
        let what = match game.status {
            "withdrawn" => "withdrawn",
            _ => "already withdrawn",
        };
        writeln!(out, "{}: {what}", one_line(&game.game_id))?;
    }
    Ok(())
}

/// Returns why a result does not count; empty if it does.
fn state(row: &LedgerRow) -> String {
    match (row.withdrawn, row.entry.expectation().err(), &row.duplicate_of) {
        (true, ..) => "withdrawn".to_owned(),
        (_, Some(untaught), _) => format!("kept: {untaught}"),
        (.., Some(counted)) => format!("duplicate of {counted}"),
        (.., None) => String::new(),
    }
}

/// Returns a table with one row per result.
pub fn table(results: &[LedgerRow]) -> TextTable {
    // Most databases have results of Go only.
    let several = results.iter().any(|row| !row.entry.record.variant.is_default());
    let columns = [
        Column::Left("game"),
        Column::Left("opponent"),
        Column::Left("class"),
        Column::Left("color"),
        Column::Left("result"),
        Column::Right("margin"),
        Column::Right("moves"),
        Column::Left("received"),
        Column::Left(""),
    ];
    let of = several.then_some(Column::Left("of"));
    let mut table = TextTable::new(columns.into_iter().chain(of).collect::<Vec<_>>());
    for row in results {
        let entry = &row.entry;
        let margin = entry.margin.map_or_else(String::new, |points| points.to_string());
        let cells = [
            entry.game.clone(),
            entry.opponent.to_string(),
            entry.class.clone().unwrap_or_else(|| "-".to_owned()),
            entry.color.letter().to_string(),
            entry.outcome.to_string(),
            margin,
            entry.edges.len().to_string(),
            date(row.received.div_euclid(SECOND)),
            state(row),
        ];
        let of = several.then(|| entry.record.variant.game().to_string());
        table.row(cells.into_iter().chain(of));
    }
    table
}
