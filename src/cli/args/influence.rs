//! The flags of `joseki influence`.

use std::path::PathBuf;

use clap::Args;

use super::{BoardArgs, FormatArgs};
use joseki_game::Color;
use joseki_wire::named::flag;

const AFTER: &str = "\
Examples:
  joseki influence --moves Q16,D4,R5
  joseki influence --sgf game.sgf --at-move 60 --model quick
  joseki influence --moves Q16,D4 --line B:O17,W:C14 --numbers
  joseki influence --sgf game.sgf --at-move 60 --values
  joseki influence --sgf game.sgf --picture game.svg
  joseki influence --size 9 --moves E5 --model mechanical:force=64 --format json

Positive numbers favour Black. Needs neither book nor database. docs/influence.md describes the
models.";

/// The flags of `joseki influence`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct InfluenceArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// Influence model: mechanical, quick, zobrist or ryder, with parameters as in
    /// `mechanical:force=64`.
    #[arg(long, value_name = "MODEL", default_value = "mechanical")]
    pub model: String,
    /// One stone of each dead chain, as in `Q16,D4`: their points count for the other side.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub dead: Vec<String>,
    /// Count each stone by its ownership in 100 random games instead of as living or dead.
    #[arg(long, conflicts_with = "dead")]
    pub graded: bool,
    /// Moves to try on this board, written as in --moves; shows how each changes SFB. Without
    /// colours, the side that did not play last begins.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub line: String,
    /// With --format json: include A, F, B and FB of every point.
    #[arg(long)]
    pub metrics: bool,
    /// Show blocks of joined stones, level by level.
    #[arg(long)]
    pub blocks: bool,
    /// Show linked stones.
    #[arg(long)]
    pub links: bool,
    /// Show how each legal move changes SFB, best first.
    #[arg(long)]
    pub values: bool,
    /// Side to move for --values [default: the record's or the side that did not play last; White
    /// after a handicap].
    #[arg(long, value_parser = flag::<Color>(), value_name = "COLOR", ignore_case = true, requires = "values")]
    pub to_play: Option<Color>,
    /// Print the value of every point too.
    #[arg(long)]
    pub numbers: bool,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags that request a picture.
#[derive(Clone, Debug, Args)]
pub struct PictureArgs {
    /// Also write a picture of the board to this file; its name must end in .svg or .png.
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Replace an existing picture.
    #[arg(long, requires = "picture")]
    pub force: bool,
}
