//! The flags of `joseki books`.

use clap::Args;

use super::FormatArgs;

const AFTER: &str = "\
Examples:
  joseki books
  joseki books --format json | jq -r '.books[].name'";

/// The flags of `joseki books`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct BooksArgs {
    #[command(flatten)]
    pub format: FormatArgs,
}
