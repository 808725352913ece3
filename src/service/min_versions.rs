//! Least versions of a read: a client that wrote on one node reads its write on every other.

use super::error::ServiceError;
use super::past::BookRef;
use super::service::Service;
use joseki_store::ChangeQuery;

/// What a read must include at least.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MinVersions {
    /// Names of books, each with its least version.
    pub books: Vec<(String, u64)>,
    /// Least last change of the results.
    pub results: u64,
}

impl Service {
    /// Checks that books and results, as they are answered from, have at least these versions.
    ///
    /// # Errors
    /// The first that is older.
    pub fn check_versions(&self, least: &MinVersions) -> Result<(), ServiceError> {
        let books = self.loaded_books();
        for (book, asked) in &least.books {
            let found = books.get(book).map(|held| held.info.version);
            let found = found.or_else(|| self.stored_books().version(book)).unwrap_or(0);
            if found < *asked {
                return Err(ServiceError::BookBehind { book: book.clone(), asked: *asked, found });
            }
        }
        match self.learning().loaded_results() {
            found if found < least.results => {
                Err(ServiceError::ResultsBehind { asked: least.results, found })
            }
            _ => Ok(()),
        }
    }

    /// Returns the versions without those of books that were deleted or renamed since: no node will
    /// have them under these names.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn versions_of_present_books(
        &self,
        mut least: MinVersions,
    ) -> Result<MinVersions, ServiceError> {
        let loaded = self.loaded_books();
        let mut present = Vec::new();
        for (book, asked) in least.books {
            if !loaded.contains_key(&book) && self.head_of(&BookRef::from(book.as_str())).is_err() {
                let query =
                    ChangeQuery { book: Some(book.clone()), limit: 1, ..ChangeQuery::default() };
                let last = self.store.changes(&query)?.pop();
                if last.is_some_and(|last| last.version >= asked) {
                    continue;
                }
            }
            present.push((book, asked));
        }
        least.books = present;
        Ok(least)
    }
}
