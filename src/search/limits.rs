//! Options, limits, progress and results of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The techniques of a search, each of which can be switched off.
///
/// The first six do not change the value of a search to a depth; the others look deeper at some
/// lines and less deep at others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Leaves out what cannot change the value.
    pub alpha_beta: bool,
    /// Searches all moves but the first with the least window, and again if they are better.
    pub nega_scout: bool,
    /// Remembers positions.
    pub table: bool,
    /// Sorts quiet moves by how often they caused cut-offs, weighted by depth.
    pub history: bool,
    /// Tries moves first that caused cut-offs at the same ply.
    pub killers: bool,
    /// Searches to depth 1, 2, … up to that wanted.
    pub deepening: bool,
    /// Uses table entries of deeper searches too.
    pub deeper_entries: bool,
    /// Begins with a narrow window around the value of the depth before.
    pub aspiration: bool,
    /// Judges a position only after the captures that are left.
    pub quiescence: bool,
    /// Leaves out what follows if even passing is too good.
    pub null_move: bool,
    /// Searches one ply deeper after a threat, such as a check, in lines of up to twice the depth.
    pub extension: bool,
    /// Searches late quiet moves less deep.
    pub reductions: bool,
    /// Leaves out the quiet moves that are worth least, more of them where less depth is left.
    pub width: bool,
    /// Scores a position repeated on the current path as a draw.
    pub repetition: bool,
}

impl Techniques {
    /// None: every line to the same depth.
    pub const MINIMAX: Techniques = Techniques {
        alpha_beta: false,
        nega_scout: false,
        table: false,
        history: false,
        killers: false,
        deepening: false,
        deeper_entries: false,
        aspiration: false,
        quiescence: false,
        null_move: false,
        extension: false,
        reductions: false,
        width: false,
        repetition: false,
    };

    /// Alpha-beta alone.
    pub const ALPHA_BETA: Techniques = Techniques { alpha_beta: true, ..Techniques::MINIMAX };

    /// All that leave the value as it is.
    pub const EXACT: Techniques = Techniques {
        nega_scout: true,
        table: true,
        history: true,
        killers: true,
        deepening: true,
        ..Techniques::ALPHA_BETA
    };

    /// All.
    pub const ALL: Techniques = Techniques {
        deeper_entries: true,
        aspiration: true,
        quiescence: true,
        null_move: true,
        extension: true,
        reductions: true,
        width: true,
        repetition: true,
        ..Techniques::EXACT
    };
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}

/// Limits of a search.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// Maximum depth in plies.
    pub depth: u32,
    /// Maximum number of positions.
    pub nodes: u64,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Stops the search once it is true.
    pub stop: Option<Arc<AtomicBool>>,
}

impl SearchLimits {
    /// A number of positions, and no other limit.
    #[must_use]
    pub fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes, ..SearchLimits::depth(u32::MAX) }
    }

    /// Whether it is time to stop.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let stop = self.stop.as_ref();
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// To a depth, and no other limit.
    #[must_use]
    pub const fn depth(depth: u32) -> SearchLimits {
        SearchLimits { depth, nodes: u64::MAX, deadline: None, stop: None }
    }
}

/// Progress of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchProgress<M> {
    /// The depth that is searched.
    pub depth: u32,
    /// The value of the best move so far, for the side to move.
    pub value: i32,
    /// The best line so far.
    pub line: Vec<M>,
    /// Positions searched.
    pub nodes: u64,
    /// Moves of the start that are done at this depth.
    pub done: usize,
    /// Moves of the start.
    pub moves: usize,
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The last depth that was searched whole.
    pub depth: u32,
    /// The value for the side to move.
    pub value: i32,
    /// The best line; empty if there is no move.
    pub line: Vec<M>,
    /// Positions searched.
    pub nodes: u64,
}

impl<M: Copy> SearchResult<M> {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}

/// A move of the start with its value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue<M> {
    /// The move.
    pub played: M,
    /// Its value.
    pub value: i32,
}
