//! Plays a book line on a board, in one of 16 orientations.

use super::plan::Ply;
use super::walk::Dice;
use crate::next::ReplayedGame;
use crate::next::{CandidateMove, NextQuery};
use joseki_book::Index;
use joseki_game::{BoardSize, Color, Move, Region};
use joseki_ledger::Results;

/// A board with the moves that led to it.
pub struct PlacedGame<'a> {
    /// Game so far.
    pub followed: ReplayedGame<'a>,
    /// Query for the board.
    pub query: NextQuery,
    /// Corner of the line.
    pub corner: Region,
}

/// Plays a line in a corner. The player has the given colour and is to move at its end; in a
/// symmetric position one of the twins is drawn. None if the line cannot be played on this board,
/// or the conditions of a move fail on it.
pub fn play_line<'a>(
    index: &'a Index,
    standing: &dyn Results,
    size: BoardSize,
    (corner, player): (Region, Color),
    path: &[Ply],
    dice: &mut Dice,
) -> Option<PlacedGame<'a>> {
    let query = NextQuery { limit: usize::MAX, ..NextQuery::new(size) };
    let mut laid =
        PlacedGame { followed: ReplayedGame::replay(index, &query).ok()?, query, corner };
    let mut color = match path.len() % 2 {
        0 => player,
        _ => player.opposite(),
    };
    for ply in path {
        laid.play(index, standing, color, *ply, dice)?;
        color = color.opposite();
    }
    laid.query.to_play = Some(player);
    Some(laid)
}

impl PlacedGame<'_> {
    /// Plays a book move; `None` if it is not in the book here.
    pub fn play(
        &mut self,
        index: &Index,
        standing: &dyn Results,
        color: Color,
        ply: Ply,
        dice: &mut Dice,
    ) -> Option<Move> {
        self.query.to_play = Some(color);
        let played = if ply.tenuki {
            Move::Pass
        } else {
            let (_, candidates) = self.followed.in_region(standing, &self.query, self.corner);
            let is_it = |candidate: &&CandidateMove| index.edge(candidate.node) == ply.edge;
            let found = candidates.iter().find(is_it)?;
            if !found.holds() {
                return None;
            }
            found.plays[dice.below(found.plays.len())]
        };
        self.followed.play(color, played).ok()?;
        self.query.moves.push((color, played));
        Some(played)
    }
}
