//! Steps: the moves of a line as codes, their alphabets, and their texts.

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;

use super::size::BoardSize;
use super::square::Shift;
use super::symmetry::{Symmetries, Symmetry};

/// One move of a line: a code that orders like its text. The code says which [`Alphabet`] it is
/// from, so a step is transformed and written without anything else at hand.
///
/// ```
/// use joseki_game::{Alphabet, BoardSize, Step, Symmetry};
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

/// The two letters of a tenuki, in every alphabet of points.
const TENUKI_LETTERS: [u8; 2] = *b"XX";

/// The lines of a corner. Its steps have a short way in the functions that every query needs.
const CORNER_LINES: u16 = 19;

/// The number of codes of one alphabet of points: a board has at most 20 × 20 of them.
const CODES: u16 = 512;

/// The bit that distinguishes codes of moves from one square to another. The others are 90 times
/// the number of the first square plus that of the second.
const SHIFT: u16 = 0x8000;

/// Where the steps of a line are: what their letters count, and the symmetries under which two
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

    /// Moves of xiangqi: four characters, the squares where a piece leaves and arrives, as in `b2e2`.
    pub const FROM_TO: Alphabet = Alphabet(64);

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

    /// The numbers of different first and second coordinates; none for moves between squares.
    #[must_use]
    pub const fn dimensions(self) -> (u8, u8) {
        match self.0 & !Alphabet::BOARD {
            _ if self.0 == Alphabet::FROM_TO.0 => (0, 0),
            0 => (CORNER_LINES as u8, CORNER_LINES as u8),
            Alphabet::OBLONG => (3, 5),
            lines => (lines, lines),
        }
    }

    /// The symmetries under which positions are the same: in xiangqi also those that exchange the
    /// sides.
    #[must_use]
    pub const fn position_symmetries(self) -> Symmetries {
        if self.0 == Alphabet::FROM_TO.0 { Symmetries::RECTANGLE } else { self.symmetries() }
    }

    /// The number of characters of a step.
    #[must_use]
    pub const fn letters(self) -> usize {
        if self.0 == Alphabet::FROM_TO.0 { 4 } else { 2 }
    }

    /// The letters of a line, in words.
    #[must_use]
    pub fn letter_range(self) -> String {
        let (width, height) = self.dimensions();
        match (self, width.max(height)) {
            (Alphabet::FROM_TO, _) => "squares of moves, as in b2e2".to_owned(),
            (_, lines) => format!("the letters A to {} and X", char::from(b'A' + lines - 1)),
        }
    }

    /// Writes a text as the steps of this alphabet are written.
    #[must_use]
    pub fn normalized(self, text: &str) -> String {
        match self {
            Alphabet::FROM_TO => text.to_ascii_lowercase(),
            _ => text.to_ascii_uppercase(),
        }
    }

    /// The symmetries under which lines are the same.
    #[must_use]
    pub const fn symmetries(self) -> Symmetries {
        match self.0 & !Alphabet::BOARD {
            _ if self.0 == Alphabet::FROM_TO.0 => Symmetries::LEFT_RIGHT,
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
        if self == Alphabet::FROM_TO {
            let is_file = |letter: u8| (b'a'..=b'i').contains(&letter);
            let ranks = text.bytes().skip(1).step_by(2);
            return text.bytes().step_by(2).all(is_file)
                && ranks.into_iter().all(|letter| letter.is_ascii_digit());
        }
        let (width, height) = self.dimensions();
        let last = b'A' + width.max(height) - 1;
        text.bytes().all(|letter| letter == b'X' || (b'A'..=last).contains(&letter))
    }

    /// Parses a step in letters of either case.
    ///
    /// # Errors
    /// The text is neither a step of this alphabet nor a tenuki, which moves of xiangqi never are.
    pub fn parse_step(self, text: &str) -> Result<Step, ParseStepError> {
        let error = || ParseStepError { text: text.to_owned(), alphabet: self };
        if self == Alphabet::FROM_TO {
            let shift = Shift::parse(&text.to_ascii_lowercase());
            return shift.map(Step::from).ok_or_else(error);
        }
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
        let is_known = step.is_tenuki() || step.coordinates().is_some() || step.shift().is_some();
        if is_known { Some(step) } else { None }
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

    /// Index of the step within its alphabet, below 512 for points and below 8,100 for moves
    /// between squares.
    #[must_use]
    pub const fn index(self) -> usize {
        if self.0 & SHIFT != 0 { (self.0 & !SHIFT) as usize } else { (self.0 % CODES) as usize }
    }

    /// Whether this is the tenuki.
    #[must_use]
    pub const fn is_tenuki(self) -> bool {
        self.0 == u16::MAX
    }

    /// The alphabet; `None` for the tenuki, which all have.
    #[must_use]
    pub const fn alphabet(self) -> Option<Alphabet> {
        if self.0 & SHIFT != 0 {
            return if self.is_tenuki() { None } else { Some(Alphabet::FROM_TO) };
        }
        let number = self.0 / CODES;
        let is_square =
            Alphabet::BOARD as u16 + 2 <= number && number <= Alphabet::BOARD as u16 + 20;
        if number == 0 || is_square || number == (Alphabet::BOARD | Alphabet::OBLONG) as u16 {
            Some(Alphabet(number as u8))
        } else {
            None
        }
    }

    /// The move between squares; `None` for steps of other alphabets.
    #[must_use]
    pub const fn shift(self) -> Option<Shift> {
        if self.0 & SHIFT == 0 || self.is_tenuki() {
            return None;
        }
        Shift::from_index((self.0 & !SHIFT) as usize)
    }

    /// The coordinates `(u, v)`, 0-based; `None` for the tenuki and for moves between squares.
    #[must_use]
    #[inline]
    pub const fn coordinates(self) -> Option<(u8, u8)> {
        if self.is_in_corner() {
            return Some(((self.0 / CORNER_LINES) as u8, (self.0 % CORNER_LINES) as u8));
        }
        self.coordinates_on_board()
    }

    /// The distance in lines, the larger of the two; `None` for the tenuki and for moves between
    /// squares.
    #[must_use]
    pub fn lines_to(self, other: Step) -> Option<u8> {
        let ((u, v), (other_u, other_v)) = (self.coordinates()?, other.coordinates()?);
        Some(u.abs_diff(other_u).max(v.abs_diff(other_v)))
    }

    const fn coordinates_on_board(self) -> Option<(u8, u8)> {
        if self.0 & SHIFT != 0 {
            return None;
        }
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

    /// The image under a symmetry of its alphabet, and for moves between squares under those that
    /// exchange the sides as well; a tenuki stays a tenuki.
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
        if let Some(shift) = self.shift() {
            return Step::of_shift(shift.transformed(symmetry));
        }
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

    const fn of_shift(shift: Shift) -> Step {
        Step(SHIFT | shift.index() as u16)
    }

    /// The letters of the text: two, or four of a move between squares.
    #[must_use]
    #[inline]
    pub fn letters(self) -> SmallVec<[u8; 4]> {
        match (self.coordinates(), self.shift()) {
            (Some((u, v)), _) => SmallVec::from_slice(&[b'A' + u, b'A' + v]),
            (None, Some(shift)) => SmallVec::from_buf(shift.letters()),
            (None, None) => SmallVec::from_slice(&TENUKI_LETTERS),
        }
    }
}

impl From<Shift> for Step {
    fn from(shift: Shift) -> Step {
        Step::of_shift(shift)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.letters()).map_err(|_| fmt::Error)?)
    }
}

/// The error for a text that is not a step of an alphabet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid step \"{text}\": expected {}", letters(*.alphabet))]
pub struct ParseStepError {
    /// The text.
    pub text: String,
    alphabet: Alphabet,
}

/// Writes `two letters A to S, or XX for a tenuki`, or the letters of other alphabets.
fn letters(alphabet: Alphabet) -> String {
    if alphabet == Alphabet::FROM_TO {
        return "the two squares of a move, as in h2e2".to_owned();
    }
    let (width, height) = alphabet.dimensions();
    let range = |lines: u8| format!("A to {}", char::from(b'A' + lines - 1));
    let letters = if width == height {
        range(width)
    } else {
        format!("{} and {}", range(width), range(height))
    };
    format!("two letters {letters}, or XX for a tenuki")
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
    use crate::xiangqi::Square;

    fn alphabets() -> impl Iterator<Item = Alphabet> {
        let sizes = BoardSize::all().chain(BoardSize::rectangle(3, 5));
        sizes.filter_map(Alphabet::board).chain([Alphabet::CORNER, Alphabet::FROM_TO])
    }

    /// All steps of an alphabet but the tenuki.
    fn steps(alphabet: Alphabet) -> impl Iterator<Item = Step> {
        let (width, height) = alphabet.dimensions();
        let points = (0..width).flat_map(move |u| (0..height).map(move |v| (u, v)));
        let squares = Square::all().filter(move |_| alphabet == Alphabet::FROM_TO);
        let shifts = squares.flat_map(|from| Square::all().map(move |to| Shift { from, to }));
        points.filter_map(move |(u, v)| alphabet.step(u, v)).chain(shifts.map(Step::from))
    }

    /// Those and the tenuki, where there is one.
    fn all_steps(alphabet: Alphabet) -> impl Iterator<Item = Step> {
        let tenuki = (alphabet != Alphabet::FROM_TO).then_some(Step::TENUKI);
        steps(alphabet).chain(tenuki)
    }

    #[test]
    fn every_step_of_every_alphabet_reads_back() {
        for alphabet in alphabets() {
            for step in all_steps(alphabet) {
                assert_eq!(step.letters().len(), alphabet.letters());
                assert!(alphabet.may_begin(&step.to_string()));
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
    fn codes_that_stores_keep_are_frozen() {
        let code = |text: &str| text.parse::<Step>().map(Step::code);
        assert_eq!(["AA", "AB", "BA", "SS", "XX"].map(code), [0, 1, 19, 360, 65_535].map(Ok));
        // 0x8000 + from × 90 + to, a square being its file × 10 + its rank.
        let code = |text: &str| Alphabet::FROM_TO.parse_step(text).map(Step::code);
        let golden = [0x8000, 0x8000 + 12 * 90 + 42, 0x8000 + 8_099];
        assert_eq!(["a0a0", "b2e2", "i9i9"].map(code), golden.map(Ok));
    }

    #[test]
    fn codes_order_like_their_texts() {
        for alphabet in alphabets() {
            let mut sorted: Vec<Step> = all_steps(alphabet).collect();
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
        for text in ["b2", "XX", "j0a0", "b2e2e3", "b2é", "2b2e"] {
            let error = Alphabet::FROM_TO.parse_step(text).unwrap_err().to_string();
            assert!(error.ends_with("expected the two squares of a move, as in h2e2"), "{error}");
        }
    }
}
