//! Origin of a reviewed game.

use std::fmt;
use std::sync::Arc;

/// Origin of a game: a text and the line on which it begins. Games are reported in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GamePlace {
    /// Name of the text; empty for games without one.
    pub file: Arc<str>,
    /// Line in the text, from 1; for games without a text, their number, from 0.
    pub line: u32,
    /// Fingerprint of the game, which distinguishes games on the same line.
    pub game: u64,
}

/// Formats as `games.sgf:12`, or as the number alone.
impl fmt::Display for GamePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.file {
            "" => write!(f, "{}", self.line),
            file => write!(f, "{file}:{}", self.line),
        }
    }
}
