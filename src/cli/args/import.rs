//! The flags of `joseki import`.

use std::path::PathBuf;

use clap::Args;

use super::details::DetailsArgs;
use super::{FormatArgs, NewBookArgs};
use joseki_book::MergeRules;
use joseki_format::dictionary::Phrases;
use joseki_format::sgf::TextEncoding;
use joseki_service::DEFAULT_BOOK;
use joseki_wire::check_label;
use joseki_wire::named::flag;

const AFTER: &str = "\
Examples:
  joseki import joseki.sgf
  joseki import --book club --dry-run joseki/*.sgf
  joseki import second-edition.sgf --rules verdict=take,comment=both --confidence 70
  joseki import second.sgf --base first.sgf
  joseki import club.sgf --source club --license CC-BY-4.0 --attribution 'The club'
  unzip -p trees.zip | joseki import -

Every node read is placed, merged or refused; the report says which and why. Refused nodes are
left out and the rest is imported: the exit code is still 0. If a file cannot be read, nothing is
imported.

Where the book and a file disagree about a node, the rules decide: keep (the book), take (the
file), both (for names, tags, sources, comment, marks, conditions, properties), confident (the one
with higher confidence). By default the book's single values are kept and lists are merged; all=
sets the rule for every field. The book's conditions stay where a file has the move without any;
--rules conditions=take removes them. An import is one change: `joseki revert` reverts it.

If a comment says that its move depends on a ladder (\"if the ladder is good for Black\"), and it is
clear which ladder, that becomes a condition of the move. Unclear cases are listed for you to
check: other ladders, ko threats, stones, open sides. If a file has conditions of its own (JC),
they are kept.";

/// The flags of `joseki import`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ImportArgs {
    /// SGF files with trees, or files of the book's game in other formats, such as GIB, NGF and
    /// UGF; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Book to import into; created if it does not exist.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    #[command(flatten)]
    pub game: NewBookArgs,
    /// Report what would change, without changing anything.
    #[arg(long)]
    pub dry_run: bool,
    /// Earlier edition of the files: only changes since then are imported; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub base: Vec<PathBuf>,
    /// Rules for fields on which book and file disagree: `verdict=take,comment=both`.
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: MergeRules,
    /// Confidence of nodes for which a file states none, 0 to 100.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub confidence: Option<u8>,
    /// How to treat sentences in comments that state what a move depends on.
    #[arg(long, value_parser = flag::<Phrases>(), value_name = "WHAT", default_value = <&str>::from(Phrases::default()))]
    pub phrases: Phrases,
    /// Character set of the texts in RenLib libraries, such as gb18030 [default: a guess].
    #[arg(long, value_name = "NAME")]
    pub charset: Option<TextEncoding>,
    #[command(flatten)]
    pub source: ImportSourceArgs,
    /// Reason for the change, for the history.
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub reason: String,
    #[command(flatten)]
    pub details: DetailsArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags that say where files come from.
#[derive(Debug, Args)]
pub struct ImportSourceArgs {
    /// Name of the source of the files, which their nodes keep; see `joseki sources`.
    #[arg(long, value_name = "NAME", value_parser = check_label)]
    pub source: Option<String>,
    /// Licence of the source, an SPDX expression such as CC-BY-4.0.
    #[arg(long, value_name = "SPDX", requires = "source", value_parser = check_label)]
    pub license: Option<String>,
    /// Whom to name for the source.
    #[arg(long, value_name = "TEXT", requires = "source", value_parser = check_label)]
    pub attribution: Option<String>,
    /// Where the source is found.
    #[arg(long, value_name = "URL", requires = "source", value_parser = check_label)]
    pub address: Option<String>,
}
