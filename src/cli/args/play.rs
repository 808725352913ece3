//! The flags of `joseki play`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::AgainstArgs;
use super::checks::{number, seconds};
use joseki_game::Game;
use joseki_game::go::ScoringRules;
use joseki_service::play::{ClockSetup, TableSetup, TableSide};
use joseki_wire::Coords;

const AFTER: &str = "\
Examples:
  joseki play --game renju                                    you have Black, the book and a search White
  joseki play --game xiangqi --black book --white person --coords chinese
  joseki play --size 9 --white \"gnugo --mode gtp\" --clock 10+5 --keep games/
  joseki play --game gomoku --black person --white person

Shows the board and reads a move or a command a line: `help` lists the commands (undo, redo, hint,
save, load, …). An illegal move is refused with its reason. A side is `person`, `book` (the book while
it has a move, then our own engine) or the command line of another engine: GTP in Go, Gomocup's
protocol in renju, standard and gomoku, UCI or UCCI in xiangqi. At the end of input the program ends.";

/// The flags of `joseki play`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct PlayArgs {
    /// Game: go, renju, standard, gomoku or xiangqi.
    #[arg(long, value_name = "GAME", default_value = "go", value_parser = Game::parse)]
    pub game: Game,
    /// Board size in lines: 9 to 19 in Go, 15 or 20 in gomoku [default: the game's usual one].
    #[arg(long, value_name = "LINES")]
    pub size: Option<u8>,
    /// Black, in xiangqi Red: person, book, or the command line of an engine.
    #[arg(long, value_name = "SIDE", default_value = "person")]
    pub black: String,
    /// White, in xiangqi Black.
    #[arg(long, value_name = "SIDE", default_value = "book")]
    pub white: String,
    /// Name of the book [default: main in Go, else the book named after the game, if there is one].
    #[arg(long, value_name = "NAME")]
    pub book: Option<String>,
    #[command(flatten)]
    pub against: AgainstArgs,
    /// Time for a move of an engine without a clock, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    pub seconds: f64,
    /// Maximum number of positions of our own search.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Clock of each side: minutes, and seconds added after each move; who runs out of time loses.
    #[arg(long, value_name = "MINUTES[+SECONDS]", value_parser = clock)]
    pub clock: Option<MainTime>,
    /// Byo-yomi after the minutes of the clock: periods, and seconds of each.
    #[arg(long, value_name = "PERIODSxSECONDS", value_parser = byoyomi, requires = "clock")]
    pub byoyomi: Option<(u32, Duration)>,
    /// Rules by which Go is counted: chinese, ing or japanese [default: chinese].
    #[arg(long, value_name = "RULES", value_parser = scoring_rules)]
    pub rules: Option<ScoringRules>,
    /// Handicap stones of Black in Go, 2 to 9; White moves first.
    #[arg(long, value_name = "STONES", default_value_t = 0, hide_default_value = true)]
    pub handicap: usize,
    /// Timeout for each response of an engine, beyond the time of a move, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub patience: f64,
    /// Komi of Go, in points for White [default: that of the rules, 0.5 with handicap stones].
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = number)]
    pub komi: Option<f64>,
    /// Position of xiangqi to begin at.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Record to begin with.
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub load: Option<PathBuf>,
    /// Folder in which every game that ends is kept as a record, named by date, game and result.
    #[arg(long, value_name = "FOLDER")]
    pub keep: Option<PathBuf>,
    /// Notation of moves.
    #[arg(long, value_enum, default_value_t = Coords::Gtp)]
    pub coords: Coords,
}

/// Main time of a clock, and the time added after each move.
#[derive(Clone, Copy, Debug)]
pub struct MainTime {
    main: Duration,
    increment: Duration,
}

impl PlayArgs {
    /// Returns what is to be played. All persons are at this terminal.
    pub fn setup(&self) -> TableSetup {
        let side = |text: &str| match text {
            "person" => TableSide::Person,
            "book" => TableSide::Book,
            _ => TableSide::Engine,
        };
        let (black, white) = (side(&self.black), side(&self.white));
        let clock = self.clock.map(|MainTime { main, increment }| {
            let (periods, period) = self.byoyomi.unwrap_or_default();
            ClockSetup {
                main: main.as_secs_f64(),
                increment: increment.as_secs_f64(),
                periods,
                period: period.as_secs_f64(),
            }
        });
        TableSetup {
            game: self.game.to_string(),
            board_size: self.size,
            fen: self.fen.clone(),
            handicap: self.handicap,
            rules: self.rules.map(|rules| rules.to_string()),
            komi: self.komi,
            black,
            white,
            one_screen: black == TableSide::Person && white == TableSide::Person,
            clock,
            book: self.book.clone(),
            ..TableSetup::default()
        }
    }
}

/// Parses a number in a range.
fn part(text: &str, most: f64) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|number| (0.0..=most).contains(number))
}

/// Parses a clock: `10` minutes, or `10+5`.
fn clock(text: &str) -> Result<MainTime, String> {
    let (minutes, added) = text.split_once('+').unwrap_or((text, "0"));
    match (part(minutes, 1440.0), part(added, 1440.0)) {
        (Some(minutes), Some(added)) if minutes > 0.0 => Ok(MainTime {
            main: Duration::from_secs_f64(minutes * 60.0),
            increment: Duration::from_secs_f64(added),
        }),
        _ => Err("expected minutes and seconds a move, such as 10 or 10+5".to_owned()),
    }
}

/// Parses byo-yomi: `5x30`.
fn byoyomi(text: &str) -> Result<(u32, Duration), String> {
    let parts = text
        .split_once('x')
        .map(|(periods, seconds)| (part(periods, 100.0), part(seconds, 3600.0)));
    match parts {
        Some((Some(periods), Some(seconds)))
            if periods >= 1.0 && periods.fract() == 0.0 && seconds > 0.0 =>
        {
            Ok((periods as u32, Duration::from_secs_f64(seconds)))
        }
        _ => Err("expected periods and seconds, such as 5x30".to_owned()),
    }
}

/// Parses the name of the rules of Go.
fn scoring_rules(text: &str) -> Result<ScoringRules, String> {
    text.parse().map_err(|_| "expected chinese, ing or japanese".to_owned())
}
