//! One answer to a question about a move.

use strum::{Display, IntoStaticStr, VariantArray};

use crate::{BoardRecord, EdgeKey};
use joseki_game::{Color, Move};

/// Maximum length of a question's identity, in characters.
const MAX_QUESTION_LENGTH: usize = 100;
/// Maximum number of right moves stored with an answer.
pub const MAX_EXPECTED: usize = 16;

/// Quality of an answer.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Grade {
    /// The best move.
    Best,
    /// A move as good as the best.
    Equal,
    /// A sound move of the book, but worse.
    Playable,
    /// A move that the book advises against or that fails on this board.
    Mistake,
    /// A move that is not in the book, or a pass for "I do not know".
    Unknown,
}

impl Grade {
    /// Checks whether the answer counts as right: the best move or one as good.
    #[must_use]
    pub const fn is_right(self) -> bool {
        matches!(self, Grade::Best | Grade::Equal)
    }
}

/// An answer as stored. It contains all that is needed to recompute lessons without the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuizAnswer {
    /// The identity of the question, which a player answers once.
    pub question: String,
    /// When it was given, in microseconds since 1970 UTC.
    pub at: i64,
    /// The book of the question.
    pub book: String,
    /// The board.
    pub board: BoardRecord,
    /// The side to move: the player's colour.
    pub to_play: Color,
    /// The player's move.
    pub played: Move,
    /// The grade of that move.
    pub grade: Grade,
    /// The key of the position, see [`joseki_book::Index::key`].
    pub position: u64,
    /// The key of the move played, if the book contains it.
    pub edge: Option<EdgeKey>,
    /// The right moves, best first.
    pub expected: Vec<EdgeKey>,
}

impl QuizAnswer {
    /// Returns the sort key for the order in which answers are learned: by time, then by question.
    #[must_use]
    pub fn sort_key(&self) -> (i64, &str) {
        (self.at, &self.question)
    }

    /// Returns what is wrong with it, if it is invalid.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        if let Err(error) = check_question(&self.question) {
            return Some(error);
        }
        let right = self.edge.is_some_and(|edge| self.expected.contains(&edge));
        let faults = [
            (
                self.expected.is_empty() || self.expected.len() > MAX_EXPECTED,
                "it has no right moves, or too many",
            ),
            (right != self.grade.is_right(), "its grade is not that of its move"),
            (
                self.edge.is_none() != (self.grade == Grade::Unknown),
                "its grade is not that of its move",
            ),
        ];
        let found = faults.into_iter().find(|(wrong, _)| *wrong);
        found.map(|(_, why)| why.to_owned())
    }
}

/// Checks the identity of a question.
///
/// # Errors
/// If it is empty, too long, or contains a control character.
pub fn check_question(text: &str) -> Result<(), String> {
    let long = text.chars().count() > MAX_QUESTION_LENGTH;
    if text.trim().is_empty() || long || text.contains(char::is_control) {
        return Err(format!(
            "the question must have 1 to {MAX_QUESTION_LENGTH} characters, not all blank and without control characters"
        ));
    }
    Ok(())
}
