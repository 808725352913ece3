//! Sources of books.

use serde::Serialize;

use joseki_service::curate::SourceUse;
use joseki_store::SourceRecord;

/// Source of books.
#[derive(Clone, Debug, Serialize)]
pub struct SourceJson {
    /// Name, as in nodes and collections of games.
    pub name: String,
    /// Licence: an SPDX expression, or `unknown`.
    pub license: String,
    /// Whom to name; empty if unknown.
    pub attribution: String,
    /// Where it is found; empty if unknown.
    pub address: String,
    /// Whether what rests on it alone is neither served nor exported.
    pub withheld: bool,
    /// Names of the books that have something of it.
    pub books: Vec<String>,
}

impl SourceJson {
    /// Creates the description of a source in some books.
    #[must_use]
    pub fn new(source: &SourceRecord, books: &[String]) -> SourceJson {
        let SourceRecord { name, license, attribution, address, withheld } = source.clone();
        SourceJson { name, license, attribution, address, withheld, books: books.to_vec() }
    }
}

impl From<&SourceUse> for SourceJson {
    fn from(found: &SourceUse) -> SourceJson {
        SourceJson::new(&found.source, &found.books)
    }
}
