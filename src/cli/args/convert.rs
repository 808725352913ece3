//! The flags of `joseki convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use joseki_format::xiangqi::pgn::PgnNotation;
use joseki_wire::named::flag;

const AFTER: &str = "\
Examples:
  joseki convert game.xqf
  joseki convert game.xqf games.pgn --to pgn --notation wxf -o all.pgn
  joseki convert game.pgn --to xqf -o game.xqf

Reads records of xiangqi: XQF of versions 10 to 18, PGN in GB18030, Big5 or UTF-8 with moves in
Chinese, WXF or coordinates, and DhtmlXQ. Variations and comments are kept. A game from the usual
start whose opening is not named gets the ECCO code and name. What cannot be read is said, and the
rest is written; the exit code is 1 then. Needs neither book nor database.";

/// The flags of `joseki convert`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ConvertArgs {
    /// Records; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Format to write; XQF holds one record.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub to: RecordFormat,
    /// Notation of the moves in PGN.
    #[arg(long, value_parser = flag::<PgnNotation>(), value_name = "NOTATION", default_value = <&str>::from(PgnNotation::default()))]
    pub notation: PgnNotation,
    /// File to write; `-` is standard output [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// A format of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RecordFormat {
    /// PGN, in UTF-8.
    #[default]
    Pgn,
    /// XQF, version 10.
    Xqf,
    /// DhtmlXQ, the tags in posts of forums.
    Dhtmlxq,
}
