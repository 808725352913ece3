//! Options, limits, progress and results of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Search techniques; each can be switched off.
///
/// The first six do not change the value of a search to a depth; the others extend some
/// lines and reduce or prune others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Alpha-beta pruning.
    pub alpha_beta: bool,
    /// Principal variation search (NegaScout): a null window for all moves but the first, and a
    /// re-search of those that are better.
    pub nega_scout: bool,
    /// Transposition table.
    pub table: bool,
    /// History heuristic: orders quiet moves by their cut-offs, weighted by depth.
    pub history: bool,
    /// Killer moves: tries moves first that caused cut-offs at the same ply.
    pub killers: bool,
    /// Iterative deepening: searches to depth 1, 2, … up to the limit.
    pub deepening: bool,
    /// Uses entries of the transposition table from deeper searches too.
    pub deeper_entries: bool,
    /// Aspiration window: begins with a narrow window around the value of the previous depth.
    pub aspiration: bool,
    /// Quiescence search: evaluates a position only after its captures.
    pub quiescence: bool,
    /// Null move pruning: prunes a node if even passing exceeds beta.
    pub null_move: bool,
    /// Threat extension: one ply deeper after a check, say, in lines of up to twice the depth.
    pub extension: bool,
    /// Late move reductions of quiet moves.
    pub reductions: bool,
    /// Late move pruning: prunes the lowest quiet moves, more of them at low remaining depth.
    pub width: bool,
    /// Scores a position repeated on the current path as a draw.
    pub repetition: bool,
}

impl Techniques {
    /// No technique: every line to the same depth.
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

    /// Alpha-beta pruning alone.
    pub const ALPHA_BETA: Techniques = Techniques { alpha_beta: true, ..Techniques::MINIMAX };

    /// All techniques that leave the value unchanged.
    pub const EXACT: Techniques = Techniques {
        nega_scout: true,
        table: true,
        history: true,
        killers: true,
        deepening: true,
        ..Techniques::ALPHA_BETA
    };

    /// All techniques.
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
    /// Maximum number of nodes.
    pub nodes: u64,
    /// Time at which the search stops.
    pub deadline: Option<Instant>,
    /// Stops the search once it is true.
    pub stop: Option<Arc<AtomicBool>>,
}

impl SearchLimits {
    /// A number of nodes, and no other limit.
    #[must_use]
    pub fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes, ..SearchLimits::depth(u32::MAX) }
    }

    /// Whether the search is stopped or its deadline is over.
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
    /// The principal variation so far.
    pub line: Vec<M>,
    /// Nodes searched.
    pub nodes: u64,
    /// Root moves that are searched at this depth.
    pub done: usize,
    /// Number of root moves.
    pub moves: usize,
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The last depth that was searched completely.
    pub depth: u32,
    /// The value for the side to move.
    pub value: i32,
    /// The principal variation; empty if there is no move.
    pub line: Vec<M>,
    /// Nodes searched.
    pub nodes: u64,
}

impl<M: Copy> SearchResult<M> {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}

/// A root move with its value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue<M> {
    /// The move.
    pub played: M,
    /// Its value.
    pub value: i32,
}
