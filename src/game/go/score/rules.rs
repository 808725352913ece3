//! The rule sets by which a board is counted.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The rule set by which a finished board is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ScoringRules {
    /// Area: living stones and the points that they surround. A neutral point is half a point for
    /// each side.
    #[default]
    Chinese,
    /// Area as well; Black wins a draw.
    Ing,
    /// Territory: surrounded points outside seki, and prisoners.
    Japanese,
}

/// The error for an unknown rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseScoringRulesError(String);

impl ScoringRules {
    /// All rule sets.
    pub const ALL: [ScoringRules; 3] = [
        ScoringRules::Chinese,
        ScoringRules::Ing,
        ScoringRules::Japanese,
    ];

    /// The name in lower case; parsing ignores case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ScoringRules::Chinese => "chinese",
            ScoringRules::Ing => "ing",
            ScoringRules::Japanese => "japanese",
        }
    }

    /// Whether stones count and prisoners do not.
    #[must_use]
    pub const fn is_area(self) -> bool {
        !matches!(self, ScoringRules::Japanese)
    }

    /// The komi of an even game on 19 lines: 7.5, 8 and 6.5 points.
    #[must_use]
    pub const fn komi(self) -> f64 {
        match self {
            ScoringRules::Chinese => 7.5,
            ScoringRules::Ing => 8.0,
            ScoringRules::Japanese => 6.5,
        }
    }
}

impl Display for ScoringRules {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ScoringRules {
    type Err = ParseScoringRulesError;

    fn from_str(text: &str) -> Result<Self, ParseScoringRulesError> {
        let found = Self::ALL
            .into_iter()
            .find(|rules| text.eq_ignore_ascii_case(rules.name()));
        found.ok_or_else(|| ParseScoringRulesError(text.to_owned()))
    }
}

impl Display for ParseScoringRulesError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names = ScoringRules::ALL.map(ScoringRules::name).join(", ");
        write!(f, "unknown rules `{}`: expected one of {names}", self.0)
    }
}

impl std::error::Error for ParseScoringRulesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_again_and_others_are_told_all_of_them() {
        for rules in ScoringRules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!("Chinese".parse(), Ok(ScoringRules::Chinese));
        let error = "Korean".parse::<ScoringRules>().unwrap_err();
        let told = "unknown rules `Korean`: expected one of chinese, ing, japanese";
        assert_eq!(error.to_string(), told);
    }
}
