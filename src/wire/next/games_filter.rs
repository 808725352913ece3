//! Filter on the counted games of a query.

use serde::{Deserialize, Deserializer};

use crate::error::RequestError;
use joseki_book::Band;
use joseki_service::Code;
use joseki_service::next::GamesFilter;

/// Years that a query may name.
pub const YEARS: std::ops::RangeInclusive<u32> = 1500..=2100;
/// Maximum number of names in a list.
const MAX_NAMES: usize = 100;
/// Maximum length of a collection's name, in characters.
const MAX_NAME_LENGTH: usize = 200;

/// Filter on the counted games of a query, as requested.
#[derive(Clone, Debug, Default)]
pub struct GamesFilterParameters {
    /// Only games of this year or later.
    pub since: Option<u32>,
    /// Only games of this year or earlier.
    pub until: Option<u32>,
    /// Only games of these collections.
    pub source: Vec<String>,
    /// Only games of players of these strengths.
    pub strength: Vec<String>,
}

impl GamesFilterParameters {
    /// Parses the filter.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn parse(self) -> Result<GamesFilter, RequestError> {
        let (since, until) = (year("since", self.since)?, year("until", self.until)?);
        if let (Some(first), Some(last)) = (since, until)
            && first > last
        {
            let message = format!("must not be after `until`: found {first} and {last}");
            return Err(RequestError::new(Code::InvalidValue, "since", message));
        }
        at_most("source", self.source.len())?;
        at_most("strength", self.strength.len())?;
        for (index, name) in self.source.iter().enumerate() {
            if name.is_empty() || name.chars().count() > MAX_NAME_LENGTH {
                let message = format!("invalid name: expected 1 to {MAX_NAME_LENGTH} characters");
                let field = format!("source[{index}]");
                return Err(RequestError::new(Code::InvalidValue, field, message));
            }
        }
        let band = |(index, name): (usize, &String)| {
            let wrong =
                |error| RequestError::new(Code::InvalidValue, format!("strength[{index}]"), error);
            name.parse::<Band>().map_err(wrong)
        };
        let strengths = self.strength.iter().enumerate().map(band);
        Ok(GamesFilter {
            since,
            until,
            strengths: strengths.collect::<Result<_, _>>()?,
            sources: self.source,
        })
    }
}

/// Splits `pro,engine`; the empty text has no names.
#[must_use]
pub fn split_names(text: &str) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    text.split(',').map(|name| name.trim().to_owned()).collect()
}

/// Deserializes names separated by commas, for URLs.
pub fn separated<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<String>, D::Error> {
    String::deserialize(reader).map(|text| split_names(&text))
}

fn year(field: &str, year: Option<u32>) -> Result<Option<u16>, RequestError> {
    let understood = |year: u32| {
        let known = YEARS.contains(&year);
        u16::try_from(year).ok().filter(|_| known).ok_or_else(|| {
            let message =
                format!("invalid year {year}: expected {} to {}", YEARS.start(), YEARS.end());
            RequestError::new(Code::InvalidValue, field, message)
        })
    };
    year.map(understood).transpose()
}

fn at_most(field: &str, found: usize) -> Result<(), RequestError> {
    if found <= MAX_NAMES {
        return Ok(());
    }
    let message = format!("too many names: {found}, at most {MAX_NAMES} are allowed");
    Err(RequestError::new(Code::TooMany, field, message))
}

#[cfg(test)]
mod tests {
    use strum::VariantArray;

    use super::*;

    fn asked(since: u32, until: u32) -> GamesFilterParameters {
        GamesFilterParameters {
            since: Some(since),
            until: Some(until),
            ..GamesFilterParameters::default()
        }
    }

    #[test]
    fn years_are_in_order_and_in_range() {
        let both = asked(1500, 2100).parse().expect("a filter");
        assert_eq!((both.since, both.until), (Some(1500), Some(2100)));
        assert!(asked(2009, 2009).parse().is_ok());
        for (since, until, field) in [
            (2010, 2009, "since"),
            (1499, 2009, "since"),
            (2009, 2101, "until"),
            (2009, 2009 + (1 << 16), "until"),
        ] {
            let error = asked(since, until).parse().expect_err("no filter");
            assert_eq!((error.code, error.field.as_str()), (Code::InvalidValue, field));
        }
    }

    #[test]
    fn names_are_split_and_validated() {
        assert_eq!(split_names(""), [""; 0]);
        assert_eq!(split_names("pro, high_dan"), ["pro", "high_dan"]);
        let field = |source: &str, strength: &str| {
            let asked = GamesFilterParameters {
                source: split_names(source),
                strength: split_names(strength),
                ..GamesFilterParameters::default()
            };
            asked.parse().map_err(|error| error.field)
        };
        let found = field("go4go,a b", "unknown,kyu,dan,high_dan,pro,engine").expect("a filter");
        assert_eq!(found.strengths, Band::VARIANTS);
        assert_eq!(found.sources, ["go4go", "a b"]);
        assert_eq!(field("", "pro,strong"), Err("strength[1]".to_owned()));
        assert_eq!(field("a,,b", ""), Err("source[1]".to_owned()));
        assert_eq!(field(&",a".repeat(101), ""), Err("source".to_owned()));
    }
}
