//! The flags of `joseki match`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use super::checks::{engine_option, limits, name, number, seconds, sprt};
use joseki_game::Game;
use joseki_ledger::OpponentName;
use joseki_peer::EngineLimits;
use joseki_service::engine::contest::{Seat, Sprt};

const AFTER: &str = "\
Examples:
  joseki match --black \"gnugo --mode gtp\" --white \"katago gtp\" --games 20 -o games/
  joseki match --black \"joseki gtp --engine 'gnugo --mode gtp --level 1' --opponent gnugo\" \\
      --white \"gnugo --mode gtp --level 1\" --games 200 --learn black --opponent gnugo -o games/
  joseki match --game renju --black \"joseki gomocup\" --white rapfi --limit seconds=0.3 \\
      --white-option strength=0 --games 52
  joseki match --game xiangqi --black \"joseki uci\" --white fairy-stockfish --white-limit depth=4 \\
      --black-limit seconds=1 --games 400 --sprt 0,50

Engines of Go speak GTP, engines of renju, standard and gomoku Gomocup's protocol, engines of xiangqi
UCI or UCCI. Their limits and options are those of --limit and --black-option (in Gomocup's protocol
an option is an INFO); in Go they belong to the command lines.

Colours alternate: the engine of --black plays Black in the first game and White in the second.
Every game is saved as a record in the folder of -o; the same command resumes an interrupted
match. Moves that an engine reports as book moves (as `joseki gtp` does) get a comment.

Engines that seed their random moves from the clock play identical games if they start together.
{game} in a command line is replaced by the number of the game, and that engine is restarted for
each game: `gnugo --seed {game}`.

With --learn, results of that engine are entered into the database during the match. Engines get the
database in JOSEKI_DB, and JOSEKI_NO_LEARN, so that a `joseki gtp` among them uses the same database
and no game counts twice.

A game ends by its rules (in Go with two passes), with a resignation, an illegal or forbidden move
(which loses) or after --max-moves, where games other than Go are drawn. With --openings, each opening
is played twice in a row with colours exchanged.

The interval is Wilson's, 95 %. --sprt ends the match as soon as one of two hypotheses about the first
engine's strength is accepted, with 5 % of either error: the generalized test over pairs of games. If an engine exits, hangs or sends invalid responses, it is
restarted and the game is replayed; after three such games in a row the match stops with exit code
1.";

/// The flags of `joseki match`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct MatchArgs {
    /// Command line of the first engine.
    #[arg(long, value_name = "COMMAND")]
    pub black: String,
    /// Command line of the second engine.
    #[arg(long, value_name = "COMMAND")]
    pub white: String,
    /// Total number of games, including those of earlier runs.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99_999))]
    pub games: u32,
    /// Game: go, renju, standard, gomoku or xiangqi.
    #[arg(long, value_name = "GAME", default_value = "go", value_parser = Game::parse)]
    pub game: Game,
    /// File with the moves of an opening a line, such as `h8 i9 j10`, or as offsets from the centre,
    /// `0,0, 1,-1`; `none` for the start [default: in renju the 26 openings].
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Limits of both engines' searches, except in Go: seconds=0.3, nodes=20000, depth=4, joined by
    /// commas [default: seconds=1].
    #[arg(long, value_name = "LIMITS", value_parser = limits)]
    pub limit: Option<EngineLimits>,
    /// Limits of the first engine.
    #[arg(long, value_name = "LIMITS", value_parser = limits)]
    pub black_limit: Option<EngineLimits>,
    /// Limits of the second engine.
    #[arg(long, value_name = "LIMITS", value_parser = limits)]
    pub white_limit: Option<EngineLimits>,
    /// Option of the first engine, except in Go; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = engine_option)]
    pub black_option: Vec<(String, String)>,
    /// Option of the second engine.
    #[arg(long, value_name = "NAME=VALUE", value_parser = engine_option)]
    pub white_option: Vec<(String, String)>,
    /// End the match when the first engine is shown to be stronger by one of these differences and
    /// not by the other, in Elo.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = sprt)]
    pub sprt: Option<Sprt>,
    /// Number of games played at a time [default: one per processor].
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub parallel: Option<usize>,
    /// The first engine always plays Black.
    #[arg(long)]
    pub fixed_colors: bool,
    /// Board size in lines: 9 to 19 in Go, 15 or 20 in gomoku [default: the game's usual one].
    #[arg(long, value_name = "LINES")]
    pub size: Option<u8>,
    /// Komi, in points for White.
    #[arg(long, value_name = "POINTS", default_value_t = 6.5, allow_negative_numbers = true, value_parser = number)]
    pub komi: f64,
    /// Source of the result: `players` (both engines must agree), `board` (area without the stones
    /// that seem dead), or the command line of a scoring engine.
    #[arg(long, value_name = "SCORER", default_value = "players")]
    pub scorer: String,
    /// Stop and score a game after this many moves.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000)
    )]
    pub max_moves: usize,
    /// Timeout for each response of an engine, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, value_parser = seconds)]
    pub patience: f64,
    /// Folder for the game records.
    #[arg(long, short, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Learn from the games of this engine: that of --black or that of --white.
    #[arg(long, value_enum, value_name = "ENGINE", requires = "opponent")]
    pub learn: Option<Seat>,
    /// Name of the other engine, optionally with a version after an @.
    #[arg(long, value_name = "NAME", requires = "learn")]
    pub opponent: Option<OpponentName>,
    /// Class of that opponent, such as a rank or a family of engines.
    #[arg(long, value_name = "NAME", value_parser = name, requires = "learn")]
    pub class: Option<String>,
    #[command(flatten)]
    pub format: FormatArgs,
}
