//! The eight symmetries of the board.

use crate::format::five::sgf_text::Point;

/// One of the eight symmetries of the board. Bit 0 mirrors the first coordinate, bit 1 the
/// second; bit 2 exchanges the coordinates before that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry(pub u8);

impl Symmetry {
    /// All symmetries, the identity first.
    pub(super) const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];
}

/// A point whose eight images differ on boards of five lines and more.
const PROBE: Point = (0, 1);

impl Symmetry {
    /// Returns the image of a point.
    pub(super) fn apply(self, (x, y): Point, size: u8) -> Point {
        let last = size.saturating_sub(1);
        let mirror =
            |bit, value| if self.0 & bit == 0 { value } else { last.saturating_sub(value) };
        let (first, second) = if self.0 & 4 == 0 { (x, y) } else { (y, x) };
        (mirror(1, first), mirror(2, second))
    }

    /// Returns the symmetry that applies `self` and then `next`.
    pub(super) fn then(self, next: Self, size: u8) -> Self {
        Self::with_image(next.apply(self.apply(PROBE, size), size), size)
    }

    /// Returns the symmetry that undoes `self`.
    pub(super) fn inverse(self, size: u8) -> Self {
        let undoes = |candidate: &Self| candidate.apply(self.apply(PROBE, size), size) == PROBE;
        Self::ALL.into_iter().find(undoes).unwrap_or(self)
    }

    fn with_image(image: Point, size: u8) -> Self {
        Self::ALL
            .into_iter()
            .find(|symmetry| symmetry.apply(PROBE, size) == image)
            .unwrap_or(Self(0))
    }
}
