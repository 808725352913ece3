//! Databases of every schema since the first release: each opens, and answers as before.

use std::fs;
use std::io::Read;

use joseki::store::{AnyStore, SqliteStore, StoreError};
use rusqlite::Connection;
use serde_json::Value;

use crate::served::run;

/// The databases by schema; see `fixtures/schemas/README.md`.
const DATABASES: [(u32, &[u8]); 3] = [
    (19, include_bytes!("../../fixtures/schemas/schema_19.db.zst")),
    (20, include_bytes!("../../fixtures/schemas/schema_20.db.zst")),
    (21, include_bytes!("../../fixtures/schemas/schema_21.db.zst")),
];

/// The newest schema.
const NEWEST: u32 = 21;

/// The answers of the last program of each schema.
const ANSWERS: &[u8] = include_bytes!("../../fixtures/schemas/answers.json.zst");

/// Unpacks a fixture.
fn unpack(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut decoder = ruzstd::decoding::StreamingDecoder::new(packed).expect("a frame");
    decoder.read_to_end(&mut bytes).expect("a fixture");
    bytes
}

#[test]
fn a_database_of_any_schema_since_the_first_release_opens_and_answers_as_before() {
    let answers: Value = serde_json::from_slice(&unpack(ANSWERS)).expect("answers");
    for (schema, packed) in DATABASES {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("joseki.db");
        let before = unpack(packed);
        fs::write(&path, &before).expect("a file");
        let cases = answers[format!("schema_{schema}")].as_array().expect("answers");
        for case in cases {
            let command = case["command"].as_str().expect("a command");
            let arguments: Vec<&str> = command.split(' ').chain(["--format", "json"]).collect();
            let out = run(directory.path(), &arguments).ok().out;
            let lines = out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
            let found: Value = lines.collect();
            assert!(
                found == case["answer"],
                "schema {schema}, joseki {command}: {found:#} instead of {:#}",
                case["answer"]
            );
        }
        let doctor = run(directory.path(), &["doctor", "--strict"]).ok().out;
        assert!(doctor.contains("no problems found"), "schema {schema}: {doctor}");
        let kept = directory.path().join(format!("joseki.db.before-v{}", schema + 1));
        assert_eq!(kept.exists(), schema < NEWEST, "a copy before a migration");
        if schema == NEWEST {
            assert!(fs::read(&path).expect("a file") == before, "the file changed");
        }
        let conn = Connection::open(path).expect("a database");
        let version: u32 =
            conn.query_row("PRAGMA user_version", [], |row| row.get(0)).expect("a version");
        assert_eq!(version, NEWEST);
        let sql = "SELECT group_concat(board || ' ' || coalesce(moves, '-'), '; ' ORDER BY board)
                   FROM evaluation";
        let boards: String = conn.query_row(sql, [], |row| row.get(0)).expect("evaluations");
        let moves = "x [[43,300,0.52,0.4,0.31],[65535,12,0.41,-3.75,null]]";
        match schema {
            21 => assert_eq!(boards, format!("empty -; {moves}")),
            _ => assert_eq!(boards, "empty -", "schema {schema}"),
        }
    }
}

#[test]
fn a_database_from_before_the_first_release_is_refused_and_left_as_it_is() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("joseki.db");
    let mut before = unpack(DATABASES[0].1);
    // `user_version` in the header.
    before[60..64].copy_from_slice(&18_u32.to_be_bytes());
    let refused = |error: StoreError| {
        assert!(matches!(error, StoreError::OutdatedFile { found: 18, .. }), "{error}");
        let said = "has schema 18, from before 0.1.0: it was left unchanged; convert it with the \
                    program of commit d7aa218a, then open it again";
        assert!(error.to_string().ends_with(said), "{error}");
    };
    fs::write(&path, &before).expect("a file");
    refused(SqliteStore::open(&path).err().expect("an error"));
    refused(SqliteStore::open_read_only(&path).err().expect("an error"));
    for arguments in [
        &["books"][..],
        &["doctor"],
        &["backup", "copy.db"],
        &["restore", "joseki.db", "--db", "other.db"],
        &["recover", "new.db"],
        &["dump", "--output", "new.sql"],
    ] {
        let run = run(directory.path(), arguments);
        assert!(run.err.contains("has schema 18, from before 0.1.0"), "{arguments:?}: {run:?}");
        assert_ne!(run.code, Some(0), "{run:?}");
    }
    assert!(fs::read(&path).expect("a file") == before, "the file changed");
    let names = fs::read_dir(directory.path()).expect("a directory").count();
    assert_eq!(names, 1, "nothing is beside it");

    // The conversion may be in the log alone.
    let log = directory.path().join("joseki.db-wal");
    fs::write(&log, b"").expect("a file");
    refused(SqliteStore::open(&path).err().expect("an error"));
    assert!(fs::read(&path).expect("a file") == before, "the file changed");
    let conn = Connection::open(&path).expect("a database");
    let converted = "PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 19";
    conn.execute_batch(converted).expect("a version in the log");
    assert!(fs::read(&path).expect("a file") == before, "it is in the log alone");
    drop(AnyStore::open(&path).expect("a store"));
    drop(conn);
}
