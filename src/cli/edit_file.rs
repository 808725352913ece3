//! The file of `joseki edit apply`.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::error::CliError;
use super::source;
use crate::service::SeenEdit;
use crate::wire::EditsRequest;

/// Longer messages of the reader of JSON are cut: they may repeat what the file says.
const LONGEST: usize = 300;

/// The edits of a file.
pub struct EditFile {
    /// The edits.
    pub edits: Vec<SeenEdit>,
    /// Whether the file says to change nothing.
    pub dry_run: bool,
    /// Why, if the file says so.
    pub reason: String,
}

/// Reads a list of edits, or an object as HTTP takes it; `-` is standard input.
pub fn read(path: &Path) -> Result<EditFile, CliError> {
    let bytes = source::read(path)?;
    let wrong = |message: String| CliError::Edits {
        file: source::name(path),
        message,
    };
    let request = parse(&bytes).map_err(wrong)?;
    let edits = request
        .understood()
        .map_err(|error| wrong(cut(&error.to_string())))?;
    Ok(EditFile {
        edits,
        dry_run: request.dry_run,
        reason: request.reason,
    })
}

fn parse(bytes: &[u8]) -> Result<EditsRequest, String> {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    match first {
        Some(b'{') => json(bytes),
        _ => Ok(EditsRequest {
            edits: json(bytes)?,
            ..EditsRequest::default()
        }),
    }
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|error| cut(&error.to_string()))
}

/// A message without its middle: where it is wrong stands at its end.
fn cut(message: &str) -> String {
    let letters: Vec<char> = message.chars().collect();
    if letters.len() <= LONGEST {
        return message.to_owned();
    }
    let (head, tail) = (
        &letters[..LONGEST / 2],
        &letters[letters.len() - LONGEST / 2..],
    );
    head.iter().chain(&['…']).chain(tail).collect()
}
