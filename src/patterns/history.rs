//! When each point of a game's board was empty, black or white.

use super::block::{EVENT_LAST, EVENT_POINT, EVENT_REMOVED, EVENT_WHITE, MAX_EVENTS};
use super::image::ROWS;
use super::symbol::PatternSymbol;
use crate::game::Color;

/// A moment that never comes. Moment 0 is before the first move, moment 1 after it.
pub(super) const NEVER: u16 = u16::MAX;

/// The history of every point of one game.
#[derive(Debug)]
pub(super) struct Histories {
    /// The first stone of every point.
    first: [First; ROWS * ROWS],
    /// What came after first stones.
    changes: Vec<Change>,
}

/// A point's first change. It has four bytes, since all of them are cleared for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct First {
    moment: u16,
    /// [`WHITE`] and [`REMOVED`], and between them the next change: its index into
    /// [`Histories::changes`] from 1, or 0.
    rest: u16,
}

const WHITE: u16 = 1;
/// The stone was taken; only while the events are read, as the first change puts a stone.
const REMOVED: u16 = 1 << 15;
const EMPTY_FOREVER: First = First { moment: NEVER, rest: 0 };
// Indexes from 1 fit between the two bits.
const _: () = assert!(MAX_EVENTS < REMOVED as usize >> 1);

impl First {
    const fn stone(self) -> Color {
        if self.rest & WHITE == 0 { Color::Black } else { Color::White }
    }

    const fn next(self) -> u16 {
        (self.rest & !REMOVED) >> 1
    }
}

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
    /// Reads the events of a game, at most [`MAX_EVENTS`].
    pub fn read(&mut self, events: &[u16], points: usize) {
        self.first[..points].fill(EMPTY_FOREVER);
        self.changes.clear();
        let mut moment = events.iter().filter(|event| *event & EVENT_LAST != 0).count() as u16 + 1;
        // From the end, so that what came later is known.
        for event in events.iter().rev() {
            moment -= u16::from(event & EVENT_LAST != 0);
            let Some(first) = self.first.get_mut(usize::from(event & EVENT_POINT)) else {
                continue;
            };
            let next = match first.moment {
                NEVER => 0,
                later => {
                    let state = match first.rest & REMOVED {
                        0 => PatternSymbol::of_stone(first.stone()),
                        _ => PatternSymbol::EMPTY,
                    };
                    self.changes.push(Change { moment: later, state, next: first.next() });
                    self.changes.len() as u16
                }
            };
            let white = if event & EVENT_WHITE == 0 { 0 } else { WHITE };
            let removed = if event & EVENT_REMOVED == 0 { 0 } else { REMOVED };
            *first = First { moment, rest: removed | next << 1 | white };
        }
    }

    /// Returns the first moment from `since` on at which a point is as a symbol says.
    #[inline]
    pub fn earliest(&self, point: usize, symbol: PatternSymbol, since: u16) -> u16 {
        let first = self.first[point];
        let (moment, stone) = (first.moment, PatternSymbol::of_stone(first.stone()));
        if since < moment {
            if symbol.allows(PatternSymbol::EMPTY) {
                return since;
            }
            if symbol.allows(stone) {
                return moment;
            }
        } else if first.next() == 0 {
            return if symbol.allows(stone) { since } else { NEVER };
        }
        self.earliest_change(moment, stone, first.next(), symbol, since)
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
        if first.moment > moment {
            return (first.moment, first.stone());
        }
        let mut next = first.next();
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
