//! Symmetries of a board and of its regions, and sets of them.

use std::fmt;

/// One of the eight symmetries of the square, as a map of coordinates `(u, v)`: first `u` and `v`
/// are exchanged or not, then each is counted from the other side or not.
///
/// ```
/// use joseki_game::Symmetry;
///
/// let quarter = Symmetry::ROTATE_90;
/// assert_eq!(quarter.apply((1, 0), (5, 5)), (4, 1));
/// assert_eq!(quarter.then(quarter), Symmetry::ROTATE_180);
/// assert_eq!(quarter.then(quarter.inverse()), Symmetry::IDENTITY);
/// assert_eq!(quarter.name(), "rotate_90");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

const TRANSPOSE: u8 = 1;
const FLIP_U: u8 = 2;
const FLIP_V: u8 = 4;

/// By number; `u` runs to the right and `v` down. Answers show these names.
const NAMES: [&str; 8] = [
    "identity",
    "transpose",
    "mirror_left_right",
    "rotate_90",
    "mirror_top_bottom",
    "rotate_270",
    "rotate_180",
    "anti_transpose",
];

impl Symmetry {
    /// Every point stays.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// The reflection in the diagonal through `(0, 0)`.
    pub const TRANSPOSE: Symmetry = Symmetry(TRANSPOSE);
    /// The reflection that exchanges left and right.
    pub const MIRROR_LEFT_RIGHT: Symmetry = Symmetry(FLIP_U);
    /// The turn by 90° clockwise.
    pub const ROTATE_90: Symmetry = Symmetry(TRANSPOSE | FLIP_U);
    /// The reflection that exchanges top and bottom.
    pub const MIRROR_TOP_BOTTOM: Symmetry = Symmetry(FLIP_V);
    /// The half turn.
    pub const ROTATE_180: Symmetry = Symmetry(FLIP_U | FLIP_V);

    /// Returns [`Symmetry::TRANSPOSE`] if `transpose`, else the identity.
    #[must_use]
    pub const fn transpose_if(transpose: bool) -> Symmetry {
        Symmetry(transpose as u8)
    }

    /// The symmetry with this number, 0 to 7; higher bits are ignored.
    #[must_use]
    pub const fn from_number(number: u8) -> Symmetry {
        Symmetry(number & 7)
    }

    /// The number, 0 to 7.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether `u` and `v` are exchanged.
    #[must_use]
    pub const fn transposes(self) -> bool {
        self.0 & TRANSPOSE != 0
    }

    /// Whether top and bottom are exchanged, and with them the sides of a game that is played from
    /// both.
    #[must_use]
    pub const fn turns_over(self) -> bool {
        self.0 & FLIP_V != 0
    }

    /// The image of a point of a board of `width` × `height` points; only square boards are
    /// transposed.
    #[must_use]
    pub const fn apply(self, (u, v): (u8, u8), (width, height): (u8, u8)) -> (u8, u8) {
        let (u, v) = if self.transposes() { (v, u) } else { (u, v) };
        let u = if self.0 & FLIP_U != 0 { width - 1 - u } else { u };
        let v = if self.0 & FLIP_V != 0 { height - 1 - v } else { v };
        (u, v)
    }

    /// The symmetry that applies this one and then the next.
    #[must_use]
    pub const fn then(self, next: Symmetry) -> Symmetry {
        let flips = self.0 & !TRANSPOSE;
        let flips = if next.transposes() { exchanged(flips) } else { flips };
        Symmetry((flips | self.0 & TRANSPOSE) ^ next.0)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        let flips = self.0 & !TRANSPOSE;
        Symmetry(if self.transposes() { exchanged(flips) | TRANSPOSE } else { flips })
    }

    /// The name, as answers show it: `identity`, `rotate_90`, …, `transpose`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }
}

/// The flips with `u` and `v` exchanged.
const fn exchanged(flips: u8) -> u8 {
    (flips & FLIP_U) << 1 | (flips & FLIP_V) >> 1
}

impl fmt::Debug for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of symmetries.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetries(u8);

impl Symmetries {
    /// The group of the square.
    pub const SQUARE: Symmetries = Symmetries(0xff);
    /// The group of a rectangle that is not a square.
    pub const RECTANGLE: Symmetries =
        Symmetries(1 | 1 << FLIP_U | 1 << FLIP_V | 1 << (FLIP_U | FLIP_V));
    /// The group of a corner: the identity and the reflection in its diagonal.
    pub const CORNER: Symmetries = Symmetries(1 | 1 << TRANSPOSE);
    /// The identity and the reflection that exchanges left and right.
    pub const LEFT_RIGHT: Symmetries = Symmetries(1 | 1 << FLIP_U);
    /// The identity alone.
    pub const IDENTITY: Symmetries = Symmetries(1);

    /// The set with these bits, one for each [`Symmetry::number`].
    #[must_use]
    pub const fn from_bits(bits: u8) -> Symmetries {
        Symmetries(bits)
    }

    /// The set of one symmetry.
    #[must_use]
    pub const fn only(symmetry: Symmetry) -> Symmetries {
        Symmetries(1 << symmetry.0)
    }

    /// One bit for each [`Symmetry::number`] in the set.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The number of symmetries.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains a symmetry.
    #[must_use]
    pub const fn contains(self, symmetry: Symmetry) -> bool {
        self.0 & 1 << symmetry.0 != 0
    }

    /// The symmetry with the least number; the identity if the set is empty.
    #[must_use]
    pub const fn first(self) -> Symmetry {
        Symmetry(if self.0 == 0 { 0 } else { self.0.trailing_zeros() as u8 })
    }

    /// The symmetries in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Symmetry> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| Symmetry(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(next)
        })
    }

    /// The symmetries in both sets.
    #[must_use]
    pub const fn intersection(self, other: Symmetries) -> Symmetries {
        Symmetries(self.0 & other.0)
    }

    /// The set that applies another symmetry before each of this set.
    #[must_use]
    pub fn after(self, first: Symmetry) -> Symmetries {
        self.iter().map(|symmetry| first.then(symmetry)).collect()
    }

    /// The set seen through a symmetry: the stabiliser of the image of what this one is the
    /// stabiliser of.
    #[must_use]
    pub fn conjugate(self, by: Symmetry) -> Symmetries {
        let back = by.inverse();
        self.iter().map(|symmetry| back.then(symmetry).then(by)).collect()
    }
}

impl FromIterator<Symmetry> for Symmetries {
    fn from_iter<I: IntoIterator<Item = Symmetry>>(symmetries: I) -> Symmetries {
        Symmetries(symmetries.into_iter().fold(0, |set, symmetry| set | 1 << symmetry.0))
    }
}

impl fmt::Debug for Symmetries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUPS: [Symmetries; 4] =
        [Symmetries::SQUARE, Symmetries::RECTANGLE, Symmetries::CORNER, Symmetries::LEFT_RIGHT];

    fn points((width, height): (u8, u8)) -> impl Iterator<Item = (u8, u8)> {
        (0..width).flat_map(move |u| (0..height).map(move |v| (u, v)))
    }

    /// The maps written out, as an independent definition of the names.
    #[test]
    fn every_name_is_the_map_that_it_says() {
        type Image = fn(u8, u8) -> (u8, u8);
        let golden: [(&str, Image); 8] = [
            ("identity", |x, y| (x, y)),
            ("transpose", |x, y| (y, x)),
            ("mirror_left_right", |x, y| (14 - x, y)),
            ("rotate_90", |x, y| (14 - y, x)),
            ("mirror_top_bottom", |x, y| (x, 14 - y)),
            ("rotate_270", |x, y| (y, 14 - x)),
            ("rotate_180", |x, y| (14 - x, 14 - y)),
            ("anti_transpose", |x, y| (14 - y, 14 - x)),
        ];
        for (symmetry, (name, map)) in Symmetries::SQUARE.iter().zip(golden) {
            assert_eq!(symmetry.name(), name);
            for (x, y) in points((15, 15)) {
                assert_eq!(symmetry.apply((x, y), (15, 15)), map(x, y), "{name} of {x},{y}");
            }
        }
    }

    #[test]
    fn each_group_is_closed_and_composes_as_its_maps_do() {
        for (group, size) in GROUPS.into_iter().zip([(5, 5), (3, 5), (19, 19), (9, 10)]) {
            for a in group.iter() {
                assert!(group.contains(a.inverse()));
                assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
                for b in group.iter() {
                    assert!(group.contains(a.then(b)));
                    for point in points(size) {
                        let both = a.then(b).apply(point, size);
                        assert_eq!(both, b.apply(a.apply(point, size), size), "{a:?} {b:?}");
                    }
                }
                assert_eq!(group.after(a), group);
                assert_eq!(group.conjugate(a), group);
            }
        }
    }

    #[test]
    fn a_set_lists_what_it_contains() {
        for bits in 0..=u8::MAX {
            let set = Symmetries::from_bits(bits);
            assert_eq!(set.iter().collect::<Symmetries>(), set);
            assert_eq!((set.iter().count(), set.is_empty()), (set.len(), bits == 0));
            assert!(set.iter().all(|symmetry| set.contains(symmetry)));
            assert!(set.is_empty() || set.iter().next() == Some(set.first()));
        }
    }
}
