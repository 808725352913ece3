//! A request that cannot be understood.

/// What is wrong with a request, in which field, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct RequestError {
    /// A stable code: `invalid_point`, `invalid_color`, `invalid_value`, `invalid_sgf`,
    /// `missing_field`, `too_many`.
    pub code: &'static str,
    /// The field, as in `moves[3]`.
    pub field: String,
    /// What is wrong, and what to do.
    pub message: String,
}

impl RequestError {
    /// An error in a field.
    #[must_use]
    pub fn new(code: &'static str, field: impl Into<String>, message: impl ToString) -> Self {
        RequestError {
            code,
            field: field.into(),
            message: message.to_string(),
        }
    }
}

/// A number that has to be in a range.
pub(super) fn in_range(
    field: &str,
    found: usize,
    least: usize,
    most: usize,
) -> Result<usize, RequestError> {
    if (least..=most).contains(&found) {
        return Ok(found);
    }
    let message = format!("{found} is not between {least} and {most}");
    Err(RequestError::new("invalid_value", field, message))
}
