//! One position on the stack of a search.

use super::LadderOutcome::{self, Captured, Escapes, Ko};
use super::chase::Chase;
use super::memory::Line;
use crate::game::Color;
use crate::game::go::Point;

/// What was found of a position.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) outcome: LadderOutcome,
    pub(super) line: Line,
    /// The lowest place on the stack that this depends on, because a line came back to it.
    pub(super) rests_on: usize,
}

impl Found {
    /// Nothing needs to be played.
    pub(super) const fn at_once(outcome: LadderOutcome) -> Self {
        Self::by(outcome, Line::END)
    }

    pub(super) const fn by(outcome: LadderOutcome, line: Line) -> Self {
        Self {
            outcome,
            line,
            rests_on: usize::MAX,
        }
    }
}

/// A position, whose turn it is, and how far its moves are read.
pub(super) struct Frame {
    pub(super) chase: Chase,
    pub(super) side: Color,
    /// Tells position, ko and side from all others.
    pub(super) key: u64,
    /// How often on the way here the attacker has played his second choice.
    pub(super) second_choices: u32,
    /// What the attacker, the defender has elsewhere.
    pub(super) alpha: LadderOutcome,
    pub(super) beta: LadderOutcome,
    /// Where this frame's moves begin in the search's list, and which is next.
    pub(super) from: usize,
    pub(super) next: usize,
    /// The move that is being tried, and whether it takes back a ko.
    pub(super) trying: Point,
    pub(super) bans: bool,
    pub(super) best: Option<Found>,
    pub(super) rests_on: usize,
}

impl Frame {
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
            rests_on: usize::MAX,
            chase,
        }
    }

    /// The same position with the other side to play, to make the move in that is being tried. `from` is where
    /// its moves will begin.
    pub(super) fn below(&self, from: usize) -> Self {
        let (alpha, beta) = self.window();
        Self {
            side: self.side.opposite(),
            alpha,
            beta,
            from,
            next: from,
            bans: false,
            best: None,
            rests_on: usize::MAX,
            ..*self
        }
    }

    pub(super) fn is_defence(&self) -> bool {
        self.side == self.chase.defender
    }

    /// What befalls a side that has no move.
    pub(super) fn worst(&self) -> LadderOutcome {
        if self.is_defence() { Captured } else { Escapes }
    }

    pub(super) fn prefers(&self, one: LadderOutcome, other: LadderOutcome) -> bool {
        if self.is_defence() {
            one < other
        } else {
            one > other
        }
    }

    /// What a move is worth that takes back a ko: a ko at best.
    pub(super) fn capped(&self, outcome: LadderOutcome) -> LadderOutcome {
        if self.is_defence() {
            outcome.max(Ko)
        } else {
            outcome.min(Ko)
        }
    }

    /// Whether no further move can matter.
    pub(super) fn is_settled(&self) -> bool {
        let is_enough = |best: Found| {
            if self.is_defence() {
                best.outcome <= self.alpha
            } else {
                best.outcome >= self.beta
            }
        };
        self.best.is_some_and(is_enough)
    }

    /// Whether an outcome is the position's own, and not only known to be too good or too bad to matter.
    pub(super) fn is_exact(&self, outcome: LadderOutcome) -> bool {
        (outcome == Escapes || outcome > self.alpha) && (outcome == Captured || outcome < self.beta)
    }

    /// What attacker and defender have when the move that is being tried is read on.
    fn window(&self) -> (LadderOutcome, LadderOutcome) {
        let (mut alpha, mut beta) = (self.alpha, self.beta);
        let best = self.best.map(|found| found.outcome);
        if self.is_defence() {
            beta = best.map_or(beta, |best| best.min(beta));
        } else {
            alpha = best.map_or(alpha, |best| best.max(alpha));
        }
        // Where a ko is taken back, what is beyond a ko need not be told.
        match (self.bans, self.is_defence()) {
            (true, true) => (alpha.max(Ko), beta),
            (true, false) => (alpha, beta.min(Ko)),
            (false, _) => (alpha, beta),
        }
    }
}
