//! When each point of a game's board was empty, black or white.

use super::block::{EVENT_LAST, EVENT_POINT, EVENT_REMOVED, EVENT_WHITE};
use super::image::ROWS;
use super::symbol::PatternSymbol;
use crate::game::Color;

/// A moment that never comes. Moment 0 is before the first move, moment 1 after it.
pub(super) const NEVER: u16 = u16::MAX;

/// The history of every point of one game.
#[derive(Debug)]
pub(super) struct Histories {
    /// By point: the moment of its first stone, the next change as index into `changes` from 1, or
    /// 0, and the stone's colour.
    first: [First; ROWS * ROWS],
    /// What came after first stones.
    changes: Vec<Change>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct First {
    moment: u16,
    /// The colour in bit 0, the next change above it.
    rest: u16,
}

const EMPTY_FOREVER: First = First { moment: NEVER, rest: 0 };

#[derive(Clone, Copy, Debug)]
struct Change {
    moment: u16,
    state: PatternSymbol,
    /// The next change, as index from 1, or 0.
    next: u16,
}

impl Default for Histories {
    fn default() -> Histories {
        Histories { first: [EMPTY_FOREVER; ROWS * ROWS], changes: Vec::new() }
    }
}

impl Histories {
    /// Reads the events of a game. False if more points changed again than fit, which no game of
    /// the length that is held comes near.
    pub fn read(&mut self, events: &[u16], points: usize) -> bool {
        self.first[..points].fill(EMPTY_FOREVER);
        self.changes.clear();
        let mut moment = events.iter().filter(|event| *event & EVENT_LAST != 0).count() as u16 + 1;
        // From the end, so that what came later is known.
        for event in events.iter().rev() {
            moment -= u16::from(event & EVENT_LAST != 0);
            let Some(first) = self.first.get_mut(usize::from(event & EVENT_POINT)) else {
                continue;
            };
            let color = u16::from(event & EVENT_WHITE != 0);
            let next = match first.moment {
                NEVER => 0,
                later => {
                    let state = match (first.rest >> 15, first.rest & 1) {
                        (1, _) => PatternSymbol::EMPTY,
                        (_, 0) => PatternSymbol::BLACK,
                        _ => PatternSymbol::WHITE,
                    };
                    let next = first.rest >> 1 & 0x3fff;
                    self.changes.push(Change { moment: later, state, next });
                    self.changes.len()
                }
            };
            if next > 0x3fff {
                return false;
            }
            let removed = u16::from(event & EVENT_REMOVED != 0) << 15;
            *first = First { moment, rest: removed | (next as u16) << 1 | color };
        }
        true
    }

    /// Returns the first moment from `since` on at which a point is as a symbol says.
    #[inline]
    pub fn earliest(&self, point: usize, symbol: PatternSymbol, since: u16) -> u16 {
        let First { moment, rest } = self.first[point];
        let stone = if rest & 1 == 0 { PatternSymbol::BLACK } else { PatternSymbol::WHITE };
        if since < moment {
            if symbol.allows(PatternSymbol::EMPTY) {
                return since;
            }
            if symbol.allows(stone) {
                return moment;
            }
        } else if rest <= 1 {
            return if symbol.allows(stone) { since } else { NEVER };
        }
        self.earliest_change(moment, stone, rest >> 1, symbol, since)
    }

    /// As [`Histories::earliest`], of a point that changed again.
    fn earliest_change(
        &self,
        mut start: u16,
        mut state: PatternSymbol,
        mut next: u16,
        symbol: PatternSymbol,
        since: u16,
    ) -> u16 {
        loop {
            let change = usize::from(next).checked_sub(1).map(|at| self.changes[at]);
            let end = change.map_or(NEVER, |change| change.moment);
            if end > since && symbol.allows(state) && start != NEVER {
                return start.max(since);
            }
            let Some(change) = change else { return NEVER };
            (start, state, next) = (change.moment, change.state, change.next);
        }
    }

    /// Returns the moment and colour of the first stone that was put on a point after a moment.
    #[inline]
    pub fn stone_after(&self, point: usize, moment: u16) -> (u16, Color) {
        let first = self.first[point];
        let color = if first.rest & 1 == 0 { Color::Black } else { Color::White };
        if first.moment > moment || first.rest <= 1 {
            return (if first.moment > moment { first.moment } else { NEVER }, color);
        }
        let mut next = first.rest >> 1;
        while let Some(at) = usize::from(next).checked_sub(1) {
            let change = self.changes[at];
            if let (true, Some(color)) = (change.moment > moment, change.state.stone()) {
                return (change.moment, color);
            }
            next = change.next;
        }
        (NEVER, Color::Black)
    }
}
