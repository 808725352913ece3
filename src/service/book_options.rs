//! Which options a file of a book follows: one rule for all doors, so that none is ignored.

use super::book_file::BookFormat;

/// What a book is written as, of all that a door may offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A file of some format.
    Book(BookFormat),
    /// What was counted of every move.
    Counts,
    /// A folder of games of two bytes a move.
    Games,
}

/// The options that a caller gave, by name: `as_of`, `depth`, `min_verdict`, `min_games`, `weight`, `min_weight`, `corner`,
/// `handedness`, `first`, `orientations`, `license`, `provenance`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Those that were given.
    pub given: &'a [&'static str],
    /// Whether the orientations are all.
    pub all_orientations: bool,
    /// The licence.
    pub license: Option<&'a str>,
}

/// An option that a format cannot follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionRefusal {
    /// Its name.
    pub option: &'static str,
    /// Why not, and what does.
    pub why: &'static str,
}

const CHOICE: [&str; 4] = ["depth", "min_verdict", "min_games", "min_weight"];

impl FileKind {
    /// The first option that this kind of file cannot follow.
    #[must_use]
    pub fn refusal(self, options: &Options<'_>) -> Option<OptionRefusal> {
        let mut given = options.given.iter();
        given.find_map(|option| {
            let why = self.why_not(option, options)?;
            Some(OptionRefusal { option, why })
        })
    }

    fn why_not(self, option: &str, options: &Options<'_>) -> Option<&'static str> {
        let of_all = options.all_orientations.then_some(
            "this is of one orientation: leave it out, or ask for one orientation instead of all",
        );
        match option {
            "corner" | "handedness" => self.no_corner().or(of_all),
            "first" => self.no_first().or(of_all),
            "orientations" => (self != FileKind::Book(BookFormat::KataGo)).then_some(
                "only for katago: readers of the others find them by themselves, or ask for one",
            ),
            "as_of" => self.of_counts("counts are those of today: leave it out"),
            "weight" => self.no_weight(options),
            "license" => self.no_license(options.license),
            "provenance" => (self != FileKind::Book(BookFormat::Sgf))
                .then_some("only for sgf: other formats say it wherever they have room"),
            _ if CHOICE.contains(&option) => {
                self.of_counts("counts are written whole: leave it out")
            }
            _ => None,
        }
    }

    fn of_counts(self, why: &'static str) -> Option<&'static str> {
        (self == FileKind::Counts).then_some(why)
    }

    fn no_corner(self) -> Option<&'static str> {
        use BookFormat::{Binary, Csv, Fuego, GnuGo, KataGo, Lines, Ndjson, Pachi, Sgf};
        match self {
            FileKind::Book(Sgf | Fuego | Pachi | KataGo) | FileKind::Games => None,
            FileKind::Book(GnuGo) => Some(
                "only for sgf, fuego, pachi, katago and go: GNU Go's converter reads the upper right corner, and no colours",
            ),
            FileKind::Book(Csv | Ndjson | Binary) => {
                Some("only for sgf, fuego, pachi, katago and go: rows and records lie in no corner")
            }
            FileKind::Book(Lines) | FileKind::Counts => {
                Some("only for sgf, fuego, pachi, katago and go: lines and counts lie in no corner")
            }
        }
    }

    fn no_first(self) -> Option<&'static str> {
        match self {
            FileKind::Book(BookFormat::Sgf | BookFormat::KataGo) => None,
            FileKind::Book(BookFormat::Fuego | BookFormat::Pachi) | FileKind::Games => {
                Some("only for sgf and katago: in this format Black moves first")
            }
            _ => Some("only for sgf and katago: this format has no colours"),
        }
    }

    fn no_weight(self, options: &Options<'_>) -> Option<&'static str> {
        match self {
            FileKind::Counts => Some("counts have no weights: leave it out"),
            FileKind::Book(format) if format.weighs() => None,
            _ if options.given.contains(&"min_weight") => None,
            _ => Some("this format has no weights: only together with a least weight"),
        }
    }

    fn no_license(self, license: Option<&str>) -> Option<&'static str> {
        use BookFormat::{Csv, Fuego, Lines};
        let license = license.unwrap_or_default();
        match self {
            FileKind::Book(Lines | Csv | Fuego) | FileKind::Counts | FileKind::Games => Some(
                "this format has no room for a licence: leave it out and keep it beside the file",
            ),
            FileKind::Book(_) if license.trim().is_empty() => Some("the licence is empty"),
            FileKind::Book(_) if license.chars().any(char::is_control) => {
                Some("a licence is one line without control characters")
            }
            FileKind::Book(_) => None,
        }
    }
}
