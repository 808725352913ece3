//! The opponent's reply in a quiz.

use super::lay::PlacedGame;
use super::plan::{Ply, QuizPositions};
use super::query::QuizReply;
use super::walk::{Dice, QuizBook};
use crate::book::NodeId;
use crate::game::Color;
use crate::ledger::ResultTotals;

impl PlacedGame<'_> {
    /// Plays an opponent's reply to the move of a node, drawn by share of plays; none if the line
    /// ends here. Replies that cannot be played on this board are skipped.
    pub fn reply(
        &mut self,
        map: QuizBook<'_>,
        standing: &ResultTotals,
        node: NodeId,
        opponent: Color,
        dice: &mut Dice,
    ) -> Option<QuizReply> {
        let first = QuizPositions::first(map.index, node)?;
        let spot = map.plan.spot(map.index, first);
        let mut ways: Vec<(Ply, f64)> = spot.ways.iter().map(|way| (way.ply, way.share)).collect();
        while !ways.is_empty() {
            let drawn = dice.choose(ways.iter().map(|(_, share)| *share))?;
            let (ply, share) = ways.swap_remove(drawn);
            if let Some(played) = self.play(map.index, standing, opponent, ply, dice) {
                return Some(QuizReply {
                    played,
                    color: opponent,
                    share,
                    among: spot.ways.len(),
                });
            }
        }
        None
    }
}
