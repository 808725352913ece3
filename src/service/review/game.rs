//! The review of one game.

use super::follow::follow;
use super::judged::Judged;
use super::request::ReviewAsked;
use crate::book::{CornerState, LeftBook, Line};
use crate::format::dictionary::RefusalReason;
use crate::format::game_info::{GameInfo, fingerprint, game_info};
use crate::format::main_line::{MainLine, main_line};
use crate::format::record::RecordError;
use crate::format::sgf::{GameTree, SgfError};
use crate::game::Color;
use crate::game::go::{Corner, Handedness, Move};
use crate::ledger::Standing;
use crate::service::{Book, ServiceError};

/// One game in the eyes of a book.
#[derive(Clone, Debug)]
pub struct GameReview {
    /// What its root says.
    pub info: GameInfo,
    /// Its identity.
    pub fingerprint: u64,
    /// Its main line.
    pub line: MainLine,
    /// How many of its moves were looked at.
    pub reviewed: usize,
    /// The corners: upper left, upper right, lower left, lower right.
    pub corners: Vec<CornerReview>,
}

/// What became of one corner.
#[derive(Clone, Debug)]
pub struct CornerReview {
    /// Which corner.
    pub corner: Corner,
    /// Its state after the last move that was looked at.
    pub state: CornerState,
    /// Who made its first move.
    pub first_mover: Option<Color>,
    /// What was played, canonical, as far as it belongs to the corner.
    pub steps: Line,
    /// How that lies on the board; `None` while both ways fit.
    pub handedness: Option<Handedness>,
    /// The last node that the book knew.
    pub known: Line,
    /// The deepest node on the way there that has a name.
    pub named: Line,
    /// The names of that node; empty if no node has one.
    pub names: Vec<String>,
    /// How it left the book first.
    pub left: Option<Left>,
    /// Its judged moves, in the order of the game.
    pub moves: Vec<Judged>,
}

/// How a corner left the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// At which move.
    pub book: LeftBook,
    /// Whose doing it was: the one who played the move, or the one who had played elsewhere before, if the
    /// book does not know that.
    pub by: Color,
    /// Whether another order brought it back later.
    pub returned: bool,
}

/// Why a game is not reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewRefusal {
    /// It cannot be read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A text that has none, or several, where one is wanted.
    #[error("the text has {found} games: send each as a text of its own")]
    Games {
        /// How many.
        found: usize,
    },
    /// It makes no board.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It has no move that can be played.
    #[error("it has no move{}", match damaged { true => " that can be played", false => "" })]
    NoMoves {
        /// Whether there is one that cannot be.
        damaged: bool,
    },
    /// Its first stones make no position.
    #[error(transparent)]
    Board(ServiceError),
}

impl ReviewRefusal {
    /// A few words for reports.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            ReviewRefusal::Record(RecordError::Refused { reason, .. }) => match reason {
                RefusalReason::NotGo(_) => "not Go",
                RefusalReason::BoardSize(_) => "not on 9 to 19 lines",
                _ => "damaged from the first stones on",
            },
            ReviewRefusal::NoMoves { .. } => "without moves",
            _ => "damaged from the first stones on",
        }
    }
}

impl GameReview {
    /// Reviews the first moves of a game.
    ///
    /// # Errors
    /// It has no board, or no moves.
    pub(super) fn of(
        book: &Book,
        standing: &Standing,
        tree: &GameTree,
        asked: &ReviewAsked,
    ) -> Result<GameReview, ReviewRefusal> {
        let info = game_info(tree);
        let line = main_line(tree)?;
        let record = &line.record;
        if record.moves.iter().all(|(_, played)| *played == Move::Pass) {
            let damaged = line.damaged_at.is_some();
            return Err(ReviewRefusal::NoMoves { damaged });
        }
        let reviewed = record.moves.len().min(asked.moves);
        let corners = follow(book, standing, &line, reviewed, asked.annotate);
        let corners = corners.map_err(ReviewRefusal::Board)?;
        Ok(GameReview {
            fingerprint: fingerprint(record.size.get(), &record.moves, &info),
            info,
            line,
            reviewed,
            corners,
        })
    }

    /// The judged moves of all corners in the order of the game.
    #[must_use]
    pub fn judged(&self) -> Vec<&Judged> {
        let corners = self.corners.iter();
        let mut all: Vec<&Judged> = corners.flat_map(|corner| &corner.moves).collect();
        all.sort_by_key(|judged| judged.number);
        all
    }
}
