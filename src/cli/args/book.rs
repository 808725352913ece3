//! The flags of `joseki book`.

use clap::{Args, Subcommand};

use super::Format;
use super::details::DetailsArgs;
use crate::book::Rules;
use crate::service::BookRef;
use crate::wire::parse_book_ref;

const AFTER: &str = "\
Examples:
  joseki book create club
  joseki book copy main draft
  joseki book merge main draft --dry-run
  joseki book split main traps DDCFFCCC";

const AFTER_CREATE: &str = "\
Examples:
  joseki book create club --reason beginners";

const AFTER_COPY: &str = "\
Examples:
  joseki book copy main draft

The copy has the counts of games too. `joseki book merge main draft` brings later back what was changed in it.";

const AFTER_RENAME: &str = "\
Examples:
  joseki book rename draft club

Its history goes with it.";

const AFTER_DELETE: &str = "\
Examples:
  joseki book delete draft
  joseki book delete draft --if-version 7

What its nodes were stays in the history: `joseki revert` of the change makes it again, without its counted games.";

const AFTER_SPLIT: &str = "\
Examples:
  joseki book split main traps DDCFFCCC CDDE --dry-run

The lines move into the new book with all that follows them. Counts of games stay where they are.";

const AFTER_MERGE: &str = "\
Examples:
  joseki book merge main draft --dry-run
  joseki book merge main draft@12 --base main@7 --rules verdict=take,comment=both

What the other book changed since both were one comes in. Without --base that is the copy, or the last merge, that
the history knows. Where both changed the same, the rules decide: keep (this book), take (the other), both (of
names, tags, sources, comment, marks, conditions, properties), confident (the surer one); all= says it of every field.";

/// The flags of `joseki book`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct BookArgs {
    /// Why, for the history.
    #[arg(
        long,
        global = true,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub reason: String,
    /// How to print the answer.
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "FORMAT",
        default_value_t
    )]
    pub format: Format,
    /// What to do.
    #[command(subcommand)]
    pub command: BookCommand,
}

/// What to do with a book.
#[derive(Debug, Subcommand)]
pub enum BookCommand {
    /// Make a book without a line.
    #[command(after_help = AFTER_CREATE)]
    Create(BookCreateArgs),
    /// Make a book as the copy of another.
    #[command(after_help = AFTER_COPY)]
    Copy(BookToArgs),
    /// Give a book another name.
    #[command(after_help = AFTER_RENAME)]
    Rename(BookRenameArgs),
    /// Delete a book.
    #[command(after_help = AFTER_DELETE)]
    Delete(BookDeleteArgs),
    /// Move lines into a book of their own.
    #[command(after_help = AFTER_SPLIT)]
    Split(BookSplitArgs),
    /// Bring in what another book changed.
    #[command(after_help = AFTER_MERGE)]
    Merge(BookMergeArgs),
}

/// The flags of `joseki book create`.
#[derive(Debug, Args)]
pub struct BookCreateArgs {
    /// The book.
    #[arg(value_name = "BOOK")]
    pub book: String,
}

/// The flags of `joseki book copy`.
#[derive(Debug, Args)]
pub struct BookToArgs {
    /// The book.
    #[arg(value_name = "BOOK")]
    pub book: String,
    /// The new book.
    #[arg(value_name = "TO")]
    pub to: String,
}

/// The flags of `joseki book rename`.
#[derive(Debug, Args)]
pub struct BookRenameArgs {
    #[command(flatten)]
    pub names: BookToArgs,
    /// Only if the book is at this version.
    #[arg(long, value_name = "N")]
    pub if_version: Option<u64>,
}

/// The flags of `joseki book delete`.
#[derive(Debug, Args)]
pub struct BookDeleteArgs {
    /// The book.
    #[arg(value_name = "BOOK")]
    pub book: String,
    /// Only if the book is at this version.
    #[arg(long, value_name = "N")]
    pub if_version: Option<u64>,
}

/// The flags of `joseki book split`.
#[derive(Debug, Args)]
pub struct BookSplitArgs {
    #[command(flatten)]
    pub names: BookToArgs,
    /// Where the lines begin that move, of either handedness.
    #[arg(value_name = "LINE", required = true)]
    pub lines: Vec<String>,
    /// Say what would happen and change nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub details: DetailsArgs,
}

/// The flags of `joseki book merge`.
#[derive(Debug, Args)]
pub struct BookMergeArgs {
    /// The book that takes it in.
    #[arg(value_name = "BOOK")]
    pub book: String,
    /// The book that it comes from, or that book as it was: `draft@12`.
    #[arg(value_name = "FROM", value_parser = parse_book_ref)]
    pub from: BookRef,
    /// What both were made of [default: what the history knows].
    #[arg(long, value_name = "BOOK", value_parser = parse_book_ref)]
    pub base: Option<BookRef>,
    /// What becomes of fields that both changed: `verdict=take,comment=both`.
    #[arg(
        long,
        value_name = "RULES",
        default_value = "",
        hide_default_value = true
    )]
    pub rules: Rules,
    /// Say what would happen and change nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub details: DetailsArgs,
}
