//! Formatting of Unix timestamps.

use joseki_wire::civil;

const DAY: i64 = 86_400;

/// Formats Unix seconds as `2026-01-31 13:05 UTC`.
pub fn date(seconds: i64) -> String {
    let (year, month, day) = civil(seconds.div_euclid(DAY));
    let minutes = seconds.rem_euclid(DAY) / 60;
    let (hour, minute) = (minutes / 60, minutes % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// Formats Unix seconds as `2026-01-31T130500Z`, which is valid in file names.
pub fn stamp(seconds: i64) -> String {
    let (year, month, day) = civil(seconds.div_euclid(DAY));
    let second = seconds.rem_euclid(DAY);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}{minute:02}{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_dates() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00 UTC"),
            (-1, "1969-12-31 23:59 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (951_868_800, "2000-03-01 00:00 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
            (1_767_225_540, "2025-12-31 23:59 UTC"),
        ] {
            assert_eq!(date(seconds), expected);
        }
        assert_eq!(stamp(951_782_399), "2000-02-28T235959Z");
    }
}
