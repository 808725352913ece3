//! Parsers of values that several commands take.

use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};

use joseki_ledger::check_name;
use joseki_peer::EngineLimits;
use joseki_service::engine::contest::Sprt;
use joseki_store::DatabaseAddress;

/// Parses the path or the address of a database.
pub fn database() -> impl TypedValueParser<Value = DatabaseAddress> {
    PathBufValueParser::new().map(|path| DatabaseAddress::from(&path))
}

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
    if (0.0..=1.0).contains(&part) {
        Ok(part)
    } else {
        Err("expected a number from 0 to 1".to_owned())
    }
}

/// Parses a timeout in seconds, 0.01 to 86400.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = number(text)?;
    if (0.01..=86_400.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("expected a number of seconds from 0.01 to 86400".to_owned())
    }
}

/// Parses limits of an engine's search: `seconds=0.3`, `nodes=20000` and `depth=4`, with commas
/// between.
pub fn limits(text: &str) -> Result<EngineLimits, String> {
    let mut limits = EngineLimits::default();
    for part in text.split(',') {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let count = || value.parse().ok().filter(|count| *count > 0);
        let is_read = match name.trim() {
            "seconds" => {
                limits.time = Some(Duration::from_secs_f64(seconds(value)?));
                true
            }
            "nodes" => {
                limits.nodes = count();
                limits.nodes.is_some()
            }
            "depth" => {
                limits.depth = count().and_then(|depth| u32::try_from(depth).ok());
                limits.depth.is_some()
            }
            _ => false,
        };
        if !is_read {
            return Err("expected seconds=0.3, nodes=20000 or depth=4, joined by commas".to_owned());
        }
    }
    Ok(limits)
}

/// Parses an option of an engine: `Hash=64`.
pub fn engine_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !text.contains(['\n', '\r']) => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

/// Parses the two hypotheses of a sequential test: `0,30`.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    let found = text.split_once(',').and_then(|(elo0, elo1)| {
        let (elo0, elo1) = (number(elo0.trim()).ok()?, number(elo1.trim()).ok()?);
        (elo0 < elo1 && elo0 >= -1000.0 && elo1 <= 1000.0).then_some(Sprt { elo0, elo1 })
    });
    found.ok_or_else(|| "expected two numbers of Elo, the lower first, such as 0,30".to_owned())
}

/// Parses the number of a move in a record.
pub fn move_number(text: &str) -> Result<usize, String> {
    let wrong = |_| "expected the number of a move; moves themselves go to --moves".to_owned();
    text.parse().map_err(wrong)
}

/// Checks the URL of a service.
pub fn url(text: &str) -> Result<String, String> {
    if text.starts_with("http://") || text.starts_with("https://") {
        Ok(text.to_owned())
    } else {
        Err("expected a URL that begins with http:// or https://".to_owned())
    }
}
