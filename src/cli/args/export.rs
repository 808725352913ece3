//! The flags of `joseki export`.

use std::path::PathBuf;

use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, RangedU64ValueParser};
use clap::{Args, ValueEnum};

use super::ColorArg;
use crate::book::Verdict;
use crate::format::book_file::Weight;
use crate::game::go::{Corner, Handedness};
use crate::service::DEFAULT_BOOK;
use crate::store::Moment;
use crate::wire::{CornerChoice, HandednessChoice, parse_moment};

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

The SGF is one game tree; importing it again gives the same book. A file appears under its name
once it is complete. What a format cannot say is counted on standard error. docs/book-files.md has
a word on each format.";

/// The flags of `joseki export`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ExportArgs {
    /// The book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// The book as it was at this version, at the end of this day (UTC) or at this time.
    #[arg(long, value_name = "MOMENT", value_parser = parse_moment)]
    pub as_of: Option<Moment>,
    /// What to write.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: ExportFormat,
    /// The file to write; without it, or as `-`, standard output. For go a folder.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it is there. In a folder all its .go files are replaced, and nothing else.
    #[arg(long, requires = "output")]
    pub force: bool,
    /// At most so many steps of a line.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub depth: Option<usize>,
    /// Leave out moves of a lesser verdict. A move without one is below good. Books that say what to
    /// play (fuego, pachi, gnugo, katago, binary) leave out what is advised against unless this asks for it;
    /// they go by the worst that any order of the position says, the others by the move's own verdict.
    #[arg(
        long,
        value_name = "VERDICT",
        value_parser = PossibleValuesParser::new(Verdict::ALL.map(Verdict::name))
    )]
    pub min_verdict: Option<String>,
    /// Leave out moves of fewer counted games.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// What a move weighs [default: priority].
    #[arg(long, value_enum, value_name = "WHAT")]
    pub weight: Option<WeightArg>,
    /// Leave out moves of less weight.
    #[arg(long, value_name = "N")]
    pub min_weight: Option<u32>,
    /// How often each position is written, for katago [default: one].
    #[arg(long, value_enum, value_name = "WHICH")]
    pub orientations: Option<OrientationsArg>,
    /// The licence of the book, to be written into the file.
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub license: Option<String>,
    /// Say in an sgf which program wrote it, and the book with its version; other formats always do
    /// where they have room.
    #[arg(long)]
    pub provenance: bool,
    /// The corner of the moves, for sgf, fuego, pachi, katago and go [default: upper_right].
    #[arg(long, value_enum, value_name = "CORNER")]
    pub corner: Option<CornerArg>,
    /// How lines turn in their corner, for the same [default: clockwise].
    #[arg(long, value_enum, value_name = "HANDEDNESS")]
    pub handedness: Option<HandednessArg>,
    /// Who makes the first move of every line, for sgf and katago [default: B].
    #[arg(long, value_enum, value_name = "COLOR", ignore_case = true)]
    pub first: Option<ColorArg>,
}

/// What a book is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// One SGF game tree.
    Sgf,
    /// The flattened lines, one a line.
    Lines,
    /// What was counted of every move, as text.
    Counts,
    /// A table, a row a move.
    Csv,
    /// JSON, an object a line: where it comes from, then a move each.
    Ndjson,
    /// Fuego's text book.
    Fuego,
    /// Pachi's book.
    Pachi,
    /// SGF for GNU Go's joseki converter.
    Gnugo,
    /// KataGo's start positions, JSON lines.
    Katago,
    /// Games of two bytes a move, a file a line.
    Go,
    /// Sorted records of fixed size.
    Binary,
}

/// What a move weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WeightArg {
    /// What the book says of it: verdicts, counted games and engines.
    Priority,
    /// Its counted games.
    Games,
    /// 1.
    Uniform,
}

impl From<WeightArg> for Weight {
    fn from(weight: WeightArg) -> Weight {
        match weight {
            WeightArg::Priority => Weight::Priority,
            WeightArg::Games => Weight::Games,
            WeightArg::Uniform => Weight::Uniform,
        }
    }
}

/// How often a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrientationsArg {
    /// Once.
    One,
    /// In all eight orientations and both colours.
    All,
}

/// A corner of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum CornerArg {
    /// Where A19 is.
    UpperLeft,
    /// Where T19 is.
    UpperRight,
    /// Where A1 is.
    LowerLeft,
    /// Where T1 is.
    LowerRight,
}

impl From<CornerArg> for Corner {
    fn from(corner: CornerArg) -> Corner {
        match corner {
            CornerArg::UpperLeft => Corner::UpperLeft,
            CornerArg::UpperRight => Corner::UpperRight,
            CornerArg::LowerLeft => Corner::LowerLeft,
            CornerArg::LowerRight => Corner::LowerRight,
        }
    }
}

/// How a line turns in its corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum HandednessArg {
    /// As the book has it.
    Clockwise,
    /// As in a mirror.
    CounterClockwise,
}

impl From<HandednessArg> for Handedness {
    fn from(handedness: HandednessArg) -> Handedness {
        match handedness {
            HandednessArg::Clockwise => Handedness::Clockwise,
            HandednessArg::CounterClockwise => Handedness::CounterClockwise,
        }
    }
}

impl From<CornerArg> for CornerChoice {
    fn from(corner: CornerArg) -> CornerChoice {
        match corner {
            CornerArg::UpperLeft => CornerChoice::UpperLeft,
            CornerArg::UpperRight => CornerChoice::UpperRight,
            CornerArg::LowerLeft => CornerChoice::LowerLeft,
            CornerArg::LowerRight => CornerChoice::LowerRight,
        }
    }
}

impl From<HandednessArg> for HandednessChoice {
    fn from(handedness: HandednessArg) -> HandednessChoice {
        match handedness {
            HandednessArg::Clockwise => HandednessChoice::Clockwise,
            HandednessArg::CounterClockwise => HandednessChoice::CounterClockwise,
        }
    }
}
