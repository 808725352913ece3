//! The flags of `joseki perft`.

use clap::Args;

use super::FormatArgs;

const AFTER: &str = "\
Examples:
  joseki perft --depth 4
  joseki perft --fen 'r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w' --depth 3

Counts the positions of xiangqi after that many moves, each way there counted. Needs neither book
nor database.";

/// The flags of `joseki perft`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
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
