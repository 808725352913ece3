//! Bent four in the corner.

use super::benson::union;
use joseki_game::go::{PointSet, Position};
use joseki_game::{BoardSize, Color, Point};

/// The four points in each of two orientations, relative to a corner.
const SHAPES: [[(u8, u8); 4]; 2] =
    [[(0, 0), (1, 0), (2, 0), (0, 1)], [(0, 0), (0, 1), (0, 2), (1, 0)]];

/// Returns the groups, among stones in seki, that a bent four in the corner kills.
///
/// Three stones of one side occupy a bent four in the corner, and the fourth point is empty. All
/// other liberties of these stones are shared only with the surrounding chains, which have no eye.
/// Their side can fill the fourth point at any time and start a ko for the surrounding group; that
/// group's side can never end the situation.
#[must_use]
pub fn bent_fours(board: &Position, seki: PointSet) -> PointSet {
    let size = board.size();
    let corners = (0..4u8).flat_map(|corner| SHAPES.map(|shape| place(size, corner, shape)));
    union(corners.filter_map(|shape| killed(board, seki, shape)))
}

fn place(size: BoardSize, corner: u8, shape: [(u8, u8); 4]) -> PointSet {
    let last = size.get() - 1;
    let at = |(x, y): (u8, u8)| {
        let x = if corner & 1 == 0 { x } else { last.saturating_sub(x) };
        let y = if corner & 2 == 0 { y } else { last.saturating_sub(y) };
        Point::new(x, y)
    };
    shape.into_iter().map(at).collect()
}

/// Returns the chains around a shape if it kills them.
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
        let around = shape.neighbours(size).intersection(board.stones(color.opposite()));
        let around = union(around.into_iter().map(|stone| board.chain(stone)));
        if around.is_empty() || !around.is_subset(&seki) {
            continue;
        }
        // Every liberty of the surrounding group is shared with the stones inside, or is the fourth
        // point.
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
    use joseki_game::go::{diagram, seki_stones};

    #[test]
    fn only_the_group_around_a_bent_four_is_found() {
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
