//! Who changes a book and why, and requests for a change that are sent again.

use super::edit::ChangeOutcome;
use crate::curate::Curation;
use crate::curate::error::ChangeError;
use crate::error::ServiceError;
use joseki_store::{BookInfo, ChangeKind, ChangeNote, RequestToken};

/// Author and reason of a change.
#[derive(Clone, Debug, Default)]
pub struct Author {
    /// Author, for the log.
    pub who: String,
    /// Reason, for the log; may be empty.
    pub reason: String,
    /// What the request is known by if it is sent again: it is then answered from the log.
    pub token: Option<RequestToken>,
}

impl Author {
    /// Returns an author without a reason.
    #[must_use]
    pub fn new(who: impl Into<String>) -> Author {
        Author { who: who.into(), ..Author::default() }
    }

    /// Returns the author with a reason.
    #[must_use]
    pub fn with_reason(self, reason: impl Into<String>) -> Author {
        Author { reason: reason.into(), ..self }
    }

    /// Returns the note of a change.
    pub(super) fn note(&self, kind: ChangeKind, what: impl Into<String>) -> ChangeNote {
        let note = ChangeNote::new(kind, &self.who, what).with_reason(&self.reason);
        ChangeNote { token: self.token, ..note }
    }
}

impl Curation<'_> {
    /// Makes a change, unless the same request has made it before, perhaps on another node: then
    /// returns what `recorded` finds of the change with that number.
    pub(super) fn once<T>(
        &self,
        by: &Author,
        recorded: impl FnOnce(i64) -> Result<T, ServiceError>,
        make: impl FnOnce() -> Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        if let Some(change) = self.made_before(by)? {
            return recorded(change);
        }
        let error = match make() {
            Err(error) if by.token.is_some() => error,
            made => return made,
        };
        // It may fail because another node has made it meanwhile.
        match self.made_before(by) {
            Ok(Some(change)) => recorded(change),
            Err(reused) if matches!(reused.of(), Some(ChangeError::TokenReused)) => Err(reused),
            Ok(None) | Err(_) => Err(error),
        }
    }

    /// Returns the number of the change that the request has made, if it has.
    fn made_before(&self, by: &Author) -> Result<Option<i64>, ServiceError> {
        let found =
            by.token.map(|token| self.service.store.change_of(token)).transpose()?.flatten();
        match found {
            Some((true, change)) => {
                // It may be another node's; if it cannot be read now, it is later.
                drop(self.service.refresh());
                Ok(Some(change))
            }
            Some((false, _)) => Err(ChangeError::TokenReused.into()),
            None => Ok(None),
        }
    }

    /// Returns a change of the log, with the book as it is now.
    pub(super) fn recorded(&self, change: i64) -> Result<ChangeOutcome, ServiceError> {
        let (row, delta) = self.change(change)?;
        let book = self.service.book_info(row.current_name.as_deref().unwrap_or(&row.book))?;
        Ok(ChangeOutcome { book, change: Some(change), delta, dry_run: false })
    }

    /// Returns the book of a change of the log, as it is now.
    pub(super) fn recorded_book(&self, change: i64) -> Result<BookInfo, ServiceError> {
        self.recorded(change).map(|outcome| outcome.book)
    }
}
