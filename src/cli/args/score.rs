//! The flags of `joseki score`.

use clap::Args;

use super::{BoardArgs, FormatArgs, PictureArgs};

const AFTER: &str = "\
Examples:
  joseki score --sgf game.sgf
  joseki score --sgf game.sgf --rules japanese --komi 6.5 --dead C3,Q17
  joseki score --size 9 --moves E5 --estimate none --komi 0
  joseki score --sgf game.sgf --picture end.png --format json

Komi and rules are those of the record, if it says them and no flag does. Dead stones are estimated
unless --dead names them. No book and no database is needed. docs/scoring.md says what is counted.";

/// The flags of `joseki score`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ScoreArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// chinese, ing or japanese [default: the record's, else chinese].
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// What White gets for moving second, in points [default: the record's, else 7.5 (chinese), 8 (ing), 6.5
    /// (japanese)].
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub komi: Option<f64>,
    /// A dead stone of each dead chain, as in `Q16,D4`, or `none`.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub dead: Option<Vec<String>>,
    /// By what dead stones are estimated where they are not named: playouts (random games), a model as in
    /// `mechanical`, or none [default: playouts].
    #[arg(long, value_name = "HOW", conflicts_with = "dead")]
    pub estimate: Option<String>,
    /// A stone of each chain in seki, or `none` [default: found by a rule].
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub seki: Option<Vec<String>>,
    /// Stones that Black took before this board was set up.
    #[arg(
        long,
        value_name = "N",
        default_value_t,
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub prisoners_black: u32,
    /// Stones that White took before this board was set up.
    #[arg(
        long,
        value_name = "N",
        default_value_t,
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub prisoners_white: u32,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}
