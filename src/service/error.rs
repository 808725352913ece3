//! What can go wrong in a use case. Each door maps these outward in one place.

use crate::game::Color;
use crate::game::go::{IllegalMove, Point};

/// Why a use case could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServiceError {
    /// Books answer on boards of 9 to 19 lines.
    #[error("books answer on boards of 9 to 19 lines, not on {lines}x{lines}")]
    UnsupportedSize {
        /// The lines asked for.
        lines: u8,
    },
    /// Two initial stones on one point.
    #[error("initial stone {} stands on a point that is already taken", index + 1)]
    InitialStoneTwice {
        /// Which initial stone, from 0.
        index: usize,
        /// The point.
        point: Point,
    },
    /// Initial stones that are already captured.
    #[error("initial stone {} has no liberty", index + 1)]
    InitialStoneWithoutLiberty {
        /// Which initial stone, from 0.
        index: usize,
        /// The point.
        point: Point,
    },
    /// A move that the rules forbid.
    #[error("move {} is illegal: {reason}", index + 1)]
    IllegalMove {
        /// Which move, from 0.
        index: usize,
        /// Who played it.
        color: Color,
        /// Where.
        point: Point,
        /// Why it is illegal.
        reason: IllegalMove,
    },
}
