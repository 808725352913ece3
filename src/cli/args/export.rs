//! The flags of `joseki export`.

use std::path::PathBuf;

use clap::Args;

use joseki_service::DEFAULT_BOOK;
use joseki_wire::ExportParameters;

const AFTER: &str = "\
Examples:
  joseki export --to sgf -o main.sgf
  joseki export --book club --to sgf --corner lower_left --first W > club.sgf
  joseki export --to lines | wc -l
  joseki export --as-of 12 --to sgf -o before.sgf
  joseki export --book pro --to counts -o pro.counts
  joseki export --to fuego --depth 12 --min-games 50 -o book.dat
  joseki export --to gnugo --min-games 100 -o ours.sgf
  joseki export --book xiangqi --to obk -o ours.obk
  joseki export --to binary --weight games --license CC0-1.0 -o main.joseki

The SGF is one game tree; importing it gives the same book. A file appears under its name only once
it is complete. Data that a format cannot hold is counted on standard error. docs/book-files.md
describes each format.";

/// The flags of `joseki export`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ExportArgs {
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    #[command(flatten)]
    pub options: ExportParameters,
    /// File to write, for `go` a folder; `-` is standard output [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace an existing file. In a folder, replaces all its .go files and nothing else.
    #[arg(long, requires = "output")]
    pub force: bool,
}
