//! One version of a book that many questions are asked about, as reviews do.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use super::book::Book;
use super::error::ServiceError;
use super::past::BookRef;
use super::service::Service;
use joseki_store::{BookInfo, HistoryMoment};

/// Number of nodes that are loaded in the time of a question in the store.
const NODES_PER_QUESTION: u64 = 1000;

/// A version of a book: in memory, or in the store until more was asked than loading it costs.
#[derive(Debug)]
pub(crate) struct PinnedBook {
    info: BookInfo,
    /// The book in memory; `None` inside if it cannot be loaded.
    loaded: OnceLock<Option<Arc<Book>>>,
    /// Number of questions in the store.
    asked: AtomicU64,
}

impl PinnedBook {
    /// Returns name, version and size of the book.
    pub(crate) const fn info(&self) -> &BookInfo {
        &self.info
    }

    fn reference(&self) -> BookRef {
        let version = HistoryMoment::Version(self.info.version);
        BookRef::at(self.info.name.clone(), Some(version))
    }
}

impl Service {
    /// Returns a book as it is now, or at the moment of the reference, for many questions.
    ///
    /// # Errors
    /// As for [`Service::book_of`].
    pub(crate) fn pin(&self, book: &BookRef) -> Result<PinnedBook, ServiceError> {
        let held = self.ask(book, |book| Ok(Arc::clone(book)))?;
        let info = held.info.clone();
        let loaded =
            if held.index.is_stored() { OnceLock::new() } else { OnceLock::from(Some(held)) };
        Ok(PinnedBook { info, loaded, asked: AtomicU64::new(0) })
    }

    /// Asks a question about a pinned book. As with [`Service::ask`], it may be asked again.
    ///
    /// # Errors
    /// That of the question. If the book was changed or deleted since it was pinned, also those of
    /// earlier versions ([`Service::book_of`]).
    pub(crate) fn ask_pinned<T>(
        &self,
        book: &PinnedBook,
        mut question: impl FnMut(&Arc<Book>) -> Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        if let Some(held) = self.pinned_in_memory(book) {
            return question(held);
        }
        let current = BookRef::current(book.info.name.clone());
        let answer = self.ask(&current, |held| {
            let is_it = held.info.version == book.info.version;
            is_it.then(|| question(held)).transpose()
        })?;
        if let Some(answer) = answer {
            return Ok(answer);
        }
        self.ask(&book.reference(), |held| {
            if !held.index.is_stored() {
                // The first one stays.
                let _ = book.loaded.set(Some(Arc::clone(held)));
            }
            question(held)
        })
    }

    /// Asks a question that any version answers, in memory or about the current version in the store.
    /// Returns `None` if the book was deleted.
    ///
    /// # Errors
    /// That of the question, or an unreadable store.
    pub(crate) fn ask_any_version<T>(
        &self,
        book: &PinnedBook,
        mut question: impl FnMut(&Arc<Book>) -> Result<T, ServiceError>,
    ) -> Result<Option<T>, ServiceError> {
        if let Some(held) = self.pinned_in_memory(book) {
            return question(held).map(Some);
        }
        match self.ask(&BookRef::current(book.info.name.clone()), question) {
            Err(ServiceError::UnknownBook { .. }) => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Returns the book if it is in memory, loading it if enough was asked.
    fn pinned_in_memory<'b>(&self, book: &'b PinnedBook) -> Option<&'b Arc<Book>> {
        if let Some(loaded) = book.loaded.get() {
            return loaded.as_ref().inspect(|_| self.demand.count(&book.info.name));
        }
        let asked = book.asked.fetch_add(1, Relaxed);
        if asked.saturating_mul(NODES_PER_QUESTION) < book.info.nodes {
            return None;
        }
        // Where it cannot be loaded, the store answers.
        book.loaded.get_or_init(|| self.book_of(&book.reference()).ok()).as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curate::{Author, ConditionalEdit, EditRequest};
    use joseki_book::{Edit, Line, Patch, Verdict};
    use joseki_game::Variant;
    use joseki_store::SqliteStore;

    /// Version, whether it is read in the store, and the verdict on its only move.
    type Answer = (u64, bool, Option<Verdict>);

    fn ask(service: &Service, book: &PinnedBook) -> Result<Answer, ServiceError> {
        service.ask_pinned(book, |book| {
            let node = book.index.find(&line()).expect("the move");
            Ok((book.info.version, book.index.is_stored(), book.index.curated_verdict(node)))
        })
    }

    fn line() -> Line {
        "DD".parse().expect("a line")
    }

    #[test]
    fn a_pinned_book_keeps_its_version_and_is_loaded_if_it_can_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("test.db");
        let open = || Service::new(Arc::new(SqliteStore::open(&path).expect("a store")));
        let editor = open();
        let by = Author::new("test");
        editor.curation().create_book("main", Variant::GO, None, &by).expect("a book");
        let change = |edit: Edit| {
            let edits = vec![ConditionalEdit { edit, seen: None }];
            let by = Author::new("test");
            let request = EditRequest { book: "main".into(), edits, dry_run: false, by };
            editor.curation().edit(&request).expect("a change");
        };
        let judge = |verdict: Verdict| {
            let patch = Patch { verdict: Some(Some(verdict)), ..Patch::default() };
            change(Edit::Set { line: line(), patch });
        };
        change(Edit::Add { line: line(), patch: Patch::default() });

        let service = open();
        let pinned = service.pin(&"main".into()).expect("the book");
        assert!(matches!(ask(&service, &pinned), Ok((2, true, None))));
        judge(Verdict::Good);
        assert!(matches!(ask(&service, &pinned), Ok((2, false, None))));

        let small = open();
        small.keep_resident(0);
        let pinned = small.pin(&"main".into()).expect("the book");
        for _ in 0..3 {
            assert!(matches!(ask(&small, &pinned), Ok((3, true, Some(Verdict::Good)))));
        }
        judge(Verdict::Mistake);
        small.refresh().expect("a look at the store");
        let any = small.ask_any_version(&pinned, |book| Ok(book.info.version));
        assert!(matches!(any, Ok(Some(4))), "{any:?}");
        assert!(matches!(ask(&small, &pinned), Ok((3, true, Some(Verdict::Good)))));
    }
}
