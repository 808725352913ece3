//! Earlier versions of books: references by version or time, and a cache of recently requested
//! versions.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::service::error::ServiceError;
use crate::service::service::{Book, Service};
use crate::store::HistoryMoment;

/// Earlier versions kept in memory.
const CACHED_VERSIONS: usize = 4;

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

/// Cache of recently requested earlier versions, most recent first.
#[derive(Debug, Default)]
pub(crate) struct PastVersions(Mutex<VecDeque<Arc<Book>>>);

impl PastVersions {
    fn find(&self, name: &str, version: u64) -> Option<Arc<Book>> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |book: &Arc<Book>| book.info.name == name && book.info.version == version;
        let place = held.iter().position(is_it)?;
        let book = held.remove(place)?;
        held.push_front(Arc::clone(&book));
        Some(book)
    }

    fn keep(&self, book: &Arc<Book>) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.push_front(Arc::clone(book));
        held.truncate(CACHED_VERSIONS);
    }

    /// Removes the versions of a book whose counts may have changed.
    pub(crate) fn forget(&self, name: &str) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|book| book.info.name != name);
    }
}

impl Service {
    /// Returns a book in its current or an earlier version. Statistics and results are the current
    /// ones in either case.
    ///
    /// # Errors
    /// Unknown book, moment before the start of the log, or unreadable store.
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
            if let Some(held) = self.past.find(&book.name, version) {
                return Ok(held);
            }
        }
        let loaded = self.store.load_at(&book.name, moment)?;
        let Some((info, forest)) = loaded else {
            return self.book(&book.name);
        };
        let past = Arc::new(Book::new(info, forest));
        self.past.keep(&past);
        Ok(past)
    }
}
