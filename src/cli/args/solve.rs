//! The flags of `joseki solve`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

const AFTER: &str = "\
Examples:
  joseki solve --game xiangqi --kind mate --fen '3ak4/4a4/9/1R1C5/2N6/9/9/9/9/4K4 w'
  joseki solve --game xiangqi --kind mate positions.ndjson

Finds mates. Solves the position of --fen, or each line of a file: JSON with the field `fen`. Prints
a line of JSON for each: `mate_in`, the moves of the side to move until mate, null if none was found;
`first`, all first moves that mate in that number; `line`, with the longest defence. `limit` is true
if the limit of positions was reached. An invalid line gives {\"error\": …}, and exit code 1 at the
end. Needs neither book nor database.";

/// The flags of `joseki solve`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct SolveArgs {
    /// The game.
    #[arg(long)]
    pub game: SolveGame,
    /// What to look for.
    #[arg(long)]
    pub kind: SolveKind,
    /// File with one position a line [default: standard input].
    #[arg(value_name = "FILE", conflicts_with = "fen")]
    pub file: Option<PathBuf>,
    /// Position as FEN, instead of a file.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Maximum length of a mate, in moves of the side to move.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub moves: u32,
    /// Maximum number of positions to search.
    #[arg(long, value_name = "COUNT", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
}

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveKind {
    /// Mate.
    Mate,
}

/// Games with a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveGame {
    /// Xiangqi.
    Xiangqi,
}
