//! Counting a board of Go after both sides have passed.

use crate::go::{Count, PointSet, Position, Scoring, ScoringRules};
use crate::{Color, Point};

/// A board that is being counted: the stones that are marked as dead, and who agrees.
#[derive(Clone, Debug, PartialEq)]
pub struct TableCounting {
    board: Position,
    rules: ScoringRules,
    komi: f64,
    dead: PointSet,
    agreed: [bool; 2],
}

impl TableCounting {
    pub(super) fn new(board: Position, rules: ScoringRules, komi: f64) -> TableCounting {
        TableCounting { board, rules, komi, dead: PointSet::EMPTY, agreed: [false; 2] }
    }

    /// The stones that are marked as dead.
    #[must_use]
    pub const fn dead(&self) -> PointSet {
        self.dead
    }

    /// Whether a side agrees with the marks.
    #[must_use]
    pub const fn has_agreed(&self, color: Color) -> bool {
        self.agreed[color as usize]
    }

    /// The count with these marks.
    #[must_use]
    pub fn count(&self) -> Count {
        let mut scoring = Scoring::new(self.rules, self.komi);
        scoring.dead = self.dead;
        Count::new_unchecked(&self.board, &scoring)
    }

    /// Marks exactly these stones, with their chains; points without a stone are left out.
    pub(super) fn mark(&mut self, points: PointSet) {
        self.agreed = [false; 2];
        let chains = points.iter().map(|point| self.board.chain(point));
        self.dead = chains.fold(PointSet::EMPTY, PointSet::union);
    }

    /// Marks the chain of a stone, or takes its mark off. False if there is no stone.
    pub(super) fn toggle(&mut self, point: Point) -> bool {
        let chain = self.board.chain(point);
        if chain.is_empty() {
            return false;
        }
        self.agreed = [false; 2];
        self.dead = if self.dead.contains(point) {
            self.dead.difference(chain)
        } else {
            self.dead.union(chain)
        };
        true
    }

    /// Notes that a side agrees. True if both do.
    pub(super) fn agree(&mut self, color: Color) -> bool {
        self.agreed[color as usize] = true;
        self.agreed == [true; 2]
    }
}
