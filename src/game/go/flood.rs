//! Flood fill: finds the stones of a chain, row by row.

use super::{Point, PointSet};

/// The connected part of `stones` that contains `seed`; empty when `seed` is not in `stones`.
pub(super) fn chain(seed: Point, stones: &PointSet) -> PointSet {
    if !stones.contains(seed) {
        return PointSet::EMPTY;
    }
    chain_without_liberty(seed, stones, |_| 0).unwrap_or_default()
}

/// The connected part of `stones` that contains `seed`, or `None` as soon as it is found to touch a
/// point that is free; `free` returns the free points of a row. Most chains queried have a liberty,
/// and this finds it early.
pub(super) fn chain_without_liberty(
    seed: Point,
    stones: &PointSet,
    free: impl Fn(usize) -> u32,
) -> Option<PointSet> {
    let mut chain = PointSet::from(seed);
    let mut unread: u32 = 1 << seed.y();
    while unread != 0 {
        let y = unread.trailing_zeros() as usize;
        unread &= unread - 1;
        let row = spread(chain.row(y), stones.row(y));
        if row_touches(row, y, &free) {
            return None;
        }
        chain.add_row(y, row);
        for next in [y.wrapping_sub(1), y + 1] {
            let reached = row & stones.row(next) & !chain.row(next);
            if reached != 0 {
                chain.add_row(next, reached);
                unread |= 1 << next;
            }
        }
    }
    Some(chain)
}

/// The only point of `free` next to the connected part of `stones` that contains `seed`. `None`
/// when there is none, or as soon as a second one is found.
pub(super) fn only_liberty(seed: Point, stones: &PointSet, free: &PointSet) -> Option<Point> {
    if !stones.contains(seed) {
        return None;
    }
    let mut chain = PointSet::from(seed);
    let mut unread: u32 = 1 << seed.y();
    let mut only = None;
    while unread != 0 {
        let y = unread.trailing_zeros() as usize;
        unread &= unread - 1;
        let row = spread(chain.row(y), stones.row(y));
        chain.add_row(y, row);
        for (next, reach) in [(y, row << 1 | row >> 1), (y.wrapping_sub(1), row), (y + 1, row)] {
            let liberties = reach & free.row(next);
            if liberties != 0 {
                let point = Point::new(liberties.trailing_zeros() as u8, next as u8);
                if !liberties.is_power_of_two() || only.is_some_and(|only| only != point) {
                    return None;
                }
                only = Some(point);
            }
            let reached = row & stones.row(next) & !chain.row(next);
            if reached != 0 {
                chain.add_row(next, reached);
                unread |= 1 << next;
            }
        }
    }
    only
}

/// Extends `bits` sideways through every contiguous bit of `within`.
fn spread(mut bits: u32, within: u32) -> u32 {
    loop {
        let grown = (bits | bits << 1 | bits >> 1) & within;
        if grown | bits == bits {
            return bits;
        }
        bits |= grown;
    }
}

/// Whether stones in row `y` are next to a free point; `free` returns those of a row.
pub(super) fn row_touches(row: u32, y: usize, free: impl Fn(usize) -> u32) -> bool {
    let beside = (row << 1 | row >> 1) & free(y);
    let above_below = row & (free(y.wrapping_sub(1)) | free(y + 1));
    beside | above_below != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use crate::go::diagram;

    const BOARD: &str = "
        X X X X X
        X . . . X
        X . X . X
        . . X . X
        X X X . X";

    fn board(seed: Point) -> PointSet {
        let position = diagram::parse(BOARD).unwrap();
        chain(seed, &position.stones(Color::Black))
    }

    #[test]
    fn a_chain_is_followed_round_corners_both_ways() {
        assert_eq!(board(Point::new(0, 0)).len(), 11);
        assert_eq!(board(Point::new(4, 4)), board(Point::new(0, 2)));
        assert_eq!(board(Point::new(2, 2)).len(), 5);
        assert!(board(Point::new(0, 4)).contains(Point::new(2, 2)));
        assert!(board(Point::new(1, 1)).is_empty());
    }

    #[test]
    fn a_spiral_is_one_chain() {
        let spiral = "
            X X X X X X X
            . . . . . . X
            X X X X X . X
            X . . . X . X
            X . X X X . X
            X . . . . . X
            X X X X X X X";
        let stones = diagram::parse(spiral).unwrap().stones(Color::Black);
        for seed in stones {
            assert_eq!(chain(seed, &stones), stones);
        }
    }

    #[test]
    fn the_only_liberty_is_told_from_none_and_from_two() {
        let stones = diagram::parse(BOARD).unwrap().stones(Color::Black);
        let only = |free: &[(u8, u8)]| {
            let free = free.iter().map(|&(x, y)| Point::new(x, y)).collect();
            only_liberty(Point::new(2, 2), &stones, &free)
        };
        assert_eq!(only(&[]), None);
        assert_eq!(only(&[(0, 0), (4, 1)]), None);
        for (x, y) in [(2, 1), (1, 2), (1, 3), (0, 3), (3, 4), (3, 2)] {
            assert_eq!(only(&[(x, y), (4, 0)]), Some(Point::new(x, y)));
            assert_eq!(only(&[(x, y), (3, 3)]), None);
        }
        assert_eq!(only(&[(3, 3)]), Some(Point::new(3, 3)));
        let beside = only_liberty(Point::new(1, 1), &stones, &PointSet::from(Point::new(1, 2)));
        assert_eq!(beside, None);
    }

    #[test]
    fn a_chain_that_touches_a_free_point_is_given_up() {
        let stones = diagram::parse(BOARD).unwrap().stones(Color::Black);
        let seed = Point::new(2, 2);
        let off = |x, y| {
            let free = PointSet::from(Point::new(x, y));
            chain_without_liberty(seed, &stones, |y| free.row(y))
        };
        assert_eq!(off(0, 3), None);
        assert_eq!(off(3, 4), None);
        assert_eq!(off(2, 1), None);
        assert_eq!(off(0, 0), Some(board(seed)));
    }
}
