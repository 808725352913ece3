//! Books and their lines.

use serde::Serialize;
use utoipa::ToSchema;

use crate::service::LinePage;
use crate::store::BookInfo;

/// List of all books.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BooksJson {
    /// Books, ordered by name.
    pub books: Vec<CountedBookJson>,
}

/// Head of a book with its number of counted games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountedBookJson {
    /// The head.
    #[serde(flatten)]
    pub book: BookJson,
    /// Number of games mined into the book; imported counts come without games.
    pub games: u64,
}

/// Name, version and size of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "name": "main", "version": 1, "nodes": 556, "lines": 138, "created": 1767225600, "changed": 1767225600
}))]
pub struct BookJson {
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

impl CountedBookJson {
    /// Creates the head of a book with its number of games.
    #[must_use]
    pub fn new(info: &BookInfo, games: u64) -> CountedBookJson {
        CountedBookJson {
            book: info.into(),
            games,
        }
    }
}

impl From<&BookInfo> for BookJson {
    fn from(info: &BookInfo) -> BookJson {
        BookJson {
            name: info.name.clone(),
            version: info.version,
            nodes: info.nodes,
            lines: info.lines,
            created: info.created,
            changed: info.changed,
        }
    }
}

/// Page of a book's lines.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "book": {"name": "main", "version": 1}, "total": 138,
    "lines": [{"line": "CCCFECCI", "games": 0}, {"line": "CCCFFCCI", "games": 0}], "next": "CCCFFCCI"
}))]
pub struct LinesJson {
    /// The book.
    pub book: super::BookVersionJson,
    /// Number of lines with the requested prefix, over all pages.
    pub total: u64,
    /// Lines of this page, in alphabetical order.
    pub lines: Vec<LineJson>,
    /// Value of `after` for the next page; null on the last page.
    pub next: Option<String>,
}

/// Line from the empty corner to its end.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineJson {
    /// Steps of the line, two letters each, e.g. `DDCF`.
    pub line: String,
    /// Number of counted games that followed this line.
    pub games: u64,
}

impl From<&LinePage> for LinesJson {
    fn from(page: &LinePage) -> LinesJson {
        let line = |row: &crate::store::LineRow| LineJson {
            line: row.line.clone(),
            games: row.games,
        };
        LinesJson {
            book: super::BookVersionJson {
                name: page.book.name.clone(),
                version: page.book.version,
            },
            total: page.total,
            lines: page.lines.iter().map(line).collect(),
            next: page.next.clone(),
        }
    }
}
