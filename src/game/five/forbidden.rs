//! The moves that renju forbids to Black.

use std::fmt;

use super::lines::{Direction, Lines, Window};
use super::shape::Shape;
use crate::game::{Color, Point};

/// Why a move is forbidden to Black in renju; see the rules of the Renju International Federation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foul {
    /// Two or more threes that meet in the move.
    DoubleThree,
    /// Two or more fours.
    DoubleFour,
    /// A row of six or more.
    Overline,
}

impl Foul {
    /// Every kind, in the order of [`Foul::code`].
    pub const ALL: [Foul; 3] = [Foul::DoubleThree, Foul::DoubleFour, Foul::Overline];

    /// The name, as answers have it: `double_three`, `double_four` or `overline`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Foul::DoubleThree => "double_three",
            Foul::DoubleFour => "double_four",
            Foul::Overline => "overline",
        }
    }

    /// The short name that players use: `33`, `44` or `6`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Foul::DoubleThree => "33",
            Foul::DoubleFour => "44",
            Foul::Overline => "6",
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Foul::DoubleThree => "double three",
            Foul::DoubleFour => "double four",
            Foul::Overline => "overline",
        })
    }
}

/// Returns why a move of Black on an empty point is forbidden, if it is.
pub(super) fn foul(lines: &mut Lines, point: Point) -> Option<Foul> {
    if !may_be_foul(lines, point) {
        return None;
    }
    match judge(lines, point) {
        Verdict::Foul(foul) => Some(foul),
        Verdict::Five | Verdict::Allowed => None,
    }
}

/// What a stone of Black on an empty point makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// A row of exactly five, which wins whatever else it makes.
    Five,
    Foul(Foul),
    Allowed,
}

/// Judges a move of Black on an empty point.
///
/// A three counts only if its straight four may be played, which is judged by the same rules with
/// the stone on the board; each level of that recursion adds a stone, so it ends.
fn judge(lines: &mut Lines, point: Point) -> Verdict {
    let shapes = Direction::ALL
        .map(|direction| Shape::of_exact_fives(lines.window(Color::Black, direction, point)));
    if shapes.iter().any(|shape| shape.row == 5) {
        return Verdict::Five;
    }
    if shapes.iter().any(|shape| shape.row > 5) {
        return Verdict::Foul(Foul::Overline);
    }
    if shapes.iter().map(|shape| shape.fours).sum::<u8>() >= 2 {
        return Verdict::Foul(Foul::DoubleFour);
    }
    if shapes.iter().filter(|shape| shape.straight_four_points != 0).count() < 2 {
        return Verdict::Allowed;
    }
    lines.toggle(Color::Black, point);
    let threes = Direction::ALL.iter().zip(shapes).filter(|(direction, shape)| {
        bits(shape.straight_four_points).any(|bit| {
            let places = bit as i8 - Window::CENTRE as i8;
            let four = direction.along(point, places, lines.size());
            four.is_some_and(|four| judge(lines, four) == Verdict::Allowed)
        })
    });
    let is_double = threes.take(2).count() == 2;
    lines.toggle(Color::Black, point);
    if is_double { Verdict::Foul(Foul::DoubleThree) } else { Verdict::Allowed }
}

/// Whether a move could be forbidden, judged by the stones around it alone.
#[inline]
fn may_be_foul(lines: &Lines, point: Point) -> bool {
    let mut threes = 0;
    for direction in Direction::ALL {
        // The window has the point itself as a stone.
        match lines.window(Color::Black, direction, point).own.count_ones() - 1 {
            0 | 1 => {}
            2 | 3 => threes += 1,
            _ => return true,
        }
    }
    threes >= 2
}

fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}
