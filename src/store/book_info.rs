//! What is known of a book without loading it.

/// A book's head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookInfo {
    /// The name, by which callers ask for it.
    pub name: String,
    /// The version, from 1 on; every change makes it one more.
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
    /// The head of a book that is not there yet.
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
