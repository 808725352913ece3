//! Copying of a whole store into an empty one, whatever their databases are.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::Backend;
use super::column_list::{column_count, split_columns};
use super::connection::SqlConnection;
use super::fault::Fault;
use super::postgres::DroppedIndexes;
use super::rows::invalid;
use super::single_use::SingleUse;
use super::value::{OwnedValue, Parameter};
use super::{
    audit, books, evaluations, games, keys, ledger, lines, log, node_tallies, positions, sources,
    tables, training, weights,
};
use crate::StoreError;

/// A table with its columns, those of the key first. The list is that of the statements on the
/// table; only tables with a few columns are listed here again.
struct CopiedTable {
    name: &'static str,
    key: usize,
    columns: &'static str,
}

const fn table(name: &'static str, key: usize, columns: &'static str) -> CopiedTable {
    CopiedTable { name, key, columns }
}

/// All tables but the mark of the history, in an order in which rows refer to earlier ones only.
const TABLES: [CopiedTable; 36] = [
    table("book", 1, books::COLUMNS),
    table("book_game", 1, "book_id, game, board_size"),
    table("node", 1, books::NODE_COLUMNS),
    table("line", 2, lines::LINE_COLUMNS),
    table("position", 3, positions::COLUMNS),
    table("change", 1, log::COLUMNS),
    table("change_token", 1, "token, request, change_id"),
    table("change_part", 2, log::PART_COLUMNS),
    table("cohort", 2, games::COHORT_COLUMNS),
    table("game", 2, games::GAME_COLUMNS),
    table("tally", 2, games::TALLY_COLUMNS),
    table("node_tally", 1, node_tallies::COLUMNS),
    table("tally_start", 2, games::TALLY_START_COLUMNS),
    table("mining", 1, games::MINING_COLUMNS),
    table("counts_floor", 1, games::FLOOR_COLUMNS),
    table("ledger", 1, "id, change"),
    table("opponent", 1, "id, name, class, class_said, changed"),
    table("contender", 1, ledger::CONTENDER_COLUMNS),
    table("api_key", 1, keys::COLUMNS),
    table("key_origin", 1, "key_id, origin_id"),
    table("result", 1, ledger::GAME_COLUMNS),
    table("result_owner", 1, "result_id, key_id"),
    table("result_variant", 1, "result_id, game_name"),
    table("result_terms", 1, ledger::TERMS_COLUMNS),
    table("result_sum", 3, "contender_id, epoch, owner, moves"),
    table("trainee", 1, "id, name"),
    table("trainee_answer", 1, training::ANSWER_COLUMNS),
    table("answer_variant", 1, "answer_id, game_name"),
    table("trainee_edge", 2, training::LESSON_COLUMNS),
    table("evaluation", 6, evaluations::COLUMNS),
    table("source", 1, sources::COLUMNS),
    table("weights", 2, weights::COLUMNS),
    table("game_table", 1, tables::COLUMNS),
    table("table_event", 2, tables::EVENT_COLUMNS),
    table("table_node", 1, "node, seen"),
    table("audit", 1, audit::COLUMNS),
];

/// Tables whose secondary indexes are made after their rows.
const LARGE_TABLES: [&str; 2] = ["node", "line"];

/// Number of rows that are read and sent at a time, and of such parts that wait to be written.
const PART: i64 = 5_000;
const WAITING: usize = 2;

type TableRow = Vec<OwnedValue>;

/// What the reader sends to the writer.
enum Transferred {
    /// Rows of a table, by its number.
    Rows(usize, Vec<TableRow>),
    /// The last id given to a row, by table. Ends the transfer.
    Counters(Vec<(String, i64)>),
    /// The store that is copied cannot be read.
    Failed(StoreError),
}

/// Copies everything in a store into an empty one, in one transaction of each. Returns the number
/// of rows of each table. The copy has a history of its own.
///
/// # Errors
/// [`StoreError::Invalid`] if the target has contents, or any I/O error; nothing is written then.
pub(crate) fn transfer(
    from: &impl Backend,
    to: &impl Backend,
) -> Result<Vec<(&'static str, u64)>, StoreError> {
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(WAITING);
        let mut rows = SingleUse::new(receiver);
        let writing = scope.spawn(move || to.write(move |conn| write_all(conn, &rows.take()?)));
        let mut is_first = true;
        let read = from.read(|conn| {
            if std::mem::take(&mut is_first) {
                read_all(conn, &sender)
            } else {
                let what = "the store that is copied".to_owned();
                let detail = "the connection was lost: copy it again".to_owned();
                Err(StoreError::Source { what, detail }.into())
            }
        });
        if let Err(error) = read {
            // The writer is gone if it failed, and then its error is the one to report.
            drop(sender.send(Transferred::Failed(error)));
        }
        drop(sender);
        writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn read_all(conn: SqlConnection<'_>, sender: &SyncSender<Transferred>) -> Result<(), Fault> {
    let stopped = |_| Fault::from(invalid("the copy ended early"));
    for (number, table) in TABLES.iter().enumerate() {
        let columns = table.columns;
        let count = column_count(columns);
        let (key, _) = split_columns(columns, table.key);
        let values: Vec<String> = (2..table.key + 2).map(|number| format!("?{number}")).collect();
        let all = format!("SELECT {columns} FROM {} ORDER BY {key} LIMIT ?1", table.name);
        let later = format!(
            "SELECT {columns} FROM {} WHERE ({key}) > ({}) ORDER BY {key} LIMIT ?1",
            table.name,
            values.join(", ")
        );
        let mut last: Option<TableRow> = None;
        loop {
            let sql = if last.is_some() { &later } else { &all };
            let after = last.iter().flat_map(|row| &row[..table.key]);
            let mut values: Vec<&dyn Parameter> = vec![&PART];
            values.extend(after.map(|value| value as &dyn Parameter));
            let mut statement = conn.prepare(sql)?;
            let rows = statement.query_map(values.as_slice(), |row| {
                (0..count).map(|column| row.get(column)).collect()
            })?;
            let rows: Vec<TableRow> = rows.collect::<Result<_, _>>()?;
            let is_last = (rows.len() as i64) < PART;
            last = rows.last().cloned();
            sender.send(Transferred::Rows(number, rows)).map_err(stopped)?;
            if is_last {
                break;
            }
        }
    }
    sender.send(Transferred::Counters(conn.counters()?)).map_err(stopped)
}

fn write_all(
    conn: SqlConnection<'_>,
    parts: &Receiver<Transferred>,
) -> Result<Vec<(&'static str, u64)>, Fault> {
    refuse_contents(conn)?;
    conn.execute("DELETE FROM ledger", [])?;
    let dropped = LARGE_TABLES.map(|table| conn.drop_indexes(table));
    let dropped = dropped.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut written = TABLES.map(|table| (table.name, 0));
    for part in parts {
        match part {
            Transferred::Rows(number, rows) => {
                let table = &TABLES[number];
                insert(conn, table, &rows).map_err(|fault| at_table(fault, table.name))?;
                written[number].1 += rows.len() as u64;
            }
            Transferred::Counters(counters) => {
                for (table, value) in counters {
                    conn.set_counter(&table, value)?;
                }
                dropped.into_iter().flatten().try_for_each(DroppedIndexes::restore)?;
                return Ok(written.into());
            }
            Transferred::Failed(error) => return Err(error.into()),
        }
    }
    Err(invalid("the copy ended early").into())
}

fn insert(conn: SqlConnection<'_>, table: &CopiedTable, rows: &[TableRow]) -> Result<(), Fault> {
    let mut insert = conn.insert_into(table.name, table.columns, rows.len())?;
    for row in rows {
        let values: Vec<&dyn Parameter> = row.iter().map(|value| value as _).collect();
        insert.row(&values)?;
    }
    Ok(insert.finish()?)
}

fn at_table(fault: Fault, table: &str) -> Fault {
    match fault {
        Fault::Sql(error) => invalid(format!("table {table}: {error}")).into(),
        other => other,
    }
}

/// Refuses a target with contents.
fn refuse_contents(conn: SqlConnection<'_>) -> Result<(), Fault> {
    for table in &TABLES {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {})", table.name);
        if table.name != "ledger" && conn.query_row(&sql, [], |row| row.get(0))? {
            let name = table.name;
            let detail =
                format!("the target has rows in table {name}: copy into an empty database");
            return Err(invalid(detail).into());
        }
    }
    Ok(())
}
