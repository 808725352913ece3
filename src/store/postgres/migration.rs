//! The schema of a database: a baseline for new ones, and steps after it, each applied once by
//! whichever node is first.

use crate::StoreError;
use crate::sql::connection::SqlConnection;
use crate::sql::fault::Fault;
use crate::sql::postgres::PostgresConnection;
use crate::sql::{history, node_tallies, positions};

/// The schema of a new database before [`STEPS`], and the oldest one that this program opens.
const BASELINE: u32 = 6;

/// Makes the tables of schema [`BASELINE`].
const MAKE_BASELINE: &str = include_str!("../schema/postgres_0006.sql");

/// The steps after the baseline, in order. Append only: a step that a database has is never changed.
const STEPS: [MigrationStep; 2] = [
    MigrationStep { sql: include_str!("../schema/postgres_0007.sql"), then: fill_derived },
    MigrationStep { sql: include_str!("../schema/postgres_0008.sql"), then: |_| Ok(()) },
];

fn fill_derived(conn: SqlConnection<'_>) -> Result<(), Fault> {
    positions::fill(conn)?;
    node_tallies::fill(conn)
}

/// A migration step: SQL statements, followed by a function where SQL is not enough.
struct MigrationStep {
    sql: &'static str,
    then: fn(SqlConnection<'_>) -> Result<(), Fault>,
}

/// Finds the table with the state of the store.
const FIND: &str = "SELECT count(*) FROM pg_catalog.pg_tables
                    WHERE schemaname = current_schema() AND tablename = 'store'";
/// The number of other tables of the program.
const OTHERS: &str = "SELECT count(*) FROM pg_catalog.pg_tables
                      WHERE schemaname = current_schema() AND tablename IN ('book', 'node', 'line')";
/// Of two nodes that create the store at once, the second waits here or gets an error that the table
/// exists.
const BEGIN: &str = "BEGIN; CREATE TABLE IF NOT EXISTS store (
                         id BIGINT PRIMARY KEY CHECK (id = 1),
                         schema BIGINT NOT NULL,
                         identity TEXT COLLATE \"C\" NOT NULL
                     )";
/// Waits for the transaction that writes, and keeps others from writing what a step has to read.
const STOP_WRITING: &str = "SELECT value FROM counter WHERE name = 'write' FOR UPDATE";
/// Maximum number of tries to create the store while other nodes do.
const TRIES: usize = 20;

/// Returns the newest schema.
pub(super) fn newest() -> u32 {
    BASELINE + STEPS.len() as u32
}

/// Brings a database to the newest schema; an empty one becomes a store.
pub(super) fn migrate(conn: &PostgresConnection, name: &str) -> Result<(), Fault> {
    let count = |sql: &str| SqlConnection::from(conn).query_row(sql, [], |row| row.get::<u64>(0));
    if count(FIND)? == 0 && count(OTHERS)? > 0 {
        let detail = "it has tables of the same names".to_owned();
        return Err(StoreError::NotAStore { file: name.to_owned(), detail }.into());
    }
    if count(FIND)? > 0 && schema(conn, name)? == newest() {
        return Ok(());
    }
    for _ in 0..TRIES {
        match conn.batch(BEGIN) {
            Err(error) if error.is_duplicate() => conn.batch("ROLLBACK")?,
            begun => {
                begun?;
                let done = steps(conn, name);
                conn.batch(if done.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
                return done;
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    Err(StoreError::Busy { file: name.to_owned() }.into())
}

/// Checks that a database is a store of the newest schema.
pub(super) fn require(conn: &PostgresConnection, name: &str) -> Result<(), Fault> {
    let file = name.to_owned();
    if SqlConnection::from(conn).query_row(FIND, [], |row| row.get::<u64>(0))? == 0 {
        let detail = "it has no table \"store\"".to_owned();
        return Err(StoreError::NotAStore { file, detail }.into());
    }
    let (found, known) = (schema(conn, name)?, newest());
    if found < known { Err(StoreError::OlderFile { file, found, known }.into()) } else { Ok(()) }
}

/// Returns the schema of a store, 0 before it has tables.
fn schema(conn: &PostgresConnection, name: &str) -> Result<u32, Fault> {
    let sql = "SELECT coalesce(max(schema), 0) FROM store";
    let found: u32 = SqlConnection::from(conn).query_row(sql, [], |row| row.get(0))?;
    let (file, known) = (name.to_owned(), newest());
    match found {
        1..BASELINE => Err(StoreError::OutdatedFile { file, found }.into()),
        _ if found > known => Err(StoreError::NewerFile { file, found, known }.into()),
        _ => Ok(found),
    }
}

fn steps(conn: &PostgresConnection, name: &str) -> Result<(), Fault> {
    let sql = "INSERT INTO store (id, schema, identity) VALUES (1, 0, ?1) ON CONFLICT DO NOTHING";
    SqlConnection::from(conn).execute(sql, [history::random_mark()?])?;
    conn.batch("SELECT schema FROM store FOR UPDATE")?;
    let found = schema(conn, name)?;
    if found == 0 {
        conn.batch(MAKE_BASELINE)?;
        let sql = "INSERT INTO history (id, mark) VALUES (1, ?1)";
        SqlConnection::from(conn).execute(sql, [history::random_mark()?])?;
    } else {
        conn.batch(STOP_WRITING)?;
    }
    for step in STEPS.iter().skip(found.saturating_sub(BASELINE) as usize) {
        conn.batch(step.sql)?;
        (step.then)(conn.into())?;
    }
    SqlConnection::from(conn).execute("UPDATE store SET schema = ?1", [newest()])?;
    Ok(())
}
