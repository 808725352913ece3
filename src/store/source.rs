//! Sources: where the contents of books come from, and what their licences allow.

use serde::Serialize;

/// The licence of an undocumented source.
pub const UNKNOWN_LICENSE: &str = "unknown";

/// What is known of a source: a name in the sources of nodes, or of a collection of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceRecord {
    /// The name.
    pub name: String,
    /// An SPDX expression, or [`UNKNOWN_LICENSE`].
    pub license: String,
    /// Whom to name, and how.
    pub attribution: String,
    /// Where it is found.
    pub address: String,
    /// Whether what rests on it alone is neither served nor exported.
    pub withheld: bool,
}

impl SourceRecord {
    /// Creates the record of a source with its name alone.
    #[must_use]
    pub fn unknown(name: &str) -> SourceRecord {
        SourceRecord {
            name: name.to_owned(),
            license: UNKNOWN_LICENSE.to_owned(),
            attribution: String::new(),
            address: String::new(),
            withheld: false,
        }
    }
}
