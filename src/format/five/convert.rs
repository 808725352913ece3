//! Detects the kind of a file and converts it to SGF.

use std::path::Path;

use thiserror::Error;

use super::piskvork::{self, PiskvorkError, RuleSet};
use super::renlib::{self, LibraryError};
use super::rif::{RifGame, RifProblem, RifReader, is_rif};
use super::{pos, rapfi};
use crate::format::sgf::TextDecoder;

/// The most warnings of one file; more are only counted.
const MOST_WARNINGS: usize = 100;

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
    /// An unknown character set.
    #[error("unknown character set \"{0}\": expected a name such as utf-8, gb18030 or shift_jis")]
    Charset(String),
}

/// Converts a file of renju or gomoku to SGF; `None` if it is none of the kinds that are known. A
/// text of moves is recognized by its extension `.pos`, everything else by its first bytes.
///
/// `lines` is the board's size where the file does not state it. `charset` names the character set
/// of a library's texts; without it, it is guessed.
///
/// # Errors
/// The file is damaged from the start.
pub fn convert(
    name: &str,
    bytes: &[u8],
    lines: u8,
    charset: Option<&str>,
) -> Option<Result<Converted, ConvertError>> {
    let has = |ending: &str| {
        let found = Path::new(name).extension();
        found.is_some_and(|found| found.eq_ignore_ascii_case(ending))
    };
    if renlib::is_library(bytes) || has("lib") {
        return Some(library(bytes, charset));
    }
    if piskvork::is_piskvork(bytes) || has("rec") && piskvork::is_rec(bytes) {
        return Some(record(name, bytes));
    }
    if is_rif(bytes) {
        return Some(Ok(database(bytes)));
    }
    let text = || String::from_utf8_lossy(bytes);
    if bytes.starts_with(b"index,key") || bytes.starts_with(b"\xEF\xBB\xBFindex,key") {
        return Some(Ok(positions(&text())));
    }
    has("pos").then(|| Ok(moves(&text(), lines)))
}

fn library(bytes: &[u8], charset: Option<&str>) -> Result<Converted, ConvertError> {
    let reading = renlib::read(bytes)?;
    let library = &reading.library;
    let nodes = || std::iter::once(library.root()).chain(library.nodes());
    let texts = nodes()
        .filter(|node| !node.has_old_comment)
        .flat_map(|node| [node.text.one_line, node.text.multi_line, node.text.board_text]);
    let decoder = match charset {
        Some(label) => TextDecoder::named(label)
            .ok_or_else(|| ConvertError::Charset(label.chars().take(40).collect()))?,
        None => TextDecoder::guess(texts),
    };
    let mut warnings: Vec<String> =
        reading.warnings.list().iter().map(ToString::to_string).collect();
    let more = reading.warnings.total().saturating_sub(warnings.len() as u64);
    if more > 0 {
        warnings.push(format!("{more} more warnings"));
    }
    if charset.is_none() && !decoder.is_utf8() {
        let name = decoder.name();
        warnings.push(format!("the texts were read as {name}, which is a guess"));
    }
    let sgf = renlib::to_sgf(library, |text| decoder.decode(text));
    Ok(Converted { sgf, warnings })
}

fn record(name: &str, bytes: &[u8]) -> Result<Converted, ConvertError> {
    let path = Path::new(name);
    let parent = path.parent().and_then(Path::file_name);
    let names = [parent, path.file_stem()].into_iter().flatten();
    let group = names
        .map(|name| name.to_string_lossy().into_owned())
        .find(|name| RuleSet::from_group(name).is_some());
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
pub(crate) fn rif_game(item: Result<RifGame, RifProblem>) -> (String, Vec<String>) {
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
    let more = warnings.len().saturating_sub(MOST_WARNINGS);
    if more > 0 {
        warnings.truncate(MOST_WARNINGS);
        warnings.push(format!("{more} more warnings"));
    }
    warnings
}
