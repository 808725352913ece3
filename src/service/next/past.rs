//! Earlier versions of books: references by version or time, and a cache of recently requested
//! versions.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::cancel::{Cancelled, is_cancelled};
use crate::service::error::ServiceError;
use crate::service::service::{Book, Service};
use crate::store::{BookInfo, HistoryMoment};

/// Earlier versions kept in memory.
const CACHED_VERSIONS: usize = 4;
/// Bytes of their indexes from which fewer are kept.
const CACHED_BYTES: usize = 256 << 20;
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
}

/// An earlier version in memory.
#[derive(Debug)]
struct HeldVersion {
    book: Arc<Book>,
    /// What was asked for, as of this present version: a later change may be before that time.
    asked: (HistoryMoment, u64),
}

/// A place among the requests that compute versions; dropping it frees it.
struct PastPlace<'a>(&'a AtomicUsize);

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
            held.iter().map(|held| held.book.index.heap_bytes()).sum()
        };
        // The last one stays, however large: its client is likely to ask more of it.
        while held.len() > 1 && bytes(&held) > CACHED_BYTES {
            held.pop_back();
        }
    }

    /// Takes a place among the requests that compute versions.
    fn enter(&self) -> Result<PastPlace<'_>, ServiceError> {
        let place = PastPlace(&self.inside);
        match self.inside.fetch_add(1, Relaxed) < MAX_COMPUTING {
            true => Ok(place),
            false => Err(ServiceError::PastBusy),
        }
    }

    /// Removes the versions of a book whose counts may have changed.
    pub(crate) fn forget(&self, name: &str) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|held| held.book.info.name != name);
    }
}

impl Service {
    /// Returns a book in its current or an earlier version. Statistics and results are the current
    /// ones in either case.
    ///
    /// # Errors
    /// Unknown book, moment before the start of the log, unreadable store, or too many requests for
    /// earlier versions at once.
    pub fn book_of(&self, book: &BookRef) -> Result<Arc<Book>, ServiceError> {
        let now = self.book(&book.name)?;
        let Some(moment) = book.as_of else {
            return Ok(now);
        };
        if let HistoryMoment::Version(version) = moment {
            if version > now.info.version {
                return Err(ServiceError::UnknownVersion {
                    book: book.name.clone(),
                    asked: version,
                    found: now.info.version,
                });
            }
            if version == now.info.version {
                return Ok(now);
            }
        }
        let asked = (moment, now.info.version);
        if let Some(held) = self.past.find(&book.name, asked) {
            return Ok(held);
        }
        let _place = self.past.enter()?;
        let _computing = self.past.computing.lock().unwrap_or_else(PoisonError::into_inner);
        // Not a checkpoint: a pause while this lock is held could deadlock.
        if is_cancelled() {
            return Err(Cancelled.into());
        }
        // Another request may have computed it meanwhile.
        if let Some(held) = self.past.find(&book.name, asked) {
            return Ok(held);
        }
        let loaded = self.store.load_at(&book.name, moment)?;
        let Some((info, forest)) = loaded else {
            return self.book(&book.name);
        };
        let past = Arc::new(self.book_for_answers(info, forest)?);
        self.past.keep(&past, asked);
        Ok(past)
    }
}
