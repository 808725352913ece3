//! Books that are not in memory: questions read of them what they need.
//!
//! How it works: [`Service::ask`] gives a question a [`Book`] whose index reads nodes in the store
//! (`book/index/stored.rs`). All such questions about one version of a book share an index, which
//! keeps what it has read; it is dropped when the book changes, or has no more room. Every read
//! checks the version, so an answer is from one version or is asked again. Reads that fail leave an
//! answer that is discarded ([`Index::has_failed`]), since an index has no errors. Many questions
//! about one version are those of a `PinnedBook` (`pinned.rs`); earlier versions are read with the
//! changes since undone (`stored_past.rs`).
//!
//! Where sources are withheld, a look-up shows whether the book has one of them. If not, it is read
//! as any other. If so, the index leaves out what rests on them alone (`book/index/visible.rs`). What
//! cannot be found out with few reads needs the book in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::book::Book;
use super::error::ServiceError;
use super::past::BookRef;
use super::service::Service;
use super::stored_past::StoredPasts;
use joseki_base::cancel::is_cancelled;
use joseki_book::{Bytes, CohortId, Index, NodeId, NodeSource, StoredBook, StoredNode, Tally};
use joseki_store::{BookInfo, BookSnapshot, NodeQuery, Store, StoreError};

/// Number of nodes and positions of all books together that are kept, at some 250 bytes each. If one
/// book needs more, reading begins again with none. Few in tests.
pub(super) const ROOM: usize = if cfg!(test) { 64 } else { 1 << 18 };
/// Books whose nodes are kept.
const MAX_BOOKS: usize = 8;
/// Number of nodes that may be read for a version of a book to find out which of those that rest on
/// withheld sources lead to others. If it needs more, reading begins again. Few in tests.
const SEARCH: usize = if cfg!(test) { 32 } else { 1 << 14 };
/// Times that a question is asked again because the book was changed, or had no room, before the
/// book is loaded.
const TRIES: usize = 4;

/// The books that questions read in the store, as of their last version, by name.
#[derive(Debug, Default)]
pub(super) struct StoredBooks {
    books: Mutex<BTreeMap<String, StoredVersion>>,
    pub(super) pasts: StoredPasts,
}

/// A version of a book, and what it is read by.
#[derive(Clone, Debug)]
pub(super) struct StoredVersion {
    pub(super) book: Arc<Book>,
    pub(super) source: Arc<SnapshotSource>,
    /// The sources that were withheld then.
    pub(super) withheld: Arc<BTreeSet<String>>,
    /// Whether questions need the book in memory: the store does not show what readers see of it.
    needs_memory: bool,
}

/// Reads a version of a book, and keeps the first error.
pub(super) struct SnapshotSource {
    store: Arc<dyn Store>,
    snapshot: BookSnapshot,
    failure: Mutex<Option<StoreError>>,
}

impl StoredBooks {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, StoredVersion>> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the version of a book as questions read it in the store, if any did.
    pub(super) fn version(&self, name: &str) -> Option<u64> {
        self.lock().get(name).map(|held| held.book.info.version)
    }

    /// Returns a book if questions read it, and drops the others if all do not fit.
    fn held(&self, name: &str) -> Option<StoredVersion> {
        let mut books = self.lock();
        let held = books.get(name)?.clone();
        let kept: usize = books.values().map(|held| held.book.index.kept_entries()).sum();
        if kept > ROOM {
            books.retain(|other, _| other == name);
        }
        Some(held)
    }

    /// Drops what was read of a book.
    pub(super) fn forget(&self, name: &str) {
        self.lock().remove(name);
        self.pasts.retain(|present, _| present.name != name);
    }

    /// Drops what was read of books that have changed since.
    pub(super) fn keep_only(&self, books: &[BookInfo]) {
        self.lock().retain(|_, held| books.contains(&held.book.info));
        self.pasts.retain(|present, _| books.contains(present));
    }

    /// Drops what was read by a source, if it is still there.
    fn drop_source(&self, held: &StoredVersion) {
        let is_it = |other: &StoredVersion| Arc::ptr_eq(&other.source, &held.source);
        let mut books = self.lock();
        if books.get(&held.book.info.name).is_some_and(is_it) {
            books.remove(&held.book.info.name);
        }
        self.pasts.retain(|_, past| !is_it(past));
    }
}

impl Service {
    /// Asks a question of a book: in memory if the book is there, else in the store, where it reads
    /// what it needs. The question may be asked again, if the book is changed meanwhile.
    ///
    /// # Errors
    /// That of the question, an unknown book, or an unreadable store.
    pub(super) fn ask<T>(
        &self,
        asked: &BookRef,
        mut question: impl FnMut(&Arc<Book>) -> Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        let held = self.loaded_books().get(&asked.name).cloned();
        // It may be evicted while it answers.
        match held {
            Some(held) if asked.as_of.is_none() => {
                self.demand.count(&asked.name);
                return question(&held);
            }
            Some(_) => match self.book_of(asked) {
                Err(ServiceError::BookOnDisk { .. }) => {}
                found => return question(&found?),
            },
            None => self.demand.count(&asked.name),
        }
        let withheld = self.withheld_from_readers()?;
        let mut searches = 0;
        for _ in 0..TRIES {
            let mut answered = None;
            self.store.in_one_state(&mut || {
                let held = self.version_in_store(asked, &withheld);
                let answer = |held: StoredVersion| (question(&held.book), held);
                answered = Some(held.map(|held| held.map(answer)));
            });
            let found = match answered {
                None => continue,
                Some(Err(ServiceError::Store(error))) if is_repeatable(&error) => continue,
                Some(found) => found?,
            };
            let Some((answer, held)) = found else { break };
            if !held.book.index.has_failed() {
                match answer {
                    // It has read what the index does not: the book has changed since.
                    Err(ServiceError::Store(error)) if is_repeatable(&error) => continue,
                    answer => return answer,
                }
            }
            self.stored_books().drop_source(&held);
            held.source.check_repeatable()?;
            if !held.book.withheld.is_empty() && held.source.failure().is_none() {
                // A second search for what rests on withheld sources takes as long.
                searches += 1;
                if searches > 1 {
                    break;
                }
            }
        }
        question(&self.book_of(asked)?)
    }

    /// Returns a book for its head and its cohorts, in memory or in the store.
    ///
    /// # Errors
    /// Unknown book or unreadable store.
    pub fn head_of(&self, asked: &BookRef) -> Result<Arc<Book>, ServiceError> {
        self.ask(asked, |book| {
            // What collections count is read now, where a failure is noticed.
            drop(book.index.tally(NodeId::ROOT));
            Ok(Arc::clone(book))
        })
    }

    /// Returns what is read of books in the store.
    pub(super) fn stored_books(&self) -> Arc<StoredBooks> {
        self.features.of()
    }

    /// Returns the number of games that readers see of a book in the store, as its statistics count
    /// them; `None` if none of its sources are withheld.
    ///
    /// # Errors
    /// The store cannot be read.
    pub(super) fn counted_in_store(&self, name: &str) -> Result<Option<Option<u64>>, ServiceError> {
        let withheld = self.withheld_from_readers()?;
        if withheld.is_empty() {
            return Ok(None);
        }
        let Some(snapshot) = self.store.snapshot(name)? else {
            return Ok(None);
        };
        if !has_sources(&*self.store, name, &withheld)? {
            return Ok(None);
        }
        let is_shown = |cohort: CohortId| {
            let cohort = snapshot.cohorts.get(cohort as usize);
            cohort.is_some_and(|cohort| !withheld.contains(&cohort.source))
        };
        let bytes = snapshot.root.tally.as_deref();
        let tally = bytes.and_then(|bytes| Tally::decode(&mut Bytes(bytes)).ok());
        Ok(Some(tally.map(|tally| tally.count_of(is_shown).games.into())))
    }

    /// Returns the names of the sources that answers leave out.
    fn withheld_from_readers(&self) -> Result<BTreeSet<String>, ServiceError> {
        if self.withholds { self.curation().withheld() } else { Ok(BTreeSet::new()) }
    }

    /// Returns the version of a reference in the store; `None` for one that has to be loaded.
    fn version_in_store(
        &self,
        asked: &BookRef,
        withheld: &BTreeSet<String>,
    ) -> Result<Option<StoredVersion>, ServiceError> {
        let held = match asked.as_of {
            None => Some(self.stored_version(&asked.name, withheld)?),
            Some(moment) => self.stored_past(&asked.name, moment, withheld)?,
        };
        Ok(held.filter(|held| !held.needs_memory))
    }

    /// Returns the present version of a book in the store.
    ///
    /// # Errors
    /// Unknown book or unreadable store.
    pub(super) fn stored_version(
        &self,
        name: &str,
        withheld: &BTreeSet<String>,
    ) -> Result<StoredVersion, ServiceError> {
        let books = self.stored_books();
        if let Some(held) = books.held(name).filter(|held| *held.withheld == *withheld) {
            return Ok(held);
        }
        let Some(snapshot) = self.store.snapshot(name)? else {
            return Err(self.unknown_book(name)?);
        };
        let held = StoredVersion::new(Arc::clone(&self.store), snapshot, withheld)?;
        let mut kept = books.lock();
        if kept.len() >= MAX_BOOKS {
            kept.clear();
        }
        kept.insert(name.to_owned(), held.clone());
        drop(kept);
        Ok(held)
    }
}

impl StoredVersion {
    fn new(
        store: Arc<dyn Store>,
        snapshot: BookSnapshot,
        withheld: &BTreeSet<String>,
    ) -> Result<StoredVersion, StoreError> {
        let is_named = has_sources(&*store, &snapshot.info.name, withheld)?;
        let info = snapshot.info.clone();
        let (source, head) = SnapshotSource::new(store, snapshot);
        let nodes = Arc::clone(&source) as Arc<dyn NodeSource>;
        let index = if is_named {
            Index::of_store_without(nodes, head, withheld, (ROOM, SEARCH))
        } else {
            Index::of_store(nodes, head, ROOM)
        };
        let mut book = Book::in_store(info, index);
        let mut needs_memory = false;
        if is_named {
            book.withheld.clone_from(withheld);
            // Every question begins with the first moves.
            let _ = book.index.has_children(NodeId::ROOT);
            needs_memory = book.index.has_failed() && source.failure().is_none();
        }
        Ok(StoredVersion { needs_memory, ..StoredVersion::readable(book, source, withheld) })
    }

    /// A version that questions can be asked about.
    pub(super) fn readable(
        book: Book,
        source: Arc<SnapshotSource>,
        withheld: &BTreeSet<String>,
    ) -> StoredVersion {
        let (book, withheld) = (Arc::new(book), Arc::new(withheld.clone()));
        StoredVersion { book, source, withheld, needs_memory: false }
    }
}

/// Returns whether a node or a count of a book has one of these sources.
pub(super) fn has_sources(
    store: &dyn Store,
    book: &str,
    names: &BTreeSet<String>,
) -> Result<bool, StoreError> {
    let found = if names.is_empty() { None } else { store.sources_of(book)? };
    Ok(found.is_some_and(|found| !found.is_disjoint(names)))
}

impl SnapshotSource {
    /// Creates the source of a version of a book, and its head.
    pub(super) fn new(
        store: Arc<dyn Store>,
        snapshot: BookSnapshot,
    ) -> (Arc<SnapshotSource>, StoredBook) {
        let info = &snapshot.info;
        let head = StoredBook {
            variant: info.variant,
            root: snapshot.root.clone(),
            nodes: usize::try_from(info.nodes).unwrap_or(usize::MAX - 1),
            lines: usize::try_from(info.lines).unwrap_or(usize::MAX),
            cohorts: snapshot.is_counted.then(|| snapshot.cohorts.clone()),
        };
        (Arc::new(SnapshotSource { store, snapshot, failure: Mutex::default() }), head)
    }

    fn read<T>(&self, read: impl FnOnce(&dyn Store) -> Result<T, StoreError>) -> Option<T> {
        read(&*self.store)
            .map_err(|error| {
                self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            })
            .ok()
    }

    fn nodes(&self, which: NodeQuery) -> Option<Vec<StoredNode>> {
        self.read(|store| store.nodes(&self.snapshot, which))
    }

    /// Returns the first error, if any.
    pub(super) fn failure(&self) -> Option<StoreError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Checks that a question that failed may be asked again: because the book has changed since, the
    /// caller of another question went, or there was no room.
    fn check_repeatable(&self) -> Result<(), ServiceError> {
        match self.failure() {
            Some(error) if !is_repeatable(&error) => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// Whether a question may be asked again after an error of the store.
fn is_repeatable(error: &StoreError) -> bool {
    match error {
        StoreError::Conflict { .. } | StoreError::NotFound { .. } => true,
        StoreError::Cancelled(_) => !is_cancelled(),
        _ => false,
    }
}

impl NodeSource for SnapshotSource {
    fn children(&self, number: u32) -> Option<Vec<StoredNode>> {
        self.nodes(NodeQuery::Children(number))
    }

    fn all_children(&self, number: u32) -> Option<Vec<StoredNode>> {
        self.nodes(NodeQuery::AllChildren(number))
    }

    fn with_position(&self, key: u64) -> Option<Vec<u32>> {
        self.read(|store| store.with_position(&self.snapshot, key))
    }

    fn path(&self, number: u32) -> Option<Vec<StoredNode>> {
        self.nodes(NodeQuery::Path(number))
    }

    fn with_text(&self, first: u32) -> Option<Vec<StoredNode>> {
        self.nodes(NodeQuery::WithText(first))
    }
}

impl fmt::Debug for SnapshotSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SnapshotSource").field("book", &self.snapshot.info).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_book::{Forest, Line};
    use joseki_store::{BookChange, SourceRecord, SqliteStore};

    #[test]
    fn of_all_books_together_no_more_nodes_are_kept_than_there_is_room_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(folder.path().join("test.db")).expect("a store");
        let lines = wide();
        let forest: Forest = lines.iter().collect();
        assert!((ROOM / 2..ROOM).contains(&forest.len()), "{}", forest.len());
        for book in ["a", "b"] {
            store.apply(&BookChange::new_book(book, &forest, "test")).expect("a book");
        }
        let service = Service::new(Arc::new(store));
        let ask_all = |book: &str| {
            let asked =
                |book: &Arc<Book>| Ok(lines.iter().all(|line| book.index.find(line).is_some()));
            assert!(service.ask(&BookRef::current(book), asked).expect("an answer"));
        };
        let kept = || service.stored_books().lock().keys().cloned().collect::<Vec<_>>();
        ask_all("a");
        ask_all("b");
        assert_eq!(kept(), ["a", "b"]);
        ask_all("b");
        assert_eq!(kept(), ["b"]);
        ask_all("a");
        assert_eq!(kept(), ["a", "b"]);
        assert!(service.loaded_books().is_empty());
    }

    #[test]
    fn a_withheld_source_matters_to_the_books_that_it_is_in() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Arc::new(SqliteStore::open(folder.path().join("test.db")).expect("a store"));
        let create = |book: &str, lines: &[(Line, &str)]| {
            let mut forest = Forest::new();
            for (line, source) in lines {
                let id = forest.insert(line);
                forest.data_mut(id).sources = BTreeSet::from([(*source).to_owned()]);
            }
            // Moves before these lines have the source of the first one.
            let ids: Vec<NodeId> = forest.nodes().skip(1).map(|(id, _)| id).collect();
            for id in ids {
                let sources = &mut forest.data_mut(id).sources;
                if sources.is_empty() {
                    sources.insert(lines[0].1.to_owned());
                }
            }
            store.apply(&BookChange::new_book(book, &forest, "test")).expect("a book");
        };
        let line = |text: &str| text.parse::<Line>().expect("a line");
        let (cf, cc, df, fd) = (line("DDCF"), line("DDCC"), line("CDDF"), line("CDDFFD"));
        create("open", &[(cf.clone(), "open")]);
        let mixed = [(cf, "open"), (cc, "secret"), (df, "secret"), (fd, "open")];
        create("mixed", &mixed);
        create("hidden", &mixed.clone().map(|(line, _)| (line, "secret")));
        // More moves of the source than are searched for one of another.
        let wide: Vec<(Line, &str)> = wide().into_iter().map(|line| (line, "secret")).collect();
        create("wide", &wide);
        let service = Service::new(Arc::clone(&store) as Arc<dyn Store>).withholding();
        service.keep_resident(0);
        let seen = |book: &str| {
            let answer = service.ask(&BookRef::current(book), |book| {
                let lines = mixed.iter().map(|(line, _)| book.index.find(line).is_some());
                Ok((lines.collect::<Vec<_>>(), book.withheld.len()))
            });
            match answer {
                Ok(answer) => Some(answer),
                Err(ServiceError::BookOnDisk { .. }) => None,
                Err(error) => panic!("{error}"),
            }
        };
        let all = || Some((vec![true; 4], 0));
        let open = Some((vec![true, false, false, false], 0));
        let withhold = |withheld: bool| {
            let source = SourceRecord { withheld, ..SourceRecord::unknown("secret") };
            store.put_source(&source, "test").expect("a source");
        };
        for _ in 0..2 {
            withhold(false);
            assert_eq!(["open", "mixed", "hidden"].map(seen), [open.clone(), all(), all()]);
            assert!(seen("wide").is_some());
            withhold(true);
            assert_eq!(seen("open"), open);
            assert_eq!(seen("mixed"), Some((vec![true, false, true, true], 1)));
            assert_eq!(seen("hidden"), Some((vec![false; 4], 1)));
            assert_eq!(seen("wide"), None);
        }
        assert!(service.loaded_books().is_empty());
    }

    /// The answers to a move.
    fn wide() -> Vec<Line> {
        let letters = || 'A'..='I';
        let lines = letters().flat_map(|x| letters().map(move |y| format!("DD{x}{y}")));
        lines.filter_map(|line| line.parse().ok()).collect()
    }
}
