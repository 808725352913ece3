//! The rule sets by which a board is counted.

use std::str::FromStr;

use strum::{Display, IntoStaticStr, VariantArray};

use joseki_base::named::{Named, UnknownName};

/// The rule set by which a finished board is counted.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
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

impl ScoringRules {
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

/// Parses the name of a rule set in any case.
impl FromStr for ScoringRules {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<ScoringRules, UnknownName> {
        let known = ScoringRules::from_name(&text.to_ascii_lowercase());
        known.map_or_else(|| ScoringRules::parse("rules", text), Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_again_and_others_are_told_all_of_them() {
        for rules in ScoringRules::VARIANTS {
            assert_eq!(rules.to_string().parse(), Ok(*rules));
        }
        assert_eq!("Chinese".parse(), Ok(ScoringRules::Chinese));
        let error = "Korean".parse::<ScoringRules>().unwrap_err();
        let told = "unknown rules \"Korean\": expected chinese, ing or japanese";
        assert_eq!(error.to_string(), told);
    }
}
