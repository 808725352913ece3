//! Trees of any size, made node by node: nothing in memory grows with them. And boards that follow
//! their lines.
#![allow(dead_code, reason = "each user takes a part")]

use std::collections::BTreeMap;
use std::vec::IntoIter;

use joseki::book::Line;
use joseki::game::go::{GoGame, Rules};
use joseki::game::{BoardSize, Color, Corner, Frame, LinePosition, Move, Side, Step, Variant};
use joseki::priority::random::{hash, uniform};
use joseki::store::{BookStream, ChangeKind, ChangeNote, StreamedNode};

const SIZE: BoardSize = BoardSize::NINETEEN;
const SEED: u64 = 66;

/// What a number is drawn for.
const PATH: u64 = 1;
const STEP: u64 = 2;
const TURN: u64 = 3;

/// Plies with many choices each, and the number of choices; then fewer, while many nodes follow.
const FIRST_PLIES: usize = 4;
const FIRST_CHOICES: u64 = 8;
const CHOICES: u64 = 4;
/// The most single moves with which a line ends.
const TAIL: u64 = 24;

/// The lines of a corner on which moves are, so that corners do not touch.
const LINES: u8 = 9;
/// Number of draws near the last stone before the rest of the corner is taken in order.
const NEAR_DRAWS: u64 = 32;

/// The fewest and the most moves in a corner of a board. After five moves there are only 16,384
/// lines, which any cache holds.
const MOVES: (usize, usize) = (4, 12);

/// The moves of a board.
pub type Board = Vec<(Color, Move)>;

/// How the moves of a board are drawn.
#[derive(Clone, Copy)]
pub enum Draw {
    /// By the plays of the moves after each node, which follow Zipf's law. A book without counts of
    /// games does not store them.
    Plays,
    /// Each move after a node alike. About as many nodes follow each, so all lines are drawn alike.
    Uniform,
}

/// A node of a tree, with what follows from its line and the size of the tree.
#[derive(Clone)]
pub struct TreeNode {
    /// Its line.
    pub line: Line,
    position: LinePosition,
    /// The hash of its line.
    path: u64,
    /// Number of nodes after it, at any distance.
    below: u64,
}

/// All nodes of a tree in preorder, without the root.
pub struct Preorder {
    /// The rest of the children of each node on the path.
    rest: Vec<IntoIter<TreeNode>>,
}

/// The tree of this many nodes as a new book. It is shaped like a joseki dictionary: many choices
/// at first, then few, then single moves, each near the last.
pub fn book(name: &str, nodes: u64) -> BookStream {
    BookStream {
        name: name.to_owned(),
        variant: Variant::GO,
        note: ChangeNote::new(ChangeKind::Create, "bench", ""),
        nodes,
        lines: line_count(nodes),
        moves: Box::new(Preorder::new(nodes).map(Ok)),
        games: None,
    }
}

/// The number of lines of the tree of this many nodes.
pub fn line_count(nodes: u64) -> u64 {
    // The nodes of a ply by the number of nodes after them, which takes a few values only.
    let (mut ply, mut depth, mut lines) = (BTreeMap::from([(nodes, 1)]), 0, 0);
    while !ply.is_empty() {
        let mut next: BTreeMap<u64, u64> = BTreeMap::new();
        for (below, count) in ply {
            let sizes = Sizes::of_children(depth, below);
            if sizes.count == 0 && depth > 0 {
                lines += count;
            }
            for child in 0..sizes.count {
                *next.entry(sizes.size(child) - 1).or_default() += count;
            }
        }
        (ply, depth) = (next, depth + 1);
    }
    lines
}

/// A board whose corners follow lines of the tree of this many nodes, and another one for each
/// number. The colours alternate, and so do they in each corner.
pub fn board(nodes: u64, draw: Draw, number: u64) -> Board {
    let mut game = GoGame::new(SIZE, Rules::default());
    let mut color = Color::Black;
    for (place, corner) in (0..).zip(Corner::ALL) {
        let drawn = |turn: usize| uniform(hash(SEED, TURN, [number, place, turn as u64]));
        let (fewest, most) = MOVES;
        let moves = fewest + (drawn(0) * (most - fewest + 1) as f64) as usize;
        let mut node = TreeNode::root(nodes);
        for turn in 1..=moves {
            let Some(next) = node.draw_child(draw, drawn(turn)) else { break };
            node = next;
            let step = node.last_step();
            let point = Frame::clockwise(corner).point_of(step, SIZE).expect("in the corner");
            game.play(color, Move::Play(point)).expect("legal, as in its corner alone");
            color = color.opposite();
        }
    }
    game.moves().collect()
}

/// How the nodes after a node are divided among its children: evenly, the first ones get the rest.
struct Sizes {
    count: u64,
    below: u64,
}

impl Sizes {
    fn of_children(depth: usize, below: u64) -> Sizes {
        let wanted = match below {
            _ if depth < FIRST_PLIES => FIRST_CHOICES,
            0..=TAIL => 1,
            _ => CHOICES,
        };
        Sizes { count: wanted.min(below), below }
    }

    /// The number of nodes of a child with those after it.
    fn size(&self, child: u64) -> u64 {
        self.below / self.count + u64::from(child < self.below % self.count)
    }
}

impl TreeNode {
    /// The root of the tree of this many nodes.
    pub fn root(nodes: u64) -> TreeNode {
        let position = LinePosition::new(Variant::GO);
        TreeNode { line: Line::new(), position, path: 0, below: nodes }
    }

    /// The last step of its line. The root has none.
    pub fn last_step(&self) -> Step {
        *self.line.steps().last().expect("not the root")
    }

    /// The nodes that follow, in the order of their steps.
    pub fn children(&self) -> Vec<TreeNode> {
        let sizes = Sizes::of_children(self.line.len(), self.below);
        let moves = self.moves(sizes.count as usize);
        let child = |(place, (step, position)): (u64, (Step, LinePosition))| {
            let mut line = self.line.clone();
            line.push(step);
            let path = hash(SEED, PATH, [self.path, step.code().into(), 0]);
            TreeNode { line, position, path, below: sizes.size(place) - 1 }
        };
        (0..).zip(moves).map(child).collect()
    }

    /// Draws one of the nodes that follow by a number from 0 to 1.
    fn draw_child(&self, draw: Draw, drawn: f64) -> Option<TreeNode> {
        let mut children = self.children();
        let place = match draw {
            Draw::Uniform => (drawn * children.len() as f64) as usize,
            Draw::Plays => {
                // The rank of a move is independent of its step.
                children.sort_unstable_by_key(|child| child.path);
                let plays = |rank: usize| 1.0 / (rank + 1) as f64;
                let all: f64 = (0..children.len()).map(plays).sum();
                let mut left = drawn * all;
                let is_drawn = |rank| {
                    left -= plays(rank);
                    left < 0.0
                };
                (0..children.len()).position(is_drawn).unwrap_or_default()
            }
        };
        children.into_iter().nth(place)
    }

    /// Legal steps that are not in the line, near the last stone, in order, with the positions
    /// after them.
    fn moves(&self, count: usize) -> Vec<(Step, LinePosition)> {
        let side: Side = self.line.to_move();
        let last = self.line.steps().last().and_then(|step| step.coordinates());
        let (u, v) = last.unwrap_or((3, 4));
        let near = |at: u8, draw: u64| {
            let shifted = (u64::from(at) + draw % 7).saturating_sub(3);
            shifted.min(u64::from(LINES - 1)) as u8
        };
        let near = (0..NEAR_DRAWS).map(|number| {
            let draw = hash(SEED, STEP, [self.path, number, 0]);
            (near(u, draw), near(v, draw >> 32))
        });
        let all = (0..LINES).flat_map(|u| (0..LINES).map(move |v| (u, v)));
        let mut found: Vec<(Step, LinePosition)> = Vec::with_capacity(count);
        for (u, v) in near.chain(all) {
            if found.len() == count {
                break;
            }
            // The first step of a canonical line, off the diagonal: so is every line after it.
            let is_turned = self.line.is_empty() && u >= v;
            let Some(step) = Step::corner(u, v).filter(|_| !is_turned) else { continue };
            let is_known = found.iter().any(|(other, _)| *other == step);
            let mut position = self.position;
            if !is_known && !self.line.steps().contains(&step) && position.play(side, step).is_ok()
            {
                found.push((step, position));
            }
        }
        assert_eq!(found.len(), count, "too few points are left after {}", self.line);
        found.sort_unstable_by_key(|(step, _)| *step);
        found
    }
}

impl Preorder {
    /// Begins before the first node of the tree of this many nodes.
    pub fn new(nodes: u64) -> Preorder {
        Preorder { rest: vec![TreeNode::root(nodes).children().into_iter()] }
    }
}

impl Iterator for Preorder {
    type Item = StreamedNode;

    fn next(&mut self) -> Option<StreamedNode> {
        loop {
            if let Some(node) = self.rest.last_mut()?.next() {
                self.rest.push(node.children().into_iter());
                return Some(StreamedNode {
                    ends: node.below == 0,
                    ..StreamedNode::new(node.line.len(), node.last_step())
                });
            }
            self.rest.pop();
        }
    }
}
