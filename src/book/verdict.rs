//! Verdicts: the categories by which players judge a joseki move.

use std::fmt;
use std::str::FromStr;

/// A curator's verdict on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The main choice.
    Ideal,
    /// A sound choice.
    Good,
    /// A loss if answered correctly.
    Mistake,
    /// A trap (hamete) that works only if answered wrongly.
    Trick,
    /// Doubtful, or right only in special cases.
    Question,
}

impl Verdict {
    /// All verdicts, the best for play first.
    pub const ALL: [Verdict; 5] = [
        Verdict::Ideal,
        Verdict::Good,
        Verdict::Trick,
        Verdict::Question,
        Verdict::Mistake,
    ];

    /// The name in API responses, imports and stores.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Ideal => "ideal",
            Verdict::Good => "good",
            Verdict::Mistake => "mistake",
            Verdict::Trick => "trick",
            Verdict::Question => "question",
        }
    }

    /// The value that ranks moves, −2 to 2; a move without a verdict counts 0.
    #[must_use]
    pub const fn value(self) -> i8 {
        match self {
            Verdict::Ideal => 2,
            Verdict::Good => 1,
            Verdict::Trick | Verdict::Question => -1,
            Verdict::Mistake => -2,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for an unknown verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown verdict \"{0}\": expected ideal, good, mistake, trick or question")]
pub struct ParseVerdictError(pub String);

impl FromStr for Verdict {
    type Err = ParseVerdictError;

    fn from_str(text: &str) -> Result<Verdict, ParseVerdictError> {
        let found = Verdict::ALL
            .into_iter()
            .find(|verdict| verdict.name() == text);
        found.ok_or_else(|| ParseVerdictError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_values_fall_in_order() {
        for verdict in Verdict::ALL {
            assert_eq!(verdict.name().parse(), Ok(verdict));
        }
        assert!(Verdict::ALL.is_sorted_by_key(|verdict| -verdict.value()));
        assert!(
            "Ideal"
                .parse::<Verdict>()
                .unwrap_err()
                .to_string()
                .contains("\"Ideal\"")
        );
    }
}
