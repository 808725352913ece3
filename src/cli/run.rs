//! Entry point of the program: parses the arguments, runs the command, returns the exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{ArgMatches, FromArgMatches};

use super::admin::effective_settings::EffectiveSettings;
use super::args::{COLOR_WHEN, Cli, CliCommand, command};
use super::error::CliError;
use super::look::{ColorWhen, OutputStyle, choose_color};
use super::{
    admin::{backup, copy, doctor, keys, recover, restore, serve, shell, tables},
    board::{forbidden, influence, ladder, notation, perft, score, solve},
    curate::{
        book, books, conditions, diff, edit, export, history, import, lines, published, revert,
        search, sources,
    },
    engine::{analysis, contest, evaluate, grow, gtp, own, weights},
    error, learn,
    learn::{merge, opponents, results},
    log, mine,
    mine::{convert, game},
    next, output, patterns, play, review,
    review::assess,
    train::quiz,
};

/// Runs the program with the arguments of the process and returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    let matches = command().try_get_matches();
    let parsed = matches.and_then(|matches| {
        choose_color(color(&matches).unwrap_or_default());
        Cli::from_arg_matches(&matches)
    });
    let done = parsed.map_err(CliError::Usage).and_then(|cli| run(&cli));
    // Also where the command line cannot be parsed.
    let arguments: Vec<_> = std::env::args_os().collect();
    let is_json = arguments.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json")
        || arguments.iter().any(|argument| argument == "--format=json");
    error::exit_code(done, is_json)
}

/// Returns what `--color` says, before or after the command.
fn color(matches: &ArgMatches) -> Option<ColorWhen> {
    let here = matches.try_get_one::<ColorWhen>(COLOR_WHEN).ok().flatten().copied();
    matches.subcommand().and_then(|(_, after)| color(after)).or(here)
}

fn run(cli: &Cli) -> Result<(), CliError> {
    let settings = EffectiveSettings::gather(cli)?;
    log::start(&settings.values.log, settings.values.log_format);
    let mut out = output::stdout();
    let look = OutputStyle::for_stream(&io::stdout());
    act(cli, &settings, look, &mut out)?;
    Ok(out.flush()?)
}

fn act(
    cli: &Cli,
    settings: &EffectiveSettings,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let db = &settings.values.db;
    match &cli.command {
        CliCommand::Serve(args) => serve::run(settings, args, out),
        CliCommand::Import(args) => import::run(db, args, out),
        CliCommand::Edit(args) => edit::run(db, args, out),
        CliCommand::History(args) => history::run(db, args, look, out),
        CliCommand::Change(args) => history::change(db, args, out),
        CliCommand::Revert(args) => revert::run(db, args, out),
        CliCommand::Diff(args) => diff::run(db, args, out),
        CliCommand::Book(args) => book::run(db, args, out),
        CliCommand::Mine(args) => mine::run(db, args, out),
        CliCommand::Ratings(args) => mine::ratings::run(db, args, out),
        CliCommand::Learn(args) => learn::run(db, args, out),
        CliCommand::Merge(args) => merge::run(db, args, out),
        CliCommand::Opponents(args) => opponents::run(db, args, look, out),
        CliCommand::Results(args) => results::run(db, args, look, out),
        CliCommand::Withdraw(args) => results::withdraw(db, args, out),
        CliCommand::Review(args) => review::run(db, args, look, out),
        CliCommand::Assess(args) => assess::run(db, args, look, out),
        CliCommand::Analysis(args) => analysis::run(db, args, out),
        CliCommand::Evaluate(args) => evaluate::run(db, args, look, out),
        CliCommand::Grow(args) => grow::run(db, args, look, out),
        CliCommand::Conditions(args) => conditions::run(db, args, out),
        CliCommand::Export(args) => export::run(db, args, out),
        CliCommand::Publish(args) => published::publish(db, args, out),
        CliCommand::Follow(args) => published::follow(db, args, out),
        CliCommand::Gtp(args) => gtp::run(db, args, out),
        CliCommand::Gomocup(args) => own::gomocup(db, args, out),
        CliCommand::Uci(args) => own::uci(db, args, out),
        CliCommand::Weights(args) => weights::run(db, args, look, out),
        CliCommand::Play(args) => play::run(db, args, look, out),
        CliCommand::Match(args) => contest::run(db, args, out),
        CliCommand::Next(args) => next::run(db, args, look, out),
        CliCommand::Forbidden(args) => forbidden::run(args, out),
        CliCommand::Convert(args) => convert::run(db, args, out),
        CliCommand::Notation(args) => notation::run(args, out),
        CliCommand::Perft(args) => perft::run(args, out),
        CliCommand::Solve(args) => solve::run(db, args, out),
        CliCommand::Ladder(args) => ladder::run(args, look, out),
        CliCommand::Influence(args) => influence::run(db, args, look, out),
        CliCommand::Score(args) => score::run(db, args, look, out),
        CliCommand::Quiz(args) => quiz::run(db, args, look, out),
        CliCommand::Search(args) => search::run(db, args, look, out),
        CliCommand::Lines(args) => lines::run(db, args, out),
        CliCommand::Tally(args) => mine::tally::run(db, args, look, out),
        CliCommand::Game(args) => game::run(db, args, out),
        CliCommand::Find(args) => patterns::run(db, args, look, out),
        CliCommand::Books(args) => books::run(db, args, look, out),
        CliCommand::Sources(args) => sources::run(db, args, look, out),
        CliCommand::Keys(args) => keys::run(db, args, look, out),
        CliCommand::Tables(args) => tables::run(db, args, look, out),
        CliCommand::Doctor(args) => doctor::run(db, args, out),
        CliCommand::Backup(args) => backup::run(db, args, out),
        CliCommand::Restore(args) => restore::run(db, args, out),
        CliCommand::Recover(args) => recover::run(db, args, out),
        CliCommand::Dump(args) => recover::dump_sql(db, args),
        CliCommand::Copy(args) => copy::run(args, out),
        CliCommand::Ping(args) => shell::ping(args, out),
        CliCommand::Completions(args) => shell::completions(args, out),
        CliCommand::Man(args) => shell::man(args, out),
    }
}
