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
    BoardPattern, GameSelection, MOST_HITS, MOST_LISTED, MOST_NARROWING, NamePattern, PatternQuery,
    SelectedPattern,
};
