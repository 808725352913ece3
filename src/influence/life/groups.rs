//! Groups of connected chains, and their eyes.

use super::benson::{parts, union};
use joseki_game::go::{PointSet, Position};
use joseki_game::{Color, Point};

/// Chains of one colour that the other side cannot easily separate.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub color: Color,
    pub stones: PointSet,
    /// Twice the number of eyes: a region of three points counts one and a half eyes, since either
    /// side may move first.
    pub half_eyes: u32,
}

/// Finds the groups of both sides. Two chains are connected if they share an eye, two liberties, or
/// one liberty where a stone of the other side would be in atari.
pub fn groups(board: &Position) -> Vec<Group> {
    let size = board.size();
    let empty = parts(board, board.empty());
    let mut groups = Vec::new();
    for color in Color::ALL {
        let own = board.stones(color);
        let theirs = board.stones(color.opposite());
        let eyes: Vec<PointSet> = empty
            .iter()
            .filter(|region| region.neighbours(size).is_disjoint(&theirs))
            .copied()
            .collect();
        let mut left = parts(board, own);
        while let Some(mut stones) = left.pop() {
            while let Some(next) =
                left.iter().position(|&chain| are_connected(board, &eyes, stones, chain))
            {
                stones = stones.union(left.swap_remove(next));
            }
            let beside = stones.neighbours(size);
            let eyes = eyes.iter().filter(|eye| !eye.is_disjoint(&beside));
            groups.push(Group {
                color,
                stones,
                half_eyes: eyes.map(|eye| half_eyes(board, color, *eye)).sum(),
            });
        }
    }
    groups
}

fn are_connected(board: &Position, eyes: &[PointSet], a: PointSet, b: PointSet) -> bool {
    let size = board.size();
    let (beside_a, beside_b) = (a.neighbours(size), b.neighbours(size));
    let common = beside_a.intersection(beside_b).intersection(board.empty());
    if common.len() >= 2 {
        return true;
    }
    let shared = |eye: &PointSet| !eye.is_disjoint(&beside_a) && !eye.is_disjoint(&beside_b);
    if eyes.iter().any(shared) {
        return true;
    }
    let color = a.first().and_then(|stone| board.at(stone));
    common.into_iter().zip(color).any(|(point, color)| {
        let mut cut = *board;
        cut.pass();
        cut.play(color.opposite(), point).is_err() || cut.liberties(point).len() <= 1
    })
}

/// Returns twice the number of eyes of a region enclosed by one colour.
fn half_eyes(board: &Position, color: Color, eye: PointSet) -> u32 {
    match eye.len() {
        1 => {
            let is_false = eye.first().is_some_and(|point| is_false(board, color, point));
            2 * u32::from(!is_false)
        }
        2 => 2,
        3 => 3,
        _ => 4,
    }
}

/// Checks whether a point is an eye of one point of a colour, and not a false one.
pub(crate) fn is_eye(board: &Position, color: Color, point: Point) -> bool {
    let mut around = point.neighbours(board.size());
    around.all(|next| board.at(next) == Some(color)) && !is_false(board, color, point)
}

/// Checks whether an eye of one point is false: the other side holds too many of its diagonal
/// points.
fn is_false(board: &Position, color: Color, eye: Point) -> bool {
    let size = board.size();
    let mut corners = 0;
    let mut theirs = 0;
    for (dx, dy) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
        let at = |value: u8, by: i8| value.checked_add_signed(by);
        let corner = at(eye.x(), dx).zip(at(eye.y(), dy));
        let corner = corner.and_then(|(x, y)| size.point(x, y));
        let Some(corner) = corner else { continue };
        corners += 1;
        theirs += u32::from(board.at(corner) == Some(color.opposite()));
    }
    theirs > u32::from(corners == 4)
}

/// Returns the chains that contain the given stones.
pub fn chains(board: &Position, stones: PointSet) -> PointSet {
    union(stones.into_iter().map(|stone| board.chain(stone)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::go::diagram;

    fn sizes(text: &str) -> Vec<(u32, u32)> {
        let board = diagram::parse(text).unwrap();
        let of_black = groups(&board).into_iter();
        let of_black = of_black.filter(|group| group.color == Color::Black);
        let mut sizes: Vec<(u32, u32)> =
            of_black.map(|group| (group.stones.len(), group.half_eyes)).collect();
        sizes.sort_unstable();
        sizes
    }

    #[test]
    fn chains_with_two_common_liberties_are_connected_unless_cut() {
        let far = "
            . . . . .
            . X . . .
            . . X . .
            . . . . .
            . . . . O";
        assert_eq!(sizes(far), [(2, 0)]);
        let cut = "
            . . . . .
            . X O . .
            . O X . .
            . . . . .
            . . . . O";
        assert_eq!(sizes(cut), [(1, 0), (1, 0)]);
    }

    #[test]
    fn eyes_count_by_size_and_false_ones_do_not() {
        let row = |top: &str| {
            format!("{top}\nX X X X X X\n. . . . . .\nO O O O O O\n. . . . . .\n. . . . . .")
        };
        assert_eq!(sizes(&row(". X . X . X")), [(9, 6)]);
        assert_eq!(sizes(&row(". . X . . X")), [(8, 4)]);
        assert_eq!(sizes(&row(". . . X X X")), [(9, 3)]);
        assert_eq!(sizes(&row(". . . . X X")), [(8, 4)]);
        let board = diagram::parse(". X O\nX O .\nO . .").unwrap();
        assert!(is_false(&board, Color::Black, Point::new(0, 0)));
    }
}
