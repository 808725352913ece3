//! `joseki gomocup` and `joseki uci`: our own engines for other programs.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crate::args::{EngineArgs, GomocupArgs, UciArgs};
use crate::database::{self, DatabaseFile};
use crate::error::CliError;
use crate::log::note;
use crate::source;
use joseki_engine::{EngineSettings, GomocupSession, UciSession, WrappedEngine};
use joseki_game::Game;
use joseki_peer::{EngineSetup, Stderr};
use joseki_search::{FiveTables, XiangqiWeights};
use joseki_service::{
    Code, Service, ServiceError,
    engine::{WeightsError, WeightsRef},
};
use joseki_store::WeightsVersion;
use joseki_wire::RequestError;

/// Answers a manager of Gomocup's protocol until the end of input.
pub fn gomocup(
    db: &DatabaseFile,
    args: &GomocupArgs,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let given = GivenWeights::new(&args.engine);
    if args.engine.print_weights && !given.may_be_stored() {
        return Ok(write!(out, "{}", given.file::<FiveTables>()?)?);
    }
    let service = database::open_to_read(db)?;
    let tables = Arc::new(given.read(&service, "five", FiveTables::source)?);
    if args.engine.print_weights {
        return Ok(write!(out, "{tables}")?);
    }
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
    let given = GivenWeights::new(&args.engine);
    if args.engine.print_weights && !given.may_be_stored() {
        return Ok(write!(out, "{}", given.file::<XiangqiWeights>()?)?);
    }
    let service = database::open_to_read(db)?;
    let weights = Arc::new(given.read(&service, "xiangqi", XiangqiWeights::source)?);
    if args.engine.print_weights {
        return Ok(write!(out, "{weights}")?);
    }
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
fn check_book(service: &Service, settings: &EngineSettings) -> Result<(), CliError> {
    match &settings.book {
        Some(name) => Ok(service.book_info(name).map(drop)?),
        None => Ok(()),
    }
}

/// The name of the weights of the sources.
const SOURCE: &str = "source";

/// The weights that the flags name.
struct GivenWeights<'a> {
    path: Option<&'a Path>,
    /// What they are if they are in the database.
    stored: Option<WeightsRef>,
}

impl GivenWeights<'_> {
    fn new(args: &EngineArgs) -> GivenWeights<'_> {
        let path = args.weights.as_deref();
        let stored = path.and_then(Path::to_str).and_then(|text| text.parse().ok());
        GivenWeights { path, stored }
    }

    const fn may_be_stored(&self) -> bool {
        self.stored.is_some()
    }

    /// Reads the weights of the database, if it has some of that name, else those of a file, or those
    /// of the sources.
    fn read<T: FromStr<Err: Display> + Default>(
        &self,
        service: &Service,
        evaluation: &str,
        source: fn() -> T,
    ) -> Result<T, CliError> {
        let Some(wanted) = &self.stored else { return self.file() };
        let is_file = self.path.is_some_and(Path::is_file);
        let found = service.engines().weights(wanted);
        let found = match found.as_ref().err().and_then(ServiceError::of) {
            Some(WeightsError::Unknown { .. }) if is_file => return self.file(),
            Some(WeightsError::Unknown { name, .. })
                if name == SOURCE && wanted.version.is_none() =>
            {
                return Ok(source());
            }
            Some(WeightsError::Unknown { name, known }) => {
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                let message = format!(
                    "unknown weights \"{name}\": expected a file, or weights in the database ({known})"
                );
                return Err(refused(message));
            }
            _ => found?,
        };
        let WeightsVersion { name, version, .. } = &found;
        if found.evaluation != evaluation {
            let message = format!(
                "\"{name}\" are weights for {}, and this engine takes those for {evaluation}",
                found.evaluation
            );
            return Err(refused(message));
        }
        if is_file {
            let message =
                format!("--weights {name} are those of the database; write ./{name} for the file");
            note(&message);
        }
        found.text.parse().map_err(|error| refused(format!("{name}@{version}: {error}")))
    }

    fn file<T: FromStr<Err: Display> + Default>(&self) -> Result<T, CliError> {
        let Some(path) = self.path else { return Ok(T::default()) };
        let file = source::name(path);
        let text = std::fs::read_to_string(path).map_err(|error| CliError::Read { file, error })?;
        text.parse().map_err(|error| refused(format!("{}: {error}", path.display())))
    }
}

fn refused(message: String) -> CliError {
    CliError::Request(RequestError::new(Code::InvalidValue, "weights", message))
}

fn settings(args: &EngineArgs) -> EngineSettings {
    EngineSettings {
        book: args.book.clone(),
        uses_book: !args.no_book,
        opponent: args.against.opponent.clone(),
        class: args.against.class.clone(),
        seed: args.against.seed,
        // Always parses: the flag accepts only names of verdicts.
        min_verdict: args.min_verdict.as_deref().and_then(|name| name.parse().ok()),
        min_games: args.min_games,
        until_move: args.until_move,
        time: Duration::from_secs_f64(args.seconds),
        nodes: args.nodes,
        ..EngineSettings::default()
    }
}
