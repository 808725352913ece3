//! Lines: step strings, their mirror, and their canonical form.

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;
use strum::{IntoStaticStr, VariantArray};

use crate::game::Step;
use crate::game::go::{Handedness, ParseStepError};

/// The player of a step: odd steps of a line belong to the first mover, even ones to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Side {
    /// The side that played the line's first step.
    First,
    /// The side that answered it.
    Second,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn opposite(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// The side to move after this many steps, tenukis included.
    #[must_use]
    pub const fn to_move_after(steps: usize) -> Side {
        if steps.is_multiple_of(2) { Side::First } else { Side::Second }
    }
}

/// A step string: the moves of one corner from the empty corner on, in one frame, colour-free.
///
/// Its text has two letters per step, `DDCFXXFC`. Lines order like their text.
///
/// ```
/// use joseki::book::{Line, Side};
///
/// let line: Line = "DDFCCF".parse()?;
/// assert_eq!(line.canonical().to_string(), "DDCFFC");
/// assert_eq!(line.mirror(), line.canonical());
/// assert_eq!(line.to_move(), Side::Second);
/// assert!("DDC".parse::<Line>().is_err());
/// # Ok::<(), joseki::book::ParseLineError>(())
/// ```
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(SmallVec<[Step; INLINE]>);

impl Clone for Line {
    /// Clones with one copy; the derived impl would clone step by step.
    fn clone(&self) -> Line {
        Line(SmallVec::from_slice(&self.0))
    }
}

/// Inline capacity in steps: most lines in games need no allocation.
const INLINE: usize = 24;

impl Line {
    /// Creates the empty line.
    #[must_use]
    pub fn new() -> Line {
        Line(SmallVec::new())
    }

    /// The steps in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// The number of steps, tenukis included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the line has no step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a step.
    pub fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    /// Removes and returns the last step.
    pub fn pop(&mut self) -> Option<Step> {
        self.0.pop()
    }

    /// The steps from the last to the first.
    #[must_use]
    pub fn reversed(mut self) -> Line {
        self.0.reverse();
        self
    }

    /// The side whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        Side::to_move_after(self.0.len())
    }

    /// Whether the line contains a tenuki.
    #[must_use]
    pub fn has_tenuki(&self) -> bool {
        self.0.contains(&Step::TENUKI)
    }

    /// Whether the last step is a tenuki.
    #[must_use]
    pub fn ends_in_tenuki(&self) -> bool {
        self.0.last() == Some(&Step::TENUKI)
    }

    /// The line in the other handedness. An involution.
    #[must_use]
    pub fn mirror(&self) -> Line {
        self.0.iter().map(|step| step.mirror()).collect()
    }

    /// Mirrors the line if `mirror` is set.
    #[must_use]
    pub fn mirror_if(&self, mirror: bool) -> Line {
        if mirror { self.mirror() } else { self.clone() }
    }

    /// Whether the canonical form is the mirror of this one. `None` while every step is its own
    /// mirror, so that the handedness is undetermined.
    #[must_use]
    pub fn is_mirrored(&self) -> Option<bool> {
        let step = self.0.iter().find(|step| !step.is_symmetric())?;
        Some(step.mirror() < *step)
    }

    /// The lexicographically smaller of the line and its mirror.
    #[must_use]
    pub fn canonical(&self) -> Line {
        self.mirror_if(self.is_mirrored().unwrap_or(false))
    }

    /// Whether the line equals its canonical form.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.is_mirrored() != Some(true)
    }

    /// The handedness of the frame in which a line read clockwise becomes canonical; `None` while
    /// it is undetermined.
    #[must_use]
    pub fn handedness(&self) -> Option<Handedness> {
        self.is_mirrored().map(Handedness::mirrored)
    }
}

impl FromIterator<Step> for Line {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Line {
        Line(steps.into_iter().collect())
    }
}

impl Extend<Step> for Line {
    fn extend<I: IntoIterator<Item = Step>>(&mut self, steps: I) {
        self.0.extend(steps);
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Write the text with one call: a caller's buffer may grow with each.
        let letters: SmallVec<[u8; 2 * INLINE]> =
            self.0.iter().flat_map(|step| step.letters()).collect();
        f.write_str(std::str::from_utf8(&letters).map_err(|_| fmt::Error)?)
    }
}

/// The error for a text that is not a step string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseLineError {
    /// An odd number of letters.
    #[error("the step string \"{0}\" ends in half a step: each step has two letters")]
    HalfStep(String),
    /// Two letters that are not a step.
    #[error("step {number} of the string: {source}")]
    Step {
        /// The number of the step, from 1.
        number: usize,
        /// The error of the step.
        source: ParseStepError,
    },
    /// A tenuki in an impossible place.
    #[error("step {number} of the string: {problem}")]
    Tenuki {
        /// The number of the step, from 1.
        number: usize,
        /// The reason.
        problem: &'static str,
    },
}

impl FromStr for Line {
    type Err = ParseLineError;

    /// Parses a step string in either case. A tenuki neither starts a line nor follows another: two
    /// in a row, one by each side, cancel out.
    fn from_str(text: &str) -> Result<Line, ParseLineError> {
        let letters: Vec<char> = text.chars().collect();
        if !letters.len().is_multiple_of(2) {
            return Err(ParseLineError::HalfStep(text.to_owned()));
        }
        let mut line = Line::new();
        for (index, pair) in letters.chunks_exact(2).enumerate() {
            let number = index + 1;
            let step: Step = String::from_iter(pair)
                .parse()
                .map_err(|source| ParseLineError::Step { number, source })?;
            if step.is_tenuki() && line.is_empty() {
                let problem = "a line cannot start with a tenuki";
                return Err(ParseLineError::Tenuki { number, problem });
            }
            if step.is_tenuki() && line.ends_in_tenuki() {
                let problem = "two tenukis in a row cancel, leave both out";
                return Err(ParseLineError::Tenuki { number, problem });
            }
            line.push(step);
        }
        Ok(line)
    }
}

#[cfg(test)]
pub(crate) mod tests_support {
    use super::*;
    use proptest::prelude::*;

    /// Lines of diagonal and other steps, so that the handedness is often undetermined.
    pub(crate) fn any_line() -> impl Strategy<Value = Line> {
        let step = prop_oneof![
            (0u8..5).prop_filter_map("on the diagonal", |u| Step::new(u, u)),
            (0u8..19, 0u8..19).prop_filter_map("in the frame", |(u, v)| Step::new(u, v)),
            Just(Step::TENUKI),
        ];
        let allowed = |line: &Line, step: Step| {
            !step.is_tenuki() || !(line.is_empty() || line.ends_in_tenuki())
        };
        proptest::collection::vec(step, 0..16).prop_map(move |steps| {
            steps.into_iter().fold(Line::new(), |mut line, step| {
                if allowed(&line, step) {
                    line.push(step);
                }
                line
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::tests_support::any_line;
    use super::*;
    use proptest::prelude::*;

    fn line(text: &str) -> Line {
        text.parse().unwrap()
    }

    #[test]
    fn the_golden_line_has_the_mirror_of_the_facts_page() {
        let golden = line("DDCFFCCCCDBDBEBCCEEBXXJCECFBGC");
        assert_eq!(golden.mirror().to_string(), "DDFCCFCCDCDBEBCBECBEXXCJCEBFCG");
        assert_eq!(golden.mirror().canonical(), golden);
        assert_eq!(golden.len(), 15);
        assert!(golden.is_canonical() && !golden.mirror().is_canonical());
    }

    #[test]
    fn handedness_is_undetermined_on_the_diagonal() {
        assert_eq!(line("DDCCXX").handedness(), None);
        assert_eq!(line("DDCCCF").handedness(), Some(Handedness::Clockwise));
        assert_eq!(line("DDCCXXFC").handedness(), Some(Handedness::CounterClockwise));
    }

    #[test]
    fn bad_strings_say_where() {
        let message = |text: &str| text.parse::<Line>().unwrap_err().to_string();
        assert!(message("DDC").contains("half a step"));
        assert!(message("DDTT").starts_with("step 2 of the string: invalid step \"TT\""));
        assert!(message("XXDD").contains("cannot start"));
        assert!(message("DDXXXX").starts_with("step 3"));
        assert!(message("é").contains("half a step"));
    }

    proptest! {
        #[test]
        fn mirror_is_an_involution_and_canonical_the_smaller(line in any_line()) {
            prop_assert_eq!(line.mirror().mirror(), line.clone());
            prop_assert_eq!(line.to_string().parse(), Ok(line.clone()));
            let smaller = line.to_string().min(line.mirror().to_string());
            prop_assert_eq!(line.canonical().to_string(), smaller);
            prop_assert_eq!(line.mirror().canonical(), line.canonical());
            prop_assert_eq!(line.canonical().canonical(), line.canonical());
        }

        #[test]
        fn lines_order_like_their_texts(a in any_line(), b in any_line()) {
            prop_assert_eq!(a.cmp(&b), a.to_string().cmp(&b.to_string()));
        }
    }
}
