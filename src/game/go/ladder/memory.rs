//! The memory of a search: variations, a cache of positions already read, and the record of
//! attacks.

use super::LadderOutcome;
use crate::go::{BoardSize, Point};

/// A sequence of moves stored in [`LineArena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineRef {
    first: u32,
    /// The number of its moves.
    pub(super) length: u32,
}

impl LineRef {
    /// The empty line.
    pub(super) const END: Self = Self { first: u32::MAX, length: 0 };
}

/// Lines that share their tails: each move links to the next one.
#[derive(Default)]
pub(super) struct LineArena {
    moves: Vec<(Point, u32)>,
}

impl LineArena {
    /// Returns the line that begins with a move and continues with another line.
    pub(super) fn with(&mut self, point: Point, rest: LineRef) -> LineRef {
        let Ok(first) = u32::try_from(self.moves.len()) else {
            return LineRef::END;
        };
        self.moves.push((point, rest.first));
        LineRef { first, length: rest.length + 1 }
    }

    pub(super) fn points(&self, line: LineRef) -> impl Iterator<Item = Point> {
        let at = |first: u32| self.moves.get(first as usize);
        std::iter::successors(at(line.first), move |(_, next)| at(*next)).map(|(point, _)| *point)
    }
}

/// Transposition table: outcomes by position key. A new entry overwrites one with the same low
/// bits.
#[derive(Default)]
pub(super) struct TranspositionTable {
    slots: Vec<Option<(u64, LadderOutcome, LineRef)>>,
}

impl TranspositionTable {
    const SLOTS: usize = 1 << 13;

    pub(super) fn get(&self, key: u64) -> Option<(LadderOutcome, LineRef)> {
        let &(known, outcome, line) = self.slots.get(slot(key))?.as_ref()?;
        (known == key).then_some((outcome, line))
    }

    pub(super) fn put(&mut self, key: u64, outcome: LadderOutcome, line: LineRef) {
        if self.slots.is_empty() {
            self.slots.resize(Self::SLOTS, None);
        }
        if let Some(slot) = self.slots.get_mut(slot(key)) {
            *slot = Some((key, outcome, line));
        }
    }
}

fn slot(key: u64) -> usize {
    key as usize % TranspositionTable::SLOTS
}

/// History heuristic: the success of attacks by point. The same point tends to be right again,
/// whatever was played elsewhere.
pub(super) struct AttackHistory {
    points: [[i16; LINES]; LINES],
}

const LINES: usize = BoardSize::MAX.get() as usize;

impl AttackHistory {
    /// The number of attacks there that captured the chain, minus the number that did not.
    pub(super) fn at(&self, point: Point) -> i16 {
        self.points[usize::from(point.y())][usize::from(point.x())]
    }

    pub(super) fn record(&mut self, point: Point, takes: bool) {
        let luck = &mut self.points[usize::from(point.y())][usize::from(point.x())];
        *luck = luck.saturating_add(if takes { 1 } else { -1 });
    }
}

impl Default for AttackHistory {
    fn default() -> Self {
        Self { points: [[0; LINES]; LINES] }
    }
}
