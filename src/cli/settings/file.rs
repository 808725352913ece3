//! Reader of the settings file: TOML with one key per setting.

use std::fs;
use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::table::TABLE;
use crate::error::CliError;

/// Maximum size of a settings file in bytes; a larger file must be something else.
const MAX_BYTES: u64 = 1 << 20;

/// A key of the file with its value.
#[derive(Debug)]
pub struct FileSetting {
    /// The key.
    pub key: String,
    /// The value as text, without quotes.
    pub text: String,
    /// Line number of the key, from 1.
    pub line: usize,
}

/// Reads the keys of a file in their order.
///
/// # Errors
/// Fails if the file cannot be read, is not valid TOML, or has a value that is neither a string, a
/// number nor a boolean.
pub fn read(path: &Path) -> Result<Vec<FileSetting>, CliError> {
    let file = path.display().to_string();
    let text = read_text(path).map_err(|error| CliError::Read { file: file.clone(), error })?;
    parse(&text).map_err(|(line, message)| CliError::Setting {
        at: format!("{file}, line {line}"),
        message,
    })
}

/// Returns the message for an unknown key, with the most similar known key.
#[must_use]
pub fn unknown_key_message(key: &str) -> String {
    let keys: Vec<String> = TABLE.iter().map(|setting| setting.key()).collect();
    match nearest(key, &keys) {
        Some((nearest, _)) => format!("unknown setting \"{key}\"; did you mean {nearest}?"),
        None => format!("unknown setting \"{key}\""),
    }
}

/// Returns the most similar of `names`, with its similarity from 0 to 1.
pub fn nearest<'n>(name: &str, names: &'n [String]) -> Option<(&'n str, f64)> {
    let likeness = |other: &'n String| (other.as_str(), strsim::jaro_winkler(other, name));
    let likenesses = names.iter().map(likeness);
    likenesses.max_by(|(_, one), (_, other)| one.total_cmp(other))
}

fn read_text(path: &Path) -> std::io::Result<String> {
    if fs::metadata(path)?.len() > MAX_BYTES {
        return Err(std::io::Error::other("too large for a settings file"));
    }
    fs::read_to_string(path)
}

fn parse(text: &str) -> Result<Vec<FileSetting>, (usize, String)> {
    let line_at = |at: usize| {
        let before = text.as_bytes().get(..at).unwrap_or_default();
        1 + before.iter().filter(|byte| **byte == b'\n').count()
    };
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        (line_at(at), format!("invalid TOML: {}", error.message()))
    })?;
    let mut found = Vec::new();
    for (key, value) in table.get_ref().iter() {
        let line = line_at(key.span().start);
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            DeValue::Boolean(held) => held.to_string(),
            DeValue::Array(items) if items.iter().all(|item| item.get_ref().is_str()) => {
                let items = items.iter().filter_map(|item| item.get_ref().as_str());
                items.collect::<Vec<_>>().join(",")
            }
            // An unknown table is reported by its name, like any other unknown key.
            _ if !TABLE.iter().any(|setting| setting.key() == **key.get_ref()) => String::new(),
            _ => {
                let message = format!(
                    "{}: expected a string, a number, true, false, or a list of strings",
                    key.get_ref()
                );
                return Err((line, message));
            }
        };
        found.push(FileSetting { key: key.get_ref().to_string(), text, line });
    }
    found.sort_by_key(|said| said.line);
    Ok(found)
}
