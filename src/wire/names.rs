//! The names of opponents and classes in requests.

use super::error::RequestError;
use crate::ledger::{OpponentName, check_name};

/// The name of an opponent.
///
/// # Errors
/// It is none; the field is `opponent`.
pub fn parse_opponent(text: &str) -> Result<OpponentName, RequestError> {
    text.parse()
        .map_err(|error| RequestError::new("invalid_value", "opponent", error))
}

/// The name of a class.
///
/// # Errors
/// It is none; the field is `class`.
pub fn parse_class(text: &str) -> Result<String, RequestError> {
    let checked = check_name(text).map(str::to_owned);
    checked.map_err(|error| RequestError::new("invalid_value", "class", error))
}
