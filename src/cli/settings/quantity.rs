//! Parsing and formatting of times and sizes with units.

use std::time::Duration;

/// Units of time, largest first, in milliseconds.
const TIMES: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];
/// Units of size, largest first, in bytes.
const SIZES: [(&str, u64); 4] =
    [("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];

/// Parses `500ms`, `5s`, `2m`, `1h`, or a number of seconds.
pub fn read_time(text: &str) -> Option<Duration> {
    let (number, unit) = split(text)?;
    let factor = match unit {
        "" => 1_000,
        unit => factor(&TIMES, unit)?,
    };
    number.checked_mul(factor).map(Duration::from_millis)
}

/// Formats a time of whole milliseconds so that [`read_time`] parses it.
pub fn write_time(time: Duration) -> String {
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    write(&TIMES, millis).unwrap_or_else(|| format!("{millis}ms"))
}

/// Parses `64MiB`, `1GiB`, or a number of bytes.
pub fn read_size(text: &str) -> Option<u64> {
    let (number, unit) = split(text)?;
    let factor = match unit {
        "" | "B" => 1,
        unit => factor(&SIZES, unit)?,
    };
    number.checked_mul(factor)
}

/// Formats a size so that [`read_size`] parses it.
pub fn write_size(bytes: u64) -> String {
    write(&SIZES, bytes).unwrap_or_else(|| bytes.to_string())
}

/// Splits a text into its number and its unit.
fn split(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|character: char| !character.is_ascii_digit());
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    Some((number.parse().ok()?, unit.trim_start()))
}

fn factor(units: &[(&str, u64)], name: &str) -> Option<u64> {
    let unit = units.iter().find(|(unit, _)| *unit == name);
    unit.map(|(_, factor)| *factor)
}

/// Formats an amount in the largest unit that divides it evenly.
fn write(units: &[(&str, u64)], amount: u64) -> Option<String> {
    let whole = |(_, factor): &&(&str, u64)| amount > 0 && amount.is_multiple_of(*factor);
    let (unit, factor) = units.iter().find(whole)?;
    Some(format!("{}{unit}", amount / factor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_have_units() {
        for (text, millis) in [
            ("5", 5_000),
            ("5s", 5_000),
            ("500ms", 500),
            ("2m", 120_000),
            ("1 h", 3_600_000),
            ("0s", 0),
        ] {
            assert_eq!(read_time(text), Some(Duration::from_millis(millis)), "{text}");
        }
        for text in
            ["", "s", "-1s", "+1s", "1.5s", "5 minutes", "5S", " 5s", "99999999999999999999"]
        {
            assert_eq!(read_time(text), None, "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("65536", 65_536),
            ("64KiB", 65_536),
            ("64 MiB", 67_108_864),
            ("1GiB", 1_073_741_824),
            ("1B", 1),
        ] {
            assert_eq!(read_size(text), Some(bytes), "{text}");
        }
        for text in ["", "MiB", "1.5GiB", "1mib", "1MB", "99999999TiB"] {
            assert_eq!(read_size(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(amount in any::<u64>(), small in 0..200_000_u64) {
            for amount in [amount, small] {
                prop_assert_eq!(read_size(&write_size(amount)), Some(amount));
                let time = Duration::from_millis(amount);
                prop_assert_eq!(read_time(&write_time(time)), Some(time));
            }
        }
    }
}
