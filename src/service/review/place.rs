//! Where a reviewed game comes from.

use std::fmt;
use std::sync::Arc;

/// Where a game comes from: a text and the line that it begins on. Games are told in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The name of the text; empty for games that came without.
    pub file: Arc<str>,
    /// The line of the text, from 1; of games without one their number, from 0.
    pub line: u32,
    /// Tells games of one line apart: the game's identity.
    pub game: u64,
}

/// As it is shown: `games.sgf:12`, or a number alone.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.file {
            "" => write!(f, "{}", self.line),
            file => write!(f, "{file}:{}", self.line),
        }
    }
}
