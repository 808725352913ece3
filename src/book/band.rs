//! Strength bands: the strength of the players of a counted game.

use std::fmt;
use std::str::FromStr;

/// The strength of a game: that of its weaker player, as far as known. In rising order; stores keep
/// names and codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// The strength is unknown.
    #[default]
    Unknown,
    /// Kyu players.
    Kyu,
    /// Amateurs of 1 to 6 dan.
    Dan,
    /// Amateurs of 7 dan and above, such as the strongest accounts on servers.
    HighDan,
    /// Professionals.
    Pro,
    /// Programs on both sides.
    Engine,
}

impl Band {
    /// All bands, the weakest first.
    pub const ALL: [Band; 6] = [
        Band::Unknown,
        Band::Kyu,
        Band::Dan,
        Band::HighDan,
        Band::Pro,
        Band::Engine,
    ];

    /// The name: `unknown`, `kyu`, `dan`, `high_dan`, `pro`, `engine`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Band::Unknown => "unknown",
            Band::Kyu => "kyu",
            Band::Dan => "dan",
            Band::HighDan => "high_dan",
            Band::Pro => "pro",
            Band::Engine => "engine",
        }
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for an unknown band.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown strength \"{0}\": expected unknown, kyu, dan, high_dan, pro or engine")]
pub struct ParseBandError(pub String);

impl FromStr for Band {
    type Err = ParseBandError;

    fn from_str(text: &str) -> Result<Band, ParseBandError> {
        let named = Band::ALL.into_iter().find(|band| band.name() == text);
        named.ok_or_else(|| ParseBandError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_the_order_is_kept() {
        for (code, band) in Band::ALL.into_iter().enumerate() {
            assert_eq!(band.name().parse(), Ok(band));
            assert_eq!(band as usize, code);
        }
        assert!("strong".parse::<Band>().is_err());
    }
}
