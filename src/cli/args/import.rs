//! The flags of `joseki import`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::FormatArgs;
use super::details::DetailsArgs;
use crate::book::Rules;
use crate::format::dictionary::Phrases;
use crate::service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki import joseki.sgf
  joseki import --book club --dry-run joseki/*.sgf
  joseki import second-edition.sgf --rules verdict=take,comment=both --confidence 70
  joseki import second.sgf --base first.sgf
  unzip -p trees.zip | joseki import -

Every node read is placed, merged or refused, and the report says which and why. Refused nodes are
left out and the rest is imported: that is no failure, and the exit code is 0. If a file cannot be
read, nothing is imported.

Where the book and a file say different things of a node, the rules decide: keep (the book), take (the file), both (of
names, tags, sources, comment, marks, conditions, properties), confident (the surer one). Unless said, one value stays
and several are put together; all= says it of every field. An import is one change: `joseki revert` takes it back.

Where a comment says that its move depends on a ladder (\"if the ladder is good for Black\"), and it is clear which one,
that becomes a condition of the move. What is not so clear is listed for you to look at: other ladders, ko threats,
stones, open sides. A file that gives conditions itself (JC) keeps those.";

/// What becomes of sentences that say what a move depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PhrasesArg {
    /// Those that are clear become conditions, the others are listed.
    #[default]
    Convert,
    /// List them all.
    List,
    /// Do not look for them.
    Ignore,
}

impl From<PhrasesArg> for Phrases {
    fn from(phrases: PhrasesArg) -> Phrases {
        match phrases {
            PhrasesArg::Convert => Phrases::Convert,
            PhrasesArg::List => Phrases::List,
            PhrasesArg::Ignore => Phrases::Ignore,
        }
    }
}

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
    /// An earlier edition of the files: only what they changed since comes in. Say it again for several.
    #[arg(long, value_name = "FILE")]
    pub base: Vec<PathBuf>,
    /// What becomes of fields of which book and file say different things: `verdict=take,comment=both`.
    #[arg(
        long,
        value_name = "RULES",
        default_value = "",
        hide_default_value = true
    )]
    pub rules: Rules,
    /// How sure the files are where they do not say, 0 to 100.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub confidence: Option<u8>,
    /// What becomes of sentences in comments that a move depends on a ladder.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    pub phrases: PhrasesArg,
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
