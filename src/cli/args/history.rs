//! The flags of `joseki history`, `change`, `revert` and `diff`.

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use super::details::DetailsArgs;
use joseki_service::{BookRef, DEFAULT_BOOK, curate::OnConflict};
use joseki_store::HistoryMoment;
use joseki_wire::{parse_book_ref, parse_moment};

const AFTER_HISTORY: &str = "\
Examples:
  joseki history
  joseki history DDCF --book club
  joseki history --moves Q16,O17 --format json
  joseki history --all --before 120 --limit 50

Newest changes come first. For one node, only the changes that affected it are listed; the version
of the newest is the node's revision, for `joseki edit --if-revision`.";

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

A revert is a change like any other: it is in the history and can itself be reverted. If later
changes touched the same nodes, nothing is reverted unless --later says what to do with them. Game
counts stay.";

const AFTER_DIFF: &str = "\
Examples:
  joseki diff main@12 main
  joseki diff main@2026-01-31 club --format json

Lists the changes that turn the first book into the second. The exit code is 0 even if they differ.";

/// The flags of `joseki history`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HISTORY)]
pub struct HistoryArgs {
    /// Only changes of the node of this line, in either handedness.
    #[arg(value_name = "LINE", conflicts_with_all = ["all", "moves"])]
    pub line: Option<String>,
    /// Instead of LINE: moves to the node, `Q16,O17` or `W:Q16,B:O17`.
    #[arg(long, value_name = "MOVES", conflicts_with = "all")]
    pub moves: Option<String>,
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// List the changes of all books, including deleted ones.
    #[arg(long, conflicts_with = "book")]
    pub all: bool,
    /// Maximum number of changes to list.
    #[arg(long, value_name = "N", default_value_t = 20,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub limit: usize,
    /// Continue after the change with this number, with older ones.
    #[arg(long, alias = "before", value_name = "ID")]
    pub after: Option<i64>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki change`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_CHANGE)]
pub struct ChangeArgs {
    /// Number of the change, as shown by `joseki history`.
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
    /// Number of the change to revert, as shown by `joseki history`.
    #[arg(value_name = "ID", required_unless_present = "since", conflicts_with = "since")]
    pub id: Option<i64>,
    /// Instead of ID: revert everything after this version, day or time.
    #[arg(long, value_name = "MOMENT", value_parser = parse_moment)]
    pub since: Option<HistoryMoment>,
    /// Name of the book [default: the book of the change, or main].
    #[arg(long, value_name = "NAME")]
    pub book: Option<String>,
    /// How to treat later changes of the same nodes.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, conflicts_with = "since")]
    pub later: OnConflict,
    /// Report what would change, without changing anything.
    #[arg(long)]
    pub dry_run: bool,
    /// Reason for the change, for the history.
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub reason: String,
    #[command(flatten)]
    pub details: DetailsArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki diff`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_DIFF)]
pub struct DiffArgs {
    /// Book to compare, or an earlier version of it: `main@12`, `main@2026-01-31`.
    #[arg(value_name = "FROM", value_parser = parse_book_ref)]
    pub from: BookRef,
    /// Book or version to compare it with.
    #[arg(value_name = "TO", value_parser = parse_book_ref)]
    pub to: BookRef,
    #[command(flatten)]
    pub details: DetailsArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}
