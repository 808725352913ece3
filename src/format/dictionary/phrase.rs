//! A sentence of a comment that says what a move depends on.

use crate::book::{Region, Side};
use crate::game::Step;

/// What a sentence speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhraseKind {
    /// How a ladder goes.
    Ladder,
    /// Whether somebody has ko threats.
    KoThreat,
    /// A stone at a step.
    Stone(Step),
    /// A side or a corner of the board with nothing on it.
    Open(Region),
    /// A ladder, without saying how it goes.
    Mention,
}

/// For whom a ladder has to be good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoodFor {
    /// For this side.
    Side(Side),
    /// For who chases: a ladder that works.
    Chaser,
    /// For who needs it: the sentence does not say who does.
    Mover,
    /// It is not said.
    Unsaid,
}

/// A sentence of a comment that a move depends on something, or that speaks of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The sentence as it stands in the source.
    pub text: String,
    /// What it speaks of.
    pub kind: PhraseKind,
    /// For whom that has to be good; whose the ko threats or the stone are.
    pub good_for: GoodFor,
    /// Whether it must not be so.
    pub negated: bool,
    /// Whether it is a condition, and no statement of a fact.
    pub conditional: bool,
    /// Points that the sentence names.
    pub points: Vec<Step>,
    /// Whether the sentence says nothing else than when its move is to be played.
    pub plain: bool,
    /// Whether it speaks of another move, as by `instead`.
    pub of_another_move: bool,
}
