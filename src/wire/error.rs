//! Validation error of a request, and parse errors in plain words.

use joseki_service::Code;

/// Invalid field of a request, with a message on how to fix it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct RequestError {
    /// Stable code.
    pub code: Code,
    /// Path of the field, e.g. `moves[3]`.
    pub field: String,
    /// What is wrong, and how to fix it.
    pub message: String,
}

impl RequestError {
    /// Creates an error about a field.
    #[must_use]
    pub fn new(code: Code, field: impl Into<String>, message: impl ToString) -> Self {
        RequestError { code, field: field.into(), message: message.to_string() }
    }
}

/// Checks that a number is in a range.
pub(super) fn in_range(
    field: &str,
    found: usize,
    least: usize,
    most: usize,
) -> Result<usize, RequestError> {
    if (least..=most).contains(&found) {
        return Ok(found);
    }
    let message = format!("{found} is out of range: expected {least} to {most}");
    Err(RequestError::new(Code::InvalidValue, field, message))
}

/// Terms in serde's errors, and plain words for them.
const TERMS: [(&str, &str); 10] = [
    ("expected a sequence", "expected a list"),
    ("expected a map", "expected an object"),
    ("invalid type: sequence", "invalid type: list"),
    ("invalid type: map", "invalid type: object"),
    ("expected f64", "expected a number"),
    ("expected u8", "expected a whole number of 0 to 255"),
    ("expected u32", "expected a whole number"),
    ("expected u64", "expected a whole number"),
    ("expected usize", "expected a whole number"),
    ("expected i64", "expected a whole number"),
];

/// Replaces serde's terms and Rust type names in an error message.
pub fn in_words(mut message: String) -> String {
    for (term, words) in TERMS {
        message = message.replace(term, words);
    }
    let Some((before, after)) = message.split_once("expected struct ") else {
        return message;
    };
    let named = |letter: char| letter.is_alphanumeric() || letter == '_';
    let after = after.trim_start_matches(named);
    format!("{before}expected an object{after}")
}
