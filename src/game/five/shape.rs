//! What a stone makes along one line: rows, fours and threes.

use super::lines::Window;

/// What a stone on a window's centre makes along its line, for a colour that wins by exactly five.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// Length of the unbroken row through the stone.
    pub(super) row: u32,
    /// The number of sets of four stones through the stone that one more completes to a five.
    pub(super) fours: u8,
    /// Where one more stone makes a straight four through both, as bits of the window.
    pub(super) straight_four_points: u32,
}

const CENTRE: u32 = Window::CENTRE;

impl Shape {
    #[inline]
    pub(super) fn of_exact_fives(window: Window) -> Shape {
        let Window { own, .. } = window;
        let right = (own >> CENTRE).trailing_ones();
        let left = (own << (31 - CENTRE)).leading_ones();
        Shape {
            row: left + right - 1,
            fours: fours(window),
            straight_four_points: straight_four_points(window),
        }
    }
}

/// The four-stone sets through the centre within a row of five points, whose fifth point is empty
/// and has no stone of the colour beyond either end.
fn fours(Window { own, empty }: Window) -> u8 {
    let (mut count, mut before) = (0, 0);
    for start in CENTRE - 4..=CENTRE {
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
fn straight_four_points(Window { own, empty }: Window) -> u32 {
    let mut points = 0;
    for start in CENTRE - 3..=CENTRE {
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
