//! `joseki gomocup` and `joseki uci`: our own engines for other programs.

use std::fmt::Display;
use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crate::cli::args::{EngineArgs, GomocupArgs, UciArgs};
use crate::cli::database::{self, DatabaseFile};
use crate::cli::error::CliError;
use crate::cli::source;
use crate::engine::{EngineSettings, GomocupSession, UciSession, WrappedEngine};
use crate::game::Game;
use crate::peer::{EngineSetup, Stderr};
use crate::search::{FiveTables, XiangqiWeights};
use crate::wire::RequestError;

/// Answers a manager of Gomocup's protocol until the end of input.
pub fn gomocup(
    db: &DatabaseFile,
    args: &GomocupArgs,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let tables = Arc::new(weights::<FiveTables>(&args.engine)?);
    if args.engine.print_weights {
        return Ok(write!(out, "{tables}")?);
    }
    let service = database::open_to_read(db)?;
    let settings = EngineSettings { tables, ..settings(&args.engine) };
    check_book(&service, &settings)?;
    let mut session = GomocupSession::new(&service, settings, args.game);
    if let Some(engine) = wrapped(args.game, &args.engine)? {
        session = session.with_engine(engine);
    }
    Ok(session.run(io::stdin(), out)?)
}

/// Answers an interface that speaks UCI or UCCI until the end of input.
pub fn uci(db: &DatabaseFile, args: &UciArgs, out: &mut impl Write) -> Result<(), CliError> {
    let weights = Arc::new(weights::<XiangqiWeights>(&args.engine)?);
    if args.engine.print_weights {
        return Ok(write!(out, "{weights}")?);
    }
    let service = database::open_to_read(db)?;
    let settings = EngineSettings { weights, ..settings(&args.engine) };
    check_book(&service, &settings)?;
    let mut session = UciSession::new(&service, settings);
    if let Some(engine) = wrapped(Game::Xiangqi, &args.engine)? {
        session = session.with_engine(engine);
    }
    Ok(session.run(io::stdin(), out)?)
}

/// Starts the engine behind the book now, to report a wrong command line.
fn wrapped(game: Game, args: &EngineArgs) -> Result<Option<WrappedEngine>, CliError> {
    let Some(command) = &args.engine else { return Ok(None) };
    let setup = EngineSetup {
        command: command.clone(),
        timeout: Duration::from_secs_f64(args.patience),
        stderr: Stderr::Pass,
        variables: Vec::new(),
        options: args.engine_option.clone(),
    };
    let mut engine = WrappedEngine::new(game, setup);
    engine.start().map_err(|error| CliError::Engine(error.into()))?;
    Ok(Some(engine))
}

/// Reports an unknown book now instead of at the first move.
fn check_book(
    service: &crate::service::Service,
    settings: &EngineSettings,
) -> Result<(), CliError> {
    match &settings.book {
        Some(name) => Ok(service.book(name).map(drop)?),
        None => Ok(()),
    }
}

fn weights<T: FromStr<Err: Display> + Default>(args: &EngineArgs) -> Result<T, CliError> {
    let Some(path) = &args.weights else { return Ok(T::default()) };
    let file = source::name(path);
    let text = std::fs::read_to_string(path).map_err(|error| CliError::Read { file, error })?;
    text.parse().map_err(|error| {
        let message = format!("{}: {error}", path.display());
        CliError::Request(RequestError::new("invalid_value", "weights", message))
    })
}

fn settings(args: &EngineArgs) -> EngineSettings {
    EngineSettings {
        book: args.book.clone(),
        uses_book: !args.no_book,
        opponent: args.opponent.clone(),
        class: args.class.clone(),
        seed: args.seed,
        // Always parses: the flag accepts only names of verdicts.
        min_verdict: args.min_verdict.as_deref().and_then(|name| name.parse().ok()),
        min_games: args.min_games,
        until_move: args.until_move,
        time: Duration::from_secs_f64(args.seconds),
        nodes: args.nodes,
        ..EngineSettings::default()
    }
}
