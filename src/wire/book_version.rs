//! The name and version of a book, in all answers about one.

use serde::Serialize;
use utoipa::ToSchema;

use joseki_store::BookInfo;

/// Name and version of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookVersionJson {
    /// Name of the book.
    pub name: String,
    /// Version, from 1; incremented by every change.
    pub version: u64,
}

impl From<&BookInfo> for BookVersionJson {
    fn from(book: &BookInfo) -> BookVersionJson {
        BookVersionJson { name: book.name.clone(), version: book.version }
    }
}
