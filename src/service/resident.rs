//! Which books of a server are in memory, up to a number of nodes: at the start the small ones,
//! later those that are asked most (`demand.rs`). An evicted book serves those who still hold it;
//! the next question reads it in the store.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::book::Book;
use super::demand::{BookDemand, evicted_for};
use super::error::ServiceError;
use super::service::Service;
use joseki_store::BookInfo;

/// Nodes up to which a server loads a book at once, at its start and when it is new: some 0.2 s.
pub const LOADED_AT_ONCE: u64 = 200_000;

impl Service {
    /// Keeps books in memory up to this number of nodes together, as a server does. Others stay on
    /// the disk, where questions read them.
    pub fn keep_resident(&self, nodes: u64) {
        // The first call counts.
        let _ = self.resident_nodes.set(nodes);
    }

    /// Loads the books that the last [`Service::refresh`] found and that are not in memory, while
    /// they fit; of them, only books of at most `most` nodes. Those that are asked most for their
    /// size are first, and before anything is asked the smallest. No book is evicted for another.
    ///
    /// # Errors
    /// The store cannot be read. If a book is damaged, the others are loaded nevertheless.
    pub fn load_resident(&self, most: u64) -> Result<(), ServiceError> {
        if self.resident_nodes.get().is_none() {
            return Ok(());
        }
        let (heads, held) = (self.known_heads(), self.loaded_books());
        self.demand.follow(heads.keys());
        let mut damage = None;
        for book in self.missing(&heads, &held).iter().filter(|book| book.nodes <= most) {
            if self.has_room_for(book.name, book.nodes) {
                self.load_if_possible(book.name, &[], &mut damage)?;
            }
        }
        damage.map_or(Ok(()), Err)
    }

    /// Whether a book, as it is after a change of all of it, is to be in memory when that ends: if
    /// it was there, or is a small one of a server, and fits. A server takes up larger ones later
    /// ([`Service::load_resident`]), and others are loaded when they are needed.
    pub(super) fn is_kept(&self, info: &BookInfo) -> bool {
        let is_small = self.resident_nodes.get().is_some() && info.nodes <= LOADED_AT_ONCE;
        (is_small || self.loaded_books().contains_key(&info.name))
            && self.has_room_for(&info.name, info.nodes)
    }

    /// Does a round of care if enough was asked since the last one: loads at most one book, and
    /// evicts others for it that were asked clearly less together. Returns true if it loaded one.
    ///
    /// # Errors
    /// The store cannot be read. If a book is damaged, another one is loaded nevertheless.
    pub fn rebalance_resident(&self) -> Result<bool, ServiceError> {
        let room = self.resident_nodes.get().filter(|_| self.demand.is_round_due());
        let Some(room) = room else { return Ok(false) };
        let (heads, held) = (self.known_heads(), self.loaded_books());
        let missing = self.missing(&heads, &held);
        let present = held.values().map(|book| self.demand.measure(&book.info));
        let mut present: Vec<BookDemand<'_>> = present.collect();
        present.sort_by(BookDemand::rank);
        self.demand.halve();
        let (mut damage, mut is_loaded) = (None, false);
        for book in missing {
            let Some(evicted) = evicted_for(&book, &present, *room) else { continue };
            let evicted: Vec<&str> = evicted.iter().map(|other| other.name).collect();
            is_loaded = self.load_if_possible(book.name, &evicted, &mut damage)?;
            if is_loaded {
                tracing::info!(book = book.name, ?evicted, "a book that is asked often was loaded");
                break;
            }
        }
        damage.map_or(Ok(is_loaded), Err)
    }

    /// Returns the books that are not in memory, those first that are asked most for their size.
    fn missing<'a>(
        &self,
        heads: &'a BTreeMap<String, BookInfo>,
        held: &BTreeMap<String, Arc<Book>>,
    ) -> Vec<BookDemand<'a>> {
        let missing = heads.values().filter(|info| !held.contains_key(&info.name));
        let mut missing: Vec<BookDemand<'a>> =
            missing.map(|info| self.demand.measure(info)).collect();
        missing.sort_by(BookDemand::rank);
        missing
    }

    /// Loads a book in place of others. Returns false if it was deleted since, is too large for the
    /// memory that is left, or is damaged.
    fn load_if_possible(
        &self,
        name: &str,
        in_place_of: &[&str],
        damage: &mut Option<ServiceError>,
    ) -> Result<bool, ServiceError> {
        match self.load_in_place_of(in_place_of, name) {
            // It is not, if it has grown beyond the room.
            Ok(_) => Ok(self.loaded_books().contains_key(name)),
            Err(error) if error.is_damage() => {
                *damage = Some(error);
                Ok(false)
            }
            Err(ServiceError::UnknownBook { .. } | ServiceError::BookTooLarge { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Takes a book out of memory for want of room.
    pub(super) fn evict(&self, name: &str) {
        let is_held = self.loaded_books().contains_key(name);
        self.demand.evictions.fetch_add(u64::from(is_held), Relaxed);
        self.forget(name);
    }

    /// Counts a question about a book that was answered from a cache.
    pub fn count_question(&self, book: &str) {
        self.demand.count(book);
    }

    /// Returns how many times a book was read whole, and how many times one left memory for want of
    /// room.
    #[must_use]
    pub fn loads_and_evictions(&self) -> [u64; 2] {
        [&self.demand.loads, &self.demand.evictions].map(|count| count.load(Relaxed))
    }

    /// Whether a book of this many nodes fits into memory beside the others.
    pub(super) fn has_room_for(&self, name: &str, nodes: u64) -> bool {
        let books = self.loaded_books();
        let others = books.values().filter(|book| book.info.name != name);
        let nodes = nodes + others.map(|book| book.info.nodes).sum::<u64>();
        self.resident_nodes.get().is_none_or(|room| nodes <= *room)
    }

    /// Returns the heads of all books as of the last [`Service::refresh`], by name.
    #[must_use]
    pub fn known_heads(&self) -> Arc<BTreeMap<String, BookInfo>> {
        self.heads.load_full()
    }

    /// Returns the number of nodes of a book, without reading the store; 0 for an unknown one.
    #[must_use]
    pub fn known_nodes(&self, name: &str) -> u64 {
        match self.loaded_books().get(name) {
            Some(book) => book.info.nodes,
            None => self.heads.load().get(name).map_or(0, |info| info.nodes),
        }
    }

    /// Checks that a book may be loaded.
    ///
    /// # Errors
    /// It does not fit into memory beside the others.
    pub(super) fn require_resident(&self, name: &str) -> Result<(), ServiceError> {
        let Some(room) = self.resident_nodes.get() else {
            return Ok(());
        };
        match self.store.book(name)? {
            Some(info) if !self.has_room_for(&info.name, info.nodes) => {
                Err(ServiceError::BookOnDisk {
                    book: info.name,
                    nodes: info.nodes,
                    resident_nodes: *room,
                })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curate::{Author, ConditionalEdit, EditRequest};
    use crate::past::BookRef;
    use joseki_book::{Edit, Forest, Line, Patch, Verdict};
    use joseki_game::Variant;
    use joseki_store::{BookChange, SqliteStore, Store};
    use tempfile::TempDir;

    /// Returns the service of a server on a new store, with books of up to 45 nodes each.
    fn served(folder: &TempDir, books: &[(&str, usize)], room: u64) -> Service {
        let store = SqliteStore::open(folder.path().join("test.db")).expect("a store");
        let points = ('A'..='I').flat_map(|x| (x..='I').map(move |y| format!("{x}{y}")));
        let lines: Vec<Line> = points.map(|step| step.parse().expect("a line")).collect();
        for (name, nodes) in books {
            let forest: Forest = lines.iter().take(*nodes).collect();
            store.apply(&BookChange::new_book(name, &forest, "test")).expect("a book");
        }
        let service = Service::new(Arc::new(store));
        service.keep_resident(room);
        service.refresh().expect("the heads");
        service.load_resident(u64::MAX).expect("the books");
        for (name, nodes) in books {
            assert_eq!(service.known_nodes(name), *nodes as u64, "{name}");
        }
        service
    }

    /// Asks a number of questions; returns the version that answered the last one, and whether the
    /// book was not in memory.
    fn ask(service: &Service, name: &str, questions: usize) -> Option<(u64, bool)> {
        let version = |book: &Arc<Book>| Ok((book.info.version, book.index.is_stored()));
        let ask = |_| service.ask(&BookRef::current(name), version).expect("an answer");
        (0..questions).map(ask).last()
    }

    fn loaded(service: &Service) -> Vec<String> {
        service.loaded_books().keys().cloned().collect()
    }

    fn rebalance(service: &Service) -> bool {
        service.rebalance_resident().expect("a readable store")
    }

    #[test]
    fn a_large_book_that_is_asked_often_replaces_small_ones_that_are_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let service = served(&folder, &[("large", 40), ("one", 10), ("two", 10)], 45);
        assert_eq!(loaded(&service), ["one", "two"]);
        assert_eq!(ask(&service, "one", 10), Some((1, false)));
        assert_eq!(ask(&service, "large", 245), Some((1, true)));
        assert!(!rebalance(&service));
        assert_eq!(ask(&service, "large", 1), Some((1, true)));
        let held = service.book("one").expect("a book in memory");
        assert!(rebalance(&service));
        assert_eq!(loaded(&service), ["large"]);
        assert_eq!(service.loads_and_evictions(), [3, 2]);
        assert_eq!(ask(&service, "large", 1), Some((1, false)));
        assert!(!rebalance(&service), "one round for the questions so far");
        let line: Line = "AA".parse().expect("a line");
        assert!(held.index.find(&line).is_some(), "it answers on");

        // Both are edited as before.
        for (name, is_stored) in [("one", true), ("large", false)] {
            let patch = Patch { verdict: Some(Some(Verdict::Good)), ..Patch::default() };
            let edits =
                vec![ConditionalEdit { edit: Edit::Set { line: line.clone(), patch }, seen: None }];
            let by = Author::new("test");
            let request = EditRequest { book: name.into(), edits, dry_run: false, by };
            service.curation().edit(&request).expect("a change");
            assert_eq!(ask(&service, name, 1), Some((2, is_stored)), "{name}");
        }
        service.refresh().expect("a look at the store");
        service.load_resident(u64::MAX).expect("no more room");
        assert_eq!(loaded(&service), ["large"]);
    }

    #[test]
    fn books_that_are_asked_equally_do_not_take_turns() {
        let folder = tempfile::tempdir().expect("a folder");
        let service = served(&folder, &[("a", 40), ("b", 40)], 45);
        for _ in 0..4 {
            ask(&service, "b", 150);
            ask(&service, "a", 100);
            assert!(!rebalance(&service));
        }
        assert_eq!(loaded(&service), ["a"]);
        ask(&service, "b", 300);
        assert!(rebalance(&service));
        assert_eq!(loaded(&service), ["b"]);
    }

    #[test]
    fn a_book_that_does_not_fit_alone_stays_on_the_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let service = served(&folder, &[("large", 40), ("small", 10)], 39);
        for _ in 0..3 {
            assert_eq!(ask(&service, "large", 300), Some((1, true)));
            assert!(!rebalance(&service));
        }
        assert_eq!(loaded(&service), ["small"]);
        assert_eq!(service.loads_and_evictions(), [1, 0]);
    }

    #[test]
    fn a_change_of_a_whole_book_loads_it_if_it_was_in_memory_or_a_server_has_room() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("test.db");
        let open = || Service::new(Arc::new(SqliteStore::open(&path).expect("a store")));
        let by = Author::new("test");
        let service = open();
        let curation = service.curation();
        curation.create_book("main", Variant::GO, None, &by).expect("a book");
        let edit = Edit::Add { line: "DD".parse().expect("a line"), patch: Patch::default() };
        let edits = vec![ConditionalEdit { edit, seen: None }];
        let request =
            EditRequest { book: "main".to_owned(), edits, dry_run: false, by: by.clone() };
        curation.edit(&request).expect("an edit");
        curation.copy_book("main", "copy", &by).expect("a copy");
        assert!(loaded(&service).is_empty());

        service.book("main").expect("the book");
        let named = curation.rename_book("main", "other", None, &by).expect("a name");
        assert_eq!(loaded(&service), ["other"]);
        let held = service.book("other").expect("the book");
        assert_eq!((&held.info, held.index.len()), (&named, 1));

        for (room, wanted) in [(0, &[][..]), (1, &["new"][..])] {
            let server = open();
            server.keep_resident(room);
            server.curation().copy_book("copy", "new", &by).expect("a copy");
            assert_eq!(loaded(&server), wanted);
            server.curation().delete_book("new", None, &by).expect("deleted");
        }
    }
}
