//! Bent four in the corner.

use super::benson::union;
use crate::game::Color;
use crate::game::go::{BoardSize, Point, PointSet, Position};

/// The four points in each of the eight positions, seen from a corner.
const SHAPES: [[(u8, u8); 4]; 2] = [
    [(0, 0), (1, 0), (2, 0), (0, 1)],
    [(0, 0), (0, 1), (0, 2), (1, 0)],
];

/// The groups that are dead by a bent four in the corner, among stones in seki.
///
/// Three stones of one side stand on a bent four in the corner, and the fourth point is empty. Every liberty of theirs
/// but that point is one that only they share with the chains around, which have no eye. Their side may fill the
/// fourth point whenever it likes and get a ko for the group around; that side can never end it.
#[must_use]
pub fn bent_fours(board: &Position, seki: PointSet) -> PointSet {
    let size = board.size();
    let corners = (0..4u8).flat_map(|corner| SHAPES.map(|shape| place(size, corner, shape)));
    union(corners.filter_map(|shape| killed(board, seki, shape)))
}

fn place(size: BoardSize, corner: u8, shape: [(u8, u8); 4]) -> PointSet {
    let last = size.get() - 1;
    let at = |(x, y): (u8, u8)| {
        let x = if corner & 1 == 0 {
            x
        } else {
            last.saturating_sub(x)
        };
        let y = if corner & 2 == 0 {
            y
        } else {
            last.saturating_sub(y)
        };
        Point::new(x, y)
    };
    shape.into_iter().map(at).collect()
}

/// The chains around a shape, if it kills them.
fn killed(board: &Position, seki: PointSet, shape: PointSet) -> Option<PointSet> {
    let size = board.size();
    for color in Color::ALL {
        let inside = shape.intersection(board.stones(color));
        let free = shape.intersection(board.empty());
        if inside.len() != 3 || free.len() != 1 || !inside.is_subset(&seki) {
            continue;
        }
        let whole = union(inside.into_iter().map(|stone| board.chain(stone)));
        if whole != inside {
            continue;
        }
        let around = shape
            .neighbours(size)
            .intersection(board.stones(color.opposite()));
        let around = union(around.into_iter().map(|stone| board.chain(stone)));
        if around.is_empty() || !around.is_subset(&seki) {
            continue;
        }
        // All liberties of the group around are shared with the stones inside, or are the fourth point.
        let beside = inside.union(free).neighbours(size);
        let liberties = around.neighbours(size).intersection(board.empty());
        if liberties.difference(free).is_subset(&beside) {
            return Some(around);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{diagram, seki_stones};

    #[test]
    fn the_group_around_a_bent_four_is_found_and_that_around_a_straight_four_is_not() {
        let bent = include_str!("../../../fixtures/scoring/bent-four-in-the-corner.txt");
        let board = diagram::parse(bent).unwrap();
        let seki = seki_stones(&board);
        assert_eq!(seki.len(), 10);
        let group = bent_fours(&board, seki);
        assert_eq!(group, board.chain(Point::new(3, 0)));
        assert_eq!(group.len(), 7);
        let straight = include_str!("../../../fixtures/scoring/seki-without-eyes.txt");
        let board = diagram::parse(straight).unwrap();
        assert!(bent_fours(&board, seki_stones(&board)).is_empty());
    }
}
