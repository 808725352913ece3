//! The flags of `joseki-lab model`.

use clap::Args;
use joseki_cli::FormatArgs;

const AFTER_MODEL: &str = "\
Examples:
  joseki-lab model
  joseki-lab model --format json

PE3 and PE4 are the points per stone of a wall on the third and the fourth line; E = PE4 - PE3.";

/// The flags of `joseki-lab model`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_MODEL)]
pub struct ModelArgs {
    #[command(flatten)]
    /// Output format.
    pub format: FormatArgs,
}
