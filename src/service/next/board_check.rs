//! What an answer about a region rests on besides its stones.

use crate::next::replay::ReplayedGame;
use joseki_book::{ConditionContext, ConditionResult, Index, MoveFits, NodeId};
use joseki_game::{Board, Color, Frame, Move, Region, Side, Symmetry};

/// Check of the board that decides about a region's move, with its outcome.
#[derive(Clone, Debug)]
pub enum BoardCheck {
    /// Whether a move is legal.
    IsLegal(Move, bool),
    /// How the moves of one of a region's readings, given by its place, fit the stones that it
    /// leaves out.
    Fits(Region, usize, MoveFits),
    /// Whether the conditions of a node's move hold in its orientation.
    Conditions(NodeId, Frame, Vec<ConditionResult>),
}

impl BoardCheck {
    /// Returns the same check in another region, whose steps are turned and whose moves `place`
    /// gives; `None` for conditions, which rest on the whole board.
    pub fn turned(
        &self,
        region: Region,
        turn: Symmetry,
        place: impl Fn(Move) -> Option<Move>,
    ) -> Option<BoardCheck> {
        match self {
            BoardCheck::IsLegal(played, is_legal) => {
                Some(BoardCheck::IsLegal(place(*played)?, *is_legal))
            }
            BoardCheck::Fits(_, speaks, fits) => {
                let turned = fits.iter().map(|(step, fit)| (step.transformed(turn), *fit));
                Some(BoardCheck::Fits(region, *speaks, turned.collect()))
            }
            BoardCheck::Conditions(..) => None,
        }
    }

    /// Whether the check has the same outcome on the board of a game.
    pub fn holds(&self, game: &ReplayedGame<'_>, to_play: Color) -> bool {
        match self {
            BoardCheck::IsLegal(played, is_legal) => {
                game.board().is_legal(to_play, *played).is_ok() == *is_legal
            }
            BoardCheck::Fits(region, speaks, fits) => {
                let track = game.tracker().region(*region);
                let fit = track.readings().get(*speaks).map(|reading| track.fit_of(reading));
                fit.is_some_and(|fit| fits.iter().all(|(step, known)| fit.of(*step) == *known))
            }
            BoardCheck::Conditions(node, frame, results) => {
                let (index, board) = (game.tracker().index(), game.board());
                check(index, board, to_play, *node, *frame) == *results
            }
        }
    }
}

/// Checks the conditions of a node's move, which a colour plays, in an orientation on a board.
pub(super) fn check(
    index: &Index,
    board: &Board,
    own: Color,
    node: NodeId,
    frame: Frame,
) -> Vec<ConditionResult> {
    let conditional = index.data(node).filter(|data| !data.conditions.is_always());
    // Only books of Go have conditions.
    let Some((data, board)) = conditional.zip(board.go()) else {
        return Vec::new();
    };
    let first = match index.mover(node) {
        Side::First => own,
        Side::Second => own.opposite(),
    };
    let step = Some(index.step(node));
    data.conditions.check(&ConditionContext { board, frame, own, first, step })
}
