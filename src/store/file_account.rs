//! What a database file holds.

use super::BookInfo;

/// What a database file holds, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileAccount {
    /// Its schema.
    pub schema: u32,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its books, in the order of their names.
    pub books: Vec<BookInfo>,
    /// Results of games, also those that were withdrawn.
    pub results: u64,
    /// Answers of all players who train.
    pub answers: u64,
    /// Evaluations of positions.
    pub evaluations: u64,
    /// Keys, also those that have ended.
    pub keys: u64,
    /// What is wrong, each in a sentence; empty if it was not looked at.
    pub problems: Vec<String>,
}
