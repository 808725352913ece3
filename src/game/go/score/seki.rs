//! Finds seki on a finished board.
//!
//! A neutral point is *shut* for a side when a stone there is illegal or can be captured with all
//! that it joins. This must hold even if the side has first played elsewhere next to the chains
//! that the stone would join, on a point where it loses nothing: a connection still to be made does
//! not make a seki. A point that is shut for both sides belongs to a seki if neither side can live
//! otherwise: no chain around it has two regions of its own or a large one. Nor may such a chain be
//! capturable by a side that moves first, for then it is dead or the game is not over.
//!
//! The chains next to such points are in seki, and so are the chains of the same colour that share
//! an eye with them.

use crate::Color;
use crate::go::{Point, PointSet, Position, can_capture, flood};

/// A region of this many points of one colour makes life by itself.
const LARGE: u32 = 7;
/// A move with more liberties than this is not shut.
const SHORT: u32 = 2;
/// The number of boards that one reading may visit.
const BUDGET: u32 = 1000;

/// The stones in seki on a board without its dead stones, by the rule of this module.
///
/// ```
/// use joseki_game::go::{diagram, seki_stones};
///
/// // A stone on either of the two shared liberties is captured from the other.
/// let board = diagram::parse("X X O O\nX . O O\nX X . O\nX X O O")?;
/// assert_eq!(seki_stones(&board).len(), 14);
/// // The neutral points between two walls are not a seki.
/// let walls = diagram::parse(&". X . O .\n".repeat(5))?;
/// assert!(seki_stones(&walls).is_empty());
/// # Ok::<(), diagram::ParseDiagramError>(())
/// ```
#[must_use]
pub fn seki_stones(board: &Position) -> PointSet {
    let eyes = Eyes::find(board);
    let mut seki = PointSet::EMPTY;
    for region in &eyes.shared {
        let shut = region.iter().filter(|&point| {
            let is_short = |color| is_short(board, color, point);
            let is_shut = |color| is_shut(board, &eyes, color, point);
            Color::ALL.into_iter().all(is_short) && Color::ALL.into_iter().all(is_shut)
        });
        let shut: PointSet = shut.collect();
        if shut.is_empty() {
            continue;
        }
        let around = shut.neighbours(board.size());
        let groups = Color::ALL.map(|color| eyes.group(board, color, around));
        let stuck = groups.iter().all(|group| !group.stones.is_empty() && !group.lives);
        if stuck && !is_unsettled(board, around) {
            seki = seki.union(groups[0].stones).union(groups[1].stones);
        }
    }
    seki
}

/// Whether a stone played there is illegal or has few liberties: a test that needs no reading.
fn is_short(board: &Position, color: Color, point: Point) -> bool {
    let mut after = *board;
    after.pass();
    after.play(color, point).is_err() || after.liberties(point).len() <= SHORT
}

/// Whether a side loses a stone that it plays there.
fn is_shut(board: &Position, eyes: &Eyes, color: Color, point: Point) -> bool {
    if !is_lost(board, color, point) {
        return false;
    }
    let beside = PointSet::from(point).neighbours(board.size());
    let chains = whole(board, beside.intersection(board.stones(color)));
    let liberties = chains.neighbours(board.size()).intersection(board.empty());
    liberties.into_iter().all(|first| {
        let is_own = eyes.own[color as usize].contains(first);
        let mut joined = *board;
        joined.pass();
        first == point
            || joined.play(color, first).is_err()
            || is_lost(&joined, color, point)
            || !is_own && is_lost(board, color, first)
    })
}

fn is_lost(board: &Position, color: Color, point: Point) -> bool {
    let mut after = *board;
    // A ko that is banned now does not count.
    after.pass();
    if after.play(color, point).is_err() {
        return true;
    }
    match after.liberties(point).len() {
        0 | 1 => true,
        SHORT => can_capture(&after, point, true, BUDGET),
        _ => false,
    }
}

/// Whether a chain around can be captured by a side that moves first.
fn is_unsettled(board: &Position, around: PointSet) -> bool {
    let mut left = around;
    while let Some(stone) = left.first() {
        left = left.difference(board.chain(stone));
        left.remove(stone);
        if can_capture(board, stone, true, BUDGET) {
            return true;
        }
    }
    false
}

/// The whole chains of the given stones.
fn whole(board: &Position, stones: PointSet) -> PointSet {
    let mut chains = PointSet::EMPTY;
    for stone in stones {
        if !chains.contains(stone) {
            chains = chains.union(board.chain(stone));
        }
    }
    chains
}

/// The empty regions of a board.
struct Eyes {
    /// Those that touch one colour only: Black's, White's.
    own: [PointSet; 2],
    /// Those that touch both.
    shared: Vec<PointSet>,
}

/// Chains of one colour that share eyes.
struct EyeGroup {
    stones: PointSet,
    /// Whether they have two regions or a large one.
    lives: bool,
}

impl Eyes {
    fn find(board: &Position) -> Eyes {
        let mut eyes = Eyes { own: [PointSet::EMPTY; 2], shared: Vec::new() };
        let mut left = board.empty();
        while let Some(first) = left.first() {
            let region = flood::chain(first, &left);
            left = left.difference(region);
            let around = region.neighbours(board.size());
            let touched = Color::ALL.map(|color| !around.is_disjoint(&board.stones(color)));
            match touched {
                [true, true] => eyes.shared.push(region),
                [false, false] => {}
                [is_black, _] => {
                    let own = &mut eyes.own[usize::from(!is_black)];
                    *own = own.union(region);
                }
            }
        }
        eyes
    }

    /// The chains of a colour at these points, with all chains that share an eye with them.
    fn group(&self, board: &Position, color: Color, around: PointSet) -> EyeGroup {
        let own = self.own[color as usize];
        let side = board.stones(color);
        let mut stones = whole(board, around.intersection(side));
        let mut regions = 0;
        let mut lives = false;
        let mut eyes = PointSet::EMPTY;
        loop {
            let beside = stones.neighbours(board.size()).intersection(own);
            let Some(next) = beside.difference(eyes).first() else {
                return EyeGroup { stones, lives };
            };
            let region = flood::chain(next, &own);
            eyes = eyes.union(region);
            regions += 1;
            lives |= regions > 1 || region.len() >= LARGE;
            let joined = region.neighbours(board.size()).intersection(side);
            stones = stones.union(whole(board, joined));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;

    fn seki(text: &str) -> PointSet {
        seki_stones(&diagram::parse(text).unwrap())
    }

    #[test]
    fn dame_between_living_walls_is_none() {
        let walls = "
            . . X . O . .
            . . X . O . .
            . . X . O . .
            . . X . O . .
            . . X . O . .
            . . X . O . .
            . . X . O . .";
        assert!(seki(walls).is_empty());
        assert!(seki(". . .\n. . .\n. . .").is_empty());
    }

    #[test]
    fn a_group_that_a_nakade_kills_is_in_no_seki() {
        let killed = "
            . O . X O . .
            X X X X O . .
            O O O O O . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert!(seki(killed).is_empty());
    }

    /// Black has two eyes of its own, so White, with one, is dead and not in seki.
    #[test]
    fn a_group_with_two_eyes_is_in_no_seki() {
        let lives = "
            . X . O . O X
            X . X O O O X
            O O O O X X X
            X X X X X . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert!(seki(lives).is_empty());
    }
}
