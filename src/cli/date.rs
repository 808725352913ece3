//! Seconds since 1970 as a date for people.

const DAY: i64 = 86_400;

/// `2026-01-31 13:05 UTC`.
pub fn date(seconds: i64) -> String {
    let (year, month, day) = civil(seconds.div_euclid(DAY));
    let minutes = seconds.rem_euclid(DAY) / 60;
    let (hour, minute) = (minutes / 60, minutes % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// Year, month and day of a day counted from 1970. Years are counted from March on, so that a leap
/// day is the last of its year; 146,097 days are 400 years.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let leap_days = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / 146_096;
    let year_of_era = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
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
    }
}
