//! A service with the starter book, which every target asks and none changes.

use std::sync::{Arc, LazyLock};

use joseki::service::Service;
use joseki::store::SqliteStore;
use tempfile::TempDir;

/// The service; its database goes with the process.
pub fn service() -> &'static Service {
    static DESK: LazyLock<(Service, TempDir)> = LazyLock::new(|| {
        let folder = TempDir::new().expect("a folder");
        let store = SqliteStore::open(folder.path().join("joseki.db")).expect("a store");
        let service = Service::new(Arc::new(store));
        service.curation().ensure_starter().expect("the starter book");
        (service, folder)
    });
    &DESK.0
}

/// Asserts that a text steers no terminal.
pub fn assert_plain(text: &str) {
    let steers = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    assert!(!text.contains(steers), "{text:?}");
}
