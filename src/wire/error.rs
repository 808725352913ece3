//! Validation error of a request.

/// Invalid field of a request, with a message on how to fix it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct RequestError {
    /// Stable code: `invalid_point`, `invalid_color`, `invalid_value`, `invalid_sgf`,
    /// `missing_field` or `too_many`.
    pub code: &'static str,
    /// Path of the field, e.g. `moves[3]`.
    pub field: String,
    /// What is wrong, and how to fix it.
    pub message: String,
}

impl RequestError {
    /// Creates an error about a field.
    #[must_use]
    pub fn new(code: &'static str, field: impl Into<String>, message: impl ToString) -> Self {
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
    Err(RequestError::new("invalid_value", field, message))
}
