//! Batch of edits of a book: all or nothing.

use serde::Deserialize;
use utoipa::ToSchema;

use super::edit::EditItem;
use crate::error::RequestError;
use joseki_game::Variant;
use joseki_service::Code;
use joseki_service::curate::{ConditionalEdit, MAX_EDITS};

/// Maximum length of a reason, in characters.
const MAX_REASON_LENGTH: usize = 500;

/// Edits of one book, applied all or none.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditsRequest {
    /// Reason for the history, at most 500 characters; default empty.
    #[serde(default)]
    pub reason: String,
    /// Whether to report the effect without changing anything; default `false`.
    #[serde(default)]
    pub dry_run: bool,
    /// Edits, applied in order; at most 10,000.
    pub edits: Vec<EditItem>,
}

impl EditsRequest {
    /// Converts into the edits of a book.
    ///
    /// # Errors
    /// The first invalid field, e.g. `edits[3].fields.verdict`.
    pub fn parse(&self, variant: Variant) -> Result<Vec<ConditionalEdit>, RequestError> {
        check_reason(&self.reason)?;
        let count = self.edits.len();
        if count > MAX_EDITS {
            let message = format!(
                "too many edits: {count}, at most {MAX_EDITS} are allowed; send several requests"
            );
            return Err(RequestError::new(Code::TooMany, "edits", message));
        }
        let read = self.edits.iter().enumerate().map(|(index, edit)| {
            let within = |error: RequestError| RequestError {
                field: format!("edits[{index}].{}", error.field),
                ..error
            };
            edit.parse(variant).map_err(within)
        });
        read.collect()
    }
}

/// Validates a reason for the history.
///
/// # Errors
/// It is too long or contains control characters.
pub fn check_reason(reason: &str) -> Result<(), RequestError> {
    let wrong = |letter: char| letter.is_control() && letter != '\n';
    if reason.chars().count() <= MAX_REASON_LENGTH && !reason.contains(wrong) {
        return Ok(());
    }
    let message =
        format!("expected at most {MAX_REASON_LENGTH} characters without control characters");
    Err(RequestError::new(Code::InvalidValue, "reason", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_edits_are_parsed_or_the_invalid_one_is_named() {
        let read = |json: &str| {
            let request: EditsRequest = serde_json::from_str(json).unwrap();
            request.parse(Variant::GO).map(|edits| edits.len())
        };
        let two = r#"{"edits": [{"op": "delete", "line": "DD"}, {"op": "delete", "line": "DC"}]}"#;
        assert_eq!(read(two), Ok(2));
        let wrong = two.replace("DC", "ZZ");
        assert_eq!(read(&wrong).unwrap_err().field, "edits[1].line");
        let long = format!(r#"{{"reason": "{}", "edits": []}}"#, "x".repeat(501));
        assert_eq!(read(&long).unwrap_err().field, "reason");
    }
}
