//! The flags of `joseki export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ColorArg;
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

The SGF is one game tree; importing it again gives the same book. A file appears under its name
once it is complete.";

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
    /// The file to write; without it, or as `-`, standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it is there.
    #[arg(long, requires = "output")]
    pub force: bool,
    /// The corner of the moves, for sgf [default: upper_right].
    #[arg(long, value_enum, value_name = "CORNER")]
    pub corner: Option<CornerArg>,
    /// How lines turn in their corner, for sgf [default: clockwise].
    #[arg(long, value_enum, value_name = "HANDEDNESS")]
    pub handedness: Option<HandednessArg>,
    /// Who makes the first move of every line, for sgf [default: B].
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
