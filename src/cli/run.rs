//! Entry point of the program: parses the arguments, runs the command, returns the exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use super::args::{Cli, Command};
use super::error::CliError;
use super::look::Look;
use super::settings::Settings;
use super::{
    analysis, assess, backup, book, books, conditions, contest, diff, doctor, edit, error,
    evaluate, export, game, gtp, history, import, influence, keys, ladder, learn, lines, log,
    merge, mine, model, next, opponents, output, predict, quiz, restore, results, revert, review,
    score, serve, simulate,
};

/// Runs the program with the arguments of the process and returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    let done = Cli::try_parse()
        .map_err(CliError::Usage)
        .and_then(|cli| run(&cli));
    error::exit_code(done)
}

/// Returns the definition of the command line: every command with its flags.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

fn run(cli: &Cli) -> Result<(), CliError> {
    let settings = Settings::gather(cli)?;
    log::start(&settings.held);
    let mut out = output::stdout();
    let look = Look::of(&io::stdout());
    act(cli, &settings, look, &mut out)?;
    Ok(out.flush()?)
}

fn act(cli: &Cli, settings: &Settings, look: Look, out: &mut impl Write) -> Result<(), CliError> {
    let db = &settings.held.db;
    match &cli.command {
        Command::Serve(args) => serve::run(settings, args, out),
        Command::Import(args) => import::run(db, args, out),
        Command::Edit(args) => edit::run(db, args, out),
        Command::History(args) => history::run(db, args, look, out),
        Command::Change(args) => history::change(db, args, out),
        Command::Revert(args) => revert::run(db, args, out),
        Command::Diff(args) => diff::run(db, args, out),
        Command::Book(args) => book::run(db, args, out),
        Command::Mine(args) => mine::run(db, args, out),
        Command::Learn(args) => learn::run(db, args, out),
        Command::Merge(args) => merge::run(db, args, out),
        Command::Opponents(args) => opponents::run(db, args, look, out),
        Command::Results(args) => results::run(db, args, look, out),
        Command::Withdraw(args) => results::withdraw(db, args, out),
        Command::Review(args) => review::run(db, args, look, out),
        Command::Assess(args) => assess::run(db, args, look, out),
        Command::Predict(args) => predict::run(args, look, out),
        Command::Analysis(args) => analysis::run(db, args, out),
        Command::Evaluate(args) => evaluate::run(db, args, look, out),
        Command::Simulate(args) => simulate::run(args, look, out),
        Command::Conditions(args) => conditions::run(db, args, out),
        Command::Export(args) => export::run(db, args, out),
        Command::Gtp(args) => gtp::run(db, args, out),
        Command::Match(args) => contest::run(db, args, out),
        Command::Next(args) => next::run(db, args, look, out),
        Command::Ladder(args) => ladder::run(args, look, out),
        Command::Influence(args) => influence::run(db, args, look, out),
        Command::Score(args) => score::run(db, args, look, out),
        Command::Model(args) => model::run(args, look, out),
        Command::Quiz(args) => quiz::run(db, args, look, out),
        Command::Lines(args) => lines::run(db, args, out),
        Command::Game(args) => game::run(db, args, out),
        Command::Books(args) => books::run(db, args, look, out),
        Command::Keys(args) => keys::run(db, args, look, out),
        Command::Doctor(args) => doctor::run(db, args, out),
        Command::Backup(args) => backup::run(db, args, out),
        Command::Restore(args) => restore::run(db, args, out),
    }
}
