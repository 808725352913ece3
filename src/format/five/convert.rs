//! Detects the kind of a file and converts it to SGF.

use std::path::Path;

use thiserror::Error;

use super::piskvork::{self, PiskvorkError};
use super::renlib::{self, LibraryError};
use super::rif::{RifGame, RifProblem, RifReader, is_rif};
use super::{pos, rapfi};
use crate::game_info::five_game_in;
use crate::sgf::TextEncoding;

/// The most warnings of one file; more are only counted.
const MAX_WARNINGS: usize = 100;

/// A file as SGF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// One or more game trees in UTF-8.
    pub sgf: String,
    /// What was wrong with the file although it could be read, and what was guessed.
    pub warnings: Vec<String>,
}

/// The reason why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConvertError {
    /// A damaged or newer library.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A damaged record of Piskvork.
    #[error(transparent)]
    Piskvork(#[from] PiskvorkError),
}

/// The kinds of files of renju and gomoku beside SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A RenLib library.
    Library,
    /// A record of Piskvork or Gomocup.
    Record,
    /// The database of RenjuNet.
    Database,
    /// A database of Rapfi or Yixin as text.
    Positions,
    /// Games as "pos" text, one a line.
    Moves,
}

impl FileKind {
    /// Detects the kind of a file by its first bytes; libraries without a header, `.rec` and `.pos`
    /// need the extension too. Returns `None` for any other kind.
    #[must_use]
    pub fn detect(name: &str, first_bytes: &[u8]) -> Option<FileKind> {
        let has = |ending: &str| {
            let found = Path::new(name).extension();
            found.is_some_and(|found| found.eq_ignore_ascii_case(ending))
        };
        if renlib::is_library(first_bytes) || has("lib") {
            Some(FileKind::Library)
        } else if piskvork::is_piskvork(first_bytes) || has("rec") && piskvork::is_rec(first_bytes)
        {
            Some(FileKind::Record)
        } else if is_rif(first_bytes) {
            Some(FileKind::Database)
        } else if rapfi::is_export(first_bytes) {
            Some(FileKind::Positions)
        } else {
            has("pos").then_some(FileKind::Moves)
        }
    }
}

/// Converts a file of renju or gomoku to SGF; `None` if it is of none of the known kinds.
///
/// `lines` is the board's size where the file does not state it. `charset` is the character set of
/// a library's texts; without it, it is guessed.
///
/// # Errors
/// The file is damaged from the start.
pub fn convert(
    name: &str,
    bytes: &[u8],
    lines: u8,
    charset: Option<TextEncoding>,
) -> Option<Result<Converted, ConvertError>> {
    let text = || String::from_utf8_lossy(bytes);
    Some(match FileKind::detect(name, bytes)? {
        FileKind::Library => library(bytes, charset),
        FileKind::Record => record(name, bytes),
        FileKind::Database => Ok(database(bytes)),
        FileKind::Positions => Ok(positions(&text())),
        FileKind::Moves => Ok(moves(&text(), lines)),
    })
}

fn library(bytes: &[u8], charset: Option<TextEncoding>) -> Result<Converted, ConvertError> {
    let reading = renlib::read(bytes)?;
    let library = &reading.library;
    let nodes = || std::iter::once(library.root()).chain(library.nodes());
    let texts = nodes()
        .filter(|node| !node.has_old_comment)
        .flat_map(|node| [node.text.one_line, node.text.multi_line, node.text.board_text]);
    let encoding = charset.unwrap_or_else(|| TextEncoding::guess(texts));
    let mut warnings: Vec<String> =
        reading.warnings.list().iter().map(ToString::to_string).collect();
    let more = reading.warnings.total().saturating_sub(warnings.len() as u64);
    if more > 0 {
        warnings.push(format!("{more} more warnings"));
    }
    if charset.is_none() && !encoding.is_utf8() {
        let name = encoding.name();
        warnings.push(format!("the texts were read as {name}, which is a guess"));
    }
    let sgf = renlib::to_sgf(library, |text| encoding.decode(text));
    Ok(Converted { sgf, warnings })
}

fn record(name: &str, bytes: &[u8]) -> Result<Converted, ConvertError> {
    let path = Path::new(name);
    let parent = path.parent().and_then(Path::file_name);
    let names = [parent, path.file_stem()].into_iter().flatten();
    let group = names
        .map(|name| name.to_string_lossy().into_owned())
        .find(|name| five_game_in(name).is_some());
    let reading = piskvork::read(bytes, group.as_deref())?;
    let warnings = reading.warnings.iter().map(ToString::to_string).collect();
    Ok(Converted { sgf: reading.game.to_sgf(), warnings: few(warnings) })
}

fn database(bytes: &[u8]) -> Converted {
    let mut converted = Converted::default();
    for item in RifReader::new(bytes) {
        let (sgf, warnings) = rif_game(item);
        converted.sgf.push_str(&sgf);
        converted.warnings.extend(warnings);
    }
    Converted { warnings: few(converted.warnings), ..converted }
}

/// Returns the SGF of an item of a database, empty if it has no moves, and its faults.
pub fn rif_game(item: Result<RifGame, RifProblem>) -> (String, Vec<String>) {
    match item {
        Ok(game) => {
            let faults = game.faults.iter();
            let faults = faults.map(|fault| format!("game {}: {fault}", game.id)).collect();
            (game.sgf, faults)
        }
        Err(problem) => (String::new(), vec![problem.to_string()]),
    }
}

fn positions(text: &str) -> Converted {
    let reading = rapfi::read(text);
    let problems = reading.problems.iter().map(ToString::to_string).collect();
    let sgf = reading.trees.into_iter().map(|tree| tree.sgf).collect();
    Converted { sgf, warnings: few(problems) }
}

fn moves(text: &str, lines: u8) -> Converted {
    let mut converted = Converted::default();
    for (number, game) in pos::parse_pos_games(text, lines) {
        match game {
            Ok(moves) => converted.sgf.push_str(&pos::to_sgf(&moves, lines)),
            Err(error) => converted.warnings.push(format!("line {number}: {error}")),
        }
    }
    Converted { warnings: few(converted.warnings), ..converted }
}

/// Keeps the first warnings, and says how many more there are.
fn few(mut warnings: Vec<String>) -> Vec<String> {
    let more = warnings.len().saturating_sub(MAX_WARNINGS);
    if more > 0 {
        warnings.truncate(MAX_WARNINGS);
        warnings.push(format!("{more} more warnings"));
    }
    warnings
}
