//! Lines: step strings, their mirror, and their canonical form.

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;

use joseki_game::{Alphabet, ParseStepError, Side, Step, Symmetries, Symmetry};

/// A step string: the moves of one corner from the empty corner on, in one frame, colour-free.
///
/// Its text has two letters per step, `DDCFXXFC`, or four of moves between squares, `b2e2h9g7`.
/// Lines order like their text.
///
/// ```
/// use joseki_book::Line;
/// use joseki_game::Side;
///
/// let line: Line = "DDFCCF".parse()?;
/// assert_eq!(line.canonical().to_string(), "DDCFFC");
/// assert_eq!(line.mirror(), line.canonical());
/// assert_eq!(line.to_move(), Side::Second);
/// assert!("DDC".parse::<Line>().is_err());
/// # Ok::<(), joseki_book::ParseLineError>(())
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

    /// The image under a symmetry of the steps' alphabet.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Line {
        match symmetry {
            Symmetry::IDENTITY => self.clone(),
            _ => self.0.iter().map(|step| step.transformed(symmetry)).collect(),
        }
    }

    /// The line in the other handedness of its corner. An involution.
    #[must_use]
    pub fn mirror(&self) -> Line {
        self.transformed(Symmetry::TRANSPOSE)
    }

    /// The symmetries under which the line becomes its canonical form, the least of its images.
    ///
    /// Each step keeps those under which it is least, so the canonical form of a prefix is a prefix
    /// of the canonical form. As many are left as the line's stabiliser has; all eight for the
    /// empty line.
    #[must_use]
    pub fn orientations(&self) -> Symmetries {
        let Some(alphabet) = self.0.iter().find_map(|step| step.alphabet()) else {
            return Symmetries::SQUARE;
        };
        if alphabet == Alphabet::CORNER {
            return self.corner_orientations();
        }
        let mut left = alphabet.symmetries();
        for step in &self.0 {
            if left.len() == 1 {
                break;
            }
            left = step.least_under(left);
        }
        left
    }

    /// The same for a corner, by its two symmetries: queries ask for it at every move.
    fn corner_orientations(&self) -> Symmetries {
        for step in &self.0 {
            let mirror = step.mirror();
            if mirror != *step {
                return Symmetries::only(Symmetry::transpose_if(mirror < *step));
            }
        }
        Symmetries::CORNER
    }

    /// The symmetries that leave the line as it is.
    #[must_use]
    pub fn stabiliser(&self) -> Symmetries {
        let orientations = self.orientations();
        let back = orientations.first().inverse();
        orientations.iter().map(|symmetry| symmetry.then(back)).collect()
    }

    /// The least of the line's images.
    #[must_use]
    pub fn canonical(&self) -> Line {
        self.transformed(self.orientations().first())
    }

    /// Whether the line equals its canonical form.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.orientations().contains(Symmetry::IDENTITY)
    }

    /// Whether the canonical form of a line in a corner is its mirror. `None` while every step is
    /// its own mirror, so that the handedness is undetermined.
    #[must_use]
    pub fn is_mirrored(&self) -> Option<bool> {
        let orientations = self.orientations();
        (orientations.len() == 1).then(|| orientations.first().transposes())
    }

    /// Parses a step string of an alphabet, in either case. A tenuki neither starts a line nor
    /// follows another: two in a row, one by each side, cancel out.
    ///
    /// # Errors
    /// The text is not a step string; the error says where.
    pub fn parse(alphabet: Alphabet, text: &str) -> Result<Line, ParseLineError> {
        let letters: Vec<char> = text.chars().collect();
        if !letters.len().is_multiple_of(alphabet.letters()) {
            let text = text.to_owned();
            return Err(ParseLineError::HalfStep { text, letters: alphabet.letters() });
        }
        let mut line = Line::new();
        for (index, pair) in letters.chunks_exact(alphabet.letters()).enumerate() {
            let number = index + 1;
            let step = alphabet
                .parse_step(&String::from_iter(pair))
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

impl AsRef<[Step]> for Line {
    fn as_ref(&self) -> &[Step] {
        &self.0
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
        let mut letters: SmallVec<[u8; 4 * INLINE]> = SmallVec::new();
        self.0.iter().for_each(|step| letters.extend_from_slice(&step.letters()));
        f.write_str(std::str::from_utf8(&letters).map_err(|_| fmt::Error)?)
    }
}

/// The error for a text that is not a step string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseLineError {
    /// A number of letters that does not fit.
    #[error("the step string \"{text}\" ends in half a step: each step has {} letters", if *.letters == 2 { "two" } else { "four" })]
    HalfStep {
        /// The text.
        text: String,
        /// The letters of a step.
        letters: usize,
    },
    /// Letters that are not a step.
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

    /// Parses a step string of a corner, as [`Line::parse`] does.
    fn from_str(text: &str) -> Result<Line, ParseLineError> {
        Line::parse(Alphabet::CORNER, text)
    }
}

#[cfg(test)]
pub(crate) mod tests_support {
    use super::*;
    use proptest::prelude::*;

    /// Lines of diagonal and other steps, so that the handedness is often undetermined.
    pub(crate) fn any_line() -> impl Strategy<Value = Line> {
        let step = prop_oneof![
            (0u8..5).prop_filter_map("on the diagonal", |u| Step::corner(u, u)),
            (0u8..19, 0u8..19).prop_filter_map("in the frame", |(u, v)| Step::corner(u, v)),
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
    use joseki_game::{BoardSize, LinePosition, Variant};
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
        assert_eq!(line("DDCCXX").is_mirrored(), None);
        assert_eq!(line("DDCCCF").is_mirrored(), Some(false));
        assert_eq!(line("DDCCXXFC").is_mirrored(), Some(true));
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

    /// Lines of an alphabet whose first steps are near the centre, where images coincide.
    fn any_line_of(alphabet: Alphabet) -> impl Strategy<Value = Line> {
        let (width, height) = alphabet.dimensions();
        let central =
            (width / 2 - u8::from(width > 3)..=width / 2, height / 2 - 1..=height / 2 + 1);
        let step = prop_oneof![central, (0..width, 0..height)];
        let step = step.prop_filter_map("on the board", move |(u, v)| alphabet.step(u, v));
        proptest::collection::vec(step, 0..7).prop_map(Line::from_iter)
    }

    fn any_line_of_any_group() -> impl Strategy<Value = Line> {
        let board =
            |width, height| Alphabet::board(BoardSize::rectangle(width, height).unwrap()).unwrap();
        let boards = [board(5, 5), board(6, 6), board(15, 15)].map(any_line_of);
        let [odd, even, large] = boards;
        prop_oneof![
            odd,
            even,
            large,
            any_line_of(board(3, 5)),
            any_line_of(Alphabet::CORNER),
            any_line()
        ]
    }

    fn group(line: &Line) -> Symmetries {
        let alphabet = line.steps().iter().find_map(|step| step.alphabet());
        alphabet.map_or(Symmetries::SQUARE, Alphabet::symmetries)
    }

    proptest! {
        #[test]
        fn the_canonical_form_is_the_least_of_all_images(line in any_line_of_any_group()) {
            let images = group(&line).iter().map(|symmetry| line.transformed(symmetry));
            let least = images.min_by_key(ToString::to_string).expect("the line itself");
            prop_assert_eq!(line.canonical(), least.clone());
            let orientations = line.orientations();
            for symmetry in group(&line).iter() {
                let image = line.transformed(symmetry);
                prop_assert_eq!(orientations.contains(symmetry), image == least);
                prop_assert_eq!(line.stabiliser().contains(symmetry), image == line);
                prop_assert_eq!(image.canonical(), least.clone());
                prop_assert_eq!(image.transformed(symmetry.inverse()), line.clone());
            }
            prop_assert_eq!(orientations.len(), line.stabiliser().len());
            prop_assert_eq!(group(&line).len() % orientations.len(), 0);
        }

        #[test]
        fn the_canonical_form_of_a_prefix_is_a_prefix(line in any_line_of_any_group()) {
            let canonical = line.canonical();
            for length in 0..=line.len() {
                let prefix: Line = line.steps()[..length].iter().copied().collect();
                let expected = canonical.steps()[..length].iter().copied();
                prop_assert_eq!(prefix.canonical(), expected.collect());
            }
        }

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

        #[test]
        fn the_mirror_has_the_same_key(line in any_line()) {
            let replay = |line: &Line| LinePosition::replay(Variant::GO, line);
            let (here, there) = (replay(&line), replay(&line.mirror()));
            prop_assert_eq!(here.is_some(), there.is_some());
            if let (Some(here), Some(there)) = (here, there) {
                let (here, there) = (here.key(line.to_move()), there.key(line.to_move()));
                prop_assert_eq!(here.transformed(Symmetry::TRANSPOSE), there);
                prop_assert!(here.is_symmetric() || here.by != there.by);
            }
        }
    }
}
