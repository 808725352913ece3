//! Names of opponents and classes in requests.

use super::error::RequestError;
use joseki_ledger::{OpponentName, check_name};
use joseki_service::Code;

/// Parses the field `opponent` of a request.
///
/// # Errors
/// The name is invalid.
pub fn parse_opponent(text: &str) -> Result<OpponentName, RequestError> {
    text.parse().map_err(|error| RequestError::new(Code::InvalidValue, "opponent", error))
}

/// Parses the field `class` of a request.
///
/// # Errors
/// The name is invalid.
pub fn parse_class(text: &str) -> Result<String, RequestError> {
    let checked = check_name(text).map(str::to_owned);
    checked.map_err(|error| RequestError::new(Code::InvalidValue, "class", error))
}
