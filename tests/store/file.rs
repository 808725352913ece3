//! Which files a store opens, and that it leaves alone what it refuses.

use std::fs;
use std::path::Path;

use crate::full_disk::small_disk;
use crate::store_support::results::{all_rows, enter, won};
use crate::store_support::{TempStore, cohorts, entry, forest, game, games_change, parts};
use joseki::store::{BookChange, SqliteStore, Store, StoreError, Upkeep};
use rusqlite::Connection;

/// Opening gives this error and changes no byte.
fn refused(path: &Path) -> StoreError {
    let before = fs::read(path).unwrap();
    let error = SqliteStore::open(path).err().expect("an error");
    assert_eq!(fs::read(path).unwrap(), before, "the file is as it was");
    let file = path.display().to_string();
    assert!(error.to_string().contains(&file), "{error}");
    error
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn an_empty_file_becomes_a_store() {
    let temp = TempStore::of_file();
    fs::write(temp.path(), "").unwrap();
    let store = temp.open();
    assert_eq!(store.books().unwrap(), []);
    assert!(store.check().unwrap().is_empty());
    drop(store);
    assert_eq!(names(temp.directory()), ["joseki.db"], "and no copy is kept");
    let conn = Connection::open(temp.path()).unwrap();
    let pragma = |name: &str| -> u32 {
        conn.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0)).unwrap()
    };
    assert_eq!(pragma("user_version"), 21);
    assert_eq!(pragma("application_id").to_be_bytes(), *b"JOSK");
}

#[test]
fn a_newer_file_is_refused() {
    let temp = TempStore::of_file();
    drop(temp.open());
    let conn = Connection::open(temp.path()).unwrap();
    conn.execute_batch("PRAGMA user_version = 1000; PRAGMA journal_mode = DELETE").unwrap_or(());
    drop(conn);
    let error = refused(&temp.path());
    assert!(matches!(error, StoreError::NewerFile { found: 1000, known: 21, .. }), "{error}");
    assert!(error.to_string().contains("newer version of the program"), "{error}");
    assert_eq!(names(temp.directory()), ["joseki.db"]);
}

#[test]
fn a_newer_file_is_refused_though_only_its_log_says_so() {
    let temp = TempStore::of_file();
    drop(temp.open());
    let conn = Connection::open(temp.path()).unwrap();
    conn.execute_batch("PRAGMA user_version = 1000").unwrap();
    let error = refused(&temp.path());
    assert!(matches!(error, StoreError::NewerFile { found: 1000, .. }), "{error}");
}

#[test]
fn what_is_no_database_is_refused() {
    let temp = TempStore::of_file();
    let contents: [&[u8]; 4] =
        [b"(;GM[1])", b"x", &[0; 8192], b"SQLite format 2, or so it says it is"];
    for content in contents {
        fs::write(temp.path(), content).unwrap();
        let error = refused(&temp.path());
        assert!(matches!(error, StoreError::NotAStore { .. }), "{error}");
    }
    // The right first bytes and nothing behind them.
    fs::write(temp.path(), b"SQLite format 3\0").unwrap();
    refused(&temp.path());
    assert_eq!(names(temp.directory()), ["joseki.db"]);
}

/// The journal that SQLite writes before the first page of a new file: magic, no pages in it, a random number, no
/// pages in the file, sectors and pages in bytes.
fn journal_of_a_new_file(pages_before: u8) -> Vec<u8> {
    let mut journal = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7".to_vec();
    journal.extend([0, 0, 0, 0, 183, 163, 51, 59]);
    journal.extend([0, 0, 0, pages_before, 0, 0, 2, 0, 0, 0, 16, 0]);
    journal.resize(512, 0);
    journal
}

#[test]
fn a_new_file_whose_first_sector_a_power_cut_lost_is_begun_anew() {
    let temp = TempStore::of_file();
    let torn = [vec![0; 512], vec![7; 3072]].concat();
    fs::write(temp.path(), &torn).unwrap();
    fs::write(temp.beside("joseki.db-journal"), journal_of_a_new_file(0)).unwrap();
    let store = temp.open();
    assert_eq!(store.books().unwrap(), []);
    assert!(store.check().unwrap().is_empty());
    drop(store);
    assert_eq!(names(temp.directory()), ["joseki.db"]);
    // This one is not empty, and the file beside that one is not a journal.
    for journal in [journal_of_a_new_file(1), vec![0; 512]] {
        fs::write(temp.path(), &torn).unwrap();
        fs::write(temp.beside("joseki.db-journal"), &journal).unwrap();
        let error = refused(&temp.path());
        assert!(matches!(error, StoreError::NotAStore { .. }), "{error}");
        assert_eq!(fs::read(temp.beside("joseki.db-journal")).unwrap(), journal);
    }
}

#[test]
fn another_programs_database_is_refused() {
    let marked = "CREATE TABLE book (id); PRAGMA application_id = 7;";
    let unmarked = "CREATE TABLE book (id);";
    let counted = "PRAGMA user_version = 1;";
    let logged = "PRAGMA journal_mode = WAL; CREATE TABLE book (id);";
    for sql in [marked, unmarked, counted, logged] {
        let temp = TempStore::of_file();
        Connection::open(temp.path()).unwrap().execute_batch(sql).unwrap();
        let error = refused(&temp.path());
        assert!(matches!(error, StoreError::NotAStore { .. }), "{error}");
        assert_eq!(names(temp.directory()), ["joseki.db"]);
    }
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let temp = TempStore::of_file();
    let none = temp.beside("none").join("joseki.db");
    let directory = temp.directory().to_owned();
    for path in [none, directory] {
        let error = SqliteStore::open(&path).err().expect("an error").to_string();
        assert!(error.contains(&path.display().to_string()), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_or_directory_for_reading_only_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let temp = TempStore::of_file();
    drop(temp.open());
    let permit = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    permit(&temp.path(), 0o444).unwrap();
    permit(temp.directory(), 0o555).unwrap();
    let everything_is_allowed = fs::write(temp.beside("probe"), "").is_ok();
    let opened = [temp.path(), temp.beside("new.db")].map(|path| SqliteStore::open(path).err());
    permit(temp.directory(), 0o755).unwrap();
    if everything_is_allowed {
        return;
    }
    for error in opened {
        let error = error.expect("an error").to_string();
        assert!(error.contains(&temp.directory().display().to_string()), "{error}");
    }
}

#[test]
fn names_that_sqlite_reads_as_something_else_are_files() {
    let temp = TempStore::of_file();
    for name in ["file:a?mode=memory", ":memory:", "a b;'\"#%20.db", "定石.db"] {
        let path = temp.beside(name);
        let store = SqliteStore::open(&path).unwrap();
        store.apply(&BookChange::new_book("main", &forest(&["DD"]), "test")).unwrap();
        store.backup_to(&temp.beside(&format!("{name}.copy"))).unwrap();
        drop(store);
        assert!(path.exists());
        assert_eq!(SqliteStore::open(&path).unwrap().books().unwrap().len(), 1);
    }
}

#[test]
fn opened_by_many_at_once_a_new_file_is_one_store() {
    let temp = TempStore::of_file();
    let start = std::sync::Barrier::new(6);
    std::thread::scope(|scope| {
        for thread in 0..6 {
            let (temp, start) = (&temp, &start);
            scope.spawn(move || {
                start.wait();
                let (store, name) = (temp.open(), thread.to_string());
                store.apply(&BookChange::new_book(&name, &forest(&["DD"]), "test")).unwrap();
            });
        }
    });
    assert_eq!(temp.open().books().unwrap().len(), 6);
}

#[test]
fn damaged_pages_are_told_and_never_a_panic() {
    let temp = TempStore::of_file();
    let lines: Vec<String> = (0..19u8)
        .flat_map(|u| {
            (0..19u8).map(move |v| format!("DD{}{}", char::from(b'A' + u), char::from(b'A' + v)))
        })
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let book = forest(&lines);
    let store = temp.open();
    let games: Vec<_> = (0..60).map(|number| game(number, 0)).collect();
    // Moves of one game each, as many as fill some pages.
    let tail = (0..3000).map(|number| entry("CC", 1, 0, &[number % 60]));
    let counted = [entry("", 60, 0, &[1]), entry("DD", 60, 0, &[2])];
    let change =
        games_change(cohorts(&[1985]), None, games, parts(counted.into_iter().chain(tail)));
    store.apply_games(&BookChange::new_book("main", &book, "test"), change).unwrap();
    let results = (0..200).map(|game: u64| {
        let edges: Vec<u64> = (game..game + 20).map(|edge| edge << 57 | edge).collect();
        enter(&won(&game.to_string(), "katago@1", &edges))
    });
    store.enter(results.collect(), "test", 0).unwrap();
    let ledger = all_rows(&store);
    drop(store);
    let sound = fs::read(temp.path()).unwrap();
    for page in 0..sound.len() / 4096 {
        let mut damaged = sound.clone();
        for (place, byte) in damaged[page * 4096..][..4096].iter_mut().enumerate() {
            *byte ^= (place * 7 + 13) as u8;
        }
        let path = temp.beside(&format!("{page}.db"));
        fs::write(&path, damaged).unwrap();
        if let Ok(store) = SqliteStore::open(&path) {
            let told = store.check();
            let loaded = store.load("main");
            let healthy = told.is_ok_and(|problems| problems.is_empty());
            let mut rows = Vec::new();
            let read = store.for_each_ledger_row(&mut |row| {
                rows.push(row);
                true
            });
            let unharmed = matches!(loaded, Ok(Some((_, forest))) if forest == book)
                && read.is_ok()
                && rows == ledger;
            assert!(!healthy || unharmed, "page {page} of {}", sound.len() / 4096);
        }
    }
}

#[test]
fn a_full_disk_stops_writing_only_and_only_while_it_is_full() {
    let Some(disk) = small_disk() else {
        return;
    };
    let directory = &disk.directory;
    let store = SqliteStore::open(directory.path().join("joseki.db")).unwrap();
    let filler = directory.path().join("filler");
    fs::write(&filler, vec![1; 4 << 20]).unwrap();
    let book = forest(&["DDCFFCCCCDBDBEBC", "CC"]);
    let apply = |name: usize| {
        let name = name.to_string();
        store.apply(&BookChange::new_book(&name, &book, "test"))
    };
    let full = |name: &usize| match apply(*name) {
        Ok(_) => false,
        Err(StoreError::DiskFull { .. }) => true,
        Err(error) => panic!("{error}"),
    };
    let first = (0..1_000_000).find(full).expect("the disk gets full");
    assert!(first > 0);
    let backup = store.backup_to(&directory.path().join("copy.db")).unwrap_err();
    assert!(matches!(backup, StoreError::DiskFull { .. }), "{backup}");
    assert_eq!(store.books().unwrap().len(), first, "reading goes on");
    assert_eq!(store.load("0").unwrap().unwrap().1, book);
    let problems = store.check().unwrap();
    assert!(problems.is_empty(), "{problems:?}");
    let results = || -> Vec<_> {
        let games = (0..2000).map(|game| game.to_string());
        games.map(|game| enter(&won(&game, "a", &[2]))).collect()
    };
    let refused = store.enter(results(), "test", 0).unwrap_err();
    assert!(matches!(refused, StoreError::DiskFull { .. }), "{refused}");
    assert_eq!(store.ledger_version().unwrap(), 0);
    fs::remove_file(filler).unwrap();
    apply(first).unwrap();
    let outcomes = store.enter(results(), "test", 0).unwrap();
    assert!(outcomes.iter().all(|outcome| outcome.changes.len() == 1));
    assert_eq!(store.check().unwrap(), [""; 0]);
    drop(store);
    let store = SqliteStore::open(directory.path().join("joseki.db")).unwrap();
    assert_eq!(store.books().unwrap().len(), first + 1);
}

#[test]
fn a_new_database_begins_a_history_of_its_own() {
    let temp = TempStore::of_file();
    let store = temp.open();
    let mark = store.history().unwrap();
    assert!(mark.len() == 16 && mark.bytes().all(|byte| byte.is_ascii_hexdigit()), "{mark}");
    drop(store);
    assert_eq!(temp.open().history().unwrap(), mark, "it stays");
    assert_ne!(TempStore::of_file().open().history().unwrap(), mark);
}
