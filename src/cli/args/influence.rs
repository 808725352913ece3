//! The flags of `joseki influence` and `joseki model`.

use std::path::PathBuf;

use clap::Args;

use super::{BoardArgs, FormatArgs};

const AFTER: &str = "\
Examples:
  joseki influence --moves Q16,D4,R5
  joseki influence --sgf game.sgf --move 60 --model quick
  joseki influence --moves Q16,D4 --line B:O17,W:C14 --numbers
  joseki influence --sgf game.sgf --picture game.svg
  joseki influence --size 9 --moves E5 --model mechanical:force=64 --format json

Positive numbers are Black's. No book and no database is needed. docs/influence.md says what the
models do.";

const AFTER_MODEL: &str = "\
Examples:
  joseki model
  joseki model --format json

PE3 and PE4 are the points per stone of a wall on the third and on the fourth line, E = PE4 - PE3.";

/// The flags of `joseki influence`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct InfluenceArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// mechanical, quick, zobrist or ryder, with parameters as in `mechanical:force=64`.
    #[arg(long, value_name = "MODEL", default_value = "mechanical")]
    pub model: String,
    /// A dead stone of each chain, as in `Q16,D4`: their points count for the other side.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub dead: Vec<String>,
    /// Moves to try out on this board, written as in --moves: what each changes of SFB. Without colours the side
    /// begins that did not play last.
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    pub line: String,
    /// With --format json: A, F, B and FB of every point.
    #[arg(long)]
    pub metrics: bool,
    /// The stones that hang together, level by level.
    #[arg(long)]
    pub blocks: bool,
    /// The stones that are linked.
    #[arg(long)]
    pub links: bool,
    /// Draw the numbers of all points too.
    #[arg(long)]
    pub numbers: bool,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags that ask for a picture.
#[derive(Clone, Debug, Args)]
pub struct PictureArgs {
    /// Write the board as a picture too; the name ends in .svg or .png.
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Replace the picture if it is there.
    #[arg(long, requires = "picture")]
    pub force: bool,
}

/// The flags of `joseki model`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_MODEL)]
pub struct ModelArgs {
    #[command(flatten)]
    pub format: FormatArgs,
}
