//! One answer to a question about a move.

use std::fmt;
use std::str::FromStr;

use crate::game::Color;
use crate::game::go::Move;
use crate::ledger::{EdgeKey, Record};

/// The longest identity of a question, in characters.
const LONGEST_QUESTION: usize = 100;
/// More moves than these that would have been right are not kept with an answer.
pub const MOST_EXPECTED: usize = 16;

/// How good an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// The best move.
    Best,
    /// A move that is as good.
    Equal,
    /// A sound move of the book that is worse.
    Playable,
    /// A move that the book advises against, or that does not work on this board.
    Mistake,
    /// No move of the book, or a pass: "I do not know".
    Unknown,
}

impl Grade {
    /// All of them, the best first.
    pub const ALL: [Grade; 5] = [
        Grade::Best,
        Grade::Equal,
        Grade::Playable,
        Grade::Mistake,
        Grade::Unknown,
    ];

    /// The name in answers and stores.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Equal => "equal",
            Grade::Playable => "playable",
            Grade::Mistake => "mistake",
            Grade::Unknown => "unknown",
        }
    }

    /// Whether the answer counts as right: it is the best move or as good as that.
    #[must_use]
    pub const fn is_right(self) -> bool {
        matches!(self, Grade::Best | Grade::Equal)
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Grade {
    type Err = String;

    fn from_str(text: &str) -> Result<Grade, String> {
        let found = Grade::ALL.into_iter().find(|grade| grade.name() == text);
        found.ok_or_else(|| format!("\"{text}\" is no grade"))
    }
}

/// An answer as it is kept. It holds all that is needed to add answers up anew, without the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuizAnswer {
    /// The identity of the question: a player answers it once.
    pub question: String,
    /// When, in microseconds since 1970 UTC.
    pub at: i64,
    /// The book that was asked.
    pub book: String,
    /// The board.
    pub board: Record,
    /// Whose move was asked for: the player's colour.
    pub to_play: Color,
    /// What the player answered.
    pub played: Move,
    /// How good it was.
    pub grade: Grade,
    /// The key of the position, see [`crate::book::Index::key`].
    pub position: u64,
    /// The move that was answered, if the book has it.
    pub edge: Option<EdgeKey>,
    /// The moves that were right, the best first.
    pub expected: Vec<EdgeKey>,
}

impl QuizAnswer {
    /// The place in the order in which answers are added up: by time, then by question.
    #[must_use]
    pub fn place(&self) -> (i64, &str) {
        (self.at, &self.question)
    }

    /// What is wrong with it, if it cannot be kept.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        if let Err(error) = check_question(&self.question) {
            return Some(error);
        }
        let right = self.edge.is_some_and(|edge| self.expected.contains(&edge));
        let faults = [
            (
                self.expected.is_empty() || self.expected.len() > MOST_EXPECTED,
                "it does not say what was right",
            ),
            (
                right != self.grade.is_right(),
                "its grade is not that of its move",
            ),
            (
                self.edge.is_none() != (self.grade == Grade::Unknown),
                "its grade is not that of its move",
            ),
        ];
        let found = faults.into_iter().find(|(wrong, _)| *wrong);
        found.map(|(_, why)| why.to_owned())
    }
}

/// Whether a question may have this identity.
///
/// # Errors
/// It is empty, too long, or has a control character.
pub fn check_question(text: &str) -> Result<(), String> {
    let long = text.chars().count() > LONGEST_QUESTION;
    if text.trim().is_empty() || long || text.contains(char::is_control) {
        return Err(format!(
            "a question has 1 to {LONGEST_QUESTION} characters, not only blanks and none of them a control"
        ));
    }
    Ok(())
}
