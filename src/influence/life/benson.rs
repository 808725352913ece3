//! Unconditional life: chains that cannot be captured even if their side always passes.

use joseki_game::Color;
use joseki_game::go::{PointSet, Position};

/// Unconditionally living and dead stones (D. B. Benson, *Life in the Game of Go*, 1976).
///
/// A region of a colour is a connected set of points without its stones. It is vital to an adjacent
/// chain if each of its empty points is a liberty of that chain. Chains with fewer than two vital
/// regions are removed, then the regions adjacent to a removed chain, until nothing changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unconditional {
    alive: [PointSet; 2],
    territory: [PointSet; 2],
}

impl Unconditional {
    /// Finds the unconditionally living chains of both sides.
    #[must_use]
    pub fn new(board: &Position) -> Unconditional {
        let sides = Color::ALL.map(|color| side(board, color));
        Unconditional {
            alive: sides.map(|(alive, _)| alive),
            territory: sides.map(|(_, territory)| territory),
        }
    }

    /// Returns the stones of a colour that cannot be captured.
    #[must_use]
    pub const fn alive(&self, color: Color) -> PointSet {
        self.alive[color as usize]
    }

    /// Returns the points enclosed by such chains where the other side cannot live: regions
    /// adjacent to them alone whose empty points are all adjacent to them. Its stones there are
    /// dead.
    #[must_use]
    pub const fn territory(&self, color: Color) -> PointSet {
        self.territory[color as usize]
    }

    /// Returns the dead stones.
    #[must_use]
    pub fn dead(&self, board: &Position) -> PointSet {
        let lost =
            |color: Color| board.stones(color.opposite()).intersection(self.territory(color));
        lost(Color::Black).union(lost(Color::White))
    }
}

/// Chain with the indices of its vital regions.
struct Chain {
    stones: PointSet,
    vital: Vec<usize>,
}

fn side(board: &Position, color: Color) -> (PointSet, PointSet) {
    let size = board.size();
    let stones = board.stones(color);
    let mut regions = parts(board, PointSet::all(size).difference(stones));
    let empty = board.empty();
    let chains = parts(board, stones).into_iter().map(|chain| {
        let beside = chain.neighbours(size);
        let is_vital = |region: &PointSet| {
            !region.is_disjoint(&beside) && region.intersection(empty).is_subset(&beside)
        };
        let numbers = 0..regions.len();
        Chain { stones: chain, vital: numbers.filter(|&n| is_vital(&regions[n])).collect() }
    });
    let mut chains: Vec<Chain> = chains.collect();
    loop {
        let open = |n: &&usize| !regions[**n].is_empty();
        let (lives, lost): (Vec<Chain>, Vec<Chain>) =
            chains.into_iter().partition(|chain| chain.vital.iter().filter(open).count() >= 2);
        chains = lives;
        if lost.is_empty() {
            break;
        }
        for chain in lost {
            let beside = chain.stones.neighbours(size);
            for region in &mut regions {
                if !region.is_disjoint(&beside) {
                    *region = PointSet::EMPTY;
                }
            }
        }
    }
    let alive = union(chains.iter().map(|chain| chain.stones));
    let beside = alive.neighbours(size);
    let held = regions.into_iter().filter(|region| {
        !region.is_disjoint(&beside) && region.intersection(empty).is_subset(&beside)
    });
    (alive, union(held))
}

/// Splits a set of points into connected parts.
pub(super) fn parts(board: &Position, points: PointSet) -> Vec<PointSet> {
    let mut left = points;
    let mut parts = Vec::new();
    while let Some(first) = left.first() {
        let mut part = PointSet::from(first);
        loop {
            let grown = part.union(part.neighbours(board.size()).intersection(left));
            if grown == part {
                break;
            }
            part = grown;
        }
        left = left.difference(part);
        parts.push(part);
    }
    parts
}

pub(super) fn union(sets: impl IntoIterator<Item = PointSet>) -> PointSet {
    sets.into_iter().fold(PointSet::EMPTY, PointSet::union)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::Point;
    use joseki_game::go::diagram;

    fn read(text: &str) -> (Position, Unconditional) {
        let board = diagram::parse(text).unwrap();
        (board, Unconditional::new(&board))
    }

    #[test]
    fn two_eyes_are_necessary_and_sufficient() {
        let (board, life) = read(". X . X .\nX X X X .\n. . . . .\n. . O . .\n. . . . .");
        assert_eq!(life.alive(Color::Black), board.stones(Color::Black));
        assert!(life.alive(Color::White).is_empty());
        assert_eq!(life.territory(Color::Black).len(), 2);
        let (_, life) = read(". X . . .\nX X . . .\n. . . . .\n. . O . .\n. . . . .");
        assert!(life.alive(Color::Black).is_empty());
    }

    /// Two chains of three stones live by sharing two eyes; the third chain has only one eye.
    #[test]
    fn chains_may_share_their_eyes() {
        let text = "
            . X X O . .
            X . X O . .
            X X . X . .
            O O X X . .
            . . . . . .
            . . . . . .";
        let (board, life) = read(text);
        let alive = board.chain(Point::new(1, 0)).union(board.chain(Point::new(0, 1)));
        assert_eq!(alive.len(), 6);
        assert_eq!(life.alive(Color::Black), alive);
        let eyes = [Point::new(0, 0), Point::new(1, 1)];
        assert_eq!(life.territory(Color::Black), PointSet::from_iter(eyes));
    }

    #[test]
    fn stones_inside_are_dead_and_a_wide_space_is_unsettled() {
        let text = "
            . X . O X .
            X X X X X .
            . . . . . .
            . . . . . .
            . . . O . .
            . . . . . .";
        let (board, life) = read(text);
        assert_eq!(life.dead(&board), PointSet::from(Point::new(3, 0)));
        assert!(!life.territory(Color::Black).contains(Point::new(3, 4)));
    }
}
