//! Summary of a book, available without loading it.

/// Summary of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookInfo {
    /// The name.
    pub name: String,
    /// The version, starting at 1; every change increments it.
    pub version: u64,
    /// The number of moves, without the root.
    pub nodes: u64,
    /// The number of flattened lines.
    pub lines: u64,
    /// When it was created, in seconds since 1970 UTC.
    pub created: i64,
    /// When it was last changed, in seconds since 1970 UTC.
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
