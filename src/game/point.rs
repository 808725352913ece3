//! A point of the board, and its GTP and SGF texts.

use thiserror::Error;

use super::size::BoardSize;

/// A point: column `x` and row `y`, both counted from 0 at the upper left.
///
/// Coordinates are below 25 on any board; [`BoardSize::contains`] checks whether a board has the
/// point. Points sort in reading order: by `y`, then by `x`.
///
/// ```
/// use joseki_game::{BoardSize, Point};
///
/// let size = BoardSize::NINETEEN;
/// let point = Point::from_gtp("q16", size)?;
/// assert_eq!((point.x(), point.y()), (15, 3));
/// assert_eq!(point.to_sgf(), "pd");
/// assert!(Point::from_gtp("I5", size).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// The derived order compares the fields as declared, hence `y` first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    y: u8,
    x: u8,
}

impl Point {
    /// Creates the point at (`x`, `y`), for coordinates known to be in range. Use
    /// [`BoardSize::point`] for untrusted input.
    ///
    /// # Panics
    ///
    /// When a coordinate is 25 or more.
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Self {
        assert!(x < 25 && y < 25, "coordinates must be below 25");
        Self { y, x }
    }

    /// The column, 0 at the left.
    #[must_use]
    pub const fn x(self) -> u8 {
        self.x
    }

    /// The row, 0 at the top.
    #[must_use]
    pub const fn y(self) -> u8 {
        self.y
    }

    /// The two to four neighbours of this point on a board of this size: above, left, right, below.
    pub fn neighbours(self, size: BoardSize) -> impl Iterator<Item = Self> {
        let Self { y, x } = self;
        [(x, y.wrapping_sub(1)), (x.wrapping_sub(1), y), (x + 1, y), (x, y + 1)]
            .into_iter()
            .filter_map(move |(x, y)| size.point(x, y))
    }

    /// The GTP text, such as `Q16`: the column `A` to `Z` without `I`, the row from the bottom. A
    /// point off the board gets the text that it has on the largest board.
    #[must_use]
    pub fn to_gtp(self, size: BoardSize) -> String {
        let size = if size.contains(self) { size } else { BoardSize::MAX };
        let row = size.get() - self.y;
        let mut text = String::with_capacity(3);
        text.push(column_letter(self.x));
        if row > 9 {
            text.push(char::from(b'0' + row / 10));
        }
        text.push(char::from(b'0' + row % 10));
        text
    }

    /// Parses a GTP text, the column letter in any case.
    ///
    /// # Errors
    ///
    /// When the text is not a letter and a number, or names a point off the board.
    pub fn from_gtp(text: &str, size: BoardSize) -> Result<Self, ParsePointError> {
        let (column, row) = split_gtp(text).ok_or_else(|| ParsePointError::gtp(text, size))?;
        size.get()
            .checked_sub(row)
            .and_then(|y| size.point(column, y))
            .ok_or_else(|| ParsePointError::off_board(text, size))
    }

    /// The text of renju and gomoku, such as `h8`: the column `a` to `y` with `i`, the row from the
    /// bottom.
    #[must_use]
    pub fn to_letter_number(self, size: BoardSize) -> String {
        let size = if size.contains(self) { size } else { BoardSize::MAX };
        format!("{}{}", char::from(b'a' + self.x), size.get() - self.y)
    }

    /// Parses a text of renju and gomoku, the column letter in any case.
    ///
    /// # Errors
    ///
    /// When the text is not a letter and a number, or names a point off the board.
    pub fn from_letter_number(text: &str, size: BoardSize) -> Result<Self, ParsePointError> {
        let error = || ParsePointError::LetterNumber { text: excerpt(text), size };
        let (letter, row) = split_letter_and_row(text).ok_or_else(error)?;
        if !letter.is_ascii_alphabetic() {
            return Err(error());
        }
        size.get()
            .checked_sub(row)
            .and_then(|y| size.point(letter.to_ascii_lowercase() - b'a', y))
            .ok_or_else(|| ParsePointError::off_board(text, size))
    }

    /// The SGF text, such as `pd`: the column and the row from the top, `a` = 0.
    #[must_use]
    pub fn to_sgf(self) -> String {
        [self.x, self.y].map(|c| char::from(b'a' + c)).iter().collect()
    }

    /// Parses an SGF text of two lower-case letters.
    ///
    /// # Errors
    ///
    /// When the text is anything else, or names a point off the board.
    pub fn from_sgf(text: &str, size: BoardSize) -> Result<Self, ParsePointError> {
        let &[x @ b'a'..=b'z', y @ b'a'..=b'z'] = text.as_bytes() else {
            return Err(ParsePointError::sgf(text, size));
        };
        size.point(x - b'a', y - b'a').ok_or_else(|| ParsePointError::off_board(text, size))
    }
}

/// The GTP letter of a column below 25; `I` is left out.
pub(super) const fn column_letter(x: u8) -> char {
    let letter = b'A' + x;
    (if letter < b'I' { letter } else { letter + 1 }) as char
}

/// Splits into the column from 0 and the row from 1.
fn split_gtp(text: &str) -> Option<(u8, u8)> {
    let (letter, row) = split_letter_and_row(text)?;
    Some((column_of(letter.to_ascii_uppercase())?, row))
}

/// Splits into the first byte and the row from 1, which has one or two digits and no leading zero.
fn split_letter_and_row(text: &str) -> Option<(u8, u8)> {
    let (&letter, digits) = text.as_bytes().split_first()?;
    let row = match *digits {
        [ones @ b'1'..=b'9'] => ones - b'0',
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + (ones - b'0'),
        _ => return None,
    };
    Some((letter, row))
}

const fn column_of(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'H' => Some(letter - b'A'),
        b'J'..=b'Z' => Some(letter - b'A' - 1),
        _ => None,
    }
}

/// The points of a board.
impl BoardSize {
    /// The point at (`x`, `y`), if it is on the board.
    #[must_use]
    pub const fn point(self, x: u8, y: u8) -> Option<Point> {
        if x < self.width() && y < self.get() { Some(Point::new(x, y)) } else { None }
    }

    /// Whether the board has this point.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width() && point.y() < self.get()
    }

    /// All points in reading order: row by row from the top, each from the left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.get()).flat_map(move |y| (0..self.width()).map(move |x| Point::new(x, y)))
    }
}

/// The error for a text that names no point of the board.
///
/// `text` is the input, cut to its first characters; `size` is the board it was parsed for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParsePointError {
    /// Not the two squares of a move of xiangqi.
    #[error(
        "invalid move {text:?}: expected the squares where a piece leaves and arrives, as in h2e2"
    )]
    Shift {
        /// The input.
        text: String,
    },
    /// Not a letter and a number.
    #[error("invalid GTP point {text:?}: expected a column letter {columns} and a row 1-{lines}",
        columns = columns(*size), lines = size.get())]
    Gtp {
        /// The input.
        text: String,
        /// The board it was parsed for.
        size: BoardSize,
    },
    /// Not a letter and a number, in the notation of renju.
    #[error("invalid point {text:?}: expected a column letter a-{last} and a row 1-{lines}",
        last = char::from(b'a' + (*size).max()), lines = size.get())]
    LetterNumber {
        /// The input.
        text: String,
        /// The board it was parsed for.
        size: BoardSize,
    },
    /// Not two lower-case letters.
    #[error("invalid SGF point {text:?}: expected two letters a-{last}",
        last = char::from(b'a' + (*size).max()))]
    Sgf {
        /// The input.
        text: String,
        /// The board it was parsed for.
        size: BoardSize,
    },
    /// A well-formed point of some larger board.
    #[error("point {text:?} is off the {size} board")]
    OffBoard {
        /// The input.
        text: String,
        /// The board it was parsed for.
        size: BoardSize,
    },
}

impl ParsePointError {
    pub(super) fn shift(text: &str) -> Self {
        Self::Shift { text: excerpt(text) }
    }

    fn gtp(text: &str, size: BoardSize) -> Self {
        let text = excerpt(text);
        Self::Gtp { text, size }
    }

    fn sgf(text: &str, size: BoardSize) -> Self {
        let text = excerpt(text);
        Self::Sgf { text, size }
    }

    fn off_board(text: &str, size: BoardSize) -> Self {
        let text = excerpt(text);
        Self::OffBoard { text, size }
    }
}

/// Cuts a text short for a message: an error must not carry a whole file.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 20;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The column letters of a board, for a message.
fn columns(size: BoardSize) -> String {
    let skips_i = if size.get() > 8 { " without I" } else { "" };
    format!("A-{}{skips_i}", column_letter(size.max()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: BoardSize = BoardSize::NINETEEN;

    #[test]
    fn every_point_of_every_board_reads_back_from_both_texts() {
        for size in BoardSize::all() {
            for point in size.points() {
                let gtp = point.to_gtp(size);
                assert_eq!(Point::from_gtp(&gtp, size), Ok(point));
                assert_eq!(Point::from_gtp(&gtp.to_lowercase(), size), Ok(point));
                assert_eq!(Point::from_sgf(&point.to_sgf(), size), Ok(point));
                let text = point.to_letter_number(size);
                assert_eq!(Point::from_letter_number(&text, size), Ok(point));
                assert_eq!(Point::from_letter_number(&text.to_uppercase(), size), Ok(point));
            }
        }
    }

    #[test]
    fn every_point_outside_the_board_is_refused() {
        for size in BoardSize::all() {
            for point in BoardSize::MAX.points().filter(|&p| !size.contains(p)) {
                let text = point.to_sgf();
                assert_eq!(
                    Point::from_sgf(&text, size),
                    Err(ParsePointError::OffBoard { text, size })
                );
            }
        }
    }

    #[test]
    fn known_texts() {
        let check = |x, y, gtp: &str, sgf: &str| {
            assert_eq!(Point::new(x, y).to_gtp(SIZE), gtp);
            assert_eq!(Point::new(x, y).to_sgf(), sgf);
        };
        check(15, 3, "Q16", "pd");
        check(0, 0, "A19", "aa");
        check(7, 18, "H1", "hs");
        check(8, 18, "J1", "is");
        check(18, 18, "T1", "ss");
        assert_eq!(Point::new(24, 0).to_gtp(BoardSize::MAX), "Z25");
        assert_eq!(Point::new(24, 0).to_gtp(SIZE), "Z25");
    }

    #[test]
    fn malformed_texts_are_refused_with_what_was_expected() {
        let gtp = |text| Point::from_gtp(text, SIZE).unwrap_err().to_string();
        for text in ["", "Q", "16", "I5", "Q0", "Q04", "Q+4", "Q123", " Q4", "Q4 ", "é4", "QQ4"] {
            assert!(gtp(text).contains("invalid GTP point"), "{text:?}");
        }
        assert_eq!(
            gtp("Q"),
            "invalid GTP point \"Q\": expected a column letter A-T without I and a row 1-19"
        );
        assert_eq!(gtp("U3"), "point \"U3\" is off the 19x19 board");
        assert_eq!(gtp("A20"), "point \"A20\" is off the 19x19 board");

        let sgf = |text| Point::from_sgf(text, SIZE).unwrap_err().to_string();
        for text in ["", "p", "PD", "pdd", "p1", "é", "a{", "`a"] {
            assert!(sgf(text).contains("invalid SGF point"), "{text:?}");
        }
        assert_eq!(sgf("p"), "invalid SGF point \"p\": expected two letters a-s");
        assert_eq!(sgf("tt"), "point \"tt\" is off the 19x19 board");
    }

    #[test]
    fn an_error_quotes_only_the_start_of_a_long_text() {
        let text = "é".repeat(1000);
        let error = Point::from_gtp(&text, SIZE).unwrap_err().to_string();
        assert!(error.contains(&format!(" \"{}…\":", "é".repeat(20))));
    }

    #[test]
    fn columns_are_named_for_the_board() {
        let named = |lines| columns(BoardSize::new(lines).unwrap());
        assert_eq!(named(8), "A-H");
        assert_eq!(named(9), "A-J without I");
        assert_eq!(named(25), "A-Z without I");
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        let count = |x, y, lines| {
            let size = BoardSize::new(lines).unwrap();
            Point::new(x, y).neighbours(size).count()
        };
        assert_eq!(count(0, 0, 2), 2);
        assert_eq!(count(18, 18, 19), 2);
        assert_eq!(count(18, 9, 19), 3);
        assert_eq!(count(9, 9, 19), 4);
        assert_eq!(count(24, 24, 25), 2);
    }
}
