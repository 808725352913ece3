//! The flags of `joseki book`.

use clap::{Args, Subcommand};

use super::details::DetailsArgs;
use super::{Format, NewBookArgs};
use joseki_book::MergeRules;
use joseki_service::BookRef;
use joseki_wire::parse_book_ref;

const AFTER: &str = "\
Examples:
  joseki book create club
  joseki book copy main draft
  joseki book merge main draft --dry-run
  joseki book split main traps DDCFFCCC";

const AFTER_CREATE: &str = "\
Examples:
  joseki book create club --reason beginners
  joseki book create renju --game renju --starter

A game that this program does not know is refused with the list of those that it does.";

const AFTER_COPY: &str = "\
Examples:
  joseki book copy main draft

The copy includes the game counts. `joseki book merge main draft` later merges its changes back.";

const AFTER_RENAME: &str = "\
Examples:
  joseki book rename draft club

The book keeps its history.";

const AFTER_DELETE: &str = "\
Examples:
  joseki book delete draft
  joseki book delete draft --if-version 7

The nodes stay in the history: `joseki revert` of the change restores the book, without its game
counts.";

const AFTER_SPLIT: &str = "\
Examples:
  joseki book split main traps DDCFFCCC CDDE --dry-run

The lines move into the new book with all their continuations. Game counts stay where they are.";

const AFTER_MERGE: &str = "\
Examples:
  joseki book merge main draft --dry-run
  joseki book merge main draft@12 --base main@7 --rules verdict=take,comment=both

Merges what the other book has changed since the common base. Without --base, the base is the last
copy or merge in the history. Where both books changed the same field, the rules decide: keep
(this book), take (the other), both (for names, tags, sources, comment, marks, conditions,
properties), confident (the one with higher confidence); all= sets the rule for every field.";

/// The flags of `joseki book`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct BookArgs {
    /// Reason for the change, for the history.
    #[arg(long, global = true, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub reason: String,
    /// Output format.
    #[arg(long, global = true, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
    /// The subcommand.
    #[command(subcommand)]
    pub command: BookCommand,
}

/// A subcommand of `joseki book`.
#[derive(Debug, Subcommand)]
pub enum BookCommand {
    /// Create an empty book.
    #[command(after_help = AFTER_CREATE)]
    Create(BookCreateArgs),
    /// Copy a book.
    #[command(after_help = AFTER_COPY)]
    Copy(BookToArgs),
    /// Rename a book.
    #[command(after_help = AFTER_RENAME)]
    Rename(BookRenameArgs),
    /// Delete a book.
    #[command(after_help = AFTER_DELETE)]
    Delete(BookDeleteArgs),
    /// Move lines into a new book.
    #[command(after_help = AFTER_SPLIT)]
    Split(BookSplitArgs),
    /// Merge the changes of another book.
    #[command(after_help = AFTER_MERGE)]
    Merge(BookMergeArgs),
}

/// The flags of `joseki book create`.
#[derive(Debug, Args)]
pub struct BookCreateArgs {
    /// Name of the book.
    #[arg(value_name = "BOOK")]
    pub book: String,
    #[command(flatten)]
    pub game: NewBookArgs,
    /// Begin with the starter book of the game: joseki of Go, or the openings of renju.
    #[arg(long)]
    pub starter: bool,
}

/// The flags of `joseki book copy`.
#[derive(Debug, Args)]
pub struct BookToArgs {
    /// Name of the book.
    #[arg(value_name = "BOOK")]
    pub book: String,
    /// Name of the new book.
    #[arg(value_name = "TO")]
    pub to: String,
}

/// The flags of `joseki book rename`.
#[derive(Debug, Args)]
pub struct BookRenameArgs {
    #[command(flatten)]
    pub names: BookToArgs,
    /// Refuse unless the book is at this version.
    #[arg(long, value_name = "N")]
    pub if_version: Option<u64>,
}

/// The flags of `joseki book delete`.
#[derive(Debug, Args)]
pub struct BookDeleteArgs {
    /// Name of the book.
    #[arg(value_name = "BOOK")]
    pub book: String,
    /// Refuse unless the book is at this version.
    #[arg(long, value_name = "N")]
    pub if_version: Option<u64>,
}

/// The flags of `joseki book split`.
#[derive(Debug, Args)]
pub struct BookSplitArgs {
    #[command(flatten)]
    pub names: BookToArgs,
    /// Line to move, with all its continuations; either handedness.
    #[arg(value_name = "LINE", required = true)]
    pub lines: Vec<String>,
    /// Report what would change, without changing anything.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub details: DetailsArgs,
}

/// The flags of `joseki book merge`.
#[derive(Debug, Args)]
pub struct BookMergeArgs {
    /// Book to merge into.
    #[arg(value_name = "BOOK")]
    pub book: String,
    /// Book to merge from, or an earlier version of it: `draft@12`.
    #[arg(value_name = "FROM", value_parser = parse_book_ref)]
    pub from: BookRef,
    /// Common base of both [default: the last copy or merge in the history].
    #[arg(long, value_name = "BOOK", value_parser = parse_book_ref)]
    pub base: Option<BookRef>,
    /// Rules for fields that both books changed: `verdict=take,comment=both`.
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: MergeRules,
    /// Report what would change, without changing anything.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub details: DetailsArgs,
}
