//! The flags of `joseki next`.

use std::path::PathBuf;

use clap::Args;

use super::checks::move_number;
use super::{FormatArgs, PictureArgs};
use joseki_wire::NextParameters;

const AFTER: &str = "\
Examples:
  joseki next Q16,O17,R14
  joseki next W:Q16,B:pass,W:O17 --to-play B
  joseki next --stones B:D4,B:Q16 --size 19 --min-verdict good
  joseki next Q16 --since 2000 --strength pro --min-games 10 --examples 2
  joseki next --sgf game.sgf --at-move 12 --format json
  joseki next Q16 --as-of 2026-01-31
  joseki next Q16,D4,Q4 --whole-board
  joseki next h8,h9,i9 --book renju --picture board.svg

Moves alternate, starting with Black, unless a colour is given. On the board, X is Black, O is
White, and candidates are letters, a being the best. If the book counts games, every move shows
its number of games, its share of the position and its win rate. A verdict with a question mark is
inferred from these games, not set by a curator.";

/// The flags of `joseki next`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct NextArgs {
    /// Moves so far, as `--moves` has them; with commas or spaces between.
    #[arg(value_name = "MOVES", conflicts_with = "moves")]
    pub played: Vec<String>,
    #[command(flatten)]
    pub query: NextParameters,
    /// Read the board from the main line of a game record (SGF, GIB, NGF, UGF); `-` is standard
    /// input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["played", "moves", "stones", "board_size"])]
    pub sgf: Option<PathBuf>,
    /// Use the board after this move of the record; 0 is the start [default: the last move].
    // Repeats the conflicts of `sgf`: clap waives `requires` if a given flag conflicts with `sgf`.
    #[arg(long = "at-move", alias = "move", value_name = "N", requires = "sgf", value_parser = move_number,
        conflicts_with_all = ["played", "moves", "stones", "board_size"])]
    pub move_number: Option<usize>,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}
