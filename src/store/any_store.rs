//! A store of any kind, by its address.

use std::path::Path;

use super::sql::{Backend, Changes, Transaction, transfer};
use super::{
    BookInfo, BookStream, DatabaseAddress, PostgresStore, SqliteStore, StoreAdvice, StoreError,
    StoreStats, Upkeep,
};

/// A store in a file or in a database that many nodes share.
pub enum AnyStore {
    /// In a file of its own.
    Sqlite(Box<SqliteStore>),
    /// In a PostgreSQL database.
    Postgres(Box<PostgresStore>),
}

impl AnyStore {
    /// Opens the store at an address.
    ///
    /// # Errors
    /// Those of [`SqliteStore::open`] and [`PostgresStore::open`].
    pub fn open(address: impl Into<DatabaseAddress>) -> Result<AnyStore, StoreError> {
        Ok(match address.into() {
            DatabaseAddress::File(path) => AnyStore::Sqlite(Box::new(SqliteStore::open(path)?)),
            DatabaseAddress::Server(address) => {
                AnyStore::Postgres(Box::new(PostgresStore::open(&address)?))
            }
        })
    }

    /// Opens a new file to fill it.
    ///
    /// # Errors
    /// Those of [`SqliteStore::open_to_fill`].
    pub fn open_to_fill(path: &Path) -> Result<AnyStore, StoreError> {
        Ok(AnyStore::Sqlite(Box::new(SqliteStore::open_to_fill(path)?)))
    }

    /// Opens the store on a server with a replica; see [`PostgresStore::with_replica`].
    ///
    /// # Errors
    /// Those of [`PostgresStore::open`] and [`PostgresStore::with_replica`], or the store is a file.
    pub fn open_with_replica(
        address: impl Into<DatabaseAddress>,
        replica: &str,
    ) -> Result<AnyStore, StoreError> {
        match address.into() {
            DatabaseAddress::File(path) => {
                let detail = format!("a file has no replica: omit {replica}");
                Err(StoreError::Other { file: path.display().to_string(), detail })
            }
            DatabaseAddress::Server(address) => {
                let store = PostgresStore::open(&address)?.with_replica(replica)?;
                Ok(AnyStore::Postgres(Box::new(store)))
            }
        }
    }

    /// Opens an existing store for reading only.
    ///
    /// # Errors
    /// Those of [`SqliteStore::open_read_only`] and [`PostgresStore::open_read_only`].
    pub fn open_read_only(address: impl Into<DatabaseAddress>) -> Result<AnyStore, StoreError> {
        Ok(match address.into() {
            DatabaseAddress::File(path) => {
                AnyStore::Sqlite(Box::new(SqliteStore::open_read_only(path)?))
            }
            DatabaseAddress::Server(address) => {
                AnyStore::Postgres(Box::new(PostgresStore::open_read_only(&address)?))
            }
        })
    }

    /// Copies everything in this store into an empty one; returns the number of rows of each table.
    /// The copy has a history of its own: entity tags and ids of events from before mean nothing to
    /// it.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if the target has contents, or any I/O error; nothing is written then.
    pub fn copy_to(&self, to: &AnyStore) -> Result<Vec<(&'static str, u64)>, StoreError> {
        transfer(self, to)
    }

    fn upkeep(&self) -> &dyn Upkeep {
        match self {
            AnyStore::Sqlite(store) => store.as_ref(),
            AnyStore::Postgres(store) => store.as_ref(),
        }
    }
}

impl Backend for AnyStore {
    fn run_queries(&self, queries: &mut Transaction<'_>) -> Result<(), StoreError> {
        match self {
            AnyStore::Sqlite(store) => store.run_queries(queries),
            AnyStore::Postgres(store) => store.run_queries(queries),
        }
    }

    fn run_queries_on_replica(&self, queries: &mut Transaction<'_>) -> Result<(), StoreError> {
        match self {
            AnyStore::Sqlite(store) => store.run_queries_on_replica(queries),
            AnyStore::Postgres(store) => store.run_queries_on_replica(queries),
        }
    }

    fn run_query(&self, query: &mut Transaction<'_>) -> Result<(), StoreError> {
        match self {
            AnyStore::Sqlite(store) => store.run_query(query),
            AnyStore::Postgres(store) => store.run_query(query),
        }
    }

    fn run_changes(&self, changes: Changes) -> Result<(), StoreError> {
        match self {
            AnyStore::Sqlite(store) => store.run_changes(changes),
            AnyStore::Postgres(store) => store.run_changes(changes),
        }
    }
}

impl Upkeep for AnyStore {
    fn data_version(&self) -> Result<u64, StoreError> {
        self.upkeep().data_version()
    }

    fn check_structure(&self) -> Result<Vec<String>, StoreError> {
        self.upkeep().check_structure()
    }

    fn in_one_state(&self, work: &mut dyn FnMut()) {
        self.upkeep().in_one_state(work);
    }

    fn hold_changes(&self, holds: bool) {
        self.upkeep().hold_changes(holds);
    }

    fn stream_book(&self, book: BookStream) -> Result<BookInfo, StoreError> {
        self.upkeep().stream_book(book)
    }

    fn refuse_changes(&self, why: String) {
        self.upkeep().refuse_changes(why);
    }

    fn refusal(&self) -> Option<String> {
        self.upkeep().refusal()
    }

    fn is_read_only(&self) -> bool {
        self.upkeep().is_read_only()
    }

    fn check_place(&self) -> Result<(), StoreError> {
        self.upkeep().check_place()
    }

    fn probe(&self) -> Result<(), StoreError> {
        self.upkeep().probe()
    }

    fn stats(&self) -> StoreStats {
        self.upkeep().stats()
    }

    fn advice(&self) -> Result<Vec<StoreAdvice>, StoreError> {
        self.upkeep().advice()
    }

    fn check(&self) -> Result<Vec<String>, StoreError> {
        self.upkeep().check()
    }

    fn backup_to(&self, path: &Path) -> Result<(), StoreError> {
        self.upkeep().backup_to(path)
    }

    fn checkpoint(&self) -> Result<(), StoreError> {
        self.upkeep().checkpoint()
    }

    fn close(&self) -> Result<(), StoreError> {
        self.upkeep().close()
    }
}
