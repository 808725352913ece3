//! Formats times and dates.

const SECOND: i64 = 1_000_000;
const DAY: i64 = 86_400;

/// Formats microseconds since 1970-01-01 UTC as RFC 3339: `2026-01-31T13:05:07.000001Z`.
#[must_use]
pub fn rfc3339(micros: i64) -> String {
    let seconds = micros.div_euclid(SECOND);
    let (year, month, day) = civil(seconds.div_euclid(DAY));
    let of_day = seconds.rem_euclid(DAY);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    let fraction = micros.rem_euclid(SECOND);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{fraction:06}Z")
}

/// Formats seconds since 1970-01-01 UTC: `2026-01-31T13:05:07Z`.
#[must_use]
pub fn rfc3339_seconds(seconds: i64) -> String {
    let text = rfc3339(seconds.saturating_mul(SECOND));
    format!("{}Z", text.split('.').next().unwrap_or_default())
}

/// Formats the day of seconds since 1970-01-01 UTC: `2026-01-31`.
#[must_use]
pub fn day(seconds: i64) -> String {
    rfc3339_seconds(seconds).split('T').next().unwrap_or_default().to_owned()
}

/// Returns the number of days from 1970-01-01 to a date, the inverse of [`civil`]; `None` for an
/// invalid date.
#[must_use]
pub fn days_since_1970(year: i64, month: i64, day: i64) -> Option<i64> {
    let shifted = if month > 2 { year } else { year - 1 };
    let era = shifted.div_euclid(400);
    let of_era = shifted.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    (civil(days) == (year, month, day)).then_some(days)
}

/// Returns year, month and day of a day counted from 1970-01-01. Years are counted from March so
/// that a leap day is the last of its year; 146,097 days are 400 years.
#[must_use]
pub fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let leap_days = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / 146_096;
    let year_of_era = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `date -u -d @SECONDS`.
    #[test]
    fn known_moments() {
        for (micros, expected) in [
            (0, "1970-01-01T00:00:00.000000Z"),
            (-1, "1969-12-31T23:59:59.999999Z"),
            (951_782_400_000_001, "2000-02-29T00:00:00.000001Z"),
            (1_767_225_599_500_000, "2025-12-31T23:59:59.500000Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
        ] {
            assert_eq!(rfc3339(micros), expected);
        }
    }
}
