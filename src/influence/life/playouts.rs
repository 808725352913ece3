//! Random games, and dead chains according to them.

use std::cmp::Reverse;
use std::ops::Range;

use super::benson::{Unconditional, parts, union};
use super::groups::{Group, groups, is_eye};
use super::ownership::Ownership;
use super::search::FateSearch;
use joseki_game::go::{PointSet, Position};
use joseki_game::{Color, Point};
use joseki_priority::random;

/// Maximum number of stones that a side puts into self-atari without capturing: enough for a nakade
/// in a single eye, too few to break up a seki of large chains.
const NAKADE: u32 = 4;
/// Mean ownership of groups that are searched.
const SEARCHED: Range<f64> = -0.8..0.6;
/// Most searches on a board, of the largest groups: each takes as long as two hundred random games.
const MAX_SEARCHES: u32 = 16;
/// Mean ownership of groups on which the fate of others does not depend.
const SAFE: f64 = 0.9;
/// Mean ownership below which a chain of a group is judged by itself.
const PARTED: f64 = 0.3;
/// A group that random games kill lives if it survives as often with the other side to move.
const KEPT: f64 = 0.7;
/// A group that random games keep is dead if it survives less often with its side to move.
const LOST: f64 = 0.2;
/// Mean ownership below which stones in seki by the rule are dead, if they cannot be searched.
const SEKI_LOST: f64 = -0.5;
/// Mean ownership of groups that could be either, if they cannot be searched.
const UNSURE: Range<f64> = -0.25..0.5;

/// Plays random games to their end, and calls a function with the final board of each. Each colour
/// starts half of the games.
pub fn play(
    board: &Position,
    settled: PointSet,
    games: u32,
    seed: u64,
    on_end: &mut dyn FnMut(&Position),
) {
    for number in 0..games {
        let first = Color::ALL[number as usize % 2];
        let seed = random::finalize(seed ^ random::finalize(u64::from(number)));
        let mut game = Playout::new(*board, settled, seed);
        game.play(first);
        on_end(&game.board);
    }
}

/// What random games and searches say of the groups.
pub struct GroupFates {
    /// Stones of dead groups.
    pub dead: PointSet,
    /// Stones of groups that could be either.
    pub unsure: PointSet,
}

/// Finds the groups whose points end up with the other side in most random games. Where these
/// disagree, and for stones in seki by the rule, a search decides ([`FateSearch`]): when the game is
/// over, a group lives that the other side cannot kill by moving first, and one is dead that its own
/// side cannot save.
pub fn fates(
    board: &Position,
    certain: &Unconditional,
    owned: &Ownership,
    seki: PointSet,
    seed: u64,
) -> GroupFates {
    let mut groups: Vec<Group> =
        groups(board).into_iter().flat_map(|group| parted(board, group, owned)).collect();
    groups.sort_by_key(|group| Reverse(group.stones.len()));
    let live = |group: &Group| !group.stones.is_disjoint(&certain.alive(group.color));
    let is_safe = |group: &Group| live(group) || owned.mean(group.stones, group.color) >= SAFE;
    let mut searches = 0;
    let mut fates = GroupFates { dead: PointSet::EMPTY, unsure: PointSet::EMPTY };
    for group in groups.iter().filter(|group| !live(group)) {
        let mean = owned.mean(group.stones, group.color);
        let in_seki = !group.stones.is_disjoint(&seki);
        let survival = |first| {
            let safe = |group: &Group| is_safe(group) && group.stones.is_disjoint(&seki);
            let search = FateSearch::new(board, *group, &groups, safe, seed);
            search.map(|mut search| search.survival(first))
        };
        let is_open =
            searches < MAX_SEARCHES && (mean < SEARCHED.end && in_seki || SEARCHED.contains(&mean));
        let is_kept = in_seki || mean >= 0.0;
        let first = if is_kept { group.color } else { group.color.opposite() };
        let found = if is_open { survival(first) } else { None };
        searches += u32::from(found.is_some());
        let (is_dead, is_sure) = match found {
            Some(rate) if is_kept => (rate < LOST, true),
            Some(rate) => (rate < KEPT, !(LOST..1.0 - LOST).contains(&rate)),
            None if in_seki => (mean < SEKI_LOST, true),
            None => (!is_kept, !UNSURE.contains(&mean)),
        };
        if is_dead {
            fates.dead = fates.dead.union(group.stones);
        }
        if !is_sure && !in_seki {
            fates.unsure = fates.unsure.union(group.stones);
        }
    }
    fates
}

/// Splits a group into the chains that random games keep and those that they do not: the link
/// between them may be of stones that are dead.
fn parted(board: &Position, group: Group, owned: &Ownership) -> impl Iterator<Item = Group> {
    let chains = parts(board, group.stones).into_iter();
    let (kept, lost): (Vec<PointSet>, Vec<PointSet>) =
        chains.partition(|chain| owned.mean(*chain, group.color) >= PARTED);
    let parts = [kept, lost].map(union).into_iter().filter(|stones| !stones.is_empty());
    parts.map(move |stones| Group { stones, ..group })
}

/// Returns a side's stones and the empty points adjacent only to its stones.
pub fn owned(board: &Position, color: Color) -> PointSet {
    let stones = board.stones(color);
    let theirs = board.stones(color.opposite()).neighbours(board.size());
    let beside = stones.neighbours(board.size()).intersection(board.empty());
    stones.union(beside.difference(theirs))
}

/// A random game.
pub struct Playout {
    pub board: Position,
    /// Points where nothing can change.
    settled: PointSet,
    random: Random,
    left: Vec<Point>,
}

impl Playout {
    /// Prepares a game on the points that are not settled.
    pub fn new(board: Position, settled: PointSet, seed: u64) -> Playout {
        Playout { board, settled, random: Random(seed), left: Vec::new() }
    }

    /// Plays until neither side has a move, or up to a maximum number of moves.
    pub fn play(&mut self, first: Color) {
        let mut color = first;
        let mut last = None;
        let mut passes = 0;
        let lines = u32::from(self.board.size().get());
        for _ in 0..3 * lines * lines {
            last = self.answer(color, last).or_else(|| self.any(color));
            passes = match last {
                Some(_) => 0,
                None => passes + 1,
            };
            if passes == 2 {
                break;
            }
            if last.is_none() {
                self.board.pass();
            }
            color = color.opposite();
        }
    }

    /// Captures the last move's chain in atari, or saves an own chain that it put into atari.
    fn answer(&mut self, color: Color, last: Option<Point>) -> Option<Point> {
        let last = last?;
        let their = self.board.liberties(last);
        if let (1, Some(point)) = (their.len(), their.first())
            && self.board.play(color, point).is_ok()
        {
            return Some(point);
        }
        let size = self.board.size();
        for next in last.neighbours(size) {
            if self.board.at(next) != Some(color) {
                continue;
            }
            let own = self.board.liberties(next);
            let (1, Some(point)) = (own.len(), own.first()) else {
                continue;
            };
            let mut after = self.board;
            if after.play(color, point).is_ok() && after.liberties(point).len() > 1 {
                self.board = after;
                return Some(point);
            }
        }
        None
    }

    /// Plays a random move that is not an obvious loss.
    fn any(&mut self, color: Color) -> Option<Point> {
        self.left.clear();
        self.left.extend(self.board.empty().difference(self.settled));
        while !self.left.is_empty() {
            let pick = self.random.below(self.left.len());
            let point = self.left.swap_remove(pick);
            if is_eye(&self.board, color, point) {
                continue;
            }
            let mut after = self.board;
            let Ok(taken) = after.play(color, point) else {
                continue;
            };
            if taken.is_empty()
                && after.liberties(point).len() < 2
                && after.chain(point).len() > NAKADE
            {
                continue;
            }
            self.board = after;
            return Some(point);
        }
        None
    }
}

/// Stream of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        let high = random::next(&mut self.0) >> 32;
        ((high * bound as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::go::diagram;

    const ONE_EYE: &str = include_str!("../../../fixtures/scoring/one-eye-is-death.txt");

    #[test]
    fn a_group_with_one_eye_dies_whatever_the_seed() {
        let board = diagram::parse(ONE_EYE).unwrap();
        let certain = Unconditional::new(&board);
        for seed in 0..10 {
            let owned = Ownership::with_certain(&board, &certain, 100, seed);
            let found = fates(&board, &certain, &owned, PointSet::EMPTY, seed);
            assert_eq!(found.dead, board.chain(Point::new(1, 0)), "{seed}");
        }
    }

    #[test]
    fn games_end_when_neither_side_has_a_sensible_move() {
        let board = diagram::parse(ONE_EYE).unwrap();
        for seed in 0..20 {
            let mut game = Playout::new(board, PointSet::EMPTY, seed);
            game.play(Color::Black);
            for color in Color::ALL {
                assert_eq!(game.any(color), None, "{seed}");
            }
        }
    }
}
