//! The flags of `joseki score`.

use clap::Args;

use super::{BoardArgs, FormatArgs, PictureArgs};

const AFTER: &str = "\
Examples:
  joseki score --sgf game.sgf
  joseki score --sgf game.sgf --rules japanese --komi 6.5 --dead C3,Q17
  joseki score --size 9 --moves E5 --estimate none --komi 0
  joseki score --sgf game.sgf --groups
  joseki score --sgf game.sgf --picture end.png --format json

Without flags, komi and rules are those of the record, if it states them. Dead stones are
estimated unless --dead names them. Needs neither book nor database. docs/scoring.md describes
what is counted.";

/// The flags of `joseki score`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ScoreArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// Rules: chinese, ing or japanese [default: the record's, else chinese].
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Komi, in points for White [default: the record's, else 7.5 (chinese), 8 (ing), 6.5
    /// (japanese)].
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub komi: Option<f64>,
    /// One stone of each dead chain, as in `Q16,D4`, or `none`.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub dead: Option<Vec<String>>,
    /// How to estimate dead stones without --dead: playouts (random games), an influence model such
    /// as `mechanical`, or none [default: playouts].
    #[arg(long, value_name = "HOW", conflicts_with = "dead")]
    pub estimate: Option<String>,
    /// One stone of each chain in seki, or `none` [default: found by a rule].
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub seki: Option<Vec<String>>,
    /// Stones captured by Black before this board was set up.
    #[arg(
        long,
        value_name = "N",
        default_value_t,
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub prisoners_black: u32,
    /// Stones captured by White before this board was set up.
    #[arg(
        long,
        value_name = "N",
        default_value_t,
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub prisoners_white: u32,
    /// List each group with its liberties and eyes, whether it lives, and why.
    #[arg(long)]
    pub groups: bool,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}
