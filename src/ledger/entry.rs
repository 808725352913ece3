//! One game against an opponent, as the ledger has it.

use sha2::{Digest, Sha256};

use super::{EdgeKey, OpponentName, Outcome, Record};
use crate::game::Color;

/// A game, its result, and the moves of the book in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The game's identity, which its sender gives.
    pub game: String,
    /// Against whom.
    pub opponent: OpponentName,
    /// What kind of opponent that is, if it was said.
    pub class: Option<String>,
    /// Our colour.
    pub color: Color,
    /// How it ended for us.
    pub outcome: Outcome,
    /// The points by which it was decided, if they were counted.
    pub margin: Option<f64>,
    /// The game.
    pub record: Record,
    /// The moves of any book in it, ascending, each once.
    pub edges: Vec<EdgeKey>,
}

impl Entry {
    /// What the game counts for, in millionths.
    #[must_use]
    pub fn points(&self) -> i64 {
        self.outcome.points(self.margin)
    }

    /// The hash of everything that was sent, the identity excepted. What the game counts for depends on
    /// nothing else but the books. Frozen: it is kept in stores.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        // Stones that are set up have no order, and SGF gives them another one.
        let mut record = self.record.clone();
        record.initial.sort_unstable();
        let (initial, moves) = record.to_texts();
        let margin = self
            .margin
            .map_or(String::new(), |margin| format!("{margin:?}"));
        let opponent = self.opponent.to_string();
        let fields = [
            opponent.as_str(),
            // A class has at least one letter.
            self.class.as_deref().unwrap_or_default(),
            &self.color.letter().to_string(),
            self.outcome.name(),
            &margin,
            &self.record.size.get().to_string(),
            &initial,
            &moves,
        ];
        let mut hash = Sha256::new();
        for field in fields {
            hash.update(field);
            // No field has a control character.
            hash.update(b"\n");
        }
        hash.finalize().into()
    }
}
