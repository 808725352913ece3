//! Which books of a server are in memory: the small ones, up to a number of nodes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::error::ServiceError;
use super::service::Service;
use joseki_store::BookInfo;

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
