//! Parses moments in a book's history: a version, a day or a time.

use crate::error::RequestError;
use crate::time::days_since_1970;
use joseki_service::BookRef;
use joseki_service::Code;
use joseki_store::HistoryMoment;

const DAY: i64 = 86_400;

/// Parses `12`, `2026-01-31` (the end of that day, UTC) or `2026-01-31T13:05:07Z`.
///
/// # Errors
/// A message for the user.
pub fn parse_moment(text: &str) -> Result<HistoryMoment, String> {
    let text = text.trim();
    let wrong = || {
        format!(
            "invalid moment \"{text}\": expected a version as 12, a day as 2026-01-31, or a time as 2026-01-31T13:05:07Z"
        )
    };
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().map(HistoryMoment::Version).map_err(|_| wrong());
    }
    let (day, time) = match text.split_once(['T', 't', ' ']) {
        Some((day, time)) => (day, Some(time)),
        None => (text, None),
    };
    let day = parse_day(day).ok_or_else(wrong)?;
    let of_day = match time {
        None => DAY - 1,
        Some(time) => parse_time(time).ok_or_else(wrong)?,
    };
    Ok(HistoryMoment::Time(day * DAY + of_day))
}

/// Checks a moment without converting it.
///
/// # Errors
/// See [`parse_moment`].
pub fn check_moment(text: &str) -> Result<String, String> {
    parse_moment(text).map(|_| text.to_owned())
}

/// Parses the field `as_of` of a request.
///
/// # Errors
/// The text is not a moment.
pub fn parse_as_of(text: &str) -> Result<HistoryMoment, RequestError> {
    parse_moment(text).map_err(|message| RequestError::new(Code::InvalidValue, "as_of", message))
}

/// Parses a book, current or past: `main`, `main@12`, `main@2026-01-31`.
///
/// # Errors
/// A message for the user.
pub fn parse_book_ref(text: &str) -> Result<BookRef, String> {
    match text.split_once('@') {
        None => Ok(BookRef::current(text)),
        Some((name, moment)) => Ok(BookRef::at(name, Some(parse_moment(moment)?))),
    }
}

fn number(text: &str, digits: usize, most: i64) -> Option<i64> {
    let written = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    let number: i64 = text.parse().ok().filter(|_| written)?;
    (number <= most).then_some(number)
}

fn parse_day(text: &str) -> Option<i64> {
    let mut parts = text.split('-');
    let year = number(parts.next()?, 4, 9999)?;
    let month = number(parts.next()?, 2, 12)?;
    let day = number(parts.next()?, 2, 31)?;
    if parts.next().is_some() || month == 0 || day == 0 {
        return None;
    }
    days_since_1970(year, month, day)
}

/// Parses a time of day into seconds; the only offset accepted is `Z`.
fn parse_time(text: &str) -> Option<i64> {
    let text = text.strip_suffix(['Z', 'z']).unwrap_or(text);
    let (text, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = text.split(':');
    let hour = number(parts.next()?, 2, 23)?;
    let minute = number(parts.next()?, 2, 59)?;
    let second = number(parts.next().unwrap_or("00"), 2, 60)?;
    (parts.next().is_none() && digits).then_some(hour * 3600 + minute * 60 + second.min(59))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_days_and_times_are_accepted() {
        let check = |text: &str, wanted: HistoryMoment| assert_eq!(parse_moment(text), Ok(wanted));
        check("12", HistoryMoment::Version(12));
        // From `date -u -d TEXT +%s`.
        check("1970-01-01", HistoryMoment::Time(86_399));
        check("2000-02-29", HistoryMoment::Time(951_868_799));
        check("2025-12-31T23:59:59Z", HistoryMoment::Time(1_767_225_599));
        check("2025-12-31T23:59:59.5Z", HistoryMoment::Time(1_767_225_599));
        check("2025-12-31 23:59", HistoryMoment::Time(1_767_225_540));
    }

    #[test]
    fn anything_else_is_rejected() {
        for text in [
            "",
            "-1",
            "2025-02-30",
            "2025-13-01",
            "yesterday",
            "2025-01-01T25:00:00Z",
            "2025-1-1",
            "2025-01-01T10:00:00+02:00",
            "99999999999999999999",
        ] {
            assert!(parse_moment(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_book_may_have_a_moment() {
        assert_eq!(parse_book_ref("main"), Ok(BookRef::current("main")));
        let at = BookRef::at("main", Some(HistoryMoment::Version(3)));
        assert_eq!(parse_book_ref("main@3"), Ok(at));
        assert!(parse_book_ref("main@").is_err());
    }
}
