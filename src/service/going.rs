//! Continuation of a game in one corner with the book's moves.

use super::next::ReplayedGame;
use super::query::{CandidateMove, NextQuery};
use super::ranking;
use crate::game::go::{Corner, Move, Point};
use crate::ledger::ResultTotals;

/// A game that continues with moves of the book.
pub struct CornerContinuation<'a> {
    pub followed: ReplayedGame<'a>,
    pub standing: &'a ResultTotals,
}

impl CornerContinuation<'_> {
    /// Plays and returns one corner move for the side to move of the query. `choose` receives the
    /// corner's candidates, best first, and picks one with its point. Nothing is played if it picks
    /// none.
    ///
    /// The query's moves are ignored, but its `to_play` must be set.
    pub fn step(
        &mut self,
        query: &NextQuery,
        corner: Corner,
        choose: impl FnOnce(Vec<CandidateMove>) -> Option<(CandidateMove, Point)>,
    ) -> Option<(CandidateMove, Point)> {
        let (_, found) = self.followed.in_corner(self.standing, query, corner);
        let (candidate, point) = choose(found)?;
        let played = self.followed.play(query.to_play(), Move::Play(point));
        played.ok()?;
        Some((candidate, point))
    }
}

/// Whether the book does not advise against a move on this board.
pub fn is_sound(candidate: &CandidateMove) -> bool {
    candidate.holds() && ranking::value(candidate) >= 0
}
