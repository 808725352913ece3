//! The flags of `joseki conditions`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use joseki_book::Line;
use joseki_service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki conditions
  joseki conditions --book pro --prefix DDCF --games games/2009
  joseki conditions --apply DDCFDFDGCGDEEF --reason checked
  joseki conditions --apply-all --dry-run

Lists the conditions of a book and proposes missing ones: for moves that work only if a ladder
works, or only if it fails, and do not yet say so. A ladder is proposed if it leaves the corner
and one stone elsewhere reverses its outcome. With --games, each condition shows how its move
fared where the condition held (good) and where it failed (bad).

Applied conditions are added to the existing conditions of the move. All conditions applied in a run
are one change, which `joseki revert` reverts.";

/// The flags of `joseki conditions`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ConditionsArgs {
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Only lines that start with these steps, in upper or lower case.
    #[arg(long, value_name = "STEPS", default_value = "", hide_default_value = true)]
    pub prefix: String,
    /// Game records to measure the conditions on: files, folders and archives.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["apply", "apply_all"])]
    pub games: Vec<PathBuf>,
    /// Also propose conditions that may not matter, such as where the book gives the stone up.
    #[arg(long)]
    pub all: bool,
    /// Add the proposed conditions to the move of this line; may be repeated.
    #[arg(long, value_name = "LINE", conflicts_with_all = ["apply_all", "all", "limit"])]
    pub apply: Vec<Line>,
    /// Add every proposed condition, except those that may not matter.
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub apply_all: bool,
    /// With --apply or --apply-all: report what would change, without changing anything.
    #[arg(long)]
    pub dry_run: bool,
    /// Reason for the change, for the history.
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub reason: String,
    /// Maximum number of lines [default: all].
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Number of threads that read games [default: one per core].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub format: FormatArgs,
}
