//! Edits of a book as they are written: all of them or none.

use serde::Deserialize;
use utoipa::ToSchema;

use super::edit::EditItem;
use super::error::RequestError;
use crate::service::{MOST_EDITS, SeenEdit};

/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;

/// Edits of one book: all of them are done, or none.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditsRequest {
    /// Why, for the history; at most 500 characters.
    #[serde(default)]
    pub reason: String,
    /// Whether to say what would happen and change nothing.
    #[serde(default)]
    pub dry_run: bool,
    /// The edits, one after the other, at most 10,000.
    pub edits: Vec<EditItem>,
}

impl EditsRequest {
    /// The edits in the book's own terms.
    ///
    /// # Errors
    /// What makes no sense, with its field: `edits[3].fields.verdict`.
    pub fn understood(&self) -> Result<Vec<SeenEdit>, RequestError> {
        check_reason(&self.reason)?;
        let count = self.edits.len();
        if count > MOST_EDITS {
            let message = format!("{count} are more than {MOST_EDITS}: send several requests");
            return Err(RequestError::new("too_many", "edits", message));
        }
        let read = self.edits.iter().enumerate().map(|(index, edit)| {
            let within = |error: RequestError| RequestError {
                field: format!("edits[{index}].{}", error.field),
                ..error
            };
            edit.understood().map_err(within)
        });
        read.collect()
    }
}

/// Checks a reason for the history.
///
/// # Errors
/// It is too long or has control characters.
pub fn check_reason(reason: &str) -> Result<(), RequestError> {
    let wrong = |letter: char| letter.is_control() && letter != '\n';
    if reason.chars().count() <= LONGEST_REASON && !reason.contains(wrong) {
        return Ok(());
    }
    let message =
        format!("a reason has at most {LONGEST_REASON} characters, none of them a control");
    Err(RequestError::new("invalid_value", "reason", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_edits_of_a_request_are_understood_or_the_wrong_one_is_named() {
        let read = |json: &str| {
            let request: EditsRequest = serde_json::from_str(json).unwrap();
            request.understood().map(|edits| edits.len())
        };
        let two = r#"{"edits": [{"op": "delete", "line": "DD"}, {"op": "delete", "line": "DC"}]}"#;
        assert_eq!(read(two), Ok(2));
        let wrong = two.replace("DC", "ZZ");
        assert_eq!(read(&wrong).unwrap_err().field, "edits[1].line");
        let long = format!(r#"{{"reason": "{}", "edits": []}}"#, "x".repeat(501));
        assert_eq!(read(&long).unwrap_err().field, "reason");
    }
}
