//! The flags of `joseki quiz`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::{ColorArg, FormatArgs};
use crate::ledger::check_name;
use crate::service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki quiz --player ann
  joseki quiz --player ann --prefix DDCF --color B --questions 20
  joseki quiz --name avalanche --seed 1
  joseki quiz --player ann --progress
  joseki quiz --player ann --export ann.ndjson
  joseki quiz --player ann --import laptop.ndjson

Each question is a position of the book; answer with a point such as Q16. A question mark shows the
answer and counts as a wrong one, an empty line or quit ends. Right are the best move and what is as
good. After a right answer the opponent replies as opponents do, and the line goes on as far as the
book does.

What a player forgets comes back: a move is remembered by its half-life, which a right answer
lengthens and a wrong one shortens. Without --player nothing is kept.";

/// The flags of `joseki quiz`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct QuizArgs {
    /// Who answers; without it nothing is kept.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub player: Option<String>,
    /// The book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Ask only about positions that this line leads to.
    #[arg(long, value_name = "LINE")]
    pub prefix: Option<String>,
    /// Ask only below moves with a name that contains this; say it again for several.
    #[arg(long, value_name = "TEXT")]
    pub name: Vec<String>,
    /// Which colour to play [default: either].
    #[arg(long, value_enum, value_name = "COLOR", ignore_case = true)]
    pub color: Option<ColorArg>,
    /// Lines of the board, 9 to 19 [default: 19].
    #[arg(long, value_name = "LINES", value_parser = clap::value_parser!(u8).range(9..=19))]
    pub size: Option<u8>,
    /// Ask only where at most so many moves were played.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=400))]
    pub max_depth: Option<usize>,
    /// Ask only about positions of at least so many counted games.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// Ask only what was learned before and is probably forgotten.
    #[arg(long, requires = "player")]
    pub only_due: bool,
    /// Draw the same questions as the last time with this number.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// End after so many answers.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub questions: Option<usize>,
    /// Say how many moves are right, and name all moves of the book.
    #[arg(long)]
    pub hints: bool,
    /// Show what the player has learned of the book.
    #[arg(long, requires = "player", conflicts_with_all = ["export", "import", "forget"])]
    pub progress: bool,
    /// Write all answers of the player to a file; `-` is standard output.
    #[arg(long, value_name = "FILE", requires = "player", conflicts_with_all = ["import", "forget"])]
    pub export: Option<PathBuf>,
    /// Take in answers that were written by --export; `-` is standard input.
    #[arg(
        long,
        value_name = "FILE",
        requires = "player",
        conflicts_with = "forget"
    )]
    pub import: Option<PathBuf>,
    /// Forget the player with all answers, for good.
    #[arg(long, requires = "player")]
    pub forget: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

fn name(text: &str) -> Result<String, String> {
    check_name(text)
        .map(str::to_owned)
        .map_err(|error| error.to_string())
}
