//! Continuation of a game in one corner with the book's moves.

use super::next::Followed;
use super::query::{Candidate, NextQuery};
use super::ranking;
use crate::game::go::{Corner, Move, Point};
use crate::ledger::Standing;

/// A game that continues with moves of the book.
pub struct Going<'a> {
    pub followed: Followed<'a>,
    pub standing: &'a Standing,
}

impl Going<'_> {
    /// Plays and returns one corner move for the side to move of the query. `choose` receives the
    /// corner's candidates, best first, and picks one with its point. Nothing is played if it picks
    /// none.
    ///
    /// The query's moves are ignored, but its `to_play` must be set.
    pub fn step(
        &mut self,
        query: &NextQuery,
        corner: Corner,
        choose: impl FnOnce(Vec<Candidate>) -> Option<(Candidate, Point)>,
    ) -> Option<(Candidate, Point)> {
        let (_, found) = self.followed.in_corner(self.standing, query, corner);
        let (candidate, point) = choose(found)?;
        let played = self.followed.play(query.to_play(), Move::Play(point));
        played.ok()?;
        Some((candidate, point))
    }
}

/// Whether the book does not advise against a move on this board.
pub fn is_sound(candidate: &Candidate) -> bool {
    candidate.holds() && ranking::value(candidate) >= 0
}
