//! A sentence of a comment about a dependency of a move.

use crate::book::{Region, Side};
use crate::game::Step;

/// The subject of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhraseKind {
    /// The outcome of a ladder.
    Ladder,
    /// Whether a side has ko threats.
    KoThreat,
    /// A stone at a step.
    Stone(Step),
    /// An empty side or corner of the board.
    Open(Region),
    /// A ladder without its outcome.
    Mention,
}

/// The side for which a ladder must be good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoodFor {
    /// This side.
    Side(Side),
    /// The side that chases: a ladder that works.
    Chaser,
    /// The side that needs it: the sentence does not name it.
    Mover,
    /// Unstated.
    Unsaid,
}

/// A sentence of a comment that states a dependency of a move or mentions a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The sentence as written in the source.
    pub text: String,
    /// The subject.
    pub kind: PhraseKind,
    /// The side for which it must be good, or whose ko threats or stone it is.
    pub good_for: GoodFor,
    /// Whether the statement is negated.
    pub negated: bool,
    /// Whether it is a condition rather than a statement of fact.
    pub conditional: bool,
    /// The points that the sentence names.
    pub points: Vec<Step>,
    /// Whether the sentence only says when to play its move.
    pub plain: bool,
    /// Whether it concerns another move, as indicated by `instead`.
    pub of_another_move: bool,
}
