//! `joseki match`: plays a match between two engines.

use std::io::{self, Write};
use std::path::absolute;
use std::thread;
use std::time::Duration;

use crate::args::{Format, MatchArgs};
use crate::error::CliError;
use crate::log::warning;
use crate::progress::MatchProgress;
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    output, source,
};
use joseki_game::five::OPENINGS;
use joseki_game::{BoardSize, Color, Game, GameInPlay, Move, Point, Variant};
use joseki_peer::EngineLimits;
use joseki_service::Code;
use joseki_service::engine::contest::{
    ContestOutcome, ContestProgress, ContestRequest, LearnFrom, RateInterval, Scorer, SprtState,
    elo_of_share,
};
use joseki_store::DatabaseAddress;
use joseki_wire::{ContestJson, Coords, RequestError};

/// Limits of a search if no others are given.
const USUAL_LIMITS: EngineLimits =
    EngineLimits { time: Some(Duration::from_secs(1)), nodes: None, depth: None };

/// Plays a match and reports its result.
pub fn run(db: &DatabaseFile, args: &MatchArgs, out: &mut impl Write) -> Result<(), CliError> {
    let request = request(db, args)?;
    // Created before any `joseki gtp` among the engines opens it.
    let service = database::open(db)?;
    let outcome = {
        let bar = MatchProgress::start(args.games);
        let mut report = |progress: ContestProgress<'_>| bar.show(&progress);
        service.engines().contest(&request, &mut report).map_err(CliError::Contest)?
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

fn request(db: &DatabaseFile, args: &MatchArgs) -> Result<ContestRequest, CliError> {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let address = match &db.address {
        DatabaseAddress::File(path) => absolute(path)
            .map_err(|error| CliError::Read { file: path.display().to_string(), error })?
            .display()
            .to_string(),
        DatabaseAddress::Server(address) => address.clone(),
    };
    let mut variables = vec![("JOSEKI_DB".to_owned(), address)];
    if args.learn.is_some() {
        variables.push(("JOSEKI_NO_LEARN".to_owned(), "true".to_owned()));
    }
    let learn = args.learn.zip(args.opponent.clone());
    let size = board_size(args.game, args.size)?;
    if args.game.is_scored() {
        refuse_search_flags(args)?;
    } else if args.scorer != "players" {
        return Err(invalid(
            "scorer",
            format!("is for Go: games of {} end by their rules", args.game),
        ));
    }
    let limits = [args.black_limit, args.white_limit];
    Ok(ContestRequest {
        engines: [args.black.clone(), args.white.clone()],
        games: args.games,
        alternate: !args.fixed_colors,
        parallel: args.parallel.unwrap_or_else(processors),
        variant: Variant::on_board(args.game, size)
            .map_err(|error| invalid("size", error.to_string()))?,
        openings: openings(args, size)?,
        limits: limits.map(|limits| match args.game {
            Game::Go => EngineLimits::default(),
            _ => limits.or(args.limit).unwrap_or(USUAL_LIMITS),
        }),
        options: [args.black_option.clone(), args.white_option.clone()],
        sprt: args.sprt,
        size,
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

/// Returns the error for the value of a flag.
pub fn invalid(field: &str, message: String) -> CliError {
    CliError::Request(RequestError::new(Code::InvalidValue, field, message))
}

/// Returns the board of a game: that of the flag, or the usual one.
fn board_size(game: Game, size: Option<u8>) -> Result<BoardSize, CliError> {
    joseki_service::play::board_size(game, size).map_err(|why| invalid("size", why))
}

fn refuse_search_flags(args: &MatchArgs) -> Result<(), CliError> {
    let given = [
        ("limit", args.limit.is_some()),
        ("black_limit", args.black_limit.is_some()),
        ("white_limit", args.white_limit.is_some()),
        ("black_option", !args.black_option.is_empty()),
        ("white_option", !args.white_option.is_empty()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((field, _)) => {
            let message = "is not for Go: use the engines' command lines".to_owned();
            Err(invalid(field, message))
        }
        None => Ok(()),
    }
}

/// The openings of a file, else of renju the 26.
fn openings(args: &MatchArgs, size: BoardSize) -> Result<Vec<Vec<Move>>, CliError> {
    let Some(path) = &args.openings else {
        let known = if args.game.has_opening_rules() { &OPENINGS[..] } else { &[] };
        let points = known.iter().map(|opening| opening.points().map(Move::Play).collect());
        return Ok(points.collect());
    };
    if path.as_os_str() == "none" {
        return Ok(Vec::new());
    }
    let file = source::name(path);
    let text = std::fs::read_to_string(path).map_err(|error| CliError::Read { file, error })?;
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let failed = |problem: String| {
            let place = format!("{}, line {}", path.display(), number + 1);
            invalid("openings", format!("{place}: {problem}"))
        };
        let moves = opening(args.game, size, line).map_err(failed)?;
        openings.push(moves);
    }
    if openings.is_empty() {
        Err(invalid("openings", format!("{}: it has no opening", path.display())))
    } else {
        Ok(openings)
    }
}

/// The moves of an opening, as players write them or as offsets from the centre to the right and
/// down, as Gomocup's lists have them.
fn opening(game: Game, size: BoardSize, line: &str) -> Result<Vec<Move>, String> {
    let words = line.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let numbers: Option<Vec<i16>> = words.iter().map(|word| word.parse().ok()).collect();
    let moves: Vec<Move> = match numbers {
        Some(numbers) => {
            let centre = [size.width() / 2, size.get() / 2].map(i16::from);
            let point = |pair: &[i16]| {
                let (Some(x), Some(y)) = (pair.first(), pair.get(1)) else {
                    return Err("expected pairs of offsets".to_owned());
                };
                let on_board = |at: i16, most: u8| u8::try_from(at).ok().filter(|at| *at < most);
                let x = on_board(centre[0].saturating_add(*x), size.width());
                let y = on_board(centre[1].saturating_add(*y), size.get());
                let point = x.zip(y).map(|(x, y)| Move::Play(Point::new(x, y)));
                point.ok_or_else(|| format!("{},{} is off the board", pair[0], pair[1]))
            };
            numbers.chunks(2).map(point).collect::<Result<_, _>>()?
        }
        None => {
            let coords = Coords::default().for_game(game);
            let read = |word: &&str| {
                coords.parse_move(word, size).map_err(|error| format!("\"{word}\": {error}"))
            };
            words.iter().map(read).collect::<Result<_, _>>()?
        }
    };
    let mut played = GameInPlay::new(game, size);
    for (at, one) in moves.iter().enumerate() {
        played.play(*one).map_err(|error| format!("move {}: {error}", at + 1))?;
    }
    match played.conclusion() {
        Some(_) => Err("the game is over".to_owned()),
        None => Ok(moves),
    }
}

fn write_test(test: &SprtState, out: &mut impl Write) -> io::Result<()> {
    let verdict = match test.accepted {
        Some(elo) => format!("accepted: {elo:+} Elo"),
        None => "undecided".to_owned(),
    };
    let (low, high) = (test.lower, test.upper);
    let tested = format!("{:+} against {:+} Elo", test.elo0, test.elo1);
    writeln!(out, "sequential test   {tested}: {:.2} ({low:.2} to {high:.2}), {verdict}", test.llr)
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
    if let Some(rate) = tally.rate() {
        let elo = [rate.rate, rate.low, rate.high].map(|share| match elo_of_share(share) {
            elo if elo.is_finite() => format!("{elo:+.0}"),
            elo => if elo > 0.0 { "+∞" } else { "-∞" }.to_owned(),
        });
        writeln!(out, "difference        {} Elo (95 %: {} to {})", elo[0], elo[1], elo[2])?;
    }
    if let Some(test) = &outcome.sprt {
        write_test(test, out)?;
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
