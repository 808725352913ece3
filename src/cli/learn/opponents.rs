//! `joseki opponents`: lists the opponents, or shows one of them.

use std::io;
use std::io::Write;

use super::results;
use crate::{
    args::{Format, OpponentsArgs},
    database::{self, DatabaseFile},
    error::CliError,
    look::OutputStyle,
    output,
    table::{Column, TextTable},
    text::{count, one_line},
};
use joseki_ledger::OpponentName;
use joseki_service::{
    Service,
    learn::{OpponentAnswer, OpponentQuery},
};
use joseki_wire::{DifferenceJson, OpponentAnswerJson, OpponentJson, OpponentsJson, VersionJson};

/// Lists all opponents, or shows one.
pub fn run(
    db: &DatabaseFile,
    args: &OpponentsArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let service = database::open_to_read(db)?;
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
    let page = OpponentsJson::from(&service.learning().opponents(None, usize::MAX)?);
    match args.format.format {
        Format::Json => output::json(out, &page),
        Format::Text if page.opponents.is_empty() => {
            Ok(writeln!(out, "No opponents yet; run `joseki learn` to enter results from games.")?)
        }
        Format::Text => Ok(list(&page.opponents).write(look, out)?),
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
    let answer = service.learning().opponent(name, &asked)?;
    match args.format.format {
        Format::Json => output::json(out, &OpponentAnswerJson::from(&answer)),
        Format::Text => Ok(write(&answer, &args.book, look, out)?),
    }
}

/// Returns a table with one row per opponent.
pub fn list(opponents: &[OpponentJson]) -> TextTable {
    let mut table = TextTable::new([
        Column::Left("opponent"),
        Column::Left("class"),
        Column::Right("games"),
        Column::Right("won"),
        Column::Right("lost"),
        Column::Right("drawn"),
        Column::Right("mean"),
        Column::Right("expected"),
        Column::Left("versions"),
    ]);
    for opponent in opponents {
        let versions = opponent.versions.iter();
        let versions: Vec<&str> = versions.map(|version| version.version.as_str()).collect();
        table.row([
            opponent.name.clone(),
            class(opponent).to_owned(),
            opponent.games.to_string(),
            opponent.won.to_string(),
            opponent.lost.to_string(),
            opponent.drawn.to_string(),
            mean(opponent.points, opponent.games),
            percent(opponent.baseline),
            versions.join(" "),
        ]);
    }
    table
}

/// Writes the report of one opponent: its totals, versions, last results, and the moves with
/// different results.
pub fn write(
    answer: &OpponentAnswer,
    book: &str,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let OpponentAnswerJson { opponent, differences, .. } = answer.into();
    writeln!(out, "{}", look.bold(&headline(&opponent)))?;
    if opponent.versions.iter().any(|one| !one.version.is_empty()) {
        writeln!(out)?;
        versions(&opponent.versions).write(look, out)?;
    }
    if !answer.results.is_empty() {
        writeln!(out, "\nLast results:")?;
        results::table(&answer.results).write(look, out)?;
    }
    if differences.is_empty() {
        return writeln!(
            out,
            "\nNo move of book {book} has enough games against this opponent and against others."
        );
    }
    writeln!(out, "\nMoves of book {book} whose results differ from those against others:")?;
    compared(&differences).write(look, out)
}

fn headline(opponent: &OpponentJson) -> String {
    let class = opponent.class.as_ref();
    let class = class.map_or_else(String::new, |class| format!(", class {class}"));
    one_line(&format!(
        "{}{class}: {}, {} won, {} lost, {} drawn; expected {}",
        opponent.name,
        count(opponent.games, "game"),
        opponent.won,
        opponent.lost,
        opponent.drawn,
        percent(opponent.baseline),
    ))
}

fn versions(versions: &[VersionJson]) -> TextTable {
    let mut table = TextTable::new([
        Column::Left("version"),
        Column::Right("games"),
        Column::Right("won"),
        Column::Right("lost"),
        Column::Right("drawn"),
        Column::Right("mean"),
    ]);
    for version in versions {
        let name = match version.version.as_str() {
            "" => "-",
            name => name,
        };
        table.row([
            name.to_owned(),
            version.games.to_string(),
            version.won.to_string(),
            version.lost.to_string(),
            version.drawn.to_string(),
            mean(version.points, version.games),
        ]);
    }
    table
}

fn compared(differences: &[DifferenceJson]) -> TextTable {
    let mut table = TextTable::new([
        Column::Left("line"),
        Column::Left("last move by"),
        Column::Right("games"),
        Column::Right("mean"),
        Column::Right("others"),
        Column::Right("difference"),
    ]);
    for found in differences {
        let [low, high] = found.interval;
        let half = (high - low) / 2.0;
        table.row([
            found.line.clone(),
            found.moved_by.to_owned(),
            found.games.to_string(),
            percent(found.mean),
            found.others.to_string(),
            format!("{:+.2} ±{half:.2}", found.difference),
        ]);
    }
    table
}

fn class(opponent: &OpponentJson) -> &str {
    opponent.class.as_deref().unwrap_or("-")
}

fn mean(points: f64, games: u64) -> String {
    match games {
        0 => "-".to_owned(),
        games => percent(points / games as f64),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}
