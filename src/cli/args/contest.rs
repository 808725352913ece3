//! The flags of `joseki match`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

use super::FormatArgs;
use super::checks::{name, number, seconds};
use crate::ledger::OpponentName;
use crate::service::Seat;

const AFTER: &str = "\
Examples:
  joseki match --black \"gnugo --mode gtp\" --white \"katago gtp\" --games 20 -o games/
  joseki match --black \"joseki gtp --engine 'gnugo --mode gtp --level 1' --opponent gnugo\" \\
      --white \"gnugo --mode gtp --level 1\" --games 200 --learn black --opponent gnugo -o games/

Colours alternate: --black has Black in the first game, White in the second. Every game becomes a record in the
folder of -o; the same command again goes on where it was interrupted. Moves that an engine says are from a book (as
`joseki gtp` does) carry a comment.

Engines that draw their moves by the clock play the same game twice when they are started together. {game} in a
command line is replaced by the number of the game, and that engine is started anew for each: `gnugo --seed {game}`.

With --learn, the results of that engine are entered into the database while the match is played. Engines get its name
in JOSEKI_DB, and JOSEKI_NO_LEARN, so that a `joseki gtp` among them uses the same database and counts no game twice.

A game ends with two passes, a resignation, an illegal move (which loses) or after --max-moves. The interval is Wilson's,
95 %. An engine that ends, hangs or talks nonsense is started again and the game is played again; after three such games
in a row the match stops, with exit code 1.";

/// The flags of `joseki match`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ContestArgs {
    /// The command line of the first engine.
    #[arg(long, value_name = "COMMAND")]
    pub black: String,
    /// The command line of the second engine.
    #[arg(long, value_name = "COMMAND")]
    pub white: String,
    /// How many games, those of earlier runs among them.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99_999))]
    pub games: u32,
    /// How many are played at a time [default: one a processor].
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub parallel: Option<usize>,
    /// The first engine always has Black.
    #[arg(long)]
    pub fixed_colors: bool,
    /// Lines of the board, 9 to 19.
    #[arg(long, value_name = "LINES", default_value_t = 19, value_parser = clap::value_parser!(u8).range(9..=19))]
    pub size: u8,
    /// White's points for moving second.
    #[arg(long, value_name = "POINTS", default_value_t = 6.5, allow_negative_numbers = true, value_parser = number)]
    pub komi: f64,
    /// Who says how a game ended: `players`, who have to agree; `board`, the area without the stones that seem dead; or the
    /// command line of an engine.
    #[arg(long, value_name = "SCORER", default_value = "players")]
    pub scorer: String,
    /// Score a game as it stands after so many moves.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000)
    )]
    pub max_moves: usize,
    /// How many seconds an engine may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, value_parser = seconds)]
    pub patience: f64,
    /// The folder for the games.
    #[arg(long, short, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Learn from the games of this engine, the one of --black or that of --white.
    #[arg(long, value_enum, value_name = "ENGINE", requires = "opponent")]
    pub learn: Option<SeatArg>,
    /// What the other engine is called; a version after an @.
    #[arg(long, value_name = "NAME", requires = "learn")]
    pub opponent: Option<OpponentName>,
    /// What kind of opponent it is.
    #[arg(long, value_name = "NAME", value_parser = name, requires = "learn")]
    pub class: Option<String>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// One of the engines, by its flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SeatArg {
    /// That of --black.
    Black,
    /// That of --white.
    White,
}

impl From<SeatArg> for Seat {
    fn from(seat: SeatArg) -> Seat {
        match seat {
            SeatArg::Black => Seat::First,
            SeatArg::White => Seat::Second,
        }
    }
}
