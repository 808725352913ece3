//! One position on the search stack.

use super::LadderOutcome::{self, Captured, Escapes, Ko};
use super::chase::Chase;
use super::memory::LineRef;
use crate::Color;
use crate::Point;

/// The result of a position.
#[derive(Clone, Copy)]
pub(super) struct LadderResult {
    pub(super) outcome: LadderOutcome,
    pub(super) line: LineRef,
    /// The lowest stack index that this result depends on, because a variation returned to it.
    pub(super) depends_on: usize,
}

impl LadderResult {
    /// A result that needs no move.
    pub(super) const fn immediate(outcome: LadderOutcome) -> Self {
        Self::by(outcome, LineRef::END)
    }

    pub(super) const fn by(outcome: LadderOutcome, line: LineRef) -> Self {
        Self { outcome, line, depends_on: usize::MAX }
    }
}

/// A position with the side to move and the progress through its moves.
pub(super) struct SearchFrame {
    pub(super) chase: Chase,
    pub(super) side: Color,
    /// Hash of position, ko and side.
    pub(super) key: u64,
    /// How often the attacker has played its second choice on the way here.
    pub(super) second_choices: u32,
    /// The best result already secured elsewhere by the attacker (`alpha`) and the defender
    /// (`beta`).
    pub(super) alpha: LadderOutcome,
    pub(super) beta: LadderOutcome,
    /// Where this frame's moves begin in the search's list, and the index of the next one.
    pub(super) from: usize,
    pub(super) next: usize,
    /// The move being tried, and whether it retakes a ko.
    pub(super) trying: Point,
    pub(super) bans: bool,
    pub(super) best: Option<LadderResult>,
    pub(super) depends_on: usize,
}

impl SearchFrame {
    /// The first position.
    pub(super) fn first(chase: Chase, side: Color) -> Self {
        Self {
            side,
            key: chase.key(side),
            second_choices: 0,
            alpha: Escapes,
            beta: Captured,
            from: 0,
            next: 0,
            trying: Point::new(0, 0),
            bans: false,
            best: None,
            depends_on: usize::MAX,
            chase,
        }
    }

    /// The same position with the other side to play, ready for the move being tried. `from` is
    /// where its own moves will begin.
    pub(super) fn child(&self, from: usize) -> Self {
        let (alpha, beta) = self.window();
        Self {
            side: self.side.opposite(),
            alpha,
            beta,
            from,
            next: from,
            bans: false,
            best: None,
            depends_on: usize::MAX,
            ..*self
        }
    }

    pub(super) fn is_defence(&self) -> bool {
        self.side == self.chase.defender
    }

    /// The result for a side that has no move.
    pub(super) fn worst(&self) -> LadderOutcome {
        if self.is_defence() { Captured } else { Escapes }
    }

    pub(super) fn prefers(&self, one: LadderOutcome, other: LadderOutcome) -> bool {
        if self.is_defence() { one < other } else { one > other }
    }

    /// Caps the outcome of a move that retakes a ko: it is a ko at best for the side that plays it.
    pub(super) fn capped(&self, outcome: LadderOutcome) -> LadderOutcome {
        if self.is_defence() { outcome.max(Ko) } else { outcome.min(Ko) }
    }

    /// Whether no further move can change the result.
    pub(super) fn is_settled(&self) -> bool {
        let is_enough = |best: LadderResult| {
            if self.is_defence() { best.outcome <= self.alpha } else { best.outcome >= self.beta }
        };
        self.best.is_some_and(is_enough)
    }

    /// Whether an outcome is exact, and not just a bound outside the window.
    pub(super) fn is_exact(&self, outcome: LadderOutcome) -> bool {
        (outcome == Escapes || outcome > self.alpha) && (outcome == Captured || outcome < self.beta)
    }

    /// The window (attacker's, defender's) for reading on after the move being tried.
    fn window(&self) -> (LadderOutcome, LadderOutcome) {
        let (mut alpha, mut beta) = (self.alpha, self.beta);
        let best = self.best.map(|found| found.outcome);
        if self.is_defence() {
            beta = best.map_or(beta, |best| best.min(beta));
        } else {
            alpha = best.map_or(alpha, |best| best.max(alpha));
        }
        // Where a ko is retaken, results beyond a ko need not be distinguished.
        match (self.bans, self.is_defence()) {
            (true, true) => (alpha.max(Ko), beta),
            (true, false) => (alpha, beta.min(Ko)),
            (false, _) => (alpha, beta),
        }
    }
}
