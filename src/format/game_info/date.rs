//! Parses the date of a game from `DT`.

use std::fmt;

use super::date_token::{DateToken, tokens};
use super::text::fold;

/// A day, a month or a year from 1500 to 2100. Sorts by year, month and day; missing parts sort
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameDate {
    /// The year, 1500 to 2100.
    pub year: u16,
    /// The month, 1 to 12, if known.
    pub month: Option<u8>,
    /// The day, 1 to the last of its month, if known; never without a month.
    pub day: Option<u8>,
}

impl GameDate {
    /// Parses the first date of a `DT` text.
    ///
    /// Accepts FF\[4\]'s form with its lists (`2008-01-03,04`), the same with other separators,
    /// with a time, or as eight digits; `1985年3月5日` and its Korean equivalent; English month names
    /// on either side of the day; and a year among other words (`c. 1670`). If day and month are
    /// ambiguous (`3/5/1985`), only the year is kept. A decade or a year of an era is not a year.
    #[must_use]
    pub fn parse(text: &str) -> Option<GameDate> {
        let folded = fold(text);
        let tokens = tokens(&folded);
        (0..tokens.len()).find_map(|at| compact(&tokens, at).or_else(|| around(&tokens, at)))
    }

    /// Creates a date of these numbers, without an invalid month or day.
    fn new(year: u16, month: Option<u8>, day: Option<u8>) -> GameDate {
        let month = month.filter(|month| (1..=12).contains(month));
        let fits = |day: &u8| month.is_some_and(|month| (1..=days(year, month)).contains(day));
        GameDate { year, month, day: day.filter(fits) }
    }
}

/// Writes `2008-01-31`, `2008-01` or `2008`.
impl fmt::Display for GameDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.month, self.day) {
            (Some(month), Some(day)) => write!(f, "{}-{month:02}-{day:02}", self.year),
            (Some(month), None) => write!(f, "{}-{month:02}", self.year),
            _ => write!(f, "{}", self.year),
        }
    }
}

fn days(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u8::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn year_of(digits: &str) -> Option<u16> {
    let year = digits.parse().ok()?;
    (digits.len() == 4 && (1500..=2100).contains(&year)).then_some(year)
}

/// Parses `20010902`, also followed by hours and minutes.
fn compact(tokens: &[DateToken<'_>], at: usize) -> Option<GameDate> {
    let DateToken::Number(digits) = tokens[at] else {
        return None;
    };
    if ![8, 12, 14].contains(&digits.len()) {
        return None;
    }
    let part = |from: usize, to: usize| digits[from..to].parse().ok();
    let date = GameDate::new(year_of(&digits[..4])?, part(4, 6), part(6, 8));
    date.day.map(|_| date)
}

/// Parses a year with the tokens around it.
fn around(tokens: &[DateToken<'_>], at: usize) -> Option<GameDate> {
    let DateToken::Number(digits) = tokens[at] else {
        return None;
    };
    let year = year_of(digits)?;
    let (before, after) = (&tokens[..at], &tokens[at + 1..]);
    let glued = match before.last() {
        Some(word @ DateToken::Word(text)) => !["c", "ca"].contains(text) && word.month().is_none(),
        _ => false,
    };
    if glued || matches!(after.first(), Some(DateToken::Word(_))) {
        return None;
    }
    let (month, day) = month_after(after)
        .or_else(|| named_before(before))
        .or_else(|| numbers_before(before))
        .unwrap_or_default();
    Some(GameDate::new(year, month, day))
}

type MonthAndDay = (Option<u8>, Option<u8>);

/// Month and day after a year: `-01-31`, `年3月5日`, ` Sep 2`.
fn month_after(after: &[DateToken<'_>]) -> Option<MonthAndDay> {
    let rest = spaceless(after);
    if let [DateToken::Other('年' | '년'), rest @ ..] = rest {
        let [month, rest @ ..] = spaceless(rest) else {
            return None;
        };
        let [DateToken::Other('月' | '월'), rest @ ..] = spaceless(rest) else {
            return None;
        };
        let day = spaceless(rest).first().and_then(|day| day.small());
        return Some((Some(month.small()?), day));
    }
    let (separated, rest) = separator(rest);
    let [month, rest @ ..] = rest else {
        return None;
    };
    if let Some(named) = month.month() {
        let (_, rest) = separator(spaceless(rest));
        return Some((Some(named), rest.first().and_then(|day| day.small())));
    }
    if !separated || ends_in_word(rest) {
        return None;
    }
    let month = month.small()?;
    let day = match separator(spaceless(rest)) {
        (true, [day, rest @ ..]) if !ends_in_word(rest) => day.small(),
        _ => None,
    };
    // An invalid month means that the order is a different one.
    let day = day.filter(|_| (1..=12).contains(&month));
    Some((Some(month), day))
}

/// `Sept 2, `, `2 Sep `, `Mon Sep  2 11:14:00 ` before a year. Two month names are ambiguous.
fn named_before(before: &[DateToken<'_>]) -> Option<MonthAndDay> {
    let mut named = (0..before.len()).filter(|at| before[*at].month().is_some());
    let at = named.next()?;
    if named.next().is_some() {
        return Some((None, None));
    }
    let behind = skip(&before[at + 1..]);
    let day_behind = match behind {
        [_, DateToken::Other(':'), ..] => None,
        [day, ..] => day.small(),
        [] => None,
    };
    let mut ahead = &before[..at];
    while let [rest @ .., last] = ahead {
        let between = matches!(last, DateToken::Space | DateToken::Other('-' | '.' | ',' | '/'));
        if !between && *last != DateToken::Word("of") && !last.is_ordinal() {
            break;
        }
        ahead = rest;
    }
    let day_ahead = ahead.last().and_then(|day| day.small());
    // `2-3 Sep` is a list; its first day is further ahead.
    let listed = matches!(ahead, [.., DateToken::Other(_), _]);
    let day = match (day_ahead, day_behind) {
        (Some(day), None) if !listed => Some(day),
        (None, day) => day,
        _ => None,
    };
    Some((before[at].month(), day))
}

/// `31/1/`, `1/31/` and the like before a year, if only one order is a date.
fn numbers_before(before: &[DateToken<'_>]) -> Option<MonthAndDay> {
    let [.., first, DateToken::Other(one @ ('-' | '.' | '/')), second, DateToken::Other(two)] =
        before
    else {
        return None;
    };
    let (first, second) = (first.small()?, second.small()?);
    if one != two || before.len() > 4 && matches!(before[before.len() - 5], DateToken::Other(_)) {
        return None;
    }
    match (first <= 12, second <= 12) {
        (true, false) => Some((Some(first), Some(second))),
        (false, true) => Some((Some(second), Some(first))),
        _ if first == second => Some((Some(first), Some(second))),
        _ => None,
    }
}

fn spaceless<'t, 'a>(tokens: &'t [DateToken<'a>]) -> &'t [DateToken<'a>] {
    match tokens {
        [DateToken::Space, rest @ ..] => rest,
        all => all,
    }
}

/// The tokens after a separator and surrounding space, and whether there was one.
fn separator<'t, 'a>(tokens: &'t [DateToken<'a>]) -> (bool, &'t [DateToken<'a>]) {
    match tokens {
        [DateToken::Other('-' | '/' | '.'), rest @ ..] => (true, spaceless(rest)),
        all => (false, all),
    }
}

/// The tokens after all spaces and separators.
fn skip<'t, 'a>(mut tokens: &'t [DateToken<'a>]) -> &'t [DateToken<'a>] {
    while let [DateToken::Space | DateToken::Other(',' | '.' | '-' | '/'), rest @ ..] = tokens {
        tokens = rest;
    }
    tokens
}

/// Whether letters follow directly: then the number before them is not part of a date, unless a
/// time follows.
fn ends_in_word(rest: &[DateToken<'_>]) -> bool {
    matches!(rest.first(), Some(DateToken::Word(word)) if *word != "t")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(table: &[(&str, &str)]) {
        for (text, date) in table {
            let read = GameDate::parse(text).map(|date| date.to_string());
            assert_eq!(read.as_deref().unwrap_or("none"), *date, "{text:?}");
        }
    }

    /// FF\[4\], property DT, with its examples.
    #[test]
    fn the_forms_of_the_specification() {
        check(&[
            ("1996-05,06", "1996-05"),
            ("1996-05-06,07,08", "1996-05-06"),
            ("1996,1997", "1996"),
            ("1996-12-27,28,1997-01-03,04", "1996-12-27"),
            ("1846-09-11", "1846-09-11"),
            ("2008-01-03,04", "2008-01-03"),
        ]);
    }

    #[test]
    fn the_forms_of_collections() {
        check(&[
            ("2008-01-01 11:14", "2008-01-01"),
            ("2008-01-31T11:14:00Z", "2008-01-31"),
            ("2001/9/2", "2001-09-02"),
            ("2001.9.2", "2001-09-02"),
            ("2016. 3. 26.", "2016-03-26"),
            ("２００１－０９－０２", "2001-09-02"),
            ("20010902", "2001-09-02"),
            ("20010902111400", "2001-09-02"),
            ("1985年3月5日", "1985-03-05"),
            ("1985年 3月 5-6日", "1985-03-05"),
            ("2016년 3월 12일 12시", "2016-03-12"),
            ("1985年3月", "1985-03"),
            ("1985年", "1985"),
            ("1999年7番碁", "1999"),
            ("Sept 2, 2001", "2001-09-02"),
            ("September 2nd, 2001", "2001-09-02"),
            ("2 Sep 2001", "2001-09-02"),
            ("2nd of September 2001", "2001-09-02"),
            ("02-Sep-2001", "2001-09-02"),
            ("Mon Sep  2 11:14:00 2001", "2001-09-02"),
            ("2001 Sep 2", "2001-09-02"),
            ("September 2001", "2001-09"),
            ("2-3 Sep 2001", "2001-09"),
            ("Sept 30 - Oct 1, 2001", "2001"),
            ("Broadcast 1999-02-03", "1999-02-03"),
            ("Published 1935", "1935"),
            ("c. 1670", "1670"),
            ("c1670", "1670"),
            ("1705 (Hoei 2 II 1)", "1705"),
            ("1936-37", "1936"),
            ("1936-1937", "1936"),
            ("1933-10-16~1934-01-29", "1933-10-16"),
        ]);
    }

    #[test]
    fn what_could_be_day_or_month_is_left_out() {
        check(&[
            ("3/5/1985", "1985"),
            ("31/5/1985", "1985-05-31"),
            ("5/31/1985", "1985-05-31"),
            ("5/5/1985", "1985-05-05"),
            ("31.12.1985", "1985-12-31"),
            ("2001-13-02", "2001"),
            ("2001-00-00", "2001"),
            ("2001-02-30", "2001-02"),
            ("1900-02-29", "1900-02"),
            ("2000-02-29", "2000-02-29"),
        ]);
    }

    #[test]
    fn what_is_no_year_is_none() {
        for text in [
            "",
            "Unknown",
            "?",
            "0000-00-00",
            "1499",
            "2101",
            "196 BC",
            "18th century",
            "1780s",
            "昭和60年3月5日",
            "96-03-05",
            "12345",
            "Heian",
            "20011301",
            "11:14",
        ] {
            assert_eq!(GameDate::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn what_is_missing_sorts_first() {
        let dates = ["1999-12-31", "2000", "2000-01", "2000-01-01", "2000-02"].map(GameDate::parse);
        assert!(dates.is_sorted_by(|a, b| a < b));
    }

    proptest! {
        #[test]
        fn every_date_reads_back(year in 1500u16..=2100, month in 1u8..=12, day in 1u8..=31) {
            let whole = GameDate::new(year, Some(month), Some(day));
            for date in [whole, GameDate { day: None, ..whole }, GameDate::new(year, None, None)] {
                prop_assert_eq!(GameDate::parse(&date.to_string()), Some(date));
            }
        }

        #[test]
        fn a_date_is_always_one(text in "[0-9a-z年月日 ,./:-]{0,24}|[12][0-9]{3}[-/ .][0-9]{1,2}[-/ .,][0-9]{1,2}") {
            if let Some(date) = GameDate::parse(&text) {
                prop_assert_eq!(GameDate::new(date.year, date.month, date.day), date);
                prop_assert!((1500..=2100).contains(&date.year));
            }
        }
    }
}
