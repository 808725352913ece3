//! Steps: the moves of a line as codes, their alphabets, and their texts.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::size::BoardSize;
use super::symmetry::{Symmetries, Symmetry};

/// One move of a line: a code that orders like its text. The code says which [`Alphabet`] it is
/// from, so a step is transformed and written without anything else at hand.
///
/// ```
/// use joseki::game::{Alphabet, BoardSize, Step, Symmetry};
///
/// let step: Step = "CF".parse()?;
/// assert_eq!(step.coordinates(), Some((2, 5)));
/// assert_eq!(step.transformed(Symmetry::TRANSPOSE).to_string(), "FC");
/// assert!("XX".parse::<Step>()?.is_tenuki());
/// assert!("ZZ".parse::<Step>().is_err());
///
/// let board = Alphabet::board(BoardSize::new(15)?).ok_or("a size without an alphabet")?;
/// let step = board.parse_step("HF")?;
/// assert_eq!(step.transformed(Symmetry::ROTATE_90).to_string(), "JH");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u16);

/// The two letters of a tenuki, in every alphabet.
const TENUKI_LETTERS: [u8; 2] = *b"XX";

/// The lines of a corner. Its steps have a short way in the functions that every query needs.
const CORNER_LINES: u16 = 19;

/// The number of codes of one alphabet: a board has at most 20 × 20 points.
const CODES: u16 = 512;

/// Where the steps of a line are: what their two letters count, and the symmetries under which two
/// lines are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alphabet(u8);

impl Alphabet {
    /// A corner of a board of up to 19 lines, counted from the corner point. Stores keep its codes.
    pub const CORNER: Alphabet = Alphabet(0);

    /// The number of a 3×5 board; smaller ones are those of square boards.
    const OBLONG: u8 = 31;

    /// The bit that distinguishes boards from the corner.
    const BOARD: u8 = 32;

    /// The points of a whole board, counted from the upper left: of a square one of up to 20 lines,
    /// or of 3×5 points.
    #[must_use]
    pub const fn board(size: BoardSize) -> Option<Alphabet> {
        match (size.width(), size.get()) {
            (width, height @ 2..=20) if width == height => Some(Alphabet(Alphabet::BOARD | height)),
            (3, 5) => Some(Alphabet(Alphabet::BOARD | Alphabet::OBLONG)),
            _ => None,
        }
    }

    /// The numbers of different first and second coordinates.
    #[must_use]
    pub const fn dimensions(self) -> (u8, u8) {
        match self.0 & !Alphabet::BOARD {
            0 => (CORNER_LINES as u8, CORNER_LINES as u8),
            Alphabet::OBLONG => (3, 5),
            lines => (lines, lines),
        }
    }

    /// The symmetries under which lines are the same.
    #[must_use]
    pub const fn symmetries(self) -> Symmetries {
        match self.0 & !Alphabet::BOARD {
            0 => Symmetries::CORNER,
            Alphabet::OBLONG => Symmetries::RECTANGLE,
            _ => Symmetries::SQUARE,
        }
    }

    /// The step at these coordinates, 0-based; `None` outside.
    #[must_use]
    #[inline]
    pub const fn step(self, u: u8, v: u8) -> Option<Step> {
        let (width, height) = self.dimensions();
        if u >= width || v >= height {
            return None;
        }
        Some(Step(self.0 as u16 * CODES + u as u16 * height as u16 + v as u16))
    }

    /// Returns the step with this code, as a store kept it; `None` if the alphabet has none.
    #[must_use]
    pub fn step_with_code(self, code: u16) -> Option<Step> {
        let step = Step::from_code(code)?;
        step.alphabet().is_none_or(|alphabet| alphabet == self).then_some(step)
    }

    /// Whether a text consists of the letters of this alphabet, as the beginning of a line does.
    #[must_use]
    pub fn may_begin(self, text: &str) -> bool {
        let (width, height) = self.dimensions();
        let last = b'A' + width.max(height) - 1;
        text.bytes().all(|letter| letter == b'X' || (b'A'..=last).contains(&letter))
    }

    /// Parses two letters in either case.
    ///
    /// # Errors
    /// The text is neither a step of this alphabet nor a tenuki.
    pub fn parse_step(self, text: &str) -> Result<Step, ParseStepError> {
        let error = || ParseStepError { text: text.to_owned(), alphabet: self };
        let [u, v] = text.as_bytes() else {
            return Err(error());
        };
        if text.as_bytes().eq_ignore_ascii_case(&TENUKI_LETTERS) {
            return Ok(Step::TENUKI);
        }
        let letter = |byte: &u8| byte.to_ascii_uppercase().wrapping_sub(b'A');
        self.step(letter(u), letter(v)).ok_or_else(error)
    }
}

impl Step {
    /// The player moved elsewhere, or passed. Sorts after every other step, as `XX` does.
    pub const TENUKI: Step = Step(u16::MAX);

    /// Returns the step with this code, as a store kept it; `None` if there is none.
    #[must_use]
    pub const fn from_code(code: u16) -> Option<Step> {
        let step = Step(code);
        if step.is_tenuki() || step.coordinates().is_some() { Some(step) } else { None }
    }

    /// The step at `(u, v)` of a corner, both counted from the corner; `None` from the 20th line.
    #[must_use]
    #[inline]
    pub const fn corner(u: u8, v: u8) -> Option<Step> {
        if u as u16 >= CORNER_LINES || v as u16 >= CORNER_LINES {
            return None;
        }
        Some(Step(u as u16 * CORNER_LINES + v as u16))
    }

    /// Returns the code, as stores keep it.
    #[must_use]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// Index of the step within its alphabet, below 512.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 % CODES) as usize
    }

    /// Whether this is the tenuki.
    #[must_use]
    pub const fn is_tenuki(self) -> bool {
        self.0 == u16::MAX
    }

    /// The alphabet; `None` for the tenuki, which all have.
    #[must_use]
    pub const fn alphabet(self) -> Option<Alphabet> {
        let number = self.0 / CODES;
        let is_square =
            Alphabet::BOARD as u16 + 2 <= number && number <= Alphabet::BOARD as u16 + 20;
        if number == 0 || is_square || number == (Alphabet::BOARD | Alphabet::OBLONG) as u16 {
            Some(Alphabet(number as u8))
        } else {
            None
        }
    }

    /// The coordinates `(u, v)`, 0-based; `None` for the tenuki.
    #[must_use]
    #[inline]
    pub const fn coordinates(self) -> Option<(u8, u8)> {
        if self.is_in_corner() {
            return Some(((self.0 / CORNER_LINES) as u8, (self.0 % CORNER_LINES) as u8));
        }
        self.coordinates_on_board()
    }

    const fn coordinates_on_board(self) -> Option<(u8, u8)> {
        let Some(alphabet) = self.alphabet() else {
            return None;
        };
        let (width, height) = alphabet.dimensions();
        let index = self.0 % CODES;
        let (u, v) = (index / height as u16, index % height as u16);
        if u < width as u16 { Some((u as u8, v as u8)) } else { None }
    }

    const fn is_in_corner(self) -> bool {
        self.0 < CORNER_LINES * CORNER_LINES
    }

    /// The image under a symmetry of its alphabet; a tenuki stays a tenuki.
    #[must_use]
    #[inline]
    pub const fn transformed(self, symmetry: Symmetry) -> Step {
        if symmetry.number() == 0 {
            return self;
        }
        if self.is_in_corner() {
            let (u, v) = (self.0 / CORNER_LINES, self.0 % CORNER_LINES);
            return if symmetry.transposes() { Step(v * CORNER_LINES + u) } else { self };
        }
        self.transformed_on_board(symmetry)
    }

    const fn transformed_on_board(self, symmetry: Symmetry) -> Step {
        let (Some(alphabet), Some(point)) = (self.alphabet(), self.coordinates()) else {
            return self;
        };
        // A symmetry of another alphabet would lead outside.
        if !alphabet.symmetries().contains(symmetry) {
            return self;
        }
        let (u, v) = symmetry.apply(point, alphabet.dimensions());
        match alphabet.step(u, v) {
            Some(step) => step,
            None => self,
        }
    }

    /// Those of some symmetries under which the step's image is least.
    #[must_use]
    #[inline]
    pub fn least_under(self, symmetries: Symmetries) -> Symmetries {
        // What is left of a line's symmetries is mostly one that its alphabet has.
        if symmetries.len() == 1 {
            return symmetries;
        }
        self.least_under_several(symmetries)
    }

    fn least_under_several(self, symmetries: Symmetries) -> Symmetries {
        // Before the first step of a line, those of all alphabets are left.
        let symmetries = match self.alphabet() {
            Some(alphabet) => symmetries.intersection(alphabet.symmetries()),
            None => return symmetries,
        };
        let mut least = (self, Symmetries::default());
        for symmetry in symmetries.iter() {
            let image = self.transformed(symmetry);
            let only = Symmetries::only(symmetry);
            if least.1.is_empty() || image < least.0 {
                least = (image, only);
            } else if image == least.0 {
                least.1 = Symmetries::from_bits(least.1.bits() | only.bits());
            }
        }
        least.1
    }

    /// The step mirrored in the diagonal of a corner.
    #[must_use]
    pub const fn mirror(self) -> Step {
        self.transformed(Symmetry::TRANSPOSE)
    }

    /// Mirrors the step in the diagonal of a corner if `mirror` is set.
    #[must_use]
    pub const fn mirror_if(self, mirror: bool) -> Step {
        if mirror { self.mirror() } else { self }
    }

    /// The two letters of the text.
    #[must_use]
    pub fn letters(self) -> [u8; 2] {
        self.coordinates().map_or(TENUKI_LETTERS, |(u, v)| [b'A' + u, b'A' + v])
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.letters();
        letters.into_iter().try_for_each(|letter| f.write_char(char::from(letter)))
    }
}

/// The error for a text that is not a step of an alphabet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid step \"{text}\": expected two letters {}, or XX for a tenuki", letters(*.alphabet))]
pub struct ParseStepError {
    /// The text.
    pub text: String,
    alphabet: Alphabet,
}

/// Writes `A to S`, or `A to C and A to E`.
fn letters(alphabet: Alphabet) -> String {
    let (width, height) = alphabet.dimensions();
    let range = |lines: u8| format!("A to {}", char::from(b'A' + lines - 1));
    match width == height {
        true => range(width),
        false => format!("{} and {}", range(width), range(height)),
    }
}

impl FromStr for Step {
    type Err = ParseStepError;

    /// Parses a step of a corner: two letters in either case.
    fn from_str(text: &str) -> Result<Step, ParseStepError> {
        Alphabet::CORNER.parse_step(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alphabets() -> impl Iterator<Item = Alphabet> {
        let sizes = BoardSize::all().chain(BoardSize::rectangle(3, 5));
        sizes.filter_map(Alphabet::board).chain([Alphabet::CORNER])
    }

    fn steps(alphabet: Alphabet) -> impl Iterator<Item = Step> {
        let (width, height) = alphabet.dimensions();
        (0..width).flat_map(move |u| (0..height).filter_map(move |v| alphabet.step(u, v)))
    }

    #[test]
    fn every_step_of_every_alphabet_reads_back() {
        for alphabet in alphabets() {
            for step in steps(alphabet).chain([Step::TENUKI]) {
                assert_eq!(alphabet.parse_step(&step.to_string()), Ok(step));
                assert_eq!(alphabet.parse_step(&step.to_string().to_lowercase()), Ok(step));
                assert_eq!(Step::from_code(step.code()), Some(step));
                assert_eq!(step.alphabet(), (!step.is_tenuki()).then_some(alphabet));
            }
        }
        let codes = (0..=u16::MAX).filter_map(Step::from_code).count();
        assert_eq!(codes, alphabets().map(|alphabet| steps(alphabet).count()).sum::<usize>() + 1);
    }

    /// Stores keep the codes: other values need a migration.
    #[test]
    fn codes_of_the_corner_are_frozen() {
        let code = |text: &str| text.parse::<Step>().map(Step::code);
        assert_eq!(["AA", "AB", "BA", "SS", "XX"].map(code), [0, 1, 19, 360, 65_535].map(Ok));
    }

    #[test]
    fn codes_order_like_their_texts() {
        for alphabet in alphabets() {
            let mut sorted: Vec<Step> = steps(alphabet).chain([Step::TENUKI]).collect();
            sorted.sort_by_key(ToString::to_string);
            assert!(sorted.is_sorted());
        }
    }

    #[test]
    fn symmetries_permute_the_steps_of_their_alphabet() {
        for alphabet in alphabets() {
            for symmetry in alphabet.symmetries().iter() {
                let mut images: Vec<Step> =
                    steps(alphabet).map(|step| step.transformed(symmetry)).collect();
                let back = images.iter().map(|step| step.transformed(symmetry.inverse()));
                assert!(back.eq(steps(alphabet)));
                images.sort_unstable();
                assert!(images.into_iter().eq(steps(alphabet)));
            }
            assert_eq!(Step::TENUKI.transformed(Symmetry::TRANSPOSE), Step::TENUKI);
        }
    }

    #[test]
    fn the_mirror_swaps_the_letters() {
        for step in steps(Alphabet::CORNER) {
            let text = step.to_string();
            assert_eq!(step.mirror().to_string(), text.chars().rev().collect::<String>());
        }
    }

    #[test]
    fn what_is_no_step_is_refused_with_its_text() {
        for text in ["", "A", "ABC", "TA", "AT", "X", "XA", "A1", "é", "日"] {
            let error = text.parse::<Step>().unwrap_err();
            assert!(error.to_string().contains(&format!("\"{text}\"")), "{error}");
        }
        let board = |width, height| {
            let size = BoardSize::rectangle(width, height).unwrap();
            Alphabet::board(size).unwrap()
        };
        let error = board(3, 5).parse_step("DA").unwrap_err().to_string();
        assert_eq!(
            error,
            "invalid step \"DA\": expected two letters A to C and A to E, or XX for a tenuki"
        );
        assert!(board(5, 5).parse_step("FA").is_err());
    }
}
