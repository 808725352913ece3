//! Seals: a checksum in every row that cannot be derived from others. SQLite computes it when it
//! writes a row.

use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use crate::sql::fault::Fault;

/// The tables whose rows are sealed. The other tables are derived from these.
const SEALED: [&str; 30] = [
    "book",
    "node",
    "change",
    "change_part",
    "api_key",
    "cohort",
    "game",
    "tally",
    "mining",
    "ledger",
    "opponent",
    "contender",
    "result",
    "trainee",
    "trainee_answer",
    "evaluation",
    "history",
    "result_owner",
    "key_origin",
    "audit",
    "book_game",
    "result_variant",
    "source",
    "answer_variant",
    "weights",
    "change_token",
    "counts_floor",
    "game_table",
    "table_event",
    "result_terms",
];

/// The tables whose ids are never reused, each with a query for the highest id used.
const NUMBERED: [(&str, &str); 8] = [
    (
        "book",
        "SELECT max(coalesce((SELECT max(id) FROM book), 0), coalesce((SELECT max(book_id) FROM change), 0))",
    ),
    ("change", "SELECT max(id) FROM change"),
    ("api_key", "SELECT max(id) FROM api_key"),
    ("opponent", "SELECT max(id) FROM opponent"),
    ("contender", "SELECT max(id) FROM contender"),
    ("result", "SELECT max(id) FROM result"),
    ("trainee_answer", "SELECT max(id) FROM trainee_answer"),
    ("audit", "SELECT max(id) FROM audit"),
];

/// Upper bound of plausible ids.
const MAX_ID: i64 = 1 << 48;

/// Registers the function that computes the seals; without it the sealed tables cannot be written.
pub(super) fn register(conn: &Connection) -> rusqlite::Result<()> {
    // `INNOCUOUS` allows the function although the schema is not trusted.
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    conn.create_scalar_function("seal", -1, flags, |values| {
        let mut hasher = crc32fast::Hasher::new();
        (0..values.len()).for_each(|index| add(&mut hasher, values.get_raw(index)));
        Ok(hasher.finalize())
    })
}

/// Hashes a value with its type and length, so that different rows are never the same bytes.
fn add(hasher: &mut crc32fast::Hasher, value: ValueRef<'_>) {
    match value {
        ValueRef::Null => hasher.update(&[0]),
        ValueRef::Integer(number) => {
            hasher.update(&[1]);
            hasher.update(&number.to_le_bytes());
        }
        ValueRef::Real(number) => {
            // A file may store either zero as an integer.
            let bits = if number == 0.0 { 0 } else { number.to_bits() };
            hasher.update(&[2]);
            hasher.update(&bits.to_le_bytes());
        }
        ValueRef::Text(bytes) => add_bytes(hasher, 3, bytes),
        ValueRef::Blob(bytes) => add_bytes(hasher, 4, bytes),
    }
}

fn add_bytes(hasher: &mut crc32fast::Hasher, kind: u8, bytes: &[u8]) {
    hasher.update(&[kind]);
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

/// Checks the seals and the id sequences; returns the problems, one sentence of each kind.
pub(super) fn problems(conn: &Connection) -> Result<Vec<String>, Fault> {
    let mut problems = Vec::new();
    for table in SEALED {
        problems.extend(broken_seals(conn, table)?);
    }
    for (table, highest) in NUMBERED {
        problems.extend(sequence_problem(conn, table, highest)?);
    }
    Ok(problems)
}

fn broken_seals(conn: &Connection, table: &str) -> Result<Option<String>, Fault> {
    let columns = columns(conn, table)?;
    let (first, all) = (columns.first(), columns.join(", "));
    let Some(first) = first else {
        return Ok(None);
    };
    let sql =
        format!("SELECT count(*), min(quote({first})) FROM {table} WHERE seal IS NOT seal({all})");
    let found = conn.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (count, example): (u64, Option<String>) = found;
    Ok(example.map(|example| {
        format!(
            "{count} rows of the table {table} do not match their checksums, one of them has {first} {example}"
        )
    }))
}

/// Returns the columns of a table except its seal, in the order in which they are sealed.
fn columns(conn: &Connection, table: &str) -> Result<Vec<String>, Fault> {
    let sql = "SELECT name FROM pragma_table_xinfo(?1) WHERE name <> 'seal' ORDER BY cid";
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([table], |row: &Row<'_>| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn sequence_problem(
    conn: &Connection,
    table: &str,
    highest: &str,
) -> Result<Option<String>, Fault> {
    let sql = format!(
        "SELECT coalesce(({highest}), 0), coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?1), 0)"
    );
    let found = conn.query_row(&sql, [table], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (used, said): (i64, i64) = found;
    Ok((said < used || said > MAX_ID).then(|| {
        format!("the table {table} has used id {used}, but {said} is recorded as its last")
    }))
}
