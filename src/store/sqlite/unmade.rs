//! Removal of a database whose creation failed for lack of space.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::side_files::{remove_if_exists, remove_side_files};
use super::{account, connection, identity, migration};
use crate::FileSummary;
use crate::sql::fault::Fault;

/// Removes a database and the files next to it if it is not in use, and empty but for the first version
/// of some books; returns true if it did.
pub(super) fn remove(path: &Path, file: &str, books: &[&str]) -> Result<bool, Fault> {
    let path = std::path::absolute(path)?;
    if !path.try_exists()? {
        return Ok(false);
    }
    let conn = lock_database(&path)?;
    let nothing = FileSummary {
        schema: identity::schema_version(&conn, file, migration::newest())?,
        ..FileSummary::default()
    };
    let mut found = nothing.clone();
    account::count_rows(&conn, &mut found)?;
    found.books.retain(|book| book.version > 1 || !books.contains(&book.name.as_str()));
    if found != nothing {
        return Ok(false);
    }
    remove_side_files(&path)?;
    remove_if_exists(&path)?;
    Ok(true)
}

/// Locks the database without writing, as there is no space. The log stays unchanged, and the index
/// needed to read it is kept in memory.
fn lock_database(path: &Path) -> Result<Connection, Fault> {
    let conn = connection::open_alone(path)?;
    conn.busy_timeout(Duration::ZERO)?;
    // Closing would remove the log by name, which may by then belong to another database.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    conn.execute_batch("BEGIN EXCLUSIVE")?;
    Ok(conn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BookChange, NewKey, Scopes, SqliteStore, Store};
    use joseki_book::Forest;

    #[test]
    fn only_what_is_empty_and_nobodys_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let names = || std::fs::read_dir(dir.path()).unwrap().count();
        let remove = |path: &Path, file| remove(path, file, &["main"]);
        assert!(!remove(&path, "a.db").unwrap(), "nothing is there");
        let store = SqliteStore::open(&path).unwrap();
        assert!(remove(&path, "a.db").is_err(), "it is in use");
        drop(store);
        assert!(remove(&path, "a.db").unwrap());
        assert_eq!(names(), 0);
        std::fs::write(&path, "").unwrap();
        assert!(remove(&path, "a.db").unwrap());
        let store = SqliteStore::open(&path).unwrap();
        let key = NewKey {
            name: String::new(),
            prefix: "jk_1".to_owned(),
            hash: [0; 32],
            scopes: Scopes::READ,
            expires: None,
            rate: None,
        };
        store.add_key(&key, "test").unwrap();
        drop(store);
        assert!(!remove(&path, "a.db").unwrap(), "there is a key in it");
        let own = dir.path().join("c.db");
        let store = SqliteStore::open(&own).unwrap();
        store.apply(&BookChange::new_book("main", &Forest::new(), "test")).unwrap();
        drop(store);
        assert!(remove(&own, "c.db").unwrap(), "only the book is in it that may be");
        let other = dir.path().join("b.db");
        let store = SqliteStore::open(&other).unwrap();
        let forest = Forest::new();
        store.apply(&BookChange::new_book("x", &forest, "test")).unwrap();
        drop(store);
        assert!(!remove(&other, "b.db").unwrap(), "there is a book in it");
        assert_eq!(SqliteStore::open(&path).unwrap().keys().unwrap().len(), 1);
    }
}
