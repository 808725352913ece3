//! The books of a new database, and the answers of a command without one.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use joseki::service::Service;
use joseki::store::SqliteStore;
use rusqlite::Connection;

use crate::program::Place;

/// Commands that read all starter books.
const READERS: [&[&str]; 8] = [
    &["next", "Q16,O17", "--seed", "1", "--format", "json"],
    &["next", "--book", "renju", "--moves", "h8", "--seed", "1", "--format", "json"],
    &["next", "--book", "xiangqi", "--moves", "h2e2", "--seed", "1", "--format", "json"],
    &["export", "--to", "lines"],
    &["search", "knight", "--format", "json"],
    &["find", "X", "--book", "engine-games", "--format", "json"],
    &["edit", "--dry-run", "set", "DD", "--comment", "Mine."],
    &["import", "--dry-run", "small.sgf"],
];

/// Returns a directory whose database has all starter books, filled by imports.
fn filled() -> Place {
    let place = Place::new();
    let store = SqliteStore::open(place.path("joseki.db")).expect("a store");
    let service = Service::new(Arc::new(store));
    assert!(service.curation().ensure_companions().expect("the other starters"));
    assert!(service.curation().ensure_starter().expect("a starter"));
    place
}

#[test]
fn without_a_database_the_same_answers_as_with_a_new_one() {
    let (none, filled) = (Place::new(), filled());
    for place in [&none, &filled] {
        place.write("small.sgf", crate::program::SMALL);
    }
    for arguments in READERS {
        let (run, expected) = (none.run(arguments), filled.run(arguments));
        assert_eq!((run.code, expected.code), (Some(0), Some(0)), "{run:?} {expected:?}");
        assert_eq!(run.out, expected.out, "{arguments:?}");
        assert!(run.err.starts_with("note: "), "{run:?}");
    }
    assert_eq!(none.files(), ["small.sgf"], "what only reads makes no file");
}

#[test]
fn a_new_database_is_sound_and_has_a_history_and_times_of_its_own() {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).expect("later").as_secs();
    let marks = [(); 2].map(|()| {
        let (place, begun) = (Place::new(), now());
        let run = place.run(&["sources", "set", "club", "--license", "MIT"]);
        assert_eq!(run.err, "note: created joseki.db with the starter book as \"main\"\n");
        assert_eq!(place.files(), ["joseki.db"]);
        assert_eq!(place.ok(&["doctor", "--strict"]), "joseki.db: no problems found.\n");
        let conn = Connection::open(place.path("joseki.db")).expect("the database");
        let sql = "SELECT min(at), max(at), count(*) FROM
                   (SELECT created AS at FROM book UNION ALL SELECT changed FROM book
                    UNION ALL SELECT at FROM change)";
        let row = conn.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let (first, last, count): (u64, u64, u32) = row.expect("times");
        assert!(begun <= first && last <= now() && count == 12, "{begun} {first} {last} {count}");
        let change = conn.execute("UPDATE change SET at = 0", []);
        assert!(change.is_err(), "the log is protected");
        let mark = conn.query_row("SELECT mark FROM history", [], |row| row.get(0));
        mark.expect("a mark")
    });
    let [one, other]: [String; 2] = marks;
    assert_ne!(one, other);
}
