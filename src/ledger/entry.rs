//! One game against an opponent, as entered into the ledger.

use sha2::{Digest, Sha256};

use super::{BoardRecord, EdgeKey, GameTerms, OpponentName, OwnOutcome, Untaught};
use joseki_game::Color;

/// A game, its result and the book moves in it.
#[derive(Clone, Debug, PartialEq)]
pub struct LedgerEntry {
    /// The game's identity, chosen by its sender.
    pub game: String,
    /// The opponent.
    pub opponent: OpponentName,
    /// The opponent's class, if reported.
    pub class: Option<String>,
    /// Our colour.
    pub color: Color,
    /// The result from our side.
    pub outcome: OwnOutcome,
    /// The winning margin in points, if the game was counted.
    pub margin: Option<f64>,
    /// The board and moves.
    pub record: BoardRecord,
    /// The terms; `None` for a game that was entered before schema 18, which counts whatever they
    /// were.
    pub terms: Option<GameTerms>,
    /// The moves of any book in it, in ascending order without duplicates.
    pub edges: Vec<EdgeKey>,
}

impl LedgerEntry {
    /// Returns the value of the result in millionths.
    #[must_use]
    pub fn points(&self) -> i64 {
        self.outcome.points(self.margin)
    }

    /// Returns our expected result in millionths, if the terms differ from those of an even game.
    ///
    /// # Errors
    /// Why the game teaches nothing.
    pub fn expectation(&self) -> Result<Option<i64>, Untaught> {
        match &self.terms {
            Some(terms) => terms.expectation(&self.record, self.color),
            None => Ok(None),
        }
    }

    /// Returns the hash of everything submitted except the identity. Apart from the books, the
    /// game's contribution to the sums depends on nothing else. Stored in files: never changed.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        self.hash_with(self.terms.as_ref().and_then(GameTerms::line))
    }

    /// Returns the hash as stored by schemas before 18.
    #[must_use]
    pub fn hash_without_terms(&self) -> [u8; 32] {
        self.hash_with(None)
    }

    fn hash_with(&self, terms: Option<String>) -> [u8; 32] {
        // Setup stones have no order, and SGF may order them differently.
        let mut record = self.record.clone();
        record.initial.sort_unstable();
        let (initial, moves) = record.to_texts();
        let margin = self.margin.map_or(String::new(), |margin| format!("{margin:?}"));
        let opponent = self.opponent.to_string();
        let variant = self.record.variant;
        // Games of Go were entered before there were others, so their hash does not name the game.
        let name = (!variant.is_default()).then(|| variant.game().to_string());
        let fields = [
            opponent.as_str(),
            // A class is never empty.
            self.class.as_deref().unwrap_or_default(),
            &self.color.letter().to_string(),
            self.outcome.into(),
            &margin,
            &self.record.size.get().to_string(),
            &initial,
            &moves,
        ];
        let mut hash = Sha256::new();
        for field in fields.into_iter().chain(name.as_deref()).chain(terms.as_deref()) {
            hash.update(field);
            // No field contains a control character.
            hash.update(b"\n");
        }
        hash.finalize().into()
    }
}
