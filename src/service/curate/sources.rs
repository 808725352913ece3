//! Sources: what is known of them, and what is withheld from readers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::book::{Forest, NodeChange, NodeState, OWN_SOURCE};
use crate::format::five::RENJUNET;
use crate::service::ServiceError;
use crate::service::next::past::BookRef;
use crate::service::service::{Book, Service};
use crate::store::{BookInfo, SourceRecord};

/// What is known of a source, and the books that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceUse {
    /// What is known of it.
    pub source: SourceRecord,
    /// Names of the books, in order.
    pub books: Vec<String>,
}

/// What a command says of a source; what it does not say stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFields {
    /// Licence, an SPDX expression.
    pub license: Option<String>,
    /// Whom to name, and how.
    pub attribution: Option<String>,
    /// Where it is found.
    pub address: Option<String>,
    /// Whether what rests on it alone is withheld.
    pub withheld: Option<bool>,
}

impl Service {
    /// Makes every answer leave out what rests on withheld sources alone, as a server's must.
    #[must_use]
    pub fn withholding(mut self) -> Service {
        self.withholds = true;
        self
    }

    /// Returns all sources that are known or that a book names, by name.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn sources(&self) -> Result<Vec<SourceUse>, ServiceError> {
        let mut found: BTreeMap<String, SourceUse> = BTreeMap::new();
        for source in self.store.sources()? {
            let name = source.name.clone();
            found.insert(name, SourceUse { source, books: Vec::new() });
        }
        for info in self.store.books()? {
            let Some((_, forest)) = self.store.load(&info.name)? else { continue };
            for name in names_in(&forest) {
                let source = found.entry(name.to_owned()).or_insert_with(|| SourceUse {
                    source: SourceRecord::unknown(name),
                    books: Vec::new(),
                });
                source.books.push(info.name.clone());
            }
        }
        Ok(found.into_values().collect())
    }

    /// Writes down what is known of a source, and returns all that is.
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
        self.store.put_source(&source, by)?;
        Ok(source)
    }

    /// Writes down the licence of RenjuNet's database for a source that has games of it, unless an
    /// operator has said something of that source.
    pub(in crate::service) fn keep_renjunet(
        &self,
        name: &str,
        by: &str,
    ) -> Result<(), ServiceError> {
        if self.source(name)?.is_some() {
            return Ok(());
        }
        let fields = SourceFields {
            license: Some(RENJUNET.license.to_owned()),
            attribution: Some(RENJUNET.attribution.to_owned()),
            address: Some(RENJUNET.address.to_owned()),
            withheld: Some(true),
        };
        self.set_source(name, fields, by).map(drop)
    }

    fn source(&self, name: &str) -> Result<Option<SourceRecord>, ServiceError> {
        Ok(self.store.sources()?.into_iter().find(|source| source.name == name))
    }

    /// Returns the names of the sources that are withheld.
    fn withheld(&self) -> Result<BTreeSet<String>, ServiceError> {
        let withheld = self.store.sources()?.into_iter().filter(|source| source.withheld);
        Ok(withheld.map(|source| source.name).collect())
    }

    /// Creates a book for answers.
    pub(in crate::service) fn book_for_answers(
        &self,
        info: BookInfo,
        forest: Forest,
    ) -> Result<Book, ServiceError> {
        if !self.withholds {
            return Ok(Book::new(info, forest));
        }
        self.book_to_publish(info, forest)
    }

    /// Returns a book as answers may tell of it.
    pub(in crate::service) fn told_forest(&self, forest: Forest) -> Result<Forest, ServiceError> {
        match self.withholds {
            true => Ok(forest.without_sources(&self.withheld()?)),
            false => Ok(forest),
        }
    }

    fn book_to_publish(&self, info: BookInfo, forest: Forest) -> Result<Book, ServiceError> {
        let withheld = self.withheld()?;
        if !forest.has_sources(&withheld) {
            return Ok(Book::new(info, forest));
        }
        let mut book = Book::new(info, forest.without_sources(&withheld));
        book.withheld = withheld;
        Ok(book)
    }

    /// Returns a book without what rests on withheld sources alone, to be exported.
    ///
    /// # Errors
    /// As [`Service::book_of`].
    pub(in crate::service) fn book_to_export(
        &self,
        book: &BookRef,
    ) -> Result<Arc<Book>, ServiceError> {
        let held = self.book_of(book)?;
        let withheld = self.withheld()?;
        if self.withholds || withheld.is_empty() {
            return Ok(held);
        }
        let forest = held.index.to_forest();
        match forest.has_sources(&withheld) {
            true => Ok(Arc::new(self.book_to_publish(held.info.clone(), forest)?)),
            false => Ok(held),
        }
    }

    /// Returns which of some changed nodes of a book may be told.
    pub(in crate::service) fn told(
        &self,
        book: &str,
        changes: Vec<NodeChange>,
    ) -> Result<Vec<NodeChange>, ServiceError> {
        if !self.withholds {
            return Ok(changes);
        }
        // That of a deleted book is not in memory.
        let held = self.book(book).ok();
        let withheld = match &held {
            Some(book) => book.withheld.clone(),
            None => self.withheld()?,
        };
        if withheld.is_empty() {
            return Ok(changes);
        }
        let is_told = |change: &NodeChange| {
            let states = [&change.before, &change.after].into_iter().flatten();
            let rests_on_games = states.clone().any(|state| state.mined);
            let is_held = || held.as_ref().is_some_and(|book| book.has(&change.line));
            !states.clone().any(|state| names_any(state, &withheld))
                && (!rests_on_games || is_held())
        };
        Ok(changes.into_iter().filter(is_told).collect())
    }
}

impl Book {
    /// Whether the book leaves out the games of this cohort.
    pub(in crate::service) fn withholds_cohort(&self, cohort: u32) -> bool {
        let cohort = self.index.cohorts().get(cohort as usize);
        cohort.is_some_and(|cohort| self.withheld.contains(&cohort.source))
    }
}

fn names_any(state: &NodeState, withheld: &BTreeSet<String>) -> bool {
    state.data.as_ref().is_some_and(|data| !data.sources.is_disjoint(withheld))
}

/// Returns the names of the sources of a book's nodes and counts, each once.
fn names_in(forest: &Forest) -> BTreeSet<&str> {
    let nodes = forest.nodes().filter_map(|(_, node)| node.data());
    let named = nodes.flat_map(|data| data.sources.iter().map(String::as_str));
    let counted = forest.cohorts().iter().map(|cohort| cohort.source.as_str());
    named.chain(counted).filter(|name| *name != OWN_SOURCE).collect()
}
