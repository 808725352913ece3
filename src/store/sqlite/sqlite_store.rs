//! The store, assembled from its parts.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::connection::Sharing;
use super::migration::MigrationStep;
use super::place::FileLocation;
use super::readers::Readers;
use super::writer::StoreWriter;
use super::{backup, check, connection, identity, image, migration, probe, unmade, wal};
use crate::sql::fault::Fault;
use crate::sql::{Backend, Changes, Transaction, stream_book};
use crate::write_stats::WriteStats;
use crate::{BookInfo, BookStream, StoreError, StoreStats, Upkeep};

/// The store in one SQLite file, with its log next to it (`-wal`, `-shm`).
///
/// Dropping it writes pending changes and closes the file.
///
/// ```
/// use joseki_book::{Forest, Line};
/// use joseki_store::{BookChange, SqliteStore, Store};
///
/// let folder = tempfile::tempdir()?;
/// let store = SqliteStore::open(folder.path().join("joseki.db"))?;
/// let line: Line = "DDCFFC".parse()?;
/// let book: Forest = [line].iter().collect();
/// store.apply(&BookChange::new_book("main", &book, "curator"))?;
///
/// let (info, loaded) = store.load("main")?.ok_or("unknown book")?;
/// assert_eq!((info.version, info.nodes, info.lines), (1, 3, 1));
/// assert_eq!(loaded, book);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SqliteStore {
    path: PathBuf,
    /// The path for messages.
    file: String,
    readers: Readers,
    access: Access,
}

/// What a store may do with its file.
enum Access {
    Write(StoreWriter),
    /// An image has no location.
    Read(Option<FileLocation>),
}

impl SqliteStore {
    /// Opens a store; creates the file if it is missing or empty. A store with an older schema is
    /// migrated, after a copy of it was made next to it.
    ///
    /// # Errors
    /// [`StoreError::NotAStore`], [`StoreError::OutdatedFile`] and [`StoreError::NewerFile`] for a
    /// file that is left unchanged, or any I/O error.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_at(path.as_ref(), migration::ALL)
    }

    /// Opens a new file to fill it. New pages are written to the file itself and not to a log first.
    /// Until the store is closed, other connections, those of its readers as well, wait for the end of
    /// each large change. Opens the
    /// file like [`SqliteStore::open`] if another program uses it.
    ///
    /// # Errors
    /// Those of [`SqliteStore::open`].
    pub fn open_to_fill(path: impl AsRef<Path>) -> Result<SqliteStore, StoreError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let open = |path: &Path| connection::open_filler(path, &file, migration::ALL);
        SqliteStore::open_file(path, &file, open).map_err(|fault| fault.at(&file))
    }

    /// Opens a store like [`SqliteStore::open`], at a schema that is one made-up step ahead. For
    /// tests of migrations.
    ///
    /// # Errors
    /// Those of [`SqliteStore::open`].
    #[cfg(feature = "test-step")]
    pub fn open_with_step(path: impl AsRef<Path>, sql: &str) -> Result<SqliteStore, StoreError> {
        let steps = [migration::ALL, &[MigrationStep::sql(sql)]].concat();
        SqliteStore::open_at(path.as_ref(), &steps)
    }

    fn open_at(path: &Path, steps: &[MigrationStep<'_>]) -> Result<SqliteStore, StoreError> {
        let file = path.display().to_string();
        let open = |path: &Path| connection::open_writer(path, &file, steps);
        SqliteStore::open_file(path, &file, open).map_err(|fault| fault.at(&file))
    }

    /// Opens an existing store for reading only; every change then fails with
    /// [`StoreError::OpenedReadOnly`]. Other programs may go on writing to it. Where SQLite can put
    /// no files beside it, as in a read-only directory, it is read as a file that nothing changes.
    ///
    /// # Errors
    /// [`StoreError::NotAStore`]; [`StoreError::OutdatedFile`], [`StoreError::OlderFile`] and
    /// [`StoreError::NewerFile`] for a file of another schema, [`StoreError::Unmerged`] if it has a
    /// log that only a writer could read, or any I/O error.
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<SqliteStore, StoreError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        SqliteStore::open_unwritable(path, &file).map_err(|fault| fault.at(&file))
    }

    /// Opens an image of a store for reading only: a complete database in this program's memory, at
    /// the newest schema, without a log. Nothing is copied. `name` stands for a path in messages.
    ///
    /// # Errors
    /// [`StoreError::NotAStore`]; [`StoreError::OutdatedFile`], [`StoreError::OlderFile`] and
    /// [`StoreError::NewerFile`] for an image of another schema.
    pub fn open_image(name: &str, image: &'static [u8]) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_bytes(name, image).map_err(|fault| fault.at(name))
    }

    /// Creates a file from an image, see [`SqliteStore::open_image`], with a history of its own and
    /// the times of now. It appears when it is complete and on the disk. Returns false if there is a
    /// file already, or a log without one; then nothing is written.
    ///
    /// # Errors
    /// Those of [`SqliteStore::open_image`], or any I/O error.
    pub fn create_from_image(path: impl AsRef<Path>, image: &[u8]) -> Result<bool, StoreError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        image::create(path, &file, image).map_err(|fault| fault.at(&file))
    }

    /// Removes a store whose creation failed, with the files next to it, if it is not in use, and empty
    /// but for the first version of some books. Returns true if it was removed.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if it is in use, or any I/O error.
    pub fn remove_incomplete(path: &Path, books: &[&str]) -> Result<bool, StoreError> {
        let file = path.display().to_string();
        unmade::remove(path, &file, books).map_err(|fault| fault.at(&file))
    }

    fn open_file(
        path: &Path,
        file: &str,
        open: impl FnOnce(&Path) -> Result<Connection, Fault>,
    ) -> Result<SqliteStore, Fault> {
        // SQLite gives some names a special meaning (":memory:", "file:…"); an absolute path is
        // never one of them.
        let path = std::path::absolute(path)?;
        if let Some(damage) = wal::damage(&path)? {
            return Err(Fault::Damage(damage));
        }
        let conn = open(&path)?;
        Ok(SqliteStore {
            readers: Readers::open(&path, Sharing::Shared)?,
            access: Access::Write(StoreWriter::start(conn, FileLocation::new(&path, file), file)?),
            file: file.to_owned(),
            path,
        })
    }

    fn open_unwritable(path: &Path, file: &str) -> Result<SqliteStore, Fault> {
        let path = std::path::absolute(path)?;
        if let Some(damage) = wal::damage(&path)? {
            return Err(Fault::Damage(damage));
        }
        let known = migration::newest();
        identity::refuse_foreign(&path, file, known)?;
        let (conn, found, sharing) = connection::open_unwritable(&path, file, known)?;
        identity::require_newest(found, known, file)?;
        let readers = Readers::open(&path, sharing)?;
        // Closed last, so that the shared memory is not set up twice.
        drop(conn);
        let access = Access::Read(Some(FileLocation::new(&path, file)));
        Ok(SqliteStore { readers, access, file: file.to_owned(), path })
    }

    fn open_bytes(file: &str, image: &'static [u8]) -> Result<SqliteStore, Fault> {
        let (path, known) = (PathBuf::new(), migration::newest());
        let readers = Readers::open(&path, Sharing::Image(image))?;
        let found =
            readers.read(&path, file, |conn| identity::schema_version(conn, file, known))?;
        identity::require_newest(found, known, file)?;
        Ok(SqliteStore { readers, access: Access::Read(None), file: file.to_owned(), path })
    }

    fn read_file<T>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        let answer = self.readers.read(&self.path, &self.file, query);
        answer.map_err(|fault| fault.at(&self.file))
    }

    fn writer(&self) -> Result<&StoreWriter, StoreError> {
        match &self.access {
            Access::Write(writer) => Ok(writer),
            Access::Read(_) => Err(StoreError::OpenedReadOnly { file: self.file.clone() }),
        }
    }
}

impl Backend for SqliteStore {
    fn run_queries(&self, queries: &mut Transaction<'_>) -> Result<(), StoreError> {
        self.read_file(|conn| queries(conn.into()))
    }

    fn run_query(&self, query: &mut Transaction<'_>) -> Result<(), StoreError> {
        let read = self.readers.read_once(&self.path, &self.file, |conn| query(conn.into()));
        read.map_err(|fault| fault.at(&self.file))
    }

    fn run_changes(&self, mut changes: Changes) -> Result<(), StoreError> {
        self.writer()?.write(move |conn| changes(conn.into()))
    }
}

impl Upkeep for SqliteStore {
    fn data_version(&self) -> Result<u64, StoreError> {
        let version = self.readers.data_version(&self.file);
        version.map_err(|fault| fault.at(&self.file))
    }

    fn check_structure(&self) -> Result<Vec<String>, StoreError> {
        self.read_file(|conn| check::structure(conn, &self.file))
    }

    fn stream_book(&self, book: BookStream) -> Result<BookInfo, StoreError> {
        stream_book(self, book)
    }

    fn refuse_changes(&self, why: String) {
        if let Access::Write(writer) = &self.access {
            writer.refuse(why);
        }
    }

    fn in_one_state(&self, work: &mut dyn FnMut()) {
        self.readers.in_one_state(&self.path, &self.file, work);
    }

    fn hold_changes(&self, holds: bool) {
        if let Access::Write(writer) = &self.access {
            writer.hold(holds);
        }
    }

    fn refusal(&self) -> Option<String> {
        self.writer().ok()?.refusal()
    }

    fn is_read_only(&self) -> bool {
        matches!(self.access, Access::Read(_))
    }

    fn check_place(&self) -> Result<(), StoreError> {
        match &self.access {
            Access::Write(writer) => writer.check_place(),
            Access::Read(place) => place.as_ref().map_or(Ok(()), FileLocation::check),
        }
    }

    fn probe(&self) -> Result<(), StoreError> {
        let writer = self.writer()?;
        probe::room(&self.path).map_err(|fault| fault.at(&self.file))?;
        writer.write(probe::rewrite_page)
    }

    fn stats(&self) -> StoreStats {
        match &self.access {
            Access::Write(writer) => writer.stats.read_with_sizes(&self.path),
            Access::Read(_) => WriteStats::default().read_with_sizes(&self.path),
        }
    }

    fn check(&self) -> Result<Vec<String>, StoreError> {
        self.read_file(|conn| check::problems(conn, &self.file))
    }

    fn backup_to(&self, path: &Path) -> Result<(), StoreError> {
        // The store may be closed, which a new connection would not notice.
        self.data_version()?;
        let copy = || {
            let target = std::path::absolute(path)?;
            backup::copy(&connection::open_read_only(&self.path, self.readers.sharing())?, &target)
        };
        copy().map_err(|fault: Fault| fault.at(&path.display().to_string()))
    }

    fn checkpoint(&self) -> Result<(), StoreError> {
        self.writer()?.checkpoint()
    }

    fn close(&self) -> Result<(), StoreError> {
        // Readers first: the last connection to close must be one that may checkpoint the log.
        self.readers.close();
        match &self.access {
            Access::Write(writer) => writer.close(),
            Access::Read(_) => Ok(()),
        }
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // All callers have their results; only the checkpoint can fail, and the next opening
        // repeats it.
        drop(self.close());
    }
}
