//! Which books of a server are in memory: the small ones, up to a number of nodes.

use std::collections::BTreeMap;
use std::sync::Arc;

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

    /// Loads the books that the last [`Service::refresh`] found and that are not in memory, the
    /// smallest first, while they fit; of them, only books of at most `most` nodes.
    ///
    /// # Errors
    /// The store cannot be read. If a book is damaged, the others are loaded nevertheless.
    pub fn load_resident(&self, most: u64) -> Result<(), ServiceError> {
        if self.resident_nodes.get().is_none() {
            return Ok(());
        }
        let (heads, held) = (self.known_heads(), self.loaded_books());
        let missing = heads.values().filter(|info| !held.contains_key(&info.name));
        let mut missing: Vec<&BookInfo> = missing.filter(|info| info.nodes <= most).collect();
        missing.sort_by_key(|info| info.nodes);
        let mut damage = None;
        for info in missing {
            if !self.has_room_for(info) {
                break;
            }
            match self.load(&info.name) {
                Err(error) if error.is_damage() => damage = Some(error),
                // Deleted since, or too large for the memory that is left.
                Ok(_)
                | Err(ServiceError::UnknownBook { .. } | ServiceError::BookTooLarge { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        damage.map_or(Ok(()), Err)
    }

    /// Whether a book, as it is after a change of all of it, is to be in memory when that ends: if
    /// it was there, or is a small one of a server, and fits. A server takes up larger ones later
    /// ([`Service::load_resident`]), and others are loaded when they are needed.
    pub(super) fn is_kept(&self, info: &BookInfo) -> bool {
        let is_small = self.resident_nodes.get().is_some() && info.nodes <= LOADED_AT_ONCE;
        (is_small || self.loaded_books().contains_key(&info.name)) && self.has_room_for(info)
    }

    /// Whether a book, as it is or will be, fits into memory beside the others.
    pub(super) fn has_room_for(&self, info: &BookInfo) -> bool {
        let books = self.loaded_books();
        let others = books.values().filter(|book| book.info.name != info.name);
        let nodes: u64 = info.nodes + others.map(|book| book.info.nodes).sum::<u64>();
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
            Some(info) if !self.has_room_for(&info) => Err(ServiceError::BookOnDisk {
                book: info.name,
                nodes: info.nodes,
                resident_nodes: *room,
            }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curate::{Author, ConditionalEdit, EditRequest};
    use joseki_book::{Edit, Patch};
    use joseki_game::Variant;
    use joseki_store::SqliteStore;

    #[test]
    fn a_change_of_a_whole_book_loads_it_if_it_was_in_memory_or_a_server_has_room() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("test.db");
        let open = || Service::new(Arc::new(SqliteStore::open(&path).expect("a store")));
        let loaded = |service: &Service| service.loaded_books().keys().cloned().collect::<Vec<_>>();
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
