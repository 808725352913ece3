//! Books and their lines.

use serde::Serialize;
use utoipa::ToSchema;

use crate::service::LinePage;
use crate::store::BookInfo;

/// All books.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BooksJson {
    /// In the order of their names.
    pub books: Vec<CountedBookJson>,
}

/// A book's head with what was counted into it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountedBookJson {
    /// The head.
    #[serde(flatten)]
    pub book: BookJson,
    /// The games that were mined into it. Counts that were imported come without their games.
    pub games: u64,
}

/// A book's head.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "name": "main", "version": 1, "nodes": 556, "lines": 138, "created": 1767225600, "changed": 1767225600
}))]
pub struct BookJson {
    /// The name.
    pub name: String,
    /// The version; every change makes it one more.
    pub version: u64,
    /// The number of moves.
    pub nodes: u64,
    /// The number of lines.
    pub lines: u64,
    /// When it was created, in seconds since 1970 UTC.
    pub created: i64,
    /// When it was last changed, in seconds since 1970 UTC.
    pub changed: i64,
}

impl CountedBookJson {
    /// A book's head and its number of games.
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

/// A page of lines.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "book": {"name": "main", "version": 1}, "total": 138,
    "lines": [{"line": "CCCFECCI", "games": 0}, {"line": "CCCFFCCI", "games": 0}], "next": "CCCFFCCI"
}))]
pub struct LinesJson {
    /// The book.
    pub book: super::BookVersionJson,
    /// The lines with this prefix on all pages.
    pub total: u64,
    /// The lines, in the order of their texts.
    pub lines: Vec<LineJson>,
    /// Ask for `after=` this to get the next page; null on the last.
    pub next: Option<String>,
}

/// One line, from the empty corner to where it ends.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineJson {
    /// The step string.
    pub line: String,
    /// Games that went this way.
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
