//! The flags of `joseki perft` and `joseki notation`.

use std::path::PathBuf;

use clap::Args;

use super::FormatArgs;

const AFTER_PERFT: &str = "\
Examples:
  joseki perft --depth 4
  joseki perft --fen 'r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w' --depth 3

Counts the positions of xiangqi after that many moves, each way there counted. Needs neither book
nor database.";

const AFTER_NOTATION: &str = "\
Examples:
  joseki notation moves.ndjson
  echo '{\"fen\": \"4k4/9/9/9/9/9/9/9/4R4/3K5 b\", \"move\": \"将5平6\"}' | joseki notation

Reads a position of xiangqi and a move a line, as JSON with the fields `fen` and `move`, and prints
a line of JSON for each: the move as `uci` (ranks from 0), `iccs`, `zh` and `wxf`, and the position
after it as `fen`. The move may be in any of these, in traditional characters, or with ranks from 1
where it cannot be anything else; `\"ranks_from\": 1` says that it is. A text that means no legal
move, or several, gives {\"error\": …, \"could_be\": […]}, and exit code 1 at the end. Needs neither
book nor database.";

/// The flags of `joseki perft`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_PERFT)]
pub struct PerftArgs {
    /// Position as FEN [default: the start of a game].
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Number of moves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=20))]
    pub depth: u32,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki notation`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_NOTATION)]
pub struct NotationArgs {
    /// File with one position and move a line [default: standard input].
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
}
