//! Opening of the database that a command works on.

use std::io::{self, ErrorKind};
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use super::error::CliError;
use super::log::{error, note};
use joseki_game::Variant;
use joseki_service::{
    DEFAULT_BOOK, ENGINE_GAMES_BOOK, RENJU_BOOK, Service, ServiceError, XIANGQI_BOOK,
    curate::STARTER_IMAGE,
};
use joseki_store::{AnyStore, DatabaseAddress, SqliteStore, StoreError};

/// Bytes up to which a file is checked before a server listens, some 0.2 s.
const CHECKED_AT_ONCE: u64 = 64 << 20;

/// The database that a command works on, and what the command may do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseFile {
    /// Its file, or its address on a server.
    pub address: DatabaseAddress,
    /// The address of a replica that a server reads, or empty.
    pub replica: String,
    /// False with `--read-only`.
    pub writable: bool,
    /// False with `--must-exist`.
    pub creatable: bool,
    /// Whether a flag, the environment or a file of settings named it.
    pub is_named: bool,
}

impl Default for DatabaseFile {
    fn default() -> DatabaseFile {
        DatabaseFile {
            address: DatabaseAddress::File("joseki.db".into()),
            replica: String::new(),
            writable: true,
            creatable: true,
            is_named: false,
        }
    }
}

impl Deref for DatabaseFile {
    type Target = DatabaseAddress;

    fn deref(&self) -> &DatabaseAddress {
        &self.address
    }
}

/// Opens a database. Creates it if it does not exist, and adds the starter book if there are no
/// books, so that every command works on a fresh machine. A note on standard error reports this.
pub fn open(db: &DatabaseFile) -> Result<Service, CliError> {
    open_or_create(db, |_| open_service(db))
}

/// Opens a database as [`open`] does, for a command that writes much in one transaction. A file that
/// it creates is written without a log, so that other programs wait for the end of the transaction.
pub fn open_to_fill(db: &DatabaseFile) -> Result<Service, CliError> {
    open_or_create(db, |is_new| match db.file() {
        Some(path) if is_new => {
            let store = AnyStore::open_to_fill(path)
                .map_err(|error| CliError::Database { address: db.address.clone(), error })?;
            Ok(service_of(db, store))
        }
        _ => open_service(db),
    })
}

/// Opens a database by `open`, which gets whether its file was created just now.
fn open_or_create(
    db: &DatabaseFile,
    open: impl FnOnce(bool) -> Result<Service, CliError>,
) -> Result<Service, CliError> {
    refuse_read_only(db)?;
    open_or_clean_up(db, |existed| {
        let has_starter = create_with_starter(db)?;
        let service = open(has_starter)?;
        add_starter_book(db, existed, has_starter, &service)?;
        Ok(service)
    })
}

/// Opens a database, or creates it without any book.
pub fn open_without_starter(db: &DatabaseFile) -> Result<Service, CliError> {
    refuse_read_only(db)?;
    open_or_clean_up(db, |_| open_service(db))
}

/// Opens a database for a command that only reads, and never creates one. A database that cannot be
/// written is opened for reading only. Where nobody named one and there is none, the books that a new
/// database has answer.
pub fn open_to_read(db: &DatabaseFile) -> Result<Service, CliError> {
    if let Some(path) = db.missing_file()
        && !db.is_named
        && db.writable
    {
        let file = path.display();
        note(&format!("no database {file}: the starter book answers"));
        return Ok(open_starter()?);
    }
    check_exists(db)?;
    read_if_unwritable(db, open)
}

/// Opens a database for reading only if `open` fails because it cannot be written, or with
/// `--read-only`.
fn read_if_unwritable(
    db: &DatabaseFile,
    open: impl FnOnce(&DatabaseFile) -> Result<Service, CliError>,
) -> Result<Service, CliError> {
    if !db.writable {
        check_exists(db)?;
        return Ok(Service::new(Arc::new(open_store_read_only(db)?)));
    }
    match open(db) {
        Err(error)
            if is_unwritable(&error)
                && db.file().is_none_or(Path::is_file)
                && check_exists(db).is_ok() =>
        {
            Ok(Service::new(Arc::new(open_store_read_only(db)?)))
        }
        opened => opened,
    }
}

/// Returns the file of a database; refuses one on a server, for a command about files.
pub fn require_file(address: &DatabaseAddress) -> Result<&Path, CliError> {
    if let DatabaseAddress::File(path) = address {
        return Ok(path);
    }
    let detail = "it is on a server of PostgreSQL: use pg_dump, pg_basebackup and pg_restore, or `joseki copy`";
    let error = StoreError::Other { file: address.to_string(), detail: detail.to_owned() };
    Err(CliError::Database { address: address.clone(), error })
}

/// Whether a database could not be opened for lack of permission. SQLite has no code of its own
/// for a directory that cannot be written.
fn is_unwritable(error: &CliError) -> bool {
    let (CliError::Database { error, .. } | CliError::Service(ServiceError::Store(error))) = error
    else {
        return false;
    };
    matches!(error, StoreError::ReadOnly { .. } | StoreError::Other { .. })
}

/// Refuses a command that writes, before it does any work.
pub fn refuse_read_only(db: &DatabaseFile) -> Result<(), CliError> {
    if db.writable {
        return Ok(());
    }
    let error = StoreError::OpenedReadOnly { file: db.address.to_string() };
    Err(CliError::Database { address: db.address.clone(), error })
}

/// Opens a database as [`open`] does, for a server. If its structure is damaged, it is opened
/// read-only and served as far as it can be read.
pub fn open_to_serve(db: &DatabaseFile) -> Result<Service, CliError> {
    if !db.writable {
        let service = read_if_unwritable(db, open)?.withholding();
        check_small(&service)?;
        return Ok(service);
    }
    if !db.creatable {
        check_exists(db)?;
    }
    open_or_clean_up(db, |existed| {
        let mut has_starter = false;
        let store = match db.replica.as_str() {
            "" => {
                has_starter = create_with_starter(db)?;
                open_store(db)?
            }
            replica => AnyStore::open_with_replica(db.address.clone(), replica)
                .map_err(|error| CliError::Database { address: replica.into(), error })?,
        };
        let service = service_of(db, store).withholding();
        if check_small(&service)?.is_none() {
            add_starter_book(db, existed, has_starter, &service)?;
        }
        Ok(service)
    })
}

/// Runs `open` with whether the database exists. If a new one does not fit on the disk, removes what
/// was written of it.
fn open_or_clean_up(
    address: &DatabaseAddress,
    open: impl FnOnce(bool) -> Result<Service, CliError>,
) -> Result<Service, CliError> {
    let new = address.missing_file();
    let opened = open(new.is_none());
    if let Some(path) = new
        && opened.as_ref().is_err_and(is_out_of_room)
    {
        remove_new(path);
    }
    opened
}

/// Whether a database, or a file that belongs to it, did not fit on the disk.
pub fn is_out_of_room(error: &CliError) -> bool {
    match error {
        CliError::Database { error, .. } | CliError::Service(ServiceError::Store(error)) => {
            matches!(error, StoreError::DiskFull { .. })
        }
        CliError::Write { error, .. } => {
            matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
        }
        _ => false,
    }
}

/// Removes a new database that could not be completed, if it has nothing but starter books.
pub fn remove_new(path: &Path) {
    // If removing fails too, the full disk is still the error to report.
    let starters = [DEFAULT_BOOK, RENJU_BOOK, XIANGQI_BOOK, ENGINE_GAMES_BOOK];
    drop(SqliteStore::remove_incomplete(path, &starters));
}

/// Checks the structure of a file that is not large. That of a large one is checked behind the first
/// answers, see [`check_behind`].
fn check_small(service: &Service) -> Result<Option<String>, ServiceError> {
    if is_large(service) { Ok(None) } else { service.administration().guard() }
}

/// Checks the structure of a large file on a thread of its own. Changes wait meanwhile; damage is
/// reported, and the file is read-only from then on.
pub fn check_behind(service: &Arc<Service>, db: &DatabaseAddress) -> io::Result<()> {
    if !is_large(service) {
        return Ok(());
    }
    service.administration().hold_changes();
    let (checked, db) = (Arc::clone(service), db.clone());
    let check = move || {
        if let Some(why) = checked.administration().guard_held() {
            report_damage(&db, &why);
        }
    };
    let thread = thread::Builder::new().name("structure-check".to_owned()).spawn(check);
    thread.map(drop)
}

fn is_large(service: &Service) -> bool {
    service.store_stats().file_bytes > CHECKED_AT_ONCE
}

/// Creates a file with the starter books if there is none; returns true if it did.
fn create_with_starter(address: &DatabaseAddress) -> Result<bool, CliError> {
    let Some(path) = address.missing_file() else {
        return Ok(false);
    };
    match SqliteStore::create_from_image(path, STARTER_IMAGE) {
        Err(error @ StoreError::DiskFull { .. }) => {
            Err(CliError::Database { address: address.clone(), error })
        }
        // Whatever else prevents it, the opening that follows reports better or does without.
        created => Ok(created.unwrap_or(false)),
    }
}

/// Adds the starter books to a database without books, and reports those of a new one.
fn add_starter_book(
    db: &DatabaseFile,
    existed: bool,
    has_starter: bool,
    service: &Service,
) -> Result<(), CliError> {
    let curation = service.curation();
    let is_added = || {
        curation.ensure_companions()?;
        curation.ensure_starter()
    };
    if has_starter || is_added()? {
        let file = &db.address;
        note(&if existed {
            format!("{file} had no books: added the starter book as \"{DEFAULT_BOOK}\"")
        } else {
            format!("created {file} with the starter book as \"{DEFAULT_BOOK}\"")
        });
    }
    Ok(())
}

/// Reports that a damaged database is served read-only.
pub fn report_damage(file: &DatabaseAddress, why: &str) {
    let what =
        format!("{file} is damaged: {why}; it is served read-only, as far as it can be read");
    let hint = format!(
        "run `joseki doctor --db {file}` for details; stop the server and restore a backup with `joseki restore --db {file} FILE`"
    );
    error(&what, Some(&hint));
}

/// Opens an existing database and never creates one. If it is only to be read, it need not be
/// writable.
pub fn open_existing(db: &DatabaseFile, writes: bool) -> Result<Service, CliError> {
    check_exists(db)?;
    if writes {
        refuse_read_only(db)?;
        return open_service(db);
    }
    read_if_unwritable(db, |db| open_service(db))
}

/// Returns what a book is about, for parsing its lines. Without a database it is
/// what the starter book of this name is about, else Go.
pub fn variant(db: &DatabaseFile, book: &str) -> Result<Variant, CliError> {
    match check_exists(db) {
        Ok(()) => Ok(open_existing(db, false)?.variant_of(book)?),
        Err(_) if book == RENJU_BOOK => Ok(Variant::RENJU),
        Err(_) if book == XIANGQI_BOOK => Ok(Variant::XIANGQI),
        Err(_) => Ok(Variant::GO),
    }
}

/// Opens a second database next to the one that a command works on. It must exist and must not be
/// empty.
pub fn open_other(address: &DatabaseAddress) -> Result<AnyStore, CliError> {
    check_exists(address)?;
    match open_store(address) {
        Err(error) if is_unwritable(&error) => open_store_read_only(address),
        opened => opened,
    }
}

/// Opens a database into which another is copied; creates a file.
pub fn open_empty(address: &DatabaseAddress) -> Result<AnyStore, CliError> {
    open_store(address)
}

/// Removes a new file that could not be filled.
pub fn remove_incomplete(path: &Path) -> Result<bool, StoreError> {
    SqliteStore::remove_incomplete(path, &[])
}

/// Checks that the database exists and is not an empty file, which opening would turn into a new
/// database.
pub fn check_exists(address: &DatabaseAddress) -> Result<(), CliError> {
    let DatabaseAddress::File(path) = address else {
        return Ok(());
    };
    match path.metadata() {
        Ok(found) if found.is_file() && found.len() == 0 => {
            Err(CliError::EmptyFile { path: path.clone() })
        }
        Ok(_) => Ok(()),
        Err(_) => Err(CliError::NoDatabase { path: path.clone() }),
    }
}

/// Opens the books that a new database has, for a command that creates none. Nothing can change
/// them.
fn open_starter() -> Result<Service, ServiceError> {
    let store = SqliteStore::open_image("the starter database", STARTER_IMAGE)?;
    Ok(Service::new(Arc::new(store)))
}

/// Opens a database for a dry run.
pub fn open_for_dry_run(db: &DatabaseFile) -> Result<Service, CliError> {
    let holds_something =
        |path: &Path| path.metadata().is_ok_and(|found| found.len() > 0 || found.is_dir());
    if db.file().is_none_or(holds_something) {
        let service = read_if_unwritable(db, |db| open_service(db))?;
        if !service.books()?.is_empty() {
            return Ok(service);
        }
    }
    let file = &db.address;
    note(&format!("{file} has no books yet; a real run would add the starter book"));
    Ok(open_starter()?)
}

fn open_service(address: &DatabaseAddress) -> Result<Service, CliError> {
    Ok(service_of(address, open_store(address)?))
}

/// Returns a service that keeps games for pattern searches beside a file, in `FILE.patterns`.
fn service_of(address: &DatabaseAddress, store: AnyStore) -> Service {
    let service = Service::new(Arc::new(store));
    if let DatabaseAddress::File(path) = address {
        let mut folder = path.clone().into_os_string();
        folder.push(".patterns");
        service.patterns().pattern_shelf().set_folder(folder.into());
    }
    service
}

fn open_store(address: &DatabaseAddress) -> Result<AnyStore, CliError> {
    AnyStore::open(address.clone())
        .map_err(|error| CliError::Database { address: address.clone(), error })
}

fn open_store_read_only(address: &DatabaseAddress) -> Result<AnyStore, CliError> {
    AnyStore::open_read_only(address.clone())
        .map_err(|error| CliError::Database { address: address.clone(), error })
}
