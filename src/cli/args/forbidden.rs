//! The flags of `joseki forbidden`.

use std::path::PathBuf;

use clap::Args;

const AFTER: &str = "\
Examples:
  joseki forbidden positions.ndjson
  echo '{\"black\": \"c13 c14 d12 f12\", \"white\": \"c10 h8\"}' | joseki forbidden

Reads one board of renju a line, as JSON with the fields `black` and `white`, and prints a line of
JSON for each: the points forbidden to Black that make a double three (33), a double four (44) or an
overline (6). An invalid line gives {\"error\": …}, and exit code 1 at the end. Needs neither
book nor database.";

/// The flags of `joseki forbidden`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ForbiddenArgs {
    /// File with one board a line [default: standard input].
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
}
