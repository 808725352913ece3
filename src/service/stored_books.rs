//! Books that are not in memory: questions read of them what they need.
//!
//! How it works: [`Service::ask`] gives a question a [`Book`] whose index reads nodes in the store
//! (`book/index/stored.rs`). All such questions about one version of a book share an index, which
//! keeps what it has read; it is dropped when the book changes, or has no more room. Every read
//! checks the version, so an answer is from one version or is asked again. Reads that fail leave an
//! answer that is discarded ([`Index::has_failed`]), since an index has no errors. Many questions
//! about one version are those of a `PinnedBook` (`pinned.rs`).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::book::Book;
use super::error::ServiceError;
use super::past::BookRef;
use super::service::Service;
use joseki_base::cancel::is_cancelled;
use joseki_book::{Index, NodeId, NodeSource, StoredBook, StoredNode};
use joseki_store::{BookInfo, BookSnapshot, NodeQuery, Store, StoreError};

/// Number of nodes and positions of all books together that are kept, at some 250 bytes each. If one
/// book needs more, reading begins again with none. Few in tests.
const ROOM: usize = if cfg!(test) { 64 } else { 1 << 18 };
/// Books whose nodes are kept.
const MAX_BOOKS: usize = 8;
/// Times that a question is asked again because the book was changed, or had no room, before the
/// book is loaded.
const TRIES: usize = 4;

/// The books that questions read in the store, as of their last version, by name.
#[derive(Debug, Default)]
pub(super) struct StoredBooks(Mutex<BTreeMap<String, StoredVersion>>);

/// A version of a book, and what it is read by.
#[derive(Clone, Debug)]
struct StoredVersion {
    book: Arc<Book>,
    source: Arc<SnapshotSource>,
}

/// Reads a version of a book, and keeps the first error.
struct SnapshotSource {
    store: Arc<dyn Store>,
    snapshot: BookSnapshot,
    failure: Mutex<Option<StoreError>>,
}

impl StoredBooks {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, StoredVersion>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    }

    /// Drops what was read of books that have changed since.
    pub(super) fn keep_only(&self, books: &[BookInfo]) {
        self.lock().retain(|_, held| books.contains(&held.book.info));
    }

    /// Drops what was read by a source, if it is still there.
    fn drop_source(&self, held: &StoredVersion) {
        let is_it = |other: &StoredVersion| Arc::ptr_eq(&other.source, &held.source);
        let mut books = self.lock();
        if books.get(&held.book.info.name).is_some_and(is_it) {
            books.remove(&held.book.info.name);
        }
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
        let held = self.loaded_books().get(&asked.name).filter(|_| asked.as_of.is_none()).cloned();
        // It may be evicted while it answers.
        if let Some(held) = held {
            self.demand.count(&asked.name);
            return question(&held);
        }
        if asked.as_of.is_none() && !self.withholds_anything()? {
            self.demand.count(&asked.name);
            for _ in 0..TRIES {
                let held = self.stored_version(&asked.name)?;
                let mut answered = None;
                self.store.in_one_state(&mut || answered = Some(question(&held.book)));
                let Some(answer) = answered else { continue };
                if !held.book.index.has_failed() {
                    return answer;
                }
                self.stored_books().drop_source(&held);
                held.source.check_repeatable()?;
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

    fn withholds_anything(&self) -> Result<bool, ServiceError> {
        Ok(self.withholds && !self.curation().withheld()?.is_empty())
    }

    fn stored_version(&self, name: &str) -> Result<StoredVersion, ServiceError> {
        let books = self.stored_books();
        if let Some(held) = books.held(name) {
            return Ok(held);
        }
        let Some(snapshot) = self.store.snapshot(name)? else {
            return Err(self.unknown_book(name)?);
        };
        let info = snapshot.info.clone();
        let head = StoredBook {
            variant: info.variant,
            root: snapshot.root.clone(),
            nodes: usize::try_from(info.nodes).unwrap_or(usize::MAX - 1),
            lines: usize::try_from(info.lines).unwrap_or(usize::MAX),
            cohorts: snapshot.is_counted.then(|| snapshot.cohorts.clone()),
        };
        let store = Arc::clone(&self.store);
        let source = Arc::new(SnapshotSource { store, snapshot, failure: Mutex::default() });
        let index = Index::of_store(Arc::clone(&source) as Arc<dyn NodeSource>, head, ROOM);
        let held = StoredVersion { book: Arc::new(Book::in_store(info, index)), source };
        let mut kept = books.lock();
        if kept.len() >= MAX_BOOKS {
            kept.clear();
        }
        kept.insert(name.to_owned(), held.clone());
        drop(kept);
        Ok(held)
    }
}

impl SnapshotSource {
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

    /// Checks that a question that failed may be asked again: because the book has changed since, the
    /// caller of another question went, or there was no room.
    fn check_repeatable(&self) -> Result<(), ServiceError> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match failure {
            None | Some(StoreError::Conflict { .. } | StoreError::NotFound { .. }) => Ok(()),
            Some(StoreError::Cancelled(_)) if !is_cancelled() => Ok(()),
            Some(error) => Err(error.into()),
        }
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
    use joseki_store::{BookChange, SqliteStore};

    #[test]
    fn of_all_books_together_no_more_nodes_are_kept_than_there_is_room_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(folder.path().join("test.db")).expect("a store");
        let letters = || 'A'..='I';
        let lines = letters().flat_map(|x| letters().map(move |y| format!("DD{x}{y}")));
        let lines: Vec<Line> = lines.filter_map(|line| line.parse().ok()).collect();
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
}
