//! The flags of `joseki notation`.

use std::path::PathBuf;

use clap::Args;

const AFTER: &str = "\
Examples:
  joseki notation moves.ndjson
  echo '{\"fen\": \"4k4/9/9/9/9/9/9/9/4R4/3K5 b\", \"move\": \"将5平6\"}' | joseki notation

Reads a position of xiangqi and a move a line, as JSON with the fields `fen` and `move`, and prints
a line of JSON for each: the move as `uci` (ranks from 0), `iccs`, `zh` and `wxf`, and the position
after it as `fen`. The move may be in any of these, in traditional characters, or with ranks from 1
where it cannot be anything else; `\"ranks_from\": 1` says that it is. A text that means no legal
move, or several, gives {\"error\": …, \"could_be\": […]}, and exit code 1 at the end. Needs neither
book nor database.";

/// The flags of `joseki notation`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct NotationArgs {
    /// File with one position and move a line [default: standard input].
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
}
