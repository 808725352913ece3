//! Conditions in disjunctive normal form: alternatives of literals that must all hold.

use std::collections::BTreeSet;
use std::fmt;

use super::parse::MAX_ALTERNATIVES;
use super::predicate::Literal;
use joseki_game::Symmetry;

/// The most alternatives that one operation may create before redundant ones are absorbed.
const MAX_AT_ONCE: usize = 8 * MAX_ALTERNATIVES;

type All = BTreeSet<Literal>;

/// The conditions of a node: a disjunction, whose alternatives are conjunctions. Empty means no
/// condition.
///
/// A move that two sources give under different conditions is playable under either, and a move
/// that one of them gives without any is always playable. This is [`Conditions::or`], which is
/// commutative, associative and idempotent.
///
/// ```
/// use joseki_book::Conditions;
///
/// let conditions: Conditions = "not (enemy(PP) or empty(CC))".parse()?;
/// assert_eq!(conditions.to_string(), "not enemy(PP) and not empty(CC)");
/// assert!(conditions.or(&Conditions::always()).is_always());
/// assert_eq!("own(TT)".parse::<Conditions>().unwrap_err().at, 4);
/// # Ok::<(), joseki_book::ParseConditionsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Conditions(BTreeSet<All>);

impl Conditions {
    /// The absence of any condition.
    #[must_use]
    pub const fn always() -> Conditions {
        Conditions(BTreeSet::new())
    }

    /// Conditions that require all of the literals.
    #[must_use]
    pub fn all_of<T: Into<Literal>>(literals: impl IntoIterator<Item = T>) -> Conditions {
        let all: All = literals.into_iter().map(Into::into).collect();
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

    /// The disjunction. An alternative that requires more than another is absorbed by it.
    #[must_use]
    pub fn or(&self, other: &Conditions) -> Conditions {
        if self.is_always() || other.is_always() {
            return Conditions::always();
        }
        Conditions(absorbed(self.0.union(&other.0).cloned().collect()))
    }

    /// The conjunction; `None` if it can never hold or has too many alternatives.
    #[must_use]
    pub fn and(&self, other: &Conditions) -> Option<Conditions> {
        match (self.is_always(), other.is_always()) {
            (true, _) => Some(other.clone()),
            (_, true) => Some(self.clone()),
            _ => {
                let both = Dnf(self.0.clone()).and(&Dnf(other.0.clone()))?;
                let few = both.alternatives() <= MAX_ALTERNATIVES;
                Conditions::from_dnf(both).filter(|_| few)
            }
        }
    }

    /// The image of the conditions. Only corners have conditions: other symmetries than that of a
    /// corner change nothing.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Conditions {
        if symmetry.transposes() { self.mirror() } else { self.clone() }
    }

    /// The conditions in the other handedness.
    #[must_use]
    pub fn mirror(&self) -> Conditions {
        let mirror = |all: &All| all.iter().map(Literal::mirror).collect();
        Conditions(self.0.iter().map(mirror).collect())
    }

    /// The alternatives, each a set of literals that must all hold.
    pub fn alternatives(&self) -> impl ExactSizeIterator<Item = &BTreeSet<Literal>> {
        self.0.iter()
    }

    /// Returns `None` if the form can never hold.
    pub(super) fn from_dnf(dnf: Dnf) -> Option<Conditions> {
        let always = dnf.0.iter().any(BTreeSet::is_empty);
        let never = dnf.0.is_empty();
        (!never).then(|| if always { Conditions::always() } else { Conditions(dnf.0) })
    }
}

impl Default for Conditions {
    fn default() -> Conditions {
        Conditions::always()
    }
}

impl fmt::Display for Conditions {
    /// Writes `own(CF) and empty(DD) or not enemy(PP)`; nothing if there is no condition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, all) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " or " })?;
            for (index, literal) in all.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { " and " })?;
                write!(f, "{literal}")?;
            }
        }
        Ok(())
    }
}

/// Alternatives during parsing. Unlike [`Conditions`], no alternatives means never.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Dnf(BTreeSet<All>);

impl Dnf {
    pub(super) fn from_literal(literal: Literal) -> Dnf {
        Dnf(BTreeSet::from([BTreeSet::from([literal])]))
    }

    pub(super) fn alternatives(&self) -> usize {
        self.0.len()
    }

    pub(super) fn or(&self, other: &Dnf) -> Dnf {
        Dnf(absorbed(self.0.union(&other.0).cloned().collect()))
    }

    /// Returns `None` if there are too many alternatives.
    pub(super) fn and(&self, other: &Dnf) -> Option<Dnf> {
        let mut both = BTreeSet::new();
        for one in &self.0 {
            for two in &other.0 {
                let all: All = one.union(two).cloned().collect();
                // A literal and its negation never hold together.
                if !all.iter().any(|literal| all.contains(&literal.not())) {
                    both.insert(all);
                }
                if both.len() > MAX_AT_ONCE {
                    return None;
                }
            }
        }
        Some(Dnf(absorbed(both)))
    }

    /// Returns `None` if there are too many alternatives.
    pub(super) fn not(&self) -> Option<Dnf> {
        let always = Dnf(BTreeSet::from([All::new()]));
        self.0.iter().try_fold(always, |none, all| {
            let opposite = all.iter().map(|literal| BTreeSet::from([literal.not()]));
            none.and(&Dnf(opposite.collect()))
        })
    }
}

fn absorbed(all: BTreeSet<All>) -> BTreeSet<All> {
    let kept = all.iter().filter(|wider| {
        !all.iter().any(|narrower| narrower != *wider && narrower.is_subset(wider))
    });
    kept.cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::super::{ConditionRegion, ConditionSide, Predicate};
    use super::*;
    use joseki_game::Step;
    use proptest::prelude::*;
    use strum::VariantArray;

    fn conditions(text: &str) -> Conditions {
        text.parse().unwrap()
    }

    fn any_predicate() -> impl Strategy<Value = Predicate> {
        let step = || (0u8..3, 0u8..3).prop_filter_map("a step", |(u, v)| Step::corner(u, v));
        let who = proptest::sample::select(ConditionSide::VARIANTS);
        let region = (0usize..6, step(), step()).prop_map(|(named, one, two)| {
            let region = ConditionRegion::NAMED.get(named).copied();
            region.unwrap_or_else(|| ConditionRegion::between(one, two).unwrap())
        });
        let after = proptest::collection::vec(prop_oneof![step(), Just(Step::TENUKI)], 0..3);
        (0u8..10, step(), who, region, after).prop_map(
            |(kind, step, who, region, after)| match kind {
                0 => Predicate::Own(step),
                1 => Predicate::Enemy(step),
                2 => Predicate::Empty(step),
                3 => Predicate::First(step),
                4 => Predicate::Second(step),
                5 => Predicate::Open(region),
                6 => Predicate::Occupied(region),
                7 => Predicate::Friendly(region, who),
                8 => Predicate::KoThreat(who),
                _ => Predicate::Ladder { step, good_for: who, after },
            },
        )
    }

    fn any_conditions() -> impl Strategy<Value = Conditions> {
        let literal = (any_predicate(), any::<bool>())
            .prop_map(|(predicate, negated)| Literal { predicate, negated });
        let all = proptest::collection::vec(literal, 0..3).prop_map(Conditions::all_of);
        let all = all.boxed();
        (all.clone(), all).prop_map(|(a, b)| a.or(&b))
    }

    /// Evaluates conditions given the predicates that hold, by the definition "one of them
    /// entirely".
    fn holds(conditions: &Conditions, so: &dyn Fn(&Predicate) -> bool) -> bool {
        let whole = |all: &All| all.iter().all(|it| so(&it.predicate) != it.negated);
        conditions.is_always() || conditions.alternatives().any(whole)
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
    fn and_of_what_excludes_itself_is_none() {
        let both = |a: &str, b: &str| conditions(a).and(&conditions(b));
        assert_eq!(both("own(CF)", "not own(CF)"), None);
        assert_eq!(both("", "own(CF)"), Some(conditions("own(CF)")));
        let either = both("own(CF) or own(DD)", "not own(CF)").unwrap();
        assert_eq!(either.to_string(), "own(DD) and not own(CF)");
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
            prop_assume!(a.and(&a).is_some());
            prop_assert_eq!(conditions(&a.to_string()), a.and(&a).unwrap());
            prop_assert_eq!(a.mirror().mirror(), a);
        }

        #[test]
        fn operators_mean_what_they_say(a in any_conditions(), b in any_conditions(), bits in any::<u64>()) {
            // A hash of the predicates' texts decides which of them hold.
            let so = |predicate: &Predicate| {
                let text = predicate.to_string();
                let hash = text.bytes().fold(bits | 1, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
                hash >> 40 & 1 == 1
            };
            let [x, y] = [&a, &b].map(|it| holds(it, &so));
            prop_assert_eq!(holds(&a.or(&b), &so), x || y);
            match a.and(&b) {
                Some(both) => prop_assert_eq!(holds(&both, &so), x && y),
                None => prop_assert!(!(x && y)),
            }
            if !a.is_always() && let Ok(none) = format!("not ({a})").parse::<Conditions>() {
                prop_assert_eq!(holds(&none, &so), !x);
            }
            if !a.is_always() && !b.is_always() && let Ok(it) = format!("({a}) and not ({b})").parse::<Conditions>() {
                prop_assert_eq!(holds(&it, &so), x && !y);
            }
        }
    }
}
