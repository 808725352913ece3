//! Tables, games between two sides, as they are stored.

use joseki_game::Color;

/// SHA-256 of a token.
pub type TokenHash = [u8; 32];

/// The hashes of the tokens of a table: its only rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableTokens {
    /// Token of spectators. It names the table.
    pub watch: TokenHash,
    /// Black and White; `None` where a program plays.
    pub sides: [Option<TokenHash>; 2],
}

/// A table without its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The hashes of its tokens.
    pub tokens: TableTokens,
    /// What is played and by whom, as JSON.
    pub setup: String,
    /// The node where it is played.
    pub node: String,
    /// When it was made, in milliseconds since 1970 UTC.
    pub made: i64,
    /// When something was last done there, in milliseconds since 1970 UTC.
    pub touched: i64,
    /// Number of its events.
    pub version: u32,
    /// The result, as in SGF; `None` before the end.
    pub result: Option<String>,
}

/// What was done at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEventRow {
    /// When, in milliseconds since the table was made.
    pub at: i64,
    /// By which side.
    pub by: Color,
    /// The action.
    pub action: String,
    /// The words of a program on its move.
    pub comment: Option<String>,
}
