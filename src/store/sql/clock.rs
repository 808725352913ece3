//! The clock for timestamps of changes.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the current time in seconds since 1970 UTC.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
