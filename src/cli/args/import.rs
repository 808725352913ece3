//! The flags of `joseki import`.

use std::path::PathBuf;

use clap::Args;

use super::FormatArgs;
use crate::service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki import joseki.sgf
  joseki import --book club --dry-run joseki/*.sgf
  unzip -p trees.zip | joseki import -

Every node read is placed, merged or refused, and the report says which and why. Refused nodes are
left out and the rest is imported: that is no failure, and the exit code is 0. If a file cannot be
read, nothing is imported.";

/// The flags of `joseki import`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ImportArgs {
    /// SGF files with joseki trees; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The book that they go to; it is made if it is not there.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Say what would happen and change nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}
