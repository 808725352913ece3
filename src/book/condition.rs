//! Conditions: what must be true of the actual board for a move to be playable.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::game::Step;
use crate::game::go::ParseStepError;

/// One thing that must be true of the board, in the frame of the node that carries it. *Own* is the
/// side that plays the node's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Predicate {
    /// An own stone stands at the step.
    Own(Step),
    /// An enemy stone stands at the step.
    Enemy(Step),
    /// No stone stands at the step.
    Empty(Step),
}

impl Predicate {
    /// The step that it speaks of.
    #[must_use]
    pub const fn step(self) -> Step {
        match self {
            Predicate::Own(step) | Predicate::Enemy(step) | Predicate::Empty(step) => step,
        }
    }

    /// The same in the other handedness.
    #[must_use]
    pub const fn mirror(self) -> Predicate {
        match self {
            Predicate::Own(step) => Predicate::Own(step.mirror()),
            Predicate::Enemy(step) => Predicate::Enemy(step.mirror()),
            Predicate::Empty(step) => Predicate::Empty(step.mirror()),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Predicate::Own(_) => "own",
            Predicate::Enemy(_) => "enemy",
            Predicate::Empty(_) => "empty",
        }
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name(), self.step())
    }
}

/// The conditions of a node: alternatives, of which one must hold whole; none for no condition.
///
/// A move that two sources give under different conditions is playable under either, and a move that
/// one of them gives without any is playable always: that is [`Conditions::or`], which is
/// commutative, associative and idempotent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Conditions(BTreeSet<BTreeSet<Predicate>>);

impl Conditions {
    /// No condition at all.
    #[must_use]
    pub const fn always() -> Conditions {
        Conditions(BTreeSet::new())
    }

    /// All of these must hold.
    #[must_use]
    pub fn all_of(predicates: impl IntoIterator<Item = Predicate>) -> Conditions {
        let all: BTreeSet<Predicate> = predicates.into_iter().collect();
        if all.is_empty() {
            return Conditions::always();
        }
        Conditions(BTreeSet::from([all]))
    }

    /// Whether there is no condition.
    #[must_use]
    pub fn is_always(&self) -> bool {
        self.0.is_empty()
    }

    /// Either these or those. An alternative that asks for more than another is absorbed by it.
    #[must_use]
    pub fn or(&self, other: &Conditions) -> Conditions {
        if self.is_always() || other.is_always() {
            return Conditions::always();
        }
        let all: BTreeSet<BTreeSet<Predicate>> = self.0.union(&other.0).cloned().collect();
        let kept = all.iter().filter(|wider| {
            !all.iter()
                .any(|narrower| narrower != *wider && narrower.is_subset(wider))
        });
        Conditions(kept.cloned().collect())
    }

    /// The same in the other handedness.
    #[must_use]
    pub fn mirror(&self) -> Conditions {
        let mirror = |all: &BTreeSet<Predicate>| all.iter().map(|p| p.mirror()).collect();
        Conditions(self.0.iter().map(mirror).collect())
    }

    /// The alternatives, each a set of predicates that must all hold.
    pub fn alternatives(&self) -> impl ExactSizeIterator<Item = &BTreeSet<Predicate>> {
        self.0.iter()
    }
}

impl Default for Conditions {
    fn default() -> Conditions {
        Conditions::always()
    }
}

impl fmt::Display for Conditions {
    /// `own(CF) and empty(DD) or enemy(PP)`; nothing if there is no condition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, all) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " or " })?;
            for (index, predicate) in all.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { " and " })?;
                write!(f, "{predicate}")?;
            }
        }
        Ok(())
    }
}

/// A text that is no condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseConditionsError {
    /// Not of the form `own(CF)`.
    #[error("\"{0}\" is no condition: expected own(STEP), enemy(STEP) or empty(STEP)")]
    Predicate(String),
    /// The step between the parentheses is none.
    #[error(transparent)]
    Step(#[from] ParseStepError),
}

impl FromStr for Conditions {
    type Err = ParseConditionsError;

    fn from_str(text: &str) -> Result<Conditions, ParseConditionsError> {
        if text.trim().is_empty() {
            return Ok(Conditions::always());
        }
        let mut found: Option<Conditions> = None;
        for all in text.split(" or ") {
            let predicates: Result<BTreeSet<Predicate>, _> = all
                .split(" and ")
                .map(|text| parse_predicate(text.trim()))
                .collect();
            let all = Conditions::all_of(predicates?);
            found = Some(found.map_or_else(|| all.clone(), |found| found.or(&all)));
        }
        Ok(found.unwrap_or_default())
    }
}

fn parse_predicate(text: &str) -> Result<Predicate, ParseConditionsError> {
    let error = || ParseConditionsError::Predicate(text.to_owned());
    let (name, rest) = text.split_once('(').ok_or_else(error)?;
    let step: Step = rest.strip_suffix(')').ok_or_else(error)?.parse()?;
    match name {
        "own" => Ok(Predicate::Own(step)),
        "enemy" => Ok(Predicate::Enemy(step)),
        "empty" => Ok(Predicate::Empty(step)),
        _ => Err(error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn conditions(text: &str) -> Conditions {
        text.parse().unwrap()
    }

    fn any_conditions() -> impl Strategy<Value = Conditions> {
        let predicate = (0u8..3, 0u8..2, 0u8..2).prop_filter_map("a step", |(kind, u, v)| {
            let step = Step::new(u, v)?;
            Some(
                [
                    Predicate::Own(step),
                    Predicate::Enemy(step),
                    Predicate::Empty(step),
                ][usize::from(kind)],
            )
        });
        let all = proptest::collection::vec(predicate, 0..3).prop_map(Conditions::all_of);
        (all.clone(), all).prop_map(|(a, b)| a.or(&b))
    }

    #[test]
    fn an_alternative_that_asks_for_more_is_absorbed() {
        let wide = conditions("own(CF) and empty(DD)");
        assert_eq!(wide.or(&conditions("own(CF)")).to_string(), "own(CF)");
        assert!(wide.or(&Conditions::always()).is_always());
        let either = conditions("empty(DD)").or(&conditions("own(CF)"));
        assert_eq!(either.to_string(), "own(CF) or empty(DD)");
    }

    #[test]
    fn bad_texts_are_shown() {
        for text in ["own", "own(CF", "mine(CF)", "own(TT)", "own(CF) and"] {
            assert!(text.parse::<Conditions>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn or_is_a_semilattice(a in any_conditions(), b in any_conditions(), c in any_conditions()) {
            prop_assert_eq!(a.or(&a), a.clone());
            prop_assert_eq!(a.or(&b), b.or(&a));
            prop_assert_eq!(a.or(&b).or(&c), a.or(&b.or(&c)));
        }

        #[test]
        fn text_and_mirror_round_trip(a in any_conditions()) {
            prop_assert_eq!(conditions(&a.to_string()), a.clone());
            prop_assert_eq!(a.mirror().mirror(), a);
        }
    }
}
