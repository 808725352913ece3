//! The flags of `joseki quiz`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use joseki_game::Color;
use joseki_ledger::check_name;
use joseki_service::{DEFAULT_BOOK, train::QuizSubject};
use joseki_wire::named::flag;

const AFTER: &str = "\
Examples:
  joseki quiz --player ann
  joseki quiz --player ann --prefix DDCF --color B --questions 20
  joseki quiz --name avalanche --seed 1
  joseki quiz --book renju --ask openings
  joseki quiz --player ann --progress
  joseki quiz --player ann --export ann.ndjson
  joseki quiz --player ann --import laptop.ndjson

Each question is a position of the book; answer with a point such as Q16. A question mark shows
the answer and counts as wrong; an empty line or `quit` ends the quiz. The best move and equally
good moves are right. After a right answer the opponent replies with a likely move, and the line
continues to the end of the book.

Moves that a player is likely to forget come back: each move has a half-life, which a right answer
lengthens and a wrong one shortens. Without --player nothing is stored.";

/// The flags of `joseki quiz`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct QuizArgs {
    /// Name of the player; without it nothing is stored.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub player: Option<String>,
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// What to ask: moves, or in renju the third stones of openings, or fifth moves.
    #[arg(long, value_enum, value_name = "WHAT", default_value = "moves")]
    pub ask: QuizSubject,
    /// Ask only about positions on this line and its continuations.
    #[arg(long, value_name = "LINE")]
    pub prefix: Option<String>,
    /// Ask only about positions after moves whose name contains this, or openings with this name or
    /// code; may be repeated.
    #[arg(long, value_name = "TEXT")]
    pub name: Vec<String>,
    /// Colour to play [default: either].
    #[arg(long, value_parser = flag::<Color>(), value_name = "COLOR", ignore_case = true)]
    pub color: Option<Color>,
    /// Board size in lines, 9 to 19 [default: 19].
    #[arg(long, value_name = "LINES", value_parser = clap::value_parser!(u8).range(9..=19))]
    pub size: Option<u8>,
    /// Ask only about positions after at most this many moves.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=400))]
    pub max_depth: Option<usize>,
    /// Ask only about positions with at least this many counted games.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// Ask only about moves that were learned before and are probably forgotten.
    #[arg(long, requires = "player")]
    pub only_due: bool,
    /// Seed for the choice of questions; the same seed asks the same questions.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// End after this many answers.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub questions: Option<usize>,
    /// Show how many moves are right, and list all moves of the book.
    #[arg(long)]
    pub hints: bool,
    /// Show what the player has learned of the book.
    #[arg(long, requires = "player", conflicts_with_all = ["export", "import", "forget"])]
    pub progress: bool,
    /// Export all answers of the player to a file; `-` is standard output.
    #[arg(long, value_name = "FILE", requires = "player", conflicts_with_all = ["import", "forget"])]
    pub export: Option<PathBuf>,
    /// Import answers written by --export; `-` is standard input.
    #[arg(long, value_name = "FILE", requires = "player", conflicts_with = "forget")]
    pub import: Option<PathBuf>,
    /// Delete the player with all answers, permanently.
    #[arg(long, requires = "player")]
    pub forget: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

fn name(text: &str) -> Result<String, String> {
    check_name(text).map(str::to_owned).map_err(|error| error.to_string())
}
