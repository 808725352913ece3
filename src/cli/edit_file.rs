//! Reader of the file of `joseki edit apply`.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::error::CliError;
use super::source;
use crate::service::ConditionalEdit;
use crate::wire::EditsRequest;

/// Maximum length of a JSON error message; longer ones are cut, since they may quote the file.
const LONGEST: usize = 300;

/// Contents of a file of edits.
pub struct EditFile {
    /// The edits.
    pub edits: Vec<ConditionalEdit>,
    /// Whether the file requests a dry run.
    pub dry_run: bool,
    /// Reason for the change; empty if the file states none.
    pub reason: String,
}

/// Reads a list of edits, or an object as in the HTTP API; `-` is standard input.
pub fn read(path: &Path) -> Result<EditFile, CliError> {
    let bytes = source::read(path)?;
    let wrong = |message: String| CliError::Edits {
        file: source::name(path),
        message,
    };
    let request = parse(&bytes).map_err(wrong)?;
    let edits = request
        .parse()
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

/// Cuts the middle out of a long message; its end has the position of the error.
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
