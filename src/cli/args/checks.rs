//! Parsers of values that several commands take.

use crate::ledger::check_name;

/// Parses a display name, such as a class of opponents.
pub fn name(text: &str) -> Result<String, String> {
    check_name(text).map(str::to_owned).map_err(|error| error.to_string())
}

/// Parses a number of absolute value up to a million.
pub fn number(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.abs() <= 1e6);
    number.ok_or_else(|| "expected a number from -1000000 to 1000000".to_owned())
}

/// Parses a fraction from 0 to 1.
pub fn fraction(text: &str) -> Result<f64, String> {
    let part = number(text)?;
    match (0.0..=1.0).contains(&part) {
        true => Ok(part),
        false => Err("expected a number from 0 to 1".to_owned()),
    }
}

/// Parses a timeout in seconds, 0.01 to 86400.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = number(text)?;
    match (0.01..=86_400.0).contains(&seconds) {
        true => Ok(seconds),
        false => Err("expected a number of seconds from 0.01 to 86400".to_owned()),
    }
}

/// Parses the number of a move in a record.
pub fn move_number(text: &str) -> Result<usize, String> {
    let wrong = |_| "expected the number of a move; moves themselves go to --moves".to_owned();
    text.parse().map_err(wrong)
}

/// Checks the URL of a service.
pub fn url(text: &str) -> Result<String, String> {
    match text.starts_with("http://") || text.starts_with("https://") {
        true => Ok(text.to_owned()),
        false => Err("expected a URL that begins with http:// or https://".to_owned()),
    }
}
