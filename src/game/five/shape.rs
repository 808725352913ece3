//! What a stone makes along one line, for every arrangement of the points around it.

use std::sync::LazyLock;

use super::class::{Five, LineClass};

/// A five through a point, and the points behind the five's ends, are within five points to each
/// side.
pub(super) const REACH: usize = 5;

/// The neighbours of a point along a line as digits of a number: 0 for an empty point, 1 for a
/// stone of the colour, 2 for one of the other or the edge. The first digit is the one farthest to
/// the left.
pub(super) type Around = u16;

/// The weight of the neighbour at a distance of 1 to [`REACH`] to the left, and to the right.
pub(super) const WEIGHTS: [[Around; REACH]; 2] = [[81, 27, 9, 3, 1], [243, 729, 2187, 6561, 19683]];

/// All arrangements: three to the power of ten.
const ARRANGEMENTS: usize = 59_049;

/// What a stone on a point makes along its line.
///
/// Bits 0 to 5 are eight times the [`LineClass`] of its row, 6 and 7 the fours, 8 whether it makes an
/// overline, 9 a five, and the rest the straight-four points, from the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape(u16);

impl Shape {
    const FOURS: u32 = 6;
    const OVERLINE: u16 = 1 << 8;
    const FIVE: u16 = 1 << 9;
    const STRAIGHT: u32 = 10;

    #[inline]
    pub(super) const fn from_bits(bits: u16) -> Shape {
        Shape(bits)
    }

    #[inline]
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// One in the eight bits of its class.
    #[inline]
    pub(super) const fn in_line(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The strongest class that the stone makes through itself.
    #[inline]
    pub(super) const fn class(self) -> LineClass {
        LineClass::ALL[((self.0 & 63) / 8) as usize]
    }

    #[inline]
    pub(super) const fn is_five(self) -> bool {
        self.0 & Shape::FIVE != 0
    }

    /// Whether it makes a row of six or more that does not win.
    #[inline]
    pub(super) const fn is_overline(self) -> bool {
        self.0 & Shape::OVERLINE != 0
    }

    /// The number of sets of four stones through the stone that one more completes to a five.
    #[inline]
    pub(super) const fn fours(self) -> u16 {
        self.0 >> Shape::FOURS & 0b11
    }

    /// Whether one more stone makes a straight four through the stone.
    #[inline]
    pub(super) const fn may_be_three(self) -> bool {
        self.0 >> Shape::STRAIGHT != 0
    }

    /// Where one more stone makes a straight four through both, as distances to the right.
    pub(super) fn straight_four_points(self) -> impl Iterator<Item = i8> {
        let points = self.0 >> Shape::STRAIGHT;
        [-3, -2, -1, 1, 2, 3]
            .into_iter()
            .enumerate()
            .filter_map(move |(bit, places)| (points >> bit & 1 != 0).then_some(places))
    }

    /// Whether two shapes differ in what can make a foul of a move.
    #[inline]
    pub(super) const fn fouls_differ(self, other: Shape) -> bool {
        (self.0 ^ other.0) >> Shape::FOURS != 0
    }
}

/// Where one more stone makes a five through a stone, for every arrangement around the stone: the
/// lowest four bits are the distances 4 to 1 to the left, the others 1 to 4 to the right.
pub(super) type Fives = [u8; 1 << 16];

/// Returns where a colour that wins with these rows makes fives.
pub(super) fn fives(five: Five) -> &'static Fives {
    static FIVES: [LazyLock<Box<Fives>>; 2] =
        [LazyLock::new(|| all_fives(Five::OrMore)), LazyLock::new(|| all_fives(Five::Exactly))];
    &FIVES[five as usize]
}

fn all_fives(five: Five) -> Box<Fives> {
    let shapes = shapes(five);
    let mut fives: Box<Fives> = Box::new([0; 1 << 16]);
    for (around, fives) in fives.iter_mut().enumerate().take(ARRANGEMENTS) {
        if matches!(shapes[around].class(), LineClass::Four | LineClass::OpenFour) {
            // Of ten neighbours, those at a distance of five do not matter.
            let near = neighbours(around).skip(1).take(8);
            for (bit, (weight, digit)) in near.enumerate() {
                let is_five = digit == 0 && shapes[around + weight].is_five();
                *fives |= u8::from(is_five) << bit;
            }
        }
    }
    fives
}

/// The distances to the right of [`Fives`].
pub(super) fn distances(fives: u8) -> impl Iterator<Item = i8> {
    let distances = [-4, -3, -2, -1, 1, 2, 3, 4].into_iter().enumerate();
    distances.filter_map(move |(bit, distance)| (fives >> bit & 1 != 0).then_some(distance))
}

/// The shape of every arrangement. The length is that of the numbers, so none is out of bounds.
pub(super) type Shapes = [Shape; 1 << 16];

/// Returns the shapes of a colour that wins with these rows.
pub(super) fn shapes(five: Five) -> &'static Shapes {
    static SHAPES: [LazyLock<Box<Shapes>>; 2] =
        [LazyLock::new(|| all_shapes(Five::OrMore)), LazyLock::new(|| all_shapes(Five::Exactly))];
    &SHAPES[five as usize]
}

fn all_shapes(five: Five) -> Box<Shapes> {
    let mut shapes: Box<Shapes> = Box::new([Shape(0); 1 << 16]);
    let mut digits = [0u8; 2 * REACH];
    for around in 0..ARRANGEMENTS {
        shapes[around] = shape(five, words(&digits));
        increase(&mut digits);
    }
    // A three makes a four with one more stone, and a two a three. Only what goes through both stones
    // is new with it.
    for _ in ["threes", "twos"] {
        let more = shapes.clone();
        for around in 0..ARRANGEMENTS {
            if more[around].class() == LineClass::None {
                let made = neighbours(around).map(|(weight, digit)| match digit {
                    0 => more[around + weight].class().one_stone_before(),
                    _ => LineClass::None,
                });
                shapes[around].0 |= class_bits(made.max().unwrap_or_default());
            }
        }
    }
    shapes
}

const fn class_bits(class: LineClass) -> u16 {
    8 * class as u16
}

/// The weights and digits of an arrangement.
fn neighbours(around: usize) -> impl Iterator<Item = (usize, usize)> {
    let weights = std::iter::successors(Some(1), |weight| Some(weight * 3));
    weights.take(2 * REACH).map(move |weight| (weight, around / weight % 3))
}

fn increase(digits: &mut [u8]) {
    for digit in digits {
        *digit = (*digit + 1) % 3;
        if *digit != 0 {
            return;
        }
    }
}

/// The points around one point along a line: bit [`REACH`] is the point itself.
#[derive(Clone, Copy)]
struct Words {
    /// Stones of the colour, with the one on the point.
    own: u32,
    empty: u32,
}

fn words(digits: &[u8; 2 * REACH]) -> Words {
    let of = |wanted: u8| {
        let places = (0..).zip(digits).filter(|(_, digit)| **digit == wanted);
        places.fold(0u32, |word, (place, _)| word | 1 << (place + u32::from(place >= 5)))
    };
    Words { own: of(1) | 1 << REACH, empty: of(0) }
}

/// What the stone makes, but for threes.
fn shape(five: Five, words: Words) -> Shape {
    let Words { own, empty } = words;
    let right = (own >> REACH).trailing_ones();
    let left = (own << (31 - REACH)).leading_ones();
    let row = left + right - 1;
    let wins = match five {
        Five::OrMore => row >= 5,
        Five::Exactly => row == 5,
    };
    let mut winning_points = 0u32;
    for start in REACH - 4..=REACH {
        let span = 0b11111 << start;
        let missing = span & !own;
        let ends = 1 << (start + 5) | 1 << (start - 1);
        let is_open = five == Five::OrMore || own & ends == 0;
        if missing.count_ones() == 1 && missing & empty != 0 && is_open {
            winning_points |= missing;
        }
    }
    let made = match winning_points.count_ones() {
        _ if wins => LineClass::Five,
        0 => LineClass::None,
        1 => LineClass::Four,
        _ => LineClass::OpenFour,
    };
    let row = match (wins, row > 5) {
        (true, _) => Shape::FIVE,
        (false, true) => Shape::OVERLINE,
        (false, false) => 0,
    };
    let straight = straight_four_points(words) >> (REACH - 3);
    // The point itself, in the middle of seven, is excluded.
    let straight = (straight & 0b111 | straight >> 1 & 0b111_000) as u16;
    Shape(class_bits(made) | fours(words) << Shape::FOURS | row | straight << Shape::STRAIGHT)
}

/// The four-stone sets through the centre within a row of five points, whose fifth point is empty
/// and has no stone of the colour beyond either end.
fn fours(Words { own, empty }: Words) -> u16 {
    let (mut count, mut before) = (0, 0);
    for start in REACH - 4..=REACH {
        let five = 0b11111 << start;
        let set = own & five;
        let ends = 1 << (start + 5) | 1 << (start - 1);
        if set.count_ones() == 4 && five & !own & !empty == 0 && own & ends == 0 && set != before {
            count += 1;
            before = set;
        }
    }
    count
}

/// The empty points where one more stone makes an unbroken four through the centre, with an exact
/// five at either end.
fn straight_four_points(Words { own, empty }: Words) -> u32 {
    let mut points = 0;
    for start in REACH - 3..=REACH {
        let four = 0b1111 << start;
        let missing = four & !own;
        let ends = 1 << (start - 1) | 1 << (start + 4);
        let behind = 1 << (start - 2) | 1 << (start + 5);
        if missing.count_ones() == 1
            && missing & empty != 0
            && ends & !empty == 0
            && own & behind == 0
        {
            points |= missing;
        }
    }
    points
}
