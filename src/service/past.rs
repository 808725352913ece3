//! Earlier versions of books: references by version or time, and a cache of recently requested
//! versions of books in memory. Those of other books are read in the store (`stored_past.rs`).

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::book::Book;
use crate::error::ServiceError;
use crate::service::Service;
use joseki_base::cancel::{Cancelled, is_cancelled};
use joseki_book::Delta;
use joseki_store::{BookInfo, HistoryMoment};

/// Earlier versions kept in memory.
const CACHED_VERSIONS: usize = 4;
/// Bytes of their indexes from which fewer are kept, and the bytes of a node with data. What they
/// share counts for each.
const CACHED_BYTES: usize = 256 << 20;
const NODE_BYTES: usize = 100;
/// Number of changes between two versions that others are derived from.
const CHECKPOINT: usize = 500;
/// Maximum number of these for a book.
const MAX_CHECKPOINTS: usize = 32;
/// Requests that compute a version or wait for it; each holds a worker of the server.
const MAX_COMPUTING: usize = 4;

/// A book in its current or an earlier version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BookRef {
    /// Name of the book.
    pub name: String,
    /// Version or time; none for the current version.
    pub as_of: Option<HistoryMoment>,
}

impl BookRef {
    /// Refers to the current version of a book.
    #[must_use]
    pub fn current(name: impl Into<String>) -> BookRef {
        let name = name.into();
        BookRef { name, as_of: None }
    }

    /// Refers to a book at a moment.
    #[must_use]
    pub fn at(name: impl Into<String>, as_of: Option<HistoryMoment>) -> BookRef {
        let name = name.into();
        BookRef { name, as_of }
    }
}

impl From<&str> for BookRef {
    fn from(name: &str) -> BookRef {
        BookRef::current(name)
    }
}

/// Cache of recently requested earlier versions, most recent first. It is also the one place where
/// they are computed, which takes up to a second for a large book.
#[derive(Debug, Default)]
pub(crate) struct PastVersions {
    held: Mutex<VecDeque<HeldVersion>>,
    /// Locked while a version is computed, so that this takes one processor at most, and no
    /// version is computed twice.
    computing: Mutex<()>,
    /// Requests that compute a version or wait for it.
    inside: AtomicUsize,
    /// Versions between which there are [`CHECKPOINT`] changes, by book. They share with the book as
    /// it is now, and with each other, what is the same.
    checkpoints: Mutex<BTreeMap<String, BTreeMap<u64, Arc<Book>>>>,
}

/// An earlier version in memory.
#[derive(Debug)]
struct HeldVersion {
    book: Arc<Book>,
    /// What was asked for, as of this present version: a later change may be before that time.
    asked: (HistoryMoment, u64),
}

/// A place among the requests that compute versions; dropping it frees it.
pub(super) struct PastPlace<'a>(&'a AtomicUsize);

impl Drop for PastPlace<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl PastVersions {
    fn find(&self, name: &str, asked: (HistoryMoment, u64)) -> Option<Arc<Book>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |held: &HeldVersion| {
            let BookInfo { name: own, version, .. } = &held.book.info;
            own == name && (held.asked == asked || asked.0 == HistoryMoment::Version(*version))
        };
        let place = held.iter().position(is_it)?;
        let found = held.remove(place)?;
        let book = Arc::clone(&found.book);
        held.push_front(found);
        Some(book)
    }

    fn keep(&self, book: &Arc<Book>, asked: (HistoryMoment, u64)) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.push_front(HeldVersion { book: Arc::clone(book), asked });
        held.truncate(CACHED_VERSIONS);
        let bytes = |held: &VecDeque<HeldVersion>| -> usize {
            held.iter().map(|held| held.book.index.len() * NODE_BYTES).sum()
        };
        // The last one stays, however large: its client is likely to ask more of it.
        while held.len() > 1 && bytes(&held) > CACHED_BYTES {
            held.pop_back();
        }
    }

    fn checkpoints(&self) -> MutexGuard<'_, BTreeMap<String, BTreeMap<u64, Arc<Book>>>> {
        self.checkpoints.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The checkpoint next after a version.
    fn checkpoint(&self, name: &str, version: u64) -> Option<Arc<Book>> {
        let checkpoints = self.checkpoints();
        checkpoints.get(name)?.range(version..).next().map(|(_, book)| Arc::clone(book))
    }

    fn keep_checkpoint(&self, book: &Arc<Book>) {
        let mut checkpoints = self.checkpoints();
        let own = checkpoints.entry(book.info.name.clone()).or_default();
        own.insert(book.info.version, Arc::clone(book));
        if own.len() > MAX_CHECKPOINTS {
            // Every second one stays.
            let mut stays = false;
            own.retain(|_, _| {
                stays = !stays;
                stays
            });
        }
    }

    /// Takes a place among the requests that compute versions, and waits for its turn.
    ///
    /// # Errors
    /// All places are taken, or the caller no longer waits.
    pub(super) fn enter(&self) -> Result<(MutexGuard<'_, ()>, PastPlace<'_>), ServiceError> {
        let place = PastPlace(&self.inside);
        if self.inside.fetch_add(1, Relaxed) >= MAX_COMPUTING {
            return Err(ServiceError::PastBusy);
        }
        let computing = self.computing.lock().unwrap_or_else(PoisonError::into_inner);
        // Not a checkpoint: a pause while this lock is held could deadlock.
        if is_cancelled() {
            return Err(Cancelled.into());
        }
        Ok((computing, place))
    }

    /// Removes the versions of a book whose counts may have changed.
    pub(crate) fn forget(&self, name: &str) {
        self.checkpoints().remove(name);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|held| held.book.info.name != name);
    }
}

/// Whether a moment is the present version of a book.
///
/// # Errors
/// A version that the book does not have yet.
pub(super) fn is_present(moment: HistoryMoment, now: &BookInfo) -> Result<bool, ServiceError> {
    match moment {
        HistoryMoment::Version(asked) if asked > now.version => {
            let book = now.name.clone();
            Err(ServiceError::UnknownVersion { book, asked, found: now.version })
        }
        HistoryMoment::Version(asked) => Ok(asked == now.version),
        HistoryMoment::Time(_) => Ok(false),
    }
}

impl Service {
    /// Returns a book in its current or an earlier version, in memory. Statistics and results are
    /// the current ones in either case.
    ///
    /// # Errors
    /// Unknown book, moment before the start of the log, unreadable store, or too many requests for
    /// earlier versions at once.
    pub fn book_of(&self, book: &BookRef) -> Result<Arc<Book>, ServiceError> {
        let now = self.book(&book.name)?;
        let Some(moment) = book.as_of else {
            return Ok(now);
        };
        if is_present(moment, &now.info)? {
            return Ok(now);
        }
        let asked = (moment, now.info.version);
        if let Some(held) = self.past.find(&book.name, asked) {
            return Ok(held);
        }
        let _turn = self.past.enter()?;
        // Another request may have computed it meanwhile.
        if let Some(held) = self.past.find(&book.name, asked) {
            return Ok(held);
        }
        if let Some(past) = self.as_before(&now, moment)? {
            let past = Arc::new(past);
            self.past.keep(&past, asked);
            return Ok(past);
        }
        let loaded = self.store.load_at(&book.name, moment)?;
        let Some((info, forest)) = loaded else {
            return self.book(&book.name);
        };
        let past = Arc::new(self.curation().book_for_answers(info, forest)?);
        self.past.keep(&past, asked);
        Ok(past)
    }

    /// Computes the versions that others are derived from, of all books in memory with many changes,
    /// so that requests for an earlier version need not wait for them.
    ///
    /// # Errors
    /// Unreadable store.
    pub fn prepare_versions(&self) -> Result<(), ServiceError> {
        let books = self.loaded_books();
        for book in books.values().filter(|book| book.info.version > CHECKPOINT as u64) {
            let _computing = self.past.computing.lock().unwrap_or_else(PoisonError::into_inner);
            self.as_before(book, HistoryMoment::Version(1))?;
        }
        Ok(())
    }

    /// Returns a book as it was at a moment: as it is now, or as it was at a checkpoint, with the
    /// changes since undone. `None` if they are too many, or not known.
    fn as_before(
        &self,
        now: &Arc<Book>,
        moment: HistoryMoment,
    ) -> Result<Option<Book>, ServiceError> {
        let name = &now.info.name;
        let Some((version, at)) = self.store.version_at(name, moment)? else {
            return Ok(None);
        };
        let mut book = self.past.checkpoint(name, version).unwrap_or_else(|| Arc::clone(now));
        let (until, most) = (book.info.version, now.log_limit());
        let Some(later) = self.store.changes_between(name, version, Some(until), most)? else {
            return Ok(None);
        };
        if later.book != now.info {
            return Ok(None);
        }
        let mut changes = later.changes;
        while changes.len() > CHECKPOINT {
            let undone = changes.split_off(changes.len() - CHECKPOINT);
            let Some(version) = changes.last().map(|(version, _)| *version) else { break };
            let info = BookInfo { version, ..now.info.clone() };
            let Some(before) = self.undone(&book, info, undone)? else { return Ok(None) };
            book = Arc::new(before);
            self.past.keep_checkpoint(&book);
        }
        let info = BookInfo { version, changed: at, ..now.info.clone() };
        Ok(self.undone(&book, info, changes)?.map(Book::into_past))
    }

    fn undone(
        &self,
        book: &Book,
        info: BookInfo,
        changes: Vec<(u64, Delta)>,
    ) -> Result<Option<Book>, ServiceError> {
        match Delta::sum(changes.into_iter().map(|(_, delta)| delta)) {
            Ok(since) => self.changed(book, info, &since.inverse()),
            Err(_) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curate::{Author, ConditionalEdit, EditRequest};
    use joseki_book::{Edit, Forest, Patch, Verdict};
    use joseki_game::Variant;
    use joseki_store::SqliteStore;

    #[test]
    fn versions_that_others_are_derived_from_are_prepared() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let service = Service::new(Arc::new(SqliteStore::open(&path).unwrap()));
        service.curation().create_book("main", Variant::GO, None, &Author::new("test")).unwrap();
        let change = |edit: Edit| {
            let edits = vec![ConditionalEdit { edit, seen: None }];
            let by = Author::new("test");
            service
                .curation()
                .edit(&EditRequest { book: "main".into(), edits, dry_run: false, by })
                .unwrap();
        };
        let line: joseki_book::Line = "DD".parse().unwrap();
        change(Edit::Add { line: line.clone(), patch: Patch::default() });
        for index in 0..2 * CHECKPOINT + 10 {
            let verdict = if index % 2 == 0 { Verdict::Good } else { Verdict::Mistake };
            let patch = Patch { verdict: Some(Some(verdict)), ..Patch::default() };
            change(Edit::Set { line: line.clone(), patch });
        }
        let again = Service::new(Arc::new(SqliteStore::open(&path).unwrap()));
        again.book("main").unwrap();
        again.prepare_versions().unwrap();
        let kept: Vec<u64> = again.past.checkpoints()["main"].keys().copied().collect();
        let last = again.book("main").unwrap().info.version;
        assert_eq!(kept, [last - 2 * CHECKPOINT as u64, last - CHECKPOINT as u64]);
        let asked = BookRef::at("main", Some(HistoryMoment::Version(2)));
        let early = again.book_of(&asked).unwrap();
        assert_eq!((early.info.version, early.index.len()), (2, Forest::new().len() + 1));
    }
}
