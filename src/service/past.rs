//! Books as they were: a name with a version or a time, and the earlier states that were asked for last.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::ServiceError;
use super::service::{Book, Service};
use crate::store::Moment;

/// How many earlier states are kept in memory.
const HELD: usize = 4;

/// A book as it is, or as it was.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BookRef {
    /// Its name.
    pub name: String,
    /// When; now if nothing is said.
    pub as_of: Option<Moment>,
}

impl BookRef {
    /// A book as it is now.
    #[must_use]
    pub fn now(name: impl Into<String>) -> BookRef {
        let name = name.into();
        BookRef { name, as_of: None }
    }

    /// A book as it was at a moment.
    #[must_use]
    pub fn at(name: impl Into<String>, as_of: Option<Moment>) -> BookRef {
        let name = name.into();
        BookRef { name, as_of }
    }
}

impl From<&str> for BookRef {
    fn from(name: &str) -> BookRef {
        BookRef::now(name)
    }
}

/// The earlier states that were asked for last, the last one first.
#[derive(Debug, Default)]
pub(super) struct Past(Mutex<VecDeque<Arc<Book>>>);

impl Past {
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
        held.truncate(HELD);
    }

    /// Forgets the states of a book, whose counts may have changed.
    pub(super) fn forget(&self, name: &str) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|book| book.info.name != name);
    }
}

impl Service {
    /// A book as it is, or as it was. What games and results say is that of today in either case.
    ///
    /// # Errors
    /// There is none of that name, the log does not reach back so far, or the store cannot be read.
    pub fn book_of(&self, book: &BookRef) -> Result<Arc<Book>, ServiceError> {
        let now = self.book(&book.name)?;
        let Some(moment) = book.as_of else {
            return Ok(now);
        };
        if let Moment::Version(version) = moment {
            if version > now.info.version {
                return Err(ServiceError::NotYet {
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
