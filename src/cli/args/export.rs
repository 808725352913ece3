//! The flags of `joseki export`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, RangedU64ValueParser};

use crate::book::Verdict;
use crate::format::book_file::Weight;
use crate::game::Color;
use crate::game::go::{Corner, Handedness};
use crate::named::Named;
use crate::service::{DEFAULT_BOOK, ExportFormat, Orientations};
use crate::store::HistoryMoment;
use crate::wire::parse_moment;

const AFTER: &str = "\
Examples:
  joseki export --to sgf -o main.sgf
  joseki export --book club --to sgf --corner lower_left --first W > club.sgf
  joseki export --to lines | wc -l
  joseki export --as-of 12 --to sgf -o before.sgf
  joseki export --book pro --to counts -o pro.counts
  joseki export --to fuego --depth 12 --min-games 50 -o book.dat
  joseki export --to gnugo --min-games 100 -o ours.sgf
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
    /// Use the book as of this version, the end of this day (UTC) or this time.
    #[arg(long, value_name = "MOMENT", value_parser = parse_moment)]
    pub as_of: Option<HistoryMoment>,
    /// Format of the file.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: ExportFormat,
    /// File to write, for `go` a folder; `-` is standard output [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace an existing file. In a folder, replaces all its .go files and nothing else.
    #[arg(long, requires = "output")]
    pub force: bool,
    /// Maximum number of steps per line.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub depth: Option<usize>,
    /// Leave out moves with a lower verdict. A move without a verdict ranks below good. Formats
    /// that recommend moves (fuego, pachi, gnugo, katago, binary) leave out moves that are advised
    /// against unless this flag admits them. They use the worst verdict over all move orders of a
    /// position; the other formats use the move's own verdict.
    #[arg(
        long,
        value_name = "VERDICT",
        value_parser = PossibleValuesParser::new(Verdict::names())
    )]
    pub min_verdict: Option<String>,
    /// Leave out moves with fewer counted games.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// Weight of a move [default: priority].
    #[arg(long, value_enum, value_name = "WHAT")]
    pub weight: Option<Weight>,
    /// Leave out moves with less weight.
    #[arg(long, value_name = "N")]
    pub min_weight: Option<u32>,
    /// Orientations in which each position is written, for katago [default: one].
    #[arg(long, value_enum, value_name = "WHICH")]
    pub orientations: Option<Orientations>,
    /// Licence of the book, written into the file.
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub license: Option<String>,
    /// Write the program and the book with its version into an sgf; other formats always do so
    /// where they have room.
    #[arg(long)]
    pub provenance: bool,
    /// Corner of the moves, for sgf, fuego, pachi, katago and go [default: upper_right].
    #[arg(long, value_enum, value_name = "CORNER")]
    pub corner: Option<Corner>,
    /// Handedness of the lines, for the same formats [default: clockwise].
    #[arg(long, value_enum, value_name = "HANDEDNESS")]
    pub handedness: Option<Handedness>,
    /// Colour of the first move of every line, for sgf and katago [default: B].
    #[arg(long, value_enum, value_name = "COLOR", ignore_case = true)]
    pub first: Option<Color>,
}
