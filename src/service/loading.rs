//! Books in memory: loaded, brought forward by changes, and swapped.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::book::Book;
use super::error::ServiceError;
use super::free_memory::{check_room, free_memory};
use super::service::Service;
use joseki_book::{Delta, Forest, Index, Line, Tally};
use joseki_store::{BookInfo, StoreError};

impl Service {
    /// Replaces the earlier version of a changed book.
    pub(super) fn swap(&self, info: BookInfo, forest: Forest) -> Result<(), ServiceError> {
        drop(self.swap_book(self.curation().book_for_answers(info, forest)?));
        Ok(())
    }

    /// Does the same with an index that has been built already.
    pub(super) fn swap_indexed(
        &self,
        info: BookInfo,
        forest: Forest,
        index: Index,
    ) -> Result<(), ServiceError> {
        if self.withholds && forest.has_sources(&self.curation().withheld()?) {
            return self.swap(info, forest);
        }
        let index = |live: Forest| index.with_revisions(&live);
        drop(self.swap_book(Book::with_index(info, forest, index)));
        Ok(())
    }

    /// Brings a book that is in memory forward by what was written; loads it again if it was not as
    /// it was before that.
    pub(super) fn bring_forward(
        &self,
        before: &BookInfo,
        info: BookInfo,
        delta: &Delta,
    ) -> Result<(), ServiceError> {
        self.stored_books().forget(&before.name);
        let Some(held) = self.books.load().get(&before.name).cloned() else {
            return Ok(());
        };
        let held = Some(held).filter(|held| held.info == *before);
        match held.map(|held| self.changed(&held, info.clone(), delta)).transpose() {
            Ok(Some(Some(book))) => {
                drop(self.put(book));
                Ok(())
            }
            Ok(_) => self.reload(&info),
            Err(error) => taken_up_later(error),
        }
    }

    /// Returns a book after a change; `None` if it has to be loaded again: because the change is
    /// large, because of withheld sources, or because it does not fit.
    pub(super) fn changed(
        &self,
        book: &Book,
        info: BookInfo,
        delta: &Delta,
    ) -> Result<Option<Book>, ServiceError> {
        let is_withheld = || Ok::<_, ServiceError>(delta.has_sources(&self.curation().withheld()?));
        let is_large = delta.changes().len() as u64 > book.change_limit();
        if is_large || !book.withheld.is_empty() || self.withholds && is_withheld()? {
            return Ok(None);
        }
        let tallies = if book.index.counts_games() {
            self.tallies_of_new(&info.name, delta)?
        } else {
            HashMap::new()
        };
        Ok(book.changed(info, delta, &tallies).ok())
    }

    /// Returns the counts of games for the nodes that a change adds to a book.
    pub(super) fn tallies_of_new(
        &self,
        book: &str,
        delta: &Delta,
    ) -> Result<HashMap<Line, Tally>, ServiceError> {
        let new = delta.changes().iter().filter(|change| change.before.is_none());
        let new: Vec<Line> = new.map(|change| change.line.clone()).collect();
        if new.is_empty() {
            return Ok(HashMap::new());
        }
        Ok(self.store.tallies(book, &new)?.into_iter().collect())
    }

    /// Returns a book with the changes that others have made since, if they are few and it need not
    /// be loaded again. `name` is its name now.
    pub(super) fn brought_forward(&self, held: &Book, name: &str) -> Option<Book> {
        let BookInfo { version, created, .. } = &held.info;
        let most = held.log_limit();
        let later = self.store.changes_between(name, *version, None, most).ok()??;
        if later.counted || later.book.created != *created {
            return None;
        }
        let mut book = None;
        for (version, delta) in later.changes {
            let info = BookInfo { version, ..later.book.clone() };
            book = Some(self.changed(book.as_ref().unwrap_or(held), info, &delta).ok()??);
        }
        book.filter(|book: &Book| book.info == later.book)
    }

    /// Replaces a book whose counts may have changed.
    fn swap_book(&self, book: Book) -> Arc<Book> {
        self.past.forget(&book.info.name);
        self.put(book)
    }

    /// Puts a book into memory, unless a later version is there already; returns the one that is
    /// there then.
    fn put(&self, book: Book) -> Arc<Book> {
        let name = book.info.name.clone();
        self.stored_books().forget(&name);
        let mut kept = Arc::new(book);
        if !self.has_room_for(&name, kept.info.nodes) {
            self.evict(&name);
            return kept;
        }
        self.books.rcu(|books| {
            let later = books.get(&name).filter(|held| held.info.version > kept.info.version);
            if let Some(later) = later {
                kept = Arc::clone(later);
            }
            let mut books = BTreeMap::clone(books);
            books.insert(name.clone(), Arc::clone(&kept));
            books
        });
        kept
    }

    /// Loads a book again after a change of it, if it is to be in memory ([`Service::is_kept`]);
    /// else drops what was read of it.
    pub(super) fn reload(&self, info: &BookInfo) -> Result<(), ServiceError> {
        if self.is_kept(info) {
            return self.load(&info.name).map(drop).or_else(taken_up_later);
        }
        self.forget(&info.name);
        Ok(())
    }

    /// Takes up the new name of a book. If it is in memory, it stays there.
    pub(super) fn renamed(&self, from: &str, info: &BookInfo) -> Result<(), ServiceError> {
        let held = self.books.load().get(from).cloned();
        self.forget(from);
        match held.and_then(|held| self.brought_forward(&held, &info.name)) {
            Some(book) => {
                drop(self.swap_book(book));
                Ok(())
            }
            None => self.reload(info),
        }
    }

    /// Drops a book: one that was deleted, or is not kept in memory.
    pub(super) fn forget(&self, name: &str) {
        self.past.forget(name);
        self.stored_books().forget(name);
        self.books.rcu(|books| {
            let mut books = BTreeMap::clone(books);
            books.remove(name);
            books
        });
    }

    pub(super) fn load(&self, name: &str) -> Result<Arc<Book>, ServiceError> {
        self.load_in_place_of(&[], name)
    }

    /// Loads a book, and evicts others once it is read.
    pub(super) fn load_in_place_of(
        &self,
        others: &[&str],
        name: &str,
    ) -> Result<Arc<Book>, ServiceError> {
        let Some(book) = self.read(name)? else {
            return Err(self.unknown_book(name)?);
        };
        let held = self.loaded_books();
        let freed = others.iter().filter_map(|other| held.get(*other));
        let freed: u64 = freed.map(|other| other.info.nodes).sum();
        // It may have grown since it was chosen.
        if self.has_room_for(name, book.info.nodes.saturating_sub(freed)) {
            others.iter().for_each(|other| self.evict(other));
        }
        let book = self.swap_book(book);
        // A change that was written after reading did not find the book in memory.
        let later = match self.store.book(name)? {
            None => {
                self.forget(name);
                return Err(self.unknown_book(name)?);
            }
            Some(info) if info.created != book.info.created => self.read(name)?,
            Some(info) if info.version > book.info.version => {
                match self.brought_forward(&book, name) {
                    Some(later) => Some(later),
                    None => self.read(name)?,
                }
            }
            Some(_) => None,
        };
        Ok(later.map_or(book, |later| self.swap_book(later)))
    }

    pub(super) fn read(&self, name: &str) -> Result<Option<Book>, ServiceError> {
        if let Some(info) = self.store.book(name)? {
            check_room(&info, free_memory())?;
        }
        let loaded = self.store.load_for_answers(name)?;
        self.demand.loads.fetch_add(u64::from(loaded.is_some()), Relaxed);
        loaded.map(|(info, forest)| self.curation().book_for_answers(info, forest)).transpose()
    }
}

/// Decides whether a change failed because a book could not be read after it. The change was made:
/// if the database cannot be reached now, or another node deleted the book meanwhile, the next look
/// at the store takes it up.
fn taken_up_later(error: ServiceError) -> Result<(), ServiceError> {
    let is_transient = matches!(
        error,
        ServiceError::UnknownBook { .. }
            | ServiceError::Store(StoreError::Unreachable { .. } | StoreError::Busy { .. })
    );
    if is_transient {
        tracing::warn!(%error, "a change was made, and is not in memory yet");
        return Ok(());
    }
    Err(error)
}
