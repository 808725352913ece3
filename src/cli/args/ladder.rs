//! The flags of `joseki ladder`.

use std::path::PathBuf;

use clap::Args;

use super::FormatArgs;
use super::next::{ColorArg, CoordsArg};

const AFTER: &str = "\
Examples:
  joseki ladder --moves Q16,P16,P17,K3,O17,R4,P15 --at P16
  joseki ladder --sgf game.sgf --move 40
  joseki ladder --size 9 --stones W:E5,B:D5,B:E6,B:F6 --format json

Every chain with one or two liberties is read unless --at names some. A chain in atari moves first,
with two liberties the chaser does. No book and no database is needed.";

/// The flags of `joseki ladder`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct LadderArgs {
    /// The moves so far: `Q16,O17` or, with colours, `W:Q16,W:O17,B:pass`.
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    pub moves: String,
    /// Handicap and setup stones: `B:D4,B:Q16`.
    #[arg(
        long,
        value_name = "STONES",
        default_value = "",
        hide_default_value = true
    )]
    pub stones: String,
    /// Lines of the board, 2 to 25 [default: 19].
    #[arg(long, value_name = "LINES", value_parser = clap::value_parser!(u8).range(2..=25))]
    pub size: Option<u8>,
    /// A stone of each chain to read, as in `Q16,D4`.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub at: Vec<String>,
    /// Who moves first.
    #[arg(long, value_enum, value_name = "COLOR", ignore_case = true)]
    pub first: Option<ColorArg>,
    /// How points are written, in the flags and in the answer.
    #[arg(long, value_enum, value_name = "COORDS", default_value_t)]
    pub coords: CoordsArg,
    /// Take the board from the main line of a game record; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "stones", "size"])]
    pub sgf: Option<PathBuf>,
    /// The board after this move of the record, 0 being its start [default: the last].
    #[arg(long = "move", value_name = "N", requires = "sgf")]
    pub move_number: Option<usize>,
    #[command(flatten)]
    pub format: FormatArgs,
}
