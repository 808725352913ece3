//! The flags of `joseki history`, `change`, `revert` and `diff`.

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

use super::FormatArgs;
use super::details::DetailsArgs;
use crate::service::{BookRef, DEFAULT_BOOK, Later};
use crate::store::Moment;
use crate::wire::{parse_book_ref, parse_moment};

const AFTER_HISTORY: &str = "\
Examples:
  joseki history
  joseki history DDCF --book club
  joseki history --moves Q16,O17 --format json
  joseki history --all --before 120 --limit 50

The last changes come first. Of one node, those that concerned it; the version of the last one is its revision,
which `joseki edit --if-revision` takes.";

const AFTER_CHANGE: &str = "\
Examples:
  joseki change 17
  joseki change 17 --details 1000 --format json";

const AFTER_REVERT: &str = "\
Examples:
  joseki revert 17
  joseki revert 17 --later keep --dry-run
  joseki revert --since 12 --book club
  joseki revert --since 2026-01-31 --reason vandalised

Taking back is a change like any other: it is in the history, and can be taken back itself. Where later changes
touched the same nodes, nothing is taken back unless --later says what becomes of them. Counts of games stay.";

const AFTER_DIFF: &str = "\
Examples:
  joseki diff main@12 main
  joseki diff main@2026-01-31 club --format json

What leads from the first to the second. The exit code is 0 whether they differ or not.";

/// The flags of `joseki history`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HISTORY)]
pub struct HistoryArgs {
    /// Only what concerned the node of this line, of either handedness.
    #[arg(value_name = "LINE", conflicts_with_all = ["all", "moves"])]
    pub line: Option<String>,
    /// In place of LINE: the moves to the node, `Q16,O17` or `W:Q16,B:O17`.
    #[arg(long, value_name = "MOVES", conflicts_with = "all")]
    pub moves: Option<String>,
    /// The book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Of all books, those that were deleted too.
    #[arg(long, conflicts_with = "book")]
    pub all: bool,
    /// At most so many.
    #[arg(long, value_name = "N", default_value_t = 20,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub limit: usize,
    /// Only changes before the one of this number.
    #[arg(long, value_name = "ID")]
    pub before: Option<i64>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki change`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_CHANGE)]
pub struct ChangeArgs {
    /// Its number, as `joseki history` shows it.
    #[arg(value_name = "ID")]
    pub id: i64,
    #[command(flatten)]
    pub details: DetailsArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki revert`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_REVERT)]
pub struct RevertArgs {
    /// The change that is taken back, as `joseki history` numbers it.
    #[arg(
        value_name = "ID",
        required_unless_present = "since",
        conflicts_with = "since"
    )]
    pub id: Option<i64>,
    /// In place of ID: everything after this version, day or time.
    #[arg(long, value_name = "MOMENT", value_parser = parse_moment)]
    pub since: Option<Moment>,
    /// The book [default: that of the change, or main].
    #[arg(long, value_name = "NAME")]
    pub book: Option<String>,
    /// What becomes of later changes of the same nodes.
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        default_value_t,
        conflicts_with = "since"
    )]
    pub later: LaterArg,
    /// Say what would happen and change nothing.
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
    #[command(flatten)]
    pub details: DetailsArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// What becomes of later changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LaterArg {
    /// Take nothing back if there are any.
    #[default]
    Refuse,
    /// They stay.
    Keep,
    /// They are lost.
    Drop,
}

impl From<LaterArg> for Later {
    fn from(later: LaterArg) -> Later {
        match later {
            LaterArg::Refuse => Later::Refuse,
            LaterArg::Keep => Later::Keep,
            LaterArg::Drop => Later::Drop,
        }
    }
}

/// The flags of `joseki diff`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_DIFF)]
pub struct DiffArgs {
    /// A book, or a book as it was: `main@12`, `main@2026-01-31`.
    #[arg(value_name = "FROM", value_parser = parse_book_ref)]
    pub from: BookRef,
    /// What it is compared with.
    #[arg(value_name = "TO", value_parser = parse_book_ref)]
    pub to: BookRef,
    #[command(flatten)]
    pub details: DetailsArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}
