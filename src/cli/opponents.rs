//! `joseki opponents`: lists the opponents, or shows one of them.

use std::io::Write;
use std::path::Path;

use super::args::{Format, OpponentsArgs};
use super::error::CliError;
use super::look::OutputStyle;
use super::{database, opponent_report, output};
use crate::ledger::OpponentName;
use crate::service::{OpponentQuery, Service};
use crate::wire::{OpponentAnswerJson, OpponentsJson};

/// Lists all opponents, or shows one.
pub fn run(
    db: &Path,
    args: &OpponentsArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let service = database::open(db)?;
    match &args.name {
        Some(name) => one(&service, name, args, look, out),
        None => all(&service, args, look, out),
    }
}

fn all(
    service: &Service,
    args: &OpponentsArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let page = OpponentsJson::from(&service.opponents(None, usize::MAX)?);
    match args.format.format {
        Format::Json => output::json(out, &page),
        Format::Text if page.opponents.is_empty() => Ok(writeln!(
            out,
            "No opponents yet; run `joseki learn` to enter results from games."
        )?),
        Format::Text => Ok(opponent_report::list(&page.opponents).write(look, out)?),
    }
}

fn one(
    service: &Service,
    name: &OpponentName,
    args: &OpponentsArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let asked = OpponentQuery {
        book: Some(args.book.clone()),
        results: args.results,
        before: None,
        differences: args.differences,
        min_games: args.min_games,
    };
    let answer = service.opponent(name, &asked)?;
    match args.format.format {
        Format::Json => output::json(out, &OpponentAnswerJson::from(&answer)),
        Format::Text => Ok(opponent_report::write(&answer, &args.book, look, out)?),
    }
}
