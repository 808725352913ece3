//! Features that only books of Go have: the one place that refuses them to other games.

use strum::VariantArray;

use super::book::Book;
use super::error::ServiceError;
use joseki_game::Game;
use joseki_store::BookInfo;

/// A feature that rests on the rules of Go, on its corners, or on formats of its programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum GoFeature {
    /// Influence of moves and lines on the whole board.
    WholeBoard,
    /// Conditions of moves, ladders among them.
    Conditions,
    /// Positions answered as an engine would, over KataGo's protocol and GTP.
    Analysis,
    /// Book files of Go programs.
    BookFiles,
    /// How well a book predicts the corner moves of games.
    Assessments,
}

impl GoFeature {
    /// The name, a plural.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GoFeature::WholeBoard => "whole-board values",
            GoFeature::Conditions => "conditions of moves",
            GoFeature::Analysis => "analyses in the protocols of Go engines",
            GoFeature::BookFiles => "book files of Go programs",
            GoFeature::Assessments => "assessments by corner moves",
        }
    }
}

impl GoFeature {
    /// Checks that a book is about Go.
    ///
    /// # Errors
    /// It is about another game, which does not have the feature.
    pub fn check(self, book: &BookInfo) -> Result<(), ServiceError> {
        if book.variant.game() == Game::Go { Ok(()) } else { Err(self.other_game(book)) }
    }

    /// The error for a book that is about another game than Go.
    pub(super) fn other_game(self, book: &BookInfo) -> ServiceError {
        ServiceError::OtherGame {
            feature: self.name(),
            only: "Go",
            book: book.name.clone(),
            game: book.variant.game(),
        }
    }
}

impl Book {
    /// Checks that the book is about Go.
    ///
    /// # Errors
    /// As [`GoFeature::check`].
    pub fn check_go(&self, feature: GoFeature) -> Result<(), ServiceError> {
        feature.check(&self.info)
    }
}
