//! Board sizes.

use std::fmt;

use thiserror::Error;

/// The size of a board: columns and rows, 2 to 25 each. Most boards are square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize {
    height: u8,
    width: u8,
}

impl BoardSize {
    /// The smallest board, 2×2.
    pub const MIN: Self = Self::square(2);
    /// The usual board, 19×19.
    pub const NINETEEN: Self = Self::square(19);
    /// The board of xiangqi, 9×10.
    pub const XIANGQI: Self = Self { height: 10, width: 9 };
    /// The largest board, 25×25: GTP has 25 column letters.
    pub const MAX: Self = Self::square(25);

    const fn square(lines: u8) -> Self {
        Self { height: lines, width: lines }
    }

    /// Creates the size of a board of `lines` lines.
    ///
    /// # Errors
    ///
    /// When `lines` is not in 2 to 25.
    pub const fn new(lines: u8) -> Result<Self, BoardSizeError> {
        Self::rectangle(lines, lines)
    }

    /// Creates the size of a board of `width` columns and `height` rows.
    ///
    /// # Errors
    ///
    /// When one of them is not in 2 to 25.
    pub const fn rectangle(width: u8, height: u8) -> Result<Self, BoardSizeError> {
        match (is_size(width), is_size(height)) {
            (true, true) => Ok(Self { height, width }),
            (false, _) => Err(BoardSizeError { lines: width }),
            (true, false) => Err(BoardSizeError { lines: height }),
        }
    }

    /// Every size of a square board, 2 to 25.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::MIN.height..=Self::MAX.height).map(Self::square)
    }

    /// The number of lines of a square board, N; of another one, the number of rows.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.height
    }

    /// The number of columns.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The largest coordinate of a square board, N − 1.
    #[must_use]
    pub const fn max(self) -> u8 {
        self.height - 1
    }

    /// The number of points.
    #[must_use]
    pub const fn area(self) -> u32 {
        self.width as u32 * self.height as u32
    }

    /// One bit for each column.
    pub(super) const fn row_mask(self) -> u32 {
        (1 << self.width) - 1
    }
}

const fn is_size(lines: u8) -> bool {
    BoardSize::MIN.height <= lines && lines <= BoardSize::MAX.height
}

impl TryFrom<u8> for BoardSize {
    type Error = BoardSizeError;

    fn try_from(lines: u8) -> Result<Self, Self::Error> {
        Self::new(lines)
    }
}

/// Writes columns and rows, such as `19x19`.
impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// The error for an unsupported number of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("invalid board size {lines}: expected 2 to 25 lines")]
pub struct BoardSizeError {
    /// The number given.
    pub lines: u8,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    #[test]
    fn sizes_run_from_2_to_25() {
        for lines in 0..=u8::MAX {
            let size = BoardSize::new(lines);
            if (2..=25).contains(&lines) {
                assert_eq!(size.map(BoardSize::get), Ok(lines));
                assert_eq!(size.map(BoardSize::max), Ok(lines - 1));
            } else {
                assert_eq!(size, Err(BoardSizeError { lines }));
            }
            assert_eq!(BoardSize::try_from(lines), size);
        }
        assert_eq!(BoardSize::all().count(), 24);
    }

    #[test]
    fn points_are_in_reading_order_and_complete() {
        for size in BoardSize::all() {
            let points: Vec<Point> = size.points().collect();
            assert_eq!(points.len(), size.area() as usize);
            assert!(points.is_sorted_by(|a, b| a < b));
            assert!(points.iter().all(|&point| size.contains(point)));
        }
    }

    #[test]
    fn a_point_is_checked_against_the_board() {
        let size = BoardSize::NINETEEN;
        assert_eq!(size.point(18, 0), Some(Point::new(18, 0)));
        assert_eq!(size.point(19, 0), None);
        assert_eq!(size.point(0, 255), None);
        assert!(!size.contains(Point::new(19, 0)));
        assert!(!size.contains(Point::new(0, 19)));
    }

    #[test]
    fn texts_say_the_size() {
        assert_eq!(BoardSize::NINETEEN.to_string(), "19x19");
        assert_eq!(
            BoardSizeError { lines: 26 }.to_string(),
            "invalid board size 26: expected 2 to 25 lines"
        );
    }
}
