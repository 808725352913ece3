//! The flags of `joseki ladder`.

use clap::Args;
use joseki_game::Color;
use joseki_wire::named::flag;

use super::{BoardArgs, FormatArgs};

const AFTER: &str = "\
Examples:
  joseki ladder --moves Q16,P16,P17,K3,O17,R4,P15 --at P16
  joseki ladder --sgf game.sgf --at-move 40
  joseki ladder --size 9 --stones W:E5,B:D5,B:E6,B:F6 --format json

Reads every chain with one or two liberties, unless --at names some. By default a chain in atari
moves first, and against a chain with two liberties the chaser does. Needs neither book nor
database.";

/// The flags of `joseki ladder`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct LadderArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// One stone of each chain to read, as in `Q16,D4`.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub at: Vec<String>,
    /// Side that moves first.
    #[arg(long, value_parser = flag::<Color>(), value_name = "COLOR", ignore_case = true)]
    pub first: Option<Color>,
    #[command(flatten)]
    pub format: FormatArgs,
}
