//! Errors of training.

use crate::code::Code;
use crate::error::{ErrorInfo, Fault};
use crate::next::answer::NoMoveReason;

/// Why a question cannot be asked or answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuizError {
    /// The book has no move to ask about on a board.
    #[error(
        "the book has no move to ask about on this board ({reason}): send another board, or omit the moves to have one drawn"
    )]
    NoQuestion {
        /// Why there is no move.
        reason: NoMoveReason,
    },
    /// Answer on another board than that of the question.
    #[error(
        "question \"{question}\" was about another board and has been answered: request a new one, or answer under a new id"
    )]
    OtherQuestion {
        /// Identifier of the question.
        question: String,
    },
    /// No player with that name.
    #[error("unknown player \"{player}\": no questions answered")]
    UnknownPlayer {
        /// Name of the player.
        player: String,
    },
}

impl Fault for QuizError {
    fn info(&self) -> ErrorInfo {
        match self {
            QuizError::NoQuestion { .. } => Code::NoQuestion.at("moves"),
            QuizError::OtherQuestion { .. } => Code::QuestionConflict.at("question"),
            QuizError::UnknownPlayer { .. } => Code::UnknownPlayer
                .at("player")
                .hint("names are case-sensitive; start with `joseki quiz --player NAME`"),
        }
    }
}
