//! Databases that are part of the program: read where they are, and written out as new files.

use std::fs;
use std::path::Path;
use std::sync::Barrier;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::config::DbConfig;

use crate::store_support::{TempStore, forest, raw};
use joseki::store::{BookChange, ChangeQuery, SqliteStore, Store, StoreError, Upkeep};

const LINES: [&str; 2] = ["DDCFFC", "CDEC"];

/// Returns an image with a book, made in 1970.
fn image() -> &'static [u8] {
    let temp = TempStore::of_file();
    let store = temp.open();
    store.apply(&BookChange::new_book("b", &forest(&LINES), "test")).unwrap();
    let path = temp.beside("image.db");
    store.backup_to(&path).unwrap();
    let conn = raw::open(&path);
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).unwrap();
    conn.execute_batch("UPDATE book SET created = 1, changed = 1; UPDATE change SET at = 1")
        .unwrap();
    drop(conn);
    fs::read(path).unwrap().leak()
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs().cast_signed()
}

#[test]
fn an_image_is_read_by_many_and_never_written() {
    let store = SqliteStore::open_image("the image", image()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let (info, found) = store.load("b").unwrap().unwrap();
                assert_eq!((info.version, info.created, found), (1, 1, forest(&LINES)));
            });
        }
    });
    assert_eq!(store.check().unwrap(), [""; 0]);
    assert_eq!(store.check_place(), Ok(()));
    assert!(store.is_read_only());
    assert_eq!(store.stats().file_bytes, 0);
    let refused = store.apply(&BookChange::new_book("c", &forest(&LINES), "test")).err();
    let error = StoreError::OpenedReadOnly { file: "the image".to_owned() };
    assert_eq!(refused.as_ref(), Some(&error));
    assert!(error.to_string().starts_with("the image was opened read-only: nothing was written"));
    assert_eq!(store.probe(), Err(error));
    let temp = TempStore::of_file();
    store.backup_to(&temp.path()).unwrap();
    assert_eq!(temp.open().load("b").unwrap().unwrap().1, forest(&LINES));
    store.close().unwrap();
    assert!(matches!(store.books(), Err(StoreError::Closed { .. })));
}

#[test]
fn what_is_not_an_image_of_this_schema_is_refused() {
    type Case = (&'static [u8], fn(&StoreError) -> bool);
    let of_schema = |schema: u32| {
        let mut bytes = image().to_vec();
        bytes[60..64].copy_from_slice(&schema.to_be_bytes());
        &*bytes.leak()
    };
    let cases: [Case; 3] = [
        (b"(;GM[1])", |error| matches!(error, StoreError::NotAStore { .. })),
        (of_schema(18), |error| matches!(error, StoreError::OutdatedFile { found: 18, .. })),
        (of_schema(1000), |error| matches!(error, StoreError::NewerFile { found: 1000, .. })),
    ];
    let temp = TempStore::of_file();
    for (bytes, is_expected) in cases {
        let opened = SqliteStore::open_image("the image", bytes).err().expect("an error");
        assert!(is_expected(&opened), "{opened}");
        let created = SqliteStore::create_from_image(temp.path(), bytes).unwrap_err();
        assert!(is_expected(&created), "{created}");
        assert_eq!(names(temp.directory()), [""; 0]);
    }
}

#[test]
fn a_file_from_an_image_has_a_history_and_times_of_its_own() {
    let (image, begun) = (image(), now());
    let mark = SqliteStore::open_image("the image", image).unwrap().history().unwrap();
    let mut marks = vec![mark];
    for _ in 0..2 {
        let temp = TempStore::of_file();
        assert_eq!(SqliteStore::create_from_image(temp.path(), image), Ok(true));
        assert_eq!(names(temp.directory()), ["joseki.db"]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = temp.path().metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "its owner alone may read it");
        }
        let store = temp.open();
        let (info, found) = store.load("b").unwrap().unwrap();
        assert_eq!(found, forest(&LINES));
        let query = ChangeQuery { limit: 10, ..ChangeQuery::default() };
        let changes = store.changes(&query).unwrap();
        let times = changes.iter().map(|change| change.at).chain([info.created, info.changed]);
        let times: Vec<i64> = times.collect();
        assert!(
            times.len() == 3 && times.iter().all(|at| (begun..=now()).contains(at)),
            "{times:?}"
        );
        assert_eq!(store.check().unwrap(), [""; 0]);
        store.apply(&BookChange::new_book("c", &forest(&LINES), "test")).unwrap();
        marks.push(store.history().unwrap());
    }
    marks.sort();
    marks.dedup();
    assert_eq!(marks.len(), 3, "{marks:?}");
}

#[test]
fn a_new_file_is_filled_without_a_log_and_has_one_later() {
    let temp = TempStore::of_file();
    assert_eq!(SqliteStore::create_from_image(temp.path(), image()), Ok(true));
    let store = SqliteStore::open_to_fill(temp.path()).unwrap();
    store.apply(&BookChange::new_book("c", &forest(&LINES), "test")).unwrap();
    let twice = store.apply(&BookChange::new_book("c", &forest(&LINES), "test"));
    assert!(matches!(twice, Err(StoreError::AlreadyExists { .. })), "{twice:?}");
    assert_eq!(store.load("c").unwrap().unwrap().1, forest(&LINES));
    assert_eq!(store.check().unwrap(), [""; 0]);
    assert_eq!(store.checkpoint(), Ok(()));
    assert_eq!(names(temp.directory()), ["joseki.db"]);
    store.close().unwrap();
    assert_eq!(names(temp.directory()), ["joseki.db"]);
    // The versions of the file format that read and write it: those with a log.
    assert_eq!(fs::read(temp.path()).unwrap()[18..20], [2, 2]);
    let store = temp.open();
    assert_eq!(store.load("c").unwrap().unwrap().1, forest(&LINES));
    assert_eq!(store.check().unwrap(), [""; 0]);
}

#[test]
fn a_file_that_exists_is_left_alone() {
    let image = image();
    let temp = TempStore::of_file();
    for contents in ["", "mine"] {
        fs::write(temp.path(), contents).unwrap();
        assert_eq!(SqliteStore::create_from_image(temp.path(), image), Ok(false));
        assert_eq!(fs::read_to_string(temp.path()).unwrap(), contents);
    }
    assert_eq!(names(temp.directory()), ["joseki.db"]);
    let missing = temp.beside("none").join("joseki.db");
    let error = SqliteStore::create_from_image(&missing, image).unwrap_err().to_string();
    assert!(error.contains(&missing.display().to_string()), "{error}");
}

/// SQLite would replay the log of a database that was removed into the new one.
#[test]
fn no_file_is_made_beside_the_log_of_another() {
    let other = TempStore::of_file();
    let store = other.open();
    store.apply(&BookChange::new_book("other", &forest(&["CC"]), "test")).unwrap();
    let temp = TempStore::of_file();
    let log = "joseki.db-wal";
    assert!(fs::copy(other.beside(log), temp.beside(log)).unwrap() > 0);
    assert_eq!(SqliteStore::create_from_image(temp.path(), image()), Ok(false));
    assert_eq!(names(temp.directory()), [log]);
    let store = temp.open();
    assert_eq!(store.books().unwrap(), []);
    assert_eq!(store.check().unwrap(), [""; 0]);
}

#[test]
fn of_programs_that_start_at_once_one_makes_the_file() {
    let image = image();
    let temp = TempStore::of_file();
    let (path, gate) = (temp.path(), Barrier::new(4));
    let start = || {
        gate.wait();
        let is_made = SqliteStore::create_from_image(&path, image).unwrap();
        let store = SqliteStore::open(&path).unwrap();
        (is_made, store.history().unwrap())
    };
    let started: Vec<(bool, String)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(start)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(started.iter().filter(|(is_made, _)| *is_made).count(), 1);
    assert!(started.iter().all(|(_, mark)| *mark == started[0].1), "{started:?}");
    assert_eq!(names(temp.directory()), ["joseki.db"]);
}
