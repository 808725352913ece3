//! Continuation of the book after a move: the best moves of both sides in that corner.

use super::query::ProhibitedMoves;
use crate::game::Color;
use crate::game::go::{Corner, Move, Point};
use crate::service::going::{CornerContinuation, is_sound};
use crate::service::{CandidateMove, NextQuery};

/// Game after the first move of a line, ready to be continued.
pub struct LineWalk<'a> {
    pub going: CornerContinuation<'a>,
    /// Query parameters of the game.
    pub query: NextQuery,
    pub prohibited: &'a ProhibitedMoves,
}

impl LineWalk<'_> {
    /// Returns at most `most` moves, starting with `first`, up to a leaf or to where the book
    /// advises against every move.
    pub fn continue_line(mut self, corner: Corner, first: Color, most: usize) -> Vec<(Point, u64)> {
        let mut line = Vec::new();
        let mut color = first;
        self.query.seed = None;
        while line.len() < most {
            self.query.to_play = Some(color);
            let depth = u32::try_from(line.len() + 1).unwrap_or(u32::MAX);
            let prohibited = self.prohibited;
            let allowed = |candidate: &CandidateMove| {
                let point = candidate.points.first()?;
                let allowed = prohibited.allows(color, Move::Play(*point), depth);
                (allowed && is_sound(candidate)).then_some(*point)
            };
            let next = self.going.step(&self.query, corner, |found| {
                let mut found = found.into_iter();
                found.find_map(|one| allowed(&one).map(|point| (one, point)))
            });
            let Some((candidate, point)) = next else {
                break;
            };
            line.push((point, u64::from(candidate.games().max(1))));
            if candidate.leaf {
                break;
            }
            color = color.opposite();
        }
        line
    }
}
