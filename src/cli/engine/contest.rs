//! `joseki match`: plays a match between two engines.

use std::io::{self, Write};
use std::path::{Path, absolute};
use std::thread;
use std::time::Duration;

use crate::cli::args::{Format, MatchArgs};
use crate::cli::error::CliError;
use crate::cli::log::warning;
use crate::cli::progress::MatchProgress;
use crate::cli::who::user_name;
use crate::cli::{
    database::{self, DatabaseFile},
    output,
};
use crate::game::{BoardSize, Color};
use crate::service::{
    ContestOutcome, ContestProgress, ContestRequest, LearnFrom, RateInterval, Scorer,
};
use crate::wire::ContestJson;

/// Plays a match and reports its result.
pub fn run(db: &DatabaseFile, args: &MatchArgs, out: &mut impl Write) -> Result<(), CliError> {
    let request = request(db, args)?;
    // Created before any `joseki gtp` among the engines opens it.
    let service = database::open(db)?;
    let outcome = {
        let bar = MatchProgress::start(args.games);
        let mut report = |progress: ContestProgress<'_>| bar.show(&progress);
        service.contest(&request, &mut report).map_err(CliError::Contest)?
    };
    for failure in &outcome.failures {
        warning(&format!("{failure}; the game was replayed"));
    }
    match args.format.format {
        Format::Json => output::json(out, &ContestJson::from(&outcome))?,
        Format::Text => write(args, &outcome, out)?,
    }
    out.flush()?;
    match outcome.stopped {
        Some(error) => Err(CliError::Contest(error)),
        None => Ok(()),
    }
}

fn request(db: &Path, args: &MatchArgs) -> Result<ContestRequest, CliError> {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let db =
        absolute(db).map_err(|error| CliError::Read { file: db.display().to_string(), error })?;
    let mut variables = vec![("JOSEKI_DB".to_owned(), db.display().to_string())];
    if args.learn.is_some() {
        variables.push(("JOSEKI_NO_LEARN".to_owned(), "true".to_owned()));
    }
    let learn = args.learn.zip(args.opponent.clone());
    Ok(ContestRequest {
        engines: [args.black.clone(), args.white.clone()],
        games: args.games,
        alternate: !args.fixed_colors,
        parallel: args.parallel.unwrap_or_else(processors),
        // The flag accepts no other sizes.
        size: BoardSize::new(args.size).unwrap_or(BoardSize::NINETEEN),
        komi: args.komi,
        scorer: match args.scorer.as_str() {
            "players" => Scorer::Players,
            "board" => Scorer::Board,
            command => Scorer::Engine(command.to_owned()),
        },
        max_moves: args.max_moves,
        timeout: Duration::from_secs_f64(args.patience),
        folder: args.output.clone(),
        learn: learn.map(|(seat, opponent)| LearnFrom {
            seat,
            opponent,
            class: args.class.clone(),
        }),
        variables,
        who: user_name(),
    })
}

fn write(args: &MatchArgs, outcome: &ContestOutcome, out: &mut impl Write) -> io::Result<()> {
    let tally = &outcome.tally;
    writeln!(out, "black: {}", args.black)?;
    writeln!(out, "white: {}", args.white)?;
    let before = match outcome.before {
        0 => String::new(),
        before => format!(", {before} of them in earlier runs"),
    };
    writeln!(out, "{} of {} games{before}", tally.games, args.games)?;
    let rates = [
        ("first engine", tally.rate()),
        ("  as Black", tally.rate_with(Color::Black)),
        ("  as White", tally.rate_with(Color::White)),
    ];
    for (what, rate) in rates {
        if let Some(rate) = rate {
            writeln!(out, "{what:<17} {}", describe(rate))?;
        }
    }
    for (what, games) in [("drawn", tally.drawn), ("without result", tally.void)] {
        if games > 0 {
            writeln!(out, "{what:<17} {games}")?;
        }
    }
    if tally.book_moves != [0, 0] {
        let games = f64::from(tally.games);
        let [first, second] = tally.book_moves.map(|moves| moves as f64 / games);
        writeln!(out, "book moves/game   {first:.1} and {second:.1}")?;
    }
    if tally.repeated > 0 {
        writeln!(
            out,
            "repeated          {}: these games repeat earlier ones move for move and add no information",
            tally.repeated
        )?;
    }
    if outcome.learned > 0 {
        writeln!(out, "learned from      {} games", outcome.learned)?;
    }
    Ok(())
}

fn describe(rate: RateInterval) -> String {
    let percent = |part: f64| format!("{:.1} %", part * 100.0);
    format!(
        "won {} of {} games (95 %: {} to {})",
        percent(rate.rate),
        rate.games,
        percent(rate.low),
        percent(rate.high)
    )
}
