//! Blocks of connected stones, level by level.

use super::{Forces, PointMetrics};
use joseki_game::go::{PointSet, Position};
use joseki_game::{Color, Point};

/// Signed FB that a path must exceed everywhere to join blocks: the first for blocks of level 1,
/// and so on.
pub const THRESHOLDS: [u32; 5] = [16, 8, 4, 2, 1];

/// Blocks of both sides under the mechanical model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// Blocks of Black, by level.
    pub black: Vec<BlockLevel>,
    /// Blocks of White, by level.
    pub white: Vec<BlockLevel>,
}

/// Blocks of one side at one level: single stones at level 0, chains at level 1, blocks joined by
/// paths from level 2. Levels end with a single block or the last threshold; a side without stones
/// has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockLevel {
    /// Signed FB that a path must exceed everywhere to join two blocks of the previous level; none
    /// for stones and chains.
    pub threshold: Option<u32>,
    /// Blocks, ordered by their first stone in reading order.
    pub blocks: Vec<PointSet>,
}

impl Blocks {
    /// Computes the blocks of a board from its forces.
    #[must_use]
    pub fn new(board: &Position, forces: &Forces) -> Blocks {
        Blocks {
            black: levels(board, forces, Color::Black),
            white: levels(board, forces, Color::White),
        }
    }

    /// Returns the levels of a colour.
    #[must_use]
    pub fn levels(&self, color: Color) -> &[BlockLevel] {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

fn levels(board: &Position, forces: &Forces, color: Color) -> Vec<BlockLevel> {
    let stones = board.stones(color);
    if stones.is_empty() {
        return Vec::new();
    }
    let level = |threshold, blocks| BlockLevel { threshold, blocks };
    let mut levels = vec![level(None, stones.iter().map(PointSet::from).collect())];
    let mut next = parts(stones, |stone| board.chain(stone));
    let mut thresholds = THRESHOLDS.into_iter();
    let mut threshold = None;
    // Joined blocks never separate, so a single block ends the search.
    while levels.last().is_some_and(|last| last.blocks.len() > 1) {
        levels.push(level(threshold, next));
        threshold = thresholds.next();
        let (Some(above), Some(last)) = (threshold, levels.last()) else {
            break;
        };
        let open = open(board, forces, color, above);
        next = join(&last.blocks, open, board);
    }
    levels
}

/// Empty points where the signed FB of a colour exceeds a threshold.
fn open(board: &Position, forces: &Forces, color: Color, above: u32) -> PointSet {
    let sign = match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    };
    let has = |point: &Point| {
        PointMetrics::from_forces(forces.at(*point)).signed() * sign > f64::from(above)
    };
    board.empty().iter().filter(has).collect()
}

/// Joins the blocks that touch the same connected part of the open points.
fn join(blocks: &[PointSet], open: PointSet, board: &Position) -> Vec<PointSet> {
    let size = board.size();
    let mut blocks = blocks.to_vec();
    for path in parts(open, |seed| part_of(seed, open, board)) {
        let beside = path.neighbours(size);
        let (linked, apart): (Vec<PointSet>, Vec<PointSet>) =
            blocks.into_iter().partition(|block| !block.is_disjoint(&beside));
        blocks = apart;
        if !linked.is_empty() {
            blocks.push(linked.into_iter().fold(PointSet::EMPTY, PointSet::union));
        }
    }
    blocks.sort_unstable_by_key(PointSet::first);
    blocks
}

/// Splits a set into parts; `part` returns the one that contains a point.
fn parts(mut left: PointSet, part: impl Fn(Point) -> PointSet) -> Vec<PointSet> {
    let mut parts = Vec::new();
    while let Some(first) = left.first() {
        let part = part(first);
        left = left.difference(part);
        parts.push(part);
    }
    parts
}

/// Returns the connected part of a set that contains a point.
fn part_of(seed: Point, set: PointSet, board: &Position) -> PointSet {
    let mut part = PointSet::from(seed);
    loop {
        let grown = part.neighbours(board.size()).intersection(set);
        if grown.is_empty() {
            return part;
        }
        part = part.union(grown);
    }
}
