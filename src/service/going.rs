//! How the book goes on in a corner: a game of its own, played on with the book's moves.

use super::next::Followed;
use super::query::{Candidate, NextQuery};
use super::ranking;
use crate::game::go::{Corner, Move, Point};
use crate::ledger::Standing;

/// A game that is played on with moves of the book.
pub struct Going<'a> {
    pub followed: Followed<'a>,
    pub standing: &'a Standing,
}

impl Going<'_> {
    /// Plays one move of a corner for the side that the question is of, and gives it. `choose` is told
    /// the corner's candidates, best first, and takes one and its point. Nothing is played if it takes none.
    ///
    /// The question's moves are not looked at, but its `to_play` must be said.
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
