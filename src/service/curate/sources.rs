//! Sources: what is known of them, and what is withheld from readers.

use crate::curate::Curation;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use crate::ServiceError;
use crate::book::Book;
use crate::past::BookRef;
use joseki_book::{Forest, NodeChange, OWN_SOURCE};
use joseki_format::five::RENJUNET;
use joseki_store::{BookInfo, SourceRecord, UNKNOWN_LICENSE};

/// What is known of a source, and the books that it is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceUse {
    /// What is known of it.
    #[serde(flatten)]
    pub source: SourceRecord,
    /// Names of the books, in order.
    pub books: Vec<String>,
}

/// Fields of a source to change; a missing one stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFields {
    /// Licence, an SPDX expression.
    pub license: Option<String>,
    /// Attribution: whom to name, and how.
    pub attribution: Option<String>,
    /// Where it is found.
    pub address: Option<String>,
    /// Whether what rests on it alone is withheld.
    pub withheld: Option<bool>,
}

impl Curation<'_> {
    /// Returns all sources that are known or that a book names, by name.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn sources(&self) -> Result<Vec<SourceUse>, ServiceError> {
        let mut found: BTreeMap<String, SourceUse> = BTreeMap::new();
        for source in self.service.store.sources()? {
            let name = source.name.clone();
            found.insert(name, SourceUse { source, books: Vec::new() });
        }
        for info in self.service.store.books()? {
            let names = self.service.store.sources_of(&info.name)?.unwrap_or_default();
            for name in names.into_iter().filter(|name| name != OWN_SOURCE) {
                let source = SourceRecord::unknown(&name);
                let unknown = SourceUse { source, books: Vec::new() };
                found.entry(name).or_insert(unknown).books.push(info.name.clone());
            }
        }
        Ok(found.into_values().collect())
    }

    /// Stores what a command says of a source, and returns its record.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn set_source(
        &self,
        name: &str,
        fields: SourceFields,
        by: &str,
    ) -> Result<SourceRecord, ServiceError> {
        let before = self.source(name)?.unwrap_or_else(|| SourceRecord::unknown(name));
        let source = SourceRecord {
            name: before.name.clone(),
            license: fields.license.unwrap_or_else(|| before.license.clone()),
            attribution: fields.attribution.unwrap_or_else(|| before.attribution.clone()),
            address: fields.address.unwrap_or_else(|| before.address.clone()),
            withheld: fields.withheld.unwrap_or(before.withheld),
        };
        self.service.store.put_source(&source, by)?;
        Ok(source)
    }

    /// Withholds a source that has games of RenjuNet's database, and adds that licence to its own.
    /// A source that has the licence already is as the operator left it.
    pub(crate) fn withhold_renjunet(&self, name: &str, by: &str) -> Result<(), ServiceError> {
        let fields = match self.source(name)?.filter(|source| source.license != UNKNOWN_LICENSE) {
            Some(source) if source.license.contains(RENJUNET.license) => return Ok(()),
            Some(SourceRecord { license, .. }) => SourceFields {
                license: Some(format!("({license}) AND {}", RENJUNET.license)),
                withheld: Some(true),
                ..SourceFields::default()
            },
            None => SourceFields {
                license: Some(RENJUNET.license.to_owned()),
                attribution: Some(RENJUNET.attribution.to_owned()),
                address: Some(RENJUNET.address.to_owned()),
                withheld: Some(true),
            },
        };
        self.set_source(name, fields, by).map(drop)
    }

    fn source(&self, name: &str) -> Result<Option<SourceRecord>, ServiceError> {
        Ok(self.service.store.sources()?.into_iter().find(|source| source.name == name))
    }

    /// Returns the names of the withheld sources.
    pub(crate) fn withheld(&self) -> Result<BTreeSet<String>, ServiceError> {
        let withheld = self.service.store.sources()?.into_iter().filter(|source| source.withheld);
        Ok(withheld.map(|source| source.name).collect())
    }

    /// Creates a book for answers: a server's leaves out what is withheld.
    pub(crate) fn book_for_answers(
        &self,
        info: BookInfo,
        forest: Forest,
    ) -> Result<Book, ServiceError> {
        if self.service.withholds {
            Ok(Book::without_sources(info, forest, &self.withheld()?))
        } else {
            Ok(Book::new(info, forest))
        }
    }

    /// Returns a book without what rests on withheld sources alone, to be exported.
    ///
    /// # Errors
    /// As [`Service::book_of`].
    pub(crate) fn book_to_export(&self, book: &BookRef) -> Result<Arc<Book>, ServiceError> {
        let held = self.service.book_of(book)?;
        let withheld = if self.service.withholds { BTreeSet::new() } else { self.withheld()? };
        // Writers of files count on nodes that are numbered in their order.
        if withheld.is_empty() && held.index.is_dense() {
            return Ok(held);
        }
        let forest = held.index.to_forest();
        Ok(if held.index.is_dense() && !forest.has_sources(&withheld) {
            held
        } else {
            Arc::new(Book::without_sources(held.info.clone(), forest, &withheld))
        })
    }

    /// Returns the part of a book that readers may see.
    pub(crate) fn visible_part(&self, forest: Forest) -> Result<Forest, ServiceError> {
        if self.service.withholds {
            Ok(forest.without_sources(&self.withheld()?))
        } else {
            Ok(forest)
        }
    }

    /// Returns the changed nodes of a book that readers may see.
    pub(crate) fn visible_changes(
        &self,
        book: &str,
        changes: Vec<NodeChange>,
    ) -> Result<Vec<NodeChange>, ServiceError> {
        if !self.service.withholds {
            return Ok(changes);
        }
        let of_all = self.withheld()?;
        // A book may have lost what was withheld.
        let visible = |held: Option<&Book>| -> Vec<NodeChange> {
            let mut withheld = of_all.clone();
            withheld.extend(held.iter().flat_map(|book| book.withheld.iter().cloned()));
            let is_visible = |change: &&NodeChange| {
                let mut states = [&change.before, &change.after].into_iter().flatten();
                let is_held = || held.is_some_and(|book| book.has(&change.line));
                states.all(|state| !state.has_sources(&withheld) && (!state.mined || is_held()))
            };
            if withheld.is_empty() {
                changes.clone()
            } else {
                changes.iter().filter(is_visible).cloned().collect()
            }
        };
        match self.service.ask(&BookRef::current(book), |held| Ok(visible(Some(held)))) {
            // It was deleted.
            Err(ServiceError::UnknownBook { .. }) => Ok(visible(None)),
            found => found,
        }
    }
}

impl Book {
    fn without_sources(info: BookInfo, forest: Forest, withheld: &BTreeSet<String>) -> Book {
        if !forest.has_sources(withheld) {
            return Book::new(info, forest);
        }
        let mut book = Book::new(info, forest.without_sources(withheld));
        book.withheld.clone_from(withheld);
        book
    }

    /// Whether the book leaves out the games of this cohort.
    pub(crate) fn withholds_cohort(&self, cohort: u32) -> bool {
        let cohort = self.index.cohorts().get(cohort as usize);
        cohort.is_some_and(|cohort| self.withheld.contains(&cohort.source))
    }
}

/// Returns the names of the sources of a book's nodes and counts, each once.
pub(super) fn names_in(forest: &Forest) -> BTreeSet<&str> {
    let nodes = forest.nodes().filter_map(|(_, node)| node.data());
    let named = nodes.flat_map(|data| data.sources.iter().map(String::as_str));
    let counted = forest.cohorts().iter().map(|cohort| cohort.source.as_str());
    named.chain(counted).filter(|name| *name != OWN_SOURCE).collect()
}
