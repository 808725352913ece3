//! Searching the games of books for patterns.

pub(crate) mod error;
mod file;
pub(crate) mod find;
pub(crate) mod held;
pub(crate) mod query;

pub use error::PatternGamesError;
pub use find::{ListedGame, PatternAnswer, PatternLimits};
pub use held::{BookGames, PATTERN_BYTES, PatternShelf};
pub use query::{
    BoardPattern, GameSelection, MAX_HITS, MAX_LISTED, MAX_NARROWING, NamePattern, PatternQuery,
    SelectedPattern,
};

use crate::service::Service;

/// Searches for patterns in games.
#[derive(Clone, Copy)]
pub struct Patterns<'s> {
    pub(crate) service: &'s Service,
}

impl Service {
    /// Returns the use cases of this feature.
    #[must_use]
    pub fn patterns(&self) -> Patterns<'_> {
        Patterns { service: self }
    }
}
