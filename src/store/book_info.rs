//! Summary of a book, available without loading it.

use serde::Serialize;
use utoipa::ToSchema;

/// Name, version and size of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BookJson, example = json!({
    "name": "main", "version": 1, "nodes": 556, "lines": 138, "created": 1767225600, "changed": 1767225600
}))]
pub struct BookInfo {
    /// Name of the book.
    pub name: String,
    /// Version, from 1; incremented by every change.
    pub version: u64,
    /// Number of moves.
    pub nodes: u64,
    /// Number of lines.
    pub lines: u64,
    /// Time of creation, in seconds since 1970-01-01 UTC.
    pub created: i64,
    /// Time of the last change, in seconds since 1970-01-01 UTC.
    pub changed: i64,
}

impl BookInfo {
    /// The summary of a book that does not exist yet.
    #[must_use]
    pub fn empty(name: &str) -> BookInfo {
        BookInfo {
            name: name.to_owned(),
            version: 0,
            nodes: 0,
            lines: 0,
            created: 0,
            changed: 0,
        }
    }
}
