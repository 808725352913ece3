//! A database of the first schema, well filled, and whether another is the same at any schema.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, params};

/// The schema's steps in order.
const STEPS: [&str; 19] = [
    include_str!("../../schema/0001_books.sql"),
    include_str!("../../schema/0002_games.sql"),
    include_str!("../../schema/0003_results.sql"),
    include_str!("../../schema/0004_changes.sql"),
    include_str!("../../schema/0005_training.sql"),
    include_str!("../../schema/0006_evaluations.sql"),
    include_str!("../../schema/0007_seals.sql"),
    include_str!("../../schema/0008_expected.sql"),
    include_str!("../../schema/0009_history.sql"),
    include_str!("../../schema/0010_variants.sql"),
    include_str!("../../schema/0011_sources.sql"),
    include_str!("../../schema/0012_xiangqi.sql"),
    include_str!("../../schema/0013_weights.sql"),
    include_str!("../../schema/0014_tokens.sql"),
    include_str!("../../schema/0015_floor.sql"),
    include_str!("../../schema/0016_verdict_check.sql"),
    include_str!("../../schema/0017_tables.sql"),
    include_str!("../../schema/0018_terms.sql"),
    include_str!("../../schema/0019_parts.sql"),
];

/// The schema that the program writes.
pub const NEWEST: usize = STEPS.len();

/// Marks a file as this program's.
const APPLICATION_ID: u32 = 0x4a4f_534b;

/// The books' version.
const VERSION: u64 = 7;

/// Makes a database with two books of about `nodes` nodes in all.
pub fn make(path: &Path, nodes: usize) {
    let mut conn = Connection::open(path).expect("a database");
    conn.pragma_update(None, "journal_mode", "WAL").expect("a log");
    let change = conn.transaction().expect("a transaction");
    change.execute_batch(STEPS[0]).expect("the first schema");
    change.pragma_update(None, "application_id", APPLICATION_ID).expect("an id");
    change.pragma_update(None, "user_version", 1).expect("a version");
    fill(&change, 1, "large", nodes - nodes / 5);
    fill(&change, 2, "small", nodes / 5);
    let key =
        "INSERT INTO api_key VALUES (1, 'old key', 'jk_old', zeroblob(32), 'read', 5, NULL, NULL)";
    change.execute(key, []).expect("a key");
    change.commit().expect("a commit");
}

/// A book with a first move, answers to it, and moves after those.
fn fill(conn: &Connection, book: i64, name: &str, nodes: usize) {
    let sql = "INSERT INTO book VALUES (?1, ?2, ?3, 0, 0, 10, 20)";
    conn.execute(sql, params![book, name, VERSION]).expect("a book");
    let answers = nodes.div_ceil(SECOND + 1);
    let mut rows = Rows { conn, book, next: 0 };
    let root = rows.add(None, "", "");
    let first = rows.add(Some(root), "CD", "");
    for answer in 0..answers {
        let step = point(SECOND + answer);
        let line = format!("CD{step}");
        let answer = rows.add(Some(first), &step, "");
        for next in 0..SECOND {
            let step = point(next);
            rows.add(Some(answer), &step, &format!("{line}{step}"));
        }
    }
    let sql = "UPDATE book SET nodes = ?2, lines = (SELECT count(*) FROM line WHERE book_id = ?1) WHERE id = ?1";
    conn.execute(sql, params![book, rows.next - 1]).expect("counts");
    let sql = "INSERT INTO change (book, version, at, kind, source, inserted, updated) VALUES (?1, ?2, 10, 'create', 'old.sgf', ?3, 1)";
    conn.execute(sql, params![name, VERSION, rows.next - 1]).expect("a change");
}

/// The moves after each answer.
const SECOND: usize = 140;

/// A step away from the first one; those below [`SECOND`] differ from the others.
fn point(number: usize) -> String {
    assert!(number < 15 * 19, "a corner has no more points");
    let letter = |at: usize| char::from(b'A' + at as u8);
    format!("{}{}", letter(4 + number / 19), letter(number % 19))
}

struct Rows<'a> {
    conn: &'a Connection,
    book: i64,
    next: i64,
}

impl Rows<'_> {
    /// Adds a node, at which a line ends if there is one.
    fn add(&mut self, parent: Option<i64>, step: &str, line: &str) -> i64 {
        let id = (self.book << 32) + self.next;
        self.next += 1;
        let sql = "INSERT INTO node (id, book_id, parent_id, step, ends, verdict, comment, names)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let verdict = parent.map(|_| ["good", "ideal", "question"][self.next as usize % 3]);
        let comment = format!("comment {} of the old book", self.next);
        let names = (self.next % 4 == 0).then(|| format!("[\"name {}\"]", self.next));
        let row = params![id, self.book, parent, step, !line.is_empty(), verdict, comment, names];
        self.conn.prepare_cached(sql).and_then(|mut add| add.execute(row)).expect("a node");
        if !line.is_empty() {
            let sql = "INSERT INTO line VALUES (?1, ?2, ?3)";
            let row = params![self.book, line, id];
            self.conn.prepare_cached(sql).and_then(|mut add| add.execute(row)).expect("a line");
        }
        id
    }
}

/// All that the first schema has of a database, as it is at any schema: nodes, lines, books, keys.
pub fn contents(conn: &Connection) -> Vec<String> {
    let texts = [
        "SELECT concat_ws('|', id, book_id, parent_id, step, ends, verdict, comment, names) FROM node ORDER BY id",
        "SELECT concat_ws('|', book_id, line, node_id) FROM line ORDER BY book_id, line",
        "SELECT concat_ws('|', id, name, nodes, lines, created) FROM book ORDER BY id",
        "SELECT concat_ws('|', id, name, prefix, hex(hash), scopes, created) FROM api_key ORDER BY id",
        "SELECT concat_ws('|', book, version, at, kind, inserted, updated) FROM change WHERE version = 7 ORDER BY book",
    ];
    texts.iter().flat_map(|sql| column(conn, sql)).collect()
}

/// What is wrong with a database at whatever schema it is; gives the schema too.
pub fn problems(path: &Path, wanted: &[String]) -> (usize, Vec<String>) {
    let conn = Connection::open(path).expect("a database");
    let version: usize =
        conn.query_row("PRAGMA user_version", [], |row| row.get(0)).expect("a version");
    let mut wrong = Vec::new();
    if column(&conn, "PRAGMA integrity_check") != ["ok"] {
        wrong.push("integrity_check finds something".to_owned());
    }
    if !column(&conn, "SELECT \"table\" FROM pragma_foreign_key_check").is_empty() {
        wrong.push("rows refer to nothing".to_owned());
    }
    if tables(&conn) != tables(&at_step(version)) {
        wrong.push(format!("the tables are not those of schema {version}"));
    }
    let found = contents(&conn);
    if found != wanted {
        wrong.push(format!(
            "{} rows are there, and {} were; or they differ",
            found.len(),
            wanted.len()
        ));
    }
    let books = column(&conn, "SELECT DISTINCT version FROM book");
    let raised = VERSION + u64::from(version >= 4);
    if books != [raised.to_string()] {
        wrong.push(format!("at schema {version} the books are at {books:?}"));
    }
    (version, wrong)
}

/// The schemas of the copies that were kept in a directory; each copy must be complete.
pub fn copies(directory: &Path, wanted: &[String], wrong: &mut Vec<String>) -> Vec<usize> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let names =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let kept = names.filter(|name| {
        name.contains(".before-v") && name.ends_with(|end: char| end.is_ascii_digit())
    });
    let mut versions = Vec::new();
    for name in kept {
        let (version, found) = problems(&directory.join(&name), wanted);
        wrong.extend(found.into_iter().map(|found| format!("{name}: {found}")));
        versions.push(version);
    }
    versions
}

/// An empty database of a schema.
fn at_step(version: usize) -> Connection {
    let conn = Connection::open_in_memory().expect("memory");
    // There are no rows to be sealed.
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    conn.create_scalar_function("seal", -1, flags, |_| Ok(0)).expect("a function");
    for step in &STEPS[..version] {
        conn.execute_batch(step).expect("a step");
    }
    conn
}

fn tables(conn: &Connection) -> BTreeSet<String> {
    column(conn, "SELECT name || ' ' || sql FROM sqlite_schema WHERE sql IS NOT NULL")
        .into_iter()
        .collect()
}

/// The first column of every row, as a text.
fn column(conn: &Connection, sql: &str) -> Vec<String> {
    let mut statement = conn.prepare(sql).expect("a statement");
    let value = |row: &rusqlite::Row<'_>| -> rusqlite::Result<String> {
        Ok(match row.get::<_, rusqlite::types::Value>(0)? {
            rusqlite::types::Value::Text(text) => text,
            rusqlite::types::Value::Integer(number) => number.to_string(),
            other => format!("{other:?}"),
        })
    };
    let rows = statement.query_map([], value).expect("rows");
    rows.map(|row| row.expect("a row")).collect()
}
