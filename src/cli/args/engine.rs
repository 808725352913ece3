//! The flags of `joseki gomocup` and `joseki uci`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::AgainstArgs;
use super::checks::{engine_option, seconds};
use joseki_base::named::Named;
use joseki_book::Verdict;
use joseki_game::Game;

/// What both engines take.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// Name of the book [default: the book named after the game, if there is one].
    #[arg(long, value_name = "NAME")]
    pub book: Option<String>,
    /// Play without a book.
    #[arg(long, conflicts_with = "book")]
    pub no_book: bool,
    #[command(flatten)]
    pub against: AgainstArgs,
    /// Lowest verdict of a book move [default: any but mistake, trick and question].
    #[arg(long, value_name = "VERDICT", value_parser = PossibleValuesParser::new(Verdict::names()))]
    pub min_verdict: Option<String>,
    /// Minimum number of counted games of a book move.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// Last move number of the game at which to play from the book.
    #[arg(long, value_name = "N")]
    pub until_move: Option<usize>,
    /// Command line of an engine that thinks where the book has no move, over the same protocol.
    #[arg(long, value_name = "COMMAND")]
    pub engine: Option<String>,
    /// Option of that engine; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = engine_option, requires = "engine")]
    pub engine_option: Vec<(String, String)>,
    /// Timeout for each response of that engine, beyond the time of a move, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    pub patience: f64,
    /// Time for a move if the controller does not say any, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    pub seconds: f64,
    /// Maximum number of positions to search for a move.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Weights of the evaluation, of the database (`joseki weights`) or else of a file, or `source`;
    /// a path with a slash is a file [default: those that --print-weights prints].
    #[arg(long, value_name = "NAME[@VERSION]|FILE")]
    pub weights: Option<PathBuf>,
    /// Print the weights of the evaluation as a file for --weights, and exit.
    #[arg(long)]
    pub print_weights: bool,
}

const GOMOCUP: &str = "\
Examples:
  joseki gomocup                             for a manager or a board, which says the rule
  joseki gomocup --game renju --book renju --opponent carbon
  joseki gomocup --no-book --nodes 100000
  joseki gomocup --engine rapfi --engine-option strength=50

Plays the book while it has a move, then a win by fours or threats if there is one, else the move
that a search finds; messages say why the book had none. The rule of the manager (INFO rule 0, 1 or
4) takes precedence over --game. YXBOARD, YXSHOWFORBID, YXNBEST, YXSTOP and the INFO keys max_depth and max_node of
Yixin's boards are understood, and SWAP2BOARD.";

/// The flags of `joseki gomocup`.
#[derive(Debug, Args)]
#[command(after_help = GOMOCUP)]
pub struct GomocupArgs {
    /// Game unless the manager says another: gomoku, standard or renju.
    #[arg(long, value_name = "GAME", default_value = "gomoku", value_parser = five_in_a_row)]
    pub game: Game,
    /// The engine.
    #[command(flatten)]
    pub engine: EngineArgs,
}

fn five_in_a_row(text: &str) -> Result<Game, String> {
    let game = Game::parse(text).map_err(|error| error.to_string())?;
    match game.five_rules() {
        Some(_) => Ok(game),
        None => Err("expected gomoku, standard or renju".to_owned()),
    }
}

const UCI: &str = "\
Examples:
  joseki uci                                 for an interface of xiangqi that speaks UCI or UCCI
  joseki uci --book xiangqi --opponent ann --seed 1
  joseki uci --engine fairy-stockfish --engine-option Hash=64

Speaks UCI after `uci`, with ranks from 0, or from 1 after `setoption name UCI_Variant value
xiangqi`, and UCCI after `ucci`. Plays the book while it has a move, else the move that a search
finds; `info string` says why the book had none. `go` takes depth, nodes, movetime, clocks and
infinite.";

/// The flags of `joseki uci`.
#[derive(Debug, Args)]
#[command(after_help = UCI)]
pub struct UciArgs {
    /// The engine.
    #[command(flatten)]
    pub engine: EngineArgs,
}
