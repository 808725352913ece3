//! Verdicts: the categories by which players judge a joseki move.

use std::str::FromStr;

use strum::{Display, IntoStaticStr, VariantArray};

use joseki_base::named::{Named, UnknownName};

/// A curator's verdict on a move, the best for play first. Book files state the index.
///
/// ```
/// use joseki_base::named::{Named, UnknownName};
/// use joseki_book::Verdict;
///
/// let verdict: Verdict = "trick".parse()?;
/// assert_eq!((verdict, verdict.value()), (Verdict::Trick, -1));
/// assert_eq!(Verdict::Mistake.to_string(), "mistake");
/// assert_eq!(Verdict::names(), ["ideal", "good", "trick", "question", "mistake"]);
/// let error = "bad".parse::<Verdict>().unwrap_err().to_string();
/// assert!(error.starts_with("unknown verdict \"bad\": expected ideal, good"));
/// # Ok::<(), UnknownName>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// The main choice.
    Ideal,
    /// A sound choice.
    Good,
    /// A trap (hamete) that works only if answered wrongly.
    Trick,
    /// Doubtful, or right only in special cases.
    Question,
    /// A loss if answered correctly.
    Mistake,
}

impl Verdict {
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

impl FromStr for Verdict {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Verdict, UnknownName> {
        Verdict::parse("verdict", text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_values_fall_in_order() {
        for verdict in Verdict::VARIANTS.iter().copied() {
            assert_eq!(verdict.to_string().parse(), Ok(verdict));
        }
        assert!(Verdict::VARIANTS.is_sorted_by_key(|verdict| -verdict.value()));
        assert!("Ideal".parse::<Verdict>().unwrap_err().to_string().contains("\"Ideal\""));
    }
}
