//! The flags of `joseki conditions`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use crate::book::Line;
use crate::service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki conditions
  joseki conditions --book pro --prefix DDCF --games games/2009
  joseki conditions --apply DDCFDFDGCGDEEF --reason checked
  joseki conditions --apply-all --dry-run

Lists the conditions that a book has, and proposes some: moves that work only if a ladder does, or only if it does not,
and do not say so. A ladder is proposed where it leaves the corner and one stone elsewhere turns it round. With games,
each condition is told with how its move fared where it held (good) and where it did not (bad).

A condition that is applied is joined to those that its move has. All of a run are one change, which `joseki revert`
takes back.";

/// The flags of `joseki conditions`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ConditionsArgs {
    /// The book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Only those of lines that start so, in either case.
    #[arg(
        long,
        value_name = "STEPS",
        default_value = "",
        hide_default_value = true
    )]
    pub prefix: String,
    /// Files, folders and archives with game records to weigh them on.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["apply", "apply_all"])]
    pub games: Vec<PathBuf>,
    /// Also propose those that may not matter, as where the book gives the stone up.
    #[arg(long)]
    pub all: bool,
    /// Give the move of this line what is proposed for it; say it again for several.
    #[arg(long, value_name = "LINE", conflicts_with_all = ["apply_all", "all", "limit"])]
    pub apply: Vec<Line>,
    /// Give every move what is proposed for it, but for what may not matter.
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub apply_all: bool,
    /// Beside --apply and --apply-all: say what would happen and change nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Why, for the history.
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub reason: String,
    /// At most those of so many lines [default: all].
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// How many threads read games [default: one for each core].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub format: FormatArgs,
}
