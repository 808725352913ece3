//! Which options apply to which kind of book file: one rule for every interface, so that no option
//! is silently ignored.

use clap::ValueEnum;
use serde::Deserialize;
use utoipa::ToSchema;

use super::book_file::BookFormat;
use joseki_format::xiangqi::opening_book::OpeningBookKind;

/// File format of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// One SGF game tree.
    #[default]
    Sgf,
    /// The flattened lines, one per line.
    Lines,
    /// The counts of every move, as text.
    Counts,
    /// A table with one row per move.
    Csv,
    /// JSON lines: an object with the origin, then one object per move.
    Ndjson,
    /// Fuego's text book.
    Fuego,
    /// Pachi's book.
    Pachi,
    /// SGF for GNU Go's joseki converter.
    Gnugo,
    /// KataGo's start positions, JSON lines.
    Katago,
    /// Games of two bytes per move, one file per line.
    // Several files: only the command line can write them.
    #[serde(skip)]
    Go,
    /// Sorted fixed-size records.
    Binary,
    /// RenLib's library, for books of renju and gomoku on 15 lines.
    Lib,
    /// The lines as moves, `h8j6`, rows from the top, for books of renju and gomoku.
    Pos,
    /// Opening book of BingHe and others, for books of xiangqi as the four after it.
    Obk,
    /// Opening book of PengFei.
    Pfbook,
    /// Open opening book of xiangqi.
    Xqb,
    /// BOOK.DAT of ElephantEye and XQWizard.
    Bookdat,
    /// PGN, one record with variations.
    Pgn,
}

impl ExportFormat {
    /// Returns the kind of file that the service creates for it.
    #[must_use]
    pub const fn kind(self) -> FileKind {
        FileKind::Book(match self {
            ExportFormat::Sgf => BookFormat::Sgf,
            ExportFormat::Lines => BookFormat::Lines,
            ExportFormat::Csv => BookFormat::Csv,
            ExportFormat::Ndjson => BookFormat::Ndjson,
            ExportFormat::Fuego => BookFormat::Fuego,
            ExportFormat::Pachi => BookFormat::Pachi,
            ExportFormat::Gnugo => BookFormat::GnuGo,
            ExportFormat::Katago => BookFormat::KataGo,
            ExportFormat::Binary => BookFormat::Binary,
            ExportFormat::Lib => BookFormat::Lib,
            ExportFormat::Pos => BookFormat::Pos,
            ExportFormat::Obk => BookFormat::Opening(OpeningBookKind::Obk),
            ExportFormat::Pfbook => BookFormat::Opening(OpeningBookKind::PfBook),
            ExportFormat::Xqb => BookFormat::Opening(OpeningBookKind::Xqb),
            ExportFormat::Bookdat => BookFormat::Opening(OpeningBookKind::BookDat),
            ExportFormat::Pgn => BookFormat::Pgn,
            ExportFormat::Counts => return FileKind::Counts,
            ExportFormat::Go => return FileKind::Games,
        })
    }
}

/// Orientations in which each position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Orientations {
    /// One orientation.
    One,
    /// All eight orientations, in both colours.
    All,
}

/// Kinds of files that a book can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A book file of some format.
    Book(BookFormat),
    /// Counts of every move.
    Counts,
    /// A folder of games of two bytes a move.
    Games,
}

/// Options given by the caller, by name: `as_of`, `depth`, `min_verdict`, `min_games`, `weight`,
/// `min_weight`, `corner`, `handedness`, `first`, `orientations`, `license`, `provenance`, `charset`.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileOptions<'a> {
    /// Names of the given options.
    pub given: &'a [&'static str],
    /// Whether all orientations were requested.
    pub all_orientations: bool,
    /// The licence text, if given.
    pub license: Option<&'a str>,
}

/// An option that does not apply to a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionRefusal {
    /// Name of the option.
    pub option: &'static str,
    /// Why it does not apply, and what to do.
    pub why: &'static str,
}

const CHOICE: [&str; 4] = ["depth", "min_verdict", "min_games", "min_weight"];

impl FileKind {
    /// Returns the first option that does not apply to this kind of file.
    #[must_use]
    pub fn refused_option(self, options: &FileOptions<'_>) -> Option<OptionRefusal> {
        let mut given = options.given.iter();
        given.find_map(|option| {
            let why = self.why_not(option, options)?;
            Some(OptionRefusal { option, why })
        })
    }

    fn why_not(self, option: &str, options: &FileOptions<'_>) -> Option<&'static str> {
        let of_all = options.all_orientations.then_some(
            "applies to a single orientation: omit it, or request one orientation instead of all",
        );
        match option {
            "corner" | "handedness" => self.no_corner().or(of_all),
            "first" => self.no_first().or(of_all),
            "orientations" => (self != FileKind::Book(BookFormat::KataGo)).then_some(
                "only for katago: readers of the other formats generate orientations or need just one",
            ),
            "as_of" => self.of_counts("counts are always current: omit it"),
            "weight" => self.no_weight(options),
            "license" => self.no_license(options.license),
            "charset" => (self != FileKind::Book(BookFormat::Lib))
                .then_some("only for lib: other formats are UTF-8, or have no text"),
            "provenance" => (self != FileKind::Book(BookFormat::Sgf))
                .then_some("only for sgf: other formats state it wherever they have a field for it"),
            _ if CHOICE.contains(&option) => {
                self.of_counts("counts are always written in full: omit it")
            }
            _ => None,
        }
    }

    fn of_counts(self, why: &'static str) -> Option<&'static str> {
        (self == FileKind::Counts).then_some(why)
    }

    fn no_corner(self) -> Option<&'static str> {
        use BookFormat::{
            Binary, Csv, Fuego, GnuGo, KataGo, Lib, Lines, Ndjson, Opening, Pachi, Pgn, Pos, Sgf,
        };
        match self {
            FileKind::Book(Sgf | Fuego | Pachi | KataGo) | FileKind::Games => None,
            FileKind::Book(GnuGo) => Some(
                "only for sgf, fuego, pachi, katago and go: GNU Go's converter reads the upper right corner only, and no colours",
            ),
            FileKind::Book(Csv | Ndjson | Binary) => {
                Some("only for sgf, fuego, pachi, katago and go: rows and records have no corner")
            }
            FileKind::Book(Lib | Pos | Opening(_) | Pgn) => {
                Some("only for sgf, fuego, pachi, katago and go: these files are of whole boards")
            }
            FileKind::Book(Lines) | FileKind::Counts => {
                Some("only for sgf, fuego, pachi, katago and go: lines and counts have no corner")
            }
        }
    }

    fn no_first(self) -> Option<&'static str> {
        match self {
            FileKind::Book(BookFormat::Sgf | BookFormat::KataGo) => None,
            FileKind::Book(BookFormat::Fuego | BookFormat::Pachi) | FileKind::Games => {
                Some("only for sgf and katago: in this format Black always moves first")
            }
            _ => Some("only for sgf and katago: this format has no colours"),
        }
    }

    fn no_weight(self, options: &FileOptions<'_>) -> Option<&'static str> {
        match self {
            FileKind::Counts => Some("counts have no weights: omit it"),
            FileKind::Book(format) if format.weighs() => None,
            _ if options.given.contains(&"min_weight") => None,
            _ => Some("this format has no weights: allowed only together with a minimum weight"),
        }
    }

    fn no_license(self, license: Option<&str>) -> Option<&'static str> {
        use BookFormat::{Csv, Fuego, Lines, Opening, Pgn, Pos};
        let license = license.unwrap_or_default();
        match self {
            FileKind::Book(Lines | Csv | Fuego | Pos | Opening(_) | Pgn)
            | FileKind::Counts
            | FileKind::Games => Some(
                "this format has no field for a licence: omit it and keep the licence next to the file",
            ),
            FileKind::Book(_) if license.trim().is_empty() => Some("must not be empty"),
            FileKind::Book(_) if license.chars().any(char::is_control) => {
                Some("must be one line without control characters")
            }
            FileKind::Book(_) => None,
        }
    }
}
