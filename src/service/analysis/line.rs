//! How the book goes on after a move: its best moves for both sides in that corner.

use super::query::Prohibited;
use crate::game::Color;
use crate::game::go::{Corner, Move, Point};
use crate::ledger::Standing;
use crate::service::next::Followed;
use crate::service::{Candidate, NextQuery, ranking};

/// The game after the first move of a line, and how it is gone on with.
pub struct Going<'a> {
    pub followed: Followed<'a>,
    pub standing: &'a Standing,
    /// As the game is asked about, with its moves up to there.
    pub query: NextQuery,
    pub prohibited: &'a Prohibited,
}

impl Going<'_> {
    /// At most so many moves from `first` on, to a leaf, or to where the book has nothing that it does not advise
    /// against.
    pub fn on(mut self, corner: Corner, first: Color, most: usize) -> Vec<(Point, u64)> {
        let mut line = Vec::new();
        let mut color = first;
        self.query.seed = None;
        while line.len() < most {
            self.query.to_play = Some(color);
            let (_, found) = self.followed.in_corner(self.standing, &self.query, corner);
            let depth = u32::try_from(line.len() + 1).unwrap_or(u32::MAX);
            let allowed = |candidate: &Candidate| {
                let point = candidate.points.first()?;
                let allowed = self.prohibited.allows(color, Move::Play(*point), depth);
                (allowed && ranking::value(candidate) >= 0 && candidate.holds()).then_some(*point)
            };
            let next = found.iter().find_map(|one| Some((one, allowed(one)?)));
            let Some((candidate, point)) = next else {
                break;
            };
            let (games, leaf) = (u64::from(candidate.games().max(1)), candidate.leaf);
            if self.followed.play(color, Move::Play(point)).is_err() {
                break;
            }
            self.query.moves.push((color, Move::Play(point)));
            line.push((point, games));
            if leaf {
                break;
            }
            color = color.opposite();
        }
        line
    }
}
