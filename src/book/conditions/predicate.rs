//! Predicates: single statements about a board, in the frame of the node that carries them.

use std::fmt;

use strum::{Display, IntoStaticStr, VariantArray};

use super::region::ConditionRegion;
use joseki_game::{Color, Step};

/// The most steps that may be played before a ladder is read.
pub const MAX_AFTER: usize = 20;

/// A side as conditions name it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum ConditionSide {
    /// The side that plays the node's move.
    Own,
    /// The other side.
    Enemy,
    /// The side that made the line's first move.
    First,
    /// The side that made the second move.
    Second,
}

impl ConditionSide {
    /// The colour of the side, where `own` plays the move of a line that `first` began.
    #[must_use]
    pub const fn color(self, own: Color, first: Color) -> Color {
        match self {
            ConditionSide::Own => own,
            ConditionSide::Enemy => own.opposite(),
            ConditionSide::First => first,
            ConditionSide::Second => first.opposite(),
        }
    }
}

/// A statement about a board. Steps and regions are in the frame of the node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Predicate {
    /// A stone of the side that plays the node's move stands at the step.
    Own(Step),
    /// A stone of the other side stands at the step.
    Enemy(Step),
    /// No stone stands at the step.
    Empty(Step),
    /// A stone of the line's first player stands at the step.
    First(Step),
    /// A stone of the line's second player stands at the step.
    Second(Step),
    /// The ladder of the chain at `step` is good for a side: for its owner if it escapes, for the
    /// other side if it is captured. It is read after the node's own move and the steps of `after`,
    /// which the sides play in turn, the enemy first.
    Ladder {
        /// A stone of the chased chain.
        step: Step,
        /// The side for which the ladder must be good.
        good_for: ConditionSide,
        /// The steps played before it, at most [`MAX_AFTER`]; `XX` is a tenuki.
        after: Vec<Step>,
    },
    /// No stone stands in the region.
    Open(ConditionRegion),
    /// A stone stands in the region.
    Occupied(ConditionRegion),
    /// A side has more stones in the region than the other.
    Friendly(ConditionRegion, ConditionSide),
    /// A side has a ko threat outside the corner.
    KoThreat(ConditionSide),
}

impl Predicate {
    /// The predicate in the other handedness.
    #[must_use]
    pub fn mirror(&self) -> Predicate {
        match self {
            Predicate::Own(step) => Predicate::Own(step.mirror()),
            Predicate::Enemy(step) => Predicate::Enemy(step.mirror()),
            Predicate::Empty(step) => Predicate::Empty(step.mirror()),
            Predicate::First(step) => Predicate::First(step.mirror()),
            Predicate::Second(step) => Predicate::Second(step.mirror()),
            Predicate::Ladder { step, good_for, after } => Predicate::Ladder {
                step: step.mirror(),
                good_for: *good_for,
                after: after.iter().map(|step| step.mirror()).collect(),
            },
            Predicate::Open(region) => Predicate::Open(region.mirror()),
            Predicate::Occupied(region) => Predicate::Occupied(region.mirror()),
            Predicate::Friendly(region, who) => Predicate::Friendly(region.mirror(), *who),
            Predicate::KoThreat(who) => Predicate::KoThreat(*who),
        }
    }
}

/// Writes the form that [`Conditions`](super::Conditions) parse: `ladder(CF, own, after FC CC)`.
impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Predicate::Own(step) => write!(f, "own({step})"),
            Predicate::Enemy(step) => write!(f, "enemy({step})"),
            Predicate::Empty(step) => write!(f, "empty({step})"),
            Predicate::First(step) => write!(f, "first({step})"),
            Predicate::Second(step) => write!(f, "second({step})"),
            Predicate::Ladder { step, good_for, after } => {
                write!(f, "ladder({step}, {good_for}")?;
                if !after.is_empty() {
                    f.write_str(", after")?;
                }
                for step in after {
                    write!(f, " {step}")?;
                }
                f.write_str(")")
            }
            Predicate::Open(region) => write!(f, "open({region})"),
            Predicate::Occupied(region) => write!(f, "occupied({region})"),
            Predicate::Friendly(region, ConditionSide::Own) => write!(f, "friendly({region})"),
            Predicate::Friendly(region, who) => write!(f, "friendly({region}, {who})"),
            Predicate::KoThreat(who) => write!(f, "ko_threat({who})"),
        }
    }
}

/// A predicate that must hold, or must not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// Whether the predicate must not hold; positive literals sort first.
    pub negated: bool,
    /// The predicate.
    pub predicate: Predicate,
}

impl Literal {
    /// The literal in the other handedness.
    #[must_use]
    pub fn mirror(&self) -> Literal {
        Literal { predicate: self.predicate.mirror(), negated: self.negated }
    }

    /// The negation.
    #[must_use]
    pub fn not(&self) -> Literal {
        Literal { predicate: self.predicate.clone(), negated: !self.negated }
    }
}

impl From<Predicate> for Literal {
    fn from(predicate: Predicate) -> Literal {
        Literal { predicate, negated: false }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.negated { "not " } else { "" })?;
        self.predicate.fmt(f)
    }
}
