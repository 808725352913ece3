//! Contents of a database file.

use super::BookInfo;
use serde::Serialize;

/// Contents of a database file, and its problems.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FileSummary {
    /// Its size in bytes.
    pub bytes: u64,
    /// Its schema version.
    pub schema: u32,
    /// Its books, ordered by name.
    pub books: Vec<BookInfo>,
    /// Number of game results, including withdrawn ones.
    pub results: u64,
    /// Number of answers of all players who train.
    pub answers: u64,
    /// Number of evaluations of positions.
    pub evaluations: u64,
    /// Number of keys, including expired and revoked ones.
    pub keys: u64,
    /// Problems found, one sentence each; empty if the file was not checked.
    #[serde(skip)]
    pub problems: Vec<String>,
}
