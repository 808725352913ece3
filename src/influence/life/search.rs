//! Tree search of a group's fate where random games leave it open: capturing races and sekis.
//!
//! Random moves break a seki and lose a race that any player would win. So the few moves that matter
//! are searched (UCT: Kocsis and Szepesvári, *Bandit Based Monte-Carlo Planning*, 2006), and only
//! what follows them is random. Two passes in a row end the search: then the board stays as it is.

use super::benson::union;
use super::groups::{Group, is_eye};
use super::playouts::{self, Playout};
use joseki_game::go::{PointSet, Position};
use joseki_game::{Color, Point};
use joseki_priority::random;

/// Number of simulations of a search.
const SIMULATIONS: u64 = 600;
/// Weight of moves that were tried rarely.
const EXPLORATION: f64 = 0.4;
/// Value of a move that was never tried: every move is, before one is tried again.
const UNTRIED: f64 = 1.1;
/// Most moves of a simulation in the tree, against kos that go on for ever.
const DEEPEST: usize = 60;
/// Maximum number of stones that a side puts into self-atari without capturing: a nakade of six.
const SELF_ATARI: u32 = 6;
/// Most points of a region to search: more moves need more simulations.
const WIDEST: u32 = 50;

/// Search of whether a group keeps its points.
pub struct FateSearch {
    board: Position,
    /// Points where both sides may play.
    region: PointSet,
    group: Group,
    seed: u64,
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    visits: u32,
    moves: Vec<Branch>,
}

/// A move of a node, or a pass, with its results for the side that makes it.
struct Branch {
    played: Option<Point>,
    visits: u32,
    won: u32,
    /// Index of the node after it; 0, the root, for none yet.
    node: usize,
}

impl FateSearch {
    /// Prepares the search of a group; `None` if it could depend on too much of the board. Groups
    /// that are safe are not captured.
    pub fn new(
        board: &Position,
        group: Group,
        groups: &[Group],
        is_safe: impl Fn(&Group) -> bool,
        seed: u64,
    ) -> Option<FateSearch> {
        let region = region(board, &group, groups, is_safe);
        let mut board = *board;
        board.pass();
        let search = FateSearch { board, region, group, seed, nodes: Vec::new() };
        (region.len() <= WIDEST).then_some(search)
    }

    /// Returns the share of simulations in which the group keeps its points, after the best move of
    /// the side that moves first.
    pub fn survival(&mut self, first: Color) -> f64 {
        self.nodes.clear();
        self.nodes.push(self.node(&self.board, first));
        for number in 0..SIMULATIONS {
            self.simulate(first, random::finalize(self.seed ^ random::finalize(number)));
        }
        let best = self.nodes[0].moves.iter().max_by_key(|branch| branch.visits);
        let won = best.map_or(0.5, |best| f64::from(best.won) / f64::from(best.visits.max(1)));
        if first == self.group.color { won } else { 1.0 - won }
    }

    fn node(&self, board: &Position, color: Color) -> Node {
        let points = board.empty().intersection(self.region).into_iter();
        let moves = points.filter(|point| is_sensible(board, color, *point)).map(Some);
        let branch = |played| Branch { played, visits: 0, won: 0, node: 0 };
        Node { visits: 0, moves: moves.chain([None]).map(branch).collect() }
    }

    fn simulate(&mut self, first: Color, mut salt: u64) {
        let (mut board, mut color) = (self.board, first);
        let (mut path, mut at, mut passes) = (Vec::new(), 0, 0);
        let survives = loop {
            let picked = self.pick(at, &mut salt);
            path.push((at, picked));
            let Branch { played, visits, node, .. } = self.nodes[at].moves[picked];
            passes = if played.is_some() { 0 } else { passes + 1 };
            match played {
                // A node's moves are legal on its board.
                Some(point) => drop(board.play(color, point)),
                None => board.pass(),
            }
            color = color.opposite();
            if passes == 2 || path.len() == DEEPEST {
                break self.is_kept(&board);
            }
            if visits == 0 {
                break self.play_out(&board, color, salt);
            }
            at = match node {
                0 => self.grow(at, picked, self.node(&board, color)),
                known => known,
            };
        };
        for (depth, (at, picked)) in path.into_iter().enumerate() {
            let mover = if depth % 2 == 0 { first } else { first.opposite() };
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.moves[picked].visits += 1;
            node.moves[picked].won += u32::from(survives == (mover == self.group.color));
        }
    }

    fn grow(&mut self, at: usize, picked: usize, node: Node) -> usize {
        let new = self.nodes.len();
        self.nodes.push(node);
        self.nodes[at].moves[picked].node = new;
        new
    }

    /// Returns the index of the move with the greatest upper bound (UCB1); of equals one by chance.
    fn pick(&self, at: usize, salt: &mut u64) -> usize {
        let node = &self.nodes[at];
        let count = node.moves.len();
        let start = (random::next(salt) >> 33) as usize;
        let log = f64::from(node.visits.max(1)).ln();
        let bound = |branch: &Branch| match f64::from(branch.visits) {
            0.0 => UNTRIED,
            visits => f64::from(branch.won) / visits + EXPLORATION * (log / visits).sqrt(),
        };
        let places = (0..count).map(|place| (place + start) % count);
        let bounds = places.map(|place| (place, bound(&node.moves[place])));
        let best = bounds.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map_or(0, |(place, _)| place)
    }

    fn play_out(&self, board: &Position, color: Color, seed: u64) -> bool {
        let settled = PointSet::all(board.size()).difference(self.region);
        let mut game = Playout::new(*board, settled, seed);
        game.play(color);
        self.is_kept(&game.board)
    }

    fn is_kept(&self, board: &Position) -> bool {
        let Group { color, stones, .. } = self.group;
        2 * playouts::owned(board, color).intersection(stones).len() > stones.len()
    }
}

fn is_sensible(board: &Position, color: Color, point: Point) -> bool {
    let mut after = *board;
    let is_lost = |after: &Position| {
        after.liberties(point).len() < 2 && after.chain(point).len() > SELF_ATARI
    };
    !is_eye(board, color, point)
        && after.play(color, point).is_ok_and(|taken| !taken.is_empty() || !is_lost(&after))
}

/// Returns the points on which a group's fate depends: from the group through empty points, and
/// through stones that are not safe.
fn region(
    board: &Position,
    group: &Group,
    groups: &[Group],
    is_safe: impl Fn(&Group) -> bool,
) -> PointSet {
    let unsafe_stones = groups.iter().filter(|other| !is_safe(other)).map(|other| other.stones);
    let through = union(unsafe_stones).union(group.stones).union(board.empty());
    let mut region = group.stones;
    loop {
        let grown = region.union(region.neighbours(board.size()).intersection(through));
        if grown == region {
            return region;
        }
        region = grown;
    }
}
