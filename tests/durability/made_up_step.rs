//! A well filled database, a made-up step of the schema, the process that takes it, and whether a
//! database is the one of before or after the step.

use std::collections::BTreeSet;
use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use joseki::book::Forest;
use joseki::store::{BookChange, NewKey, Scopes, SqliteStore, Store, StoreError, Upkeep};
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::Value;

/// The step: a new table with a row for each node, and a table that is written again, which takes
/// about as many pages as the database has.
const STEP: &str = "
    CREATE TABLE made_up (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
    INSERT INTO made_up (id, text) SELECT id, step || ' of book ' || book_id FROM node;
    CREATE INDEX made_up_text ON made_up (text);
    CREATE TABLE other_line (
        book_id INTEGER NOT NULL REFERENCES book (id),
        line    TEXT    NOT NULL CHECK (line <> ''),
        node_id INTEGER NOT NULL REFERENCES node (id),
        PRIMARY KEY (book_id, line)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO other_line (book_id, line, node_id) SELECT book_id, line, node_id FROM line;
    DROP TABLE line;
    ALTER TABLE other_line RENAME TO line;
    CREATE UNIQUE INDEX line_node ON line (node_id);";

/// Names the database for [`takes_the_step_in_a_process_of_its_own`].
const DATABASE: &str = "JOSEKI_TEST_MIGRATED";

/// Returns the process that opens a database with the step.
pub fn process(database: &Path) -> Command {
    let this = env::current_exe().expect("a test program");
    let mut command = Command::new(this);
    let test = "made_up_step::takes_the_step_in_a_process_of_its_own";
    command.args(["--exact", test, "--nocapture", "--test-threads", "1"]);
    command.env(DATABASE, database).stdin(Stdio::null()).stderr(Stdio::null());
    command
}

/// Does nothing, unless [`process`] runs it.
#[test]
fn takes_the_step_in_a_process_of_its_own() {
    let Some(database) = env::var_os(DATABASE) else { return };
    let store = open(Path::new(&database)).expect("a store");
    // A thread of the store does this when it closes; here kills fall into it as well.
    let conn = Connection::open(database).expect("a database");
    let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
    let blocked: bool = conn.query_row(sql, [], |row| row.get(0)).expect("a checkpoint");
    assert!(!blocked);
    drop(store);
}

fn open(database: &Path) -> Result<SqliteStore, StoreError> {
    SqliteStore::open_with_step(database, STEP)
}

/// Makes a database with two books of about `nodes` nodes in all, and a key.
pub fn make(path: &Path, nodes: usize) {
    let store = SqliteStore::open(path).expect("a store");
    for (name, nodes) in [("large", nodes - nodes / 5), ("small", nodes / 5)] {
        store.apply(&BookChange::new_book(name, &book(nodes), "test")).expect("a book");
    }
    let key = NewKey {
        name: "old key".to_owned(),
        prefix: "jk_old".to_owned(),
        hash: [0; 32],
        scopes: Scopes::READ,
        expires: None,
        rate: None,
    };
    store.add_key(&key, "test").expect("a key");
}

/// The moves after each answer.
const SECOND: usize = 140;

/// A book with a first move, answers to it, and moves after those.
fn book(nodes: usize) -> Forest {
    let answers = nodes.div_ceil(SECOND + 1);
    let lines = (0..answers).flat_map(|answer| {
        let answer = point(SECOND + answer);
        (0..SECOND).map(move |next| format!("CD{answer}{}", point(next)))
    });
    let lines: Vec<_> = lines.map(|line| line.parse().expect("a line")).collect();
    lines.iter().collect()
}

/// A step away from the first one; those below [`SECOND`] differ from the others.
fn point(number: usize) -> String {
    assert!(number < 15 * 19, "a corner has no more points");
    let letter = |at: usize| char::from(b'A' + at as u8);
    format!("{}{}", letter(4 + number / 19), letter(number % 19))
}

/// A database as it is before the step, and its tables after it.
pub struct MadeDatabase {
    /// The schema before the step.
    pub before: usize,
    /// The rows of the tables that the step leaves as they are.
    contents: Vec<String>,
    /// The statements of all tables, before the step and after it.
    tables: [BTreeSet<String>; 2],
}

impl MadeDatabase {
    /// Reads a database at the schema before the step.
    pub fn read(database: &Path) -> MadeDatabase {
        let conn = Connection::open(database).expect("a database");
        let before = version(&conn);
        let (contents, tables) = (contents(&conn), tables(&conn));
        // The step changes no row that is sealed.
        let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
        conn.create_scalar_function("seal", -1, flags, |_| Ok(0)).expect("a function");
        conn.execute_batch("BEGIN").expect("a transaction");
        conn.execute_batch(STEP).expect("the step");
        let after = self::tables(&conn);
        conn.execute_batch("ROLLBACK").expect("the database as it was");
        MadeDatabase { before, contents, tables: [tables, after] }
    }

    /// The schema after the step.
    pub fn after(&self) -> usize {
        self.before + 1
    }

    /// The number of rows that are compared.
    pub fn rows(&self) -> usize {
        self.contents.len()
    }

    /// Returns the schema of a database, and its differences to the one before or after the step.
    pub fn problems(&self, path: &Path) -> (usize, Vec<String>) {
        let conn = Connection::open(path).expect("a database");
        let version = version(&conn);
        let mut wrong = Vec::new();
        if column(&conn, "PRAGMA integrity_check") != ["ok"] {
            wrong.push("integrity_check reports a problem".to_owned());
        }
        if !column(&conn, "SELECT \"table\" FROM pragma_foreign_key_check").is_empty() {
            wrong.push("rows refer to missing rows".to_owned());
        }
        let wanted = version.checked_sub(self.before).and_then(|steps| self.tables.get(steps));
        if wanted != Some(&tables(&conn)) {
            wrong.push(format!("the tables are not those of schema {version}"));
        }
        let found = contents(&conn);
        if found != self.contents {
            let (found, wanted) = (found.len(), self.contents.len());
            wrong.push(format!("{found} rows are there, and {wanted} were; or they differ"));
        }
        if version == self.after() {
            let made = "SELECT id, text FROM made_up";
            let wanted = "SELECT id, step || ' of book ' || book_id FROM node";
            let differing = format!(
                "SELECT count(*) FROM ({made} EXCEPT {wanted} UNION ALL SELECT * FROM ({wanted} EXCEPT {made}))"
            );
            if column(&conn, &differing) != ["0"] {
                wrong.push("the rows of the new table are not those of the step".to_owned());
            }
        }
        (version, wrong)
    }

    /// Returns the schemas of the copies that were kept in a directory; each must be complete.
    pub fn copies(&self, directory: &Path, wrong: &mut Vec<String>) -> Vec<usize> {
        let entries = std::fs::read_dir(directory).expect("a directory");
        let names = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let kept = names.filter(|name| {
            name.contains(".before-v") && name.ends_with(|end: char| end.is_ascii_digit())
        });
        let mut versions = Vec::new();
        for name in kept {
            let (version, found) = self.problems(&directory.join(&name));
            wrong.extend(found.into_iter().map(|found| format!("{name}: {found}")));
            versions.push(version);
        }
        versions
    }

    /// Opens a database with the step again; returns the problems of the result.
    pub fn complete(&self, path: &Path) -> Vec<String> {
        let opened = open(path).and_then(|store| store.check());
        let mut wrong = opened.unwrap_or_else(|error| vec![error.to_string()]);
        let (completed, found) = self.problems(path);
        wrong.extend(found);
        if completed != self.after() {
            wrong.push(format!("it stays at schema {completed}"));
        }
        wrong
    }
}

fn version(conn: &Connection) -> usize {
    conn.query_row("PRAGMA user_version", [], |row| row.get(0)).expect("a version")
}

/// Returns nodes, lines, positions, books, keys and changes.
fn contents(conn: &Connection) -> Vec<String> {
    let texts = [
        "SELECT concat_ws('|', id, book_id, parent_id, step, ends, revision, seal) FROM node ORDER BY id",
        "SELECT concat_ws('|', book_id, line, node_id) FROM line ORDER BY book_id, line",
        "SELECT concat_ws('|', book_id, key, node_id) FROM position ORDER BY book_id, key, node_id",
        "SELECT concat_ws('|', id, name, version, nodes, lines, created, changed, seal) FROM book ORDER BY id",
        "SELECT concat_ws('|', id, name, prefix, hex(hash), scopes, created, seal) FROM api_key ORDER BY id",
        "SELECT concat_ws('|', id, book, version, at, kind, inserted, updated, seal) FROM change ORDER BY id",
        "SELECT concat_ws('|', change_id, part, hex(data), seal) FROM change_part ORDER BY change_id, part",
    ];
    texts.iter().flat_map(|sql| column(conn, sql)).collect()
}

fn tables(conn: &Connection) -> BTreeSet<String> {
    column(conn, "SELECT name || ' ' || sql FROM sqlite_schema WHERE sql IS NOT NULL")
        .into_iter()
        .collect()
}

/// Returns the first column of every row, as a text.
fn column(conn: &Connection, sql: &str) -> Vec<String> {
    let mut statement = conn.prepare(sql).expect("a statement");
    let value = |row: &rusqlite::Row<'_>| -> rusqlite::Result<String> {
        Ok(match row.get::<_, Value>(0)? {
            Value::Text(text) => text,
            Value::Integer(number) => number.to_string(),
            other => format!("{other:?}"),
        })
    };
    let rows = statement.query_map([], value).expect("rows");
    rows.map(|row| row.expect("a row")).collect()
}
