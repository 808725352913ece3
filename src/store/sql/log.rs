//! The log of changes, written in the transaction of the change and read by number or by book.

use super::books::{self, BookHead};
use super::column_list::split_columns;
use super::connection::{RowInsert, SqlConnection, SqlRow};
use super::delta_code::{DeltaPart, PartReader, encode};
use super::fault::Fault;
use super::value::{OptionalRow, Parameter, Parameters, SqlError, SqlResult, params};
use crate::{
    ChangeKind, ChangeNote, ChangeQuery, ChangeRow, NodeLogEntry, Origin, RequestToken, StoreError,
};
use joseki_base::named::Named;
use joseki_book::{Delta, Line, NodeChange};
use joseki_game::Variant;

/// The columns of a row of the log.
pub(crate) const COLUMNS: &str = "id, book_id, book, version, at, kind, who, reason, what, \
    origin_book, origin_version, inserted, updated, deleted, contents";

/// The columns of a part of a change.
pub(crate) const PART_COLUMNS: &str = "change_id, part, book_id, first, last, data";

/// The parts of a change.
const PARTS: &str = "SELECT part, data FROM change_part WHERE change_id = ?1 ORDER BY part";

/// The parts of a change with lines after another one.
const LATER_PARTS: &str = "SELECT part, data FROM change_part WHERE change_id = ?1 AND last > ?2
                           ORDER BY part";

/// The parts of changes of a book, which may have none.
const PARTS_BETWEEN: &str =
    "SELECT change.id, version, part, data FROM change LEFT JOIN change_part ON change_id = change.id
     WHERE change.book_id = ?1 AND change.id > ?2 AND change.id <= ?3 ORDER BY change.id, part";

/// The parts that may contain a line, newest change first.
const PARTS_WITH: &str = "SELECT change_id, part FROM change_part
                          WHERE book_id = ?1 AND first <= ?2 AND last >= ?2 AND change_id < ?3
                          ORDER BY change_id DESC";

/// The contents of a change, ready to be written.
pub(crate) struct Contents {
    counts: (u64, u64, u64),
    parts: Vec<DeltaPart>,
}

impl Contents {
    /// Encodes a delta.
    pub(crate) fn encode(delta: &Delta) -> Contents {
        Contents { counts: delta.counts(), parts: encode(delta) }
    }
}

/// The contents of a change, written part by part after its row.
pub(crate) struct ChangeParts<'c> {
    rows: RowInsert<'c>,
    change: i64,
    book: i64,
    written: u32,
}

impl<'c> ChangeParts<'c> {
    fn begin(
        conn: SqlConnection<'c>,
        change: i64,
        book: i64,
        parts: usize,
    ) -> Result<ChangeParts<'c>, Fault> {
        let rows = conn.insert_into("change_part", PART_COLUMNS, parts)?;
        Ok(ChangeParts { rows, change, book, written: 0 })
    }

    /// Encodes the next nodes of the change, whose lines come after those before.
    pub(crate) fn add(&mut self, delta: &Delta) -> Result<(), Fault> {
        encode(delta).iter().try_for_each(|part| self.push(part))
    }

    fn push(&mut self, part: &DeltaPart) -> Result<(), Fault> {
        let number = self.written;
        let values = params![self.change, number, self.book, part.first, part.last, part.data];
        self.rows.row(values)?;
        self.written += 1;
        Ok(())
    }

    /// Ends the change.
    pub(crate) fn finish(self) -> Result<(), Fault> {
        Ok(self.rows.finish()?)
    }
}

/// Appends a change to the log; returns its number. `book` is the state after the change.
pub(crate) fn append(
    conn: SqlConnection<'_>,
    book: &BookHead,
    note: &ChangeNote,
    contents: &Contents,
) -> Result<i64, Fault> {
    let change = append_row(conn, book, note, contents.counts)?;
    let mut parts = ChangeParts::begin(conn, change, book.id, contents.parts.len())?;
    contents.parts.iter().try_for_each(|part| parts.push(part))?;
    parts.finish()?;
    Ok(change)
}

/// Does the same for a change whose nodes follow. The counts are those of [`Delta::counts`].
pub(crate) fn append_in_parts<'c>(
    conn: SqlConnection<'c>,
    book: &BookHead,
    note: &ChangeNote,
    counts: (u64, u64, u64),
) -> Result<ChangeParts<'c>, Fault> {
    let change = append_row(conn, book, note, counts)?;
    ChangeParts::begin(conn, change, book.id, usize::MAX)
}

fn append_row(
    conn: SqlConnection<'_>,
    book: &BookHead,
    note: &ChangeNote,
    (inserted, updated, deleted): (u64, u64, u64),
) -> Result<i64, Fault> {
    let sql = format!(
        "INSERT INTO change ({COLUMNS})
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, 1) RETURNING id"
    );
    let origin = note.origin.as_ref();
    let values = params![
        conn.new_id("change")?,
        book.id,
        book.info.name,
        book.info.version,
        book.info.changed,
        note.kind.to_string(),
        note.who,
        note.reason,
        note.what,
        origin.map(|origin| &origin.book),
        origin.map(|origin| origin.version),
        inserted,
        updated,
        deleted,
    ];
    let change = conn.insert(&sql, values)?;
    if let Some(RequestToken { token, request }) = &note.token {
        if self::change_of(conn, token)?.is_some() {
            return Err(StoreError::Invalid {
                detail: "its request has made one before".to_owned(),
            }
            .into());
        }
        let sql = "INSERT INTO change_token (token, request, change_id) VALUES (?1, ?2, ?3)";
        conn.execute(sql, params![&token[..], &request[..], change])?;
    }
    Ok(change)
}

/// Returns the next version: above all versions of books of this name and of this book under any
/// name.
pub(crate) fn next_version(
    conn: SqlConnection<'_>,
    name: &str,
    book: Option<i64>,
) -> Result<u64, Fault> {
    let sql = "SELECT coalesce((SELECT max(version) FROM change WHERE book = ?1), 0),
                      coalesce((SELECT version FROM change WHERE book_id = ?2
                                ORDER BY id DESC LIMIT 1), 0)";
    let read = |row: SqlRow<'_>| Ok((row.get(0)?, row.get(1)?));
    let (of_name, of_book): (u64, u64) = conn.query_row(sql, params![name, book], read)?;
    Ok(1 + of_name.max(of_book))
}

/// Returns what a request with a token asked for, and the number of its change.
pub(crate) fn change_of(
    conn: SqlConnection<'_>,
    token: &[u8; 32],
) -> Result<Option<(Vec<u8>, i64)>, Fault> {
    let sql = "SELECT request, change_id FROM change_token WHERE token = ?1";
    let found = conn.prepare(sql)?.query_row([&token[..]], |row| Ok((row.get(0)?, row.get(1)?)));
    Ok(found.optional()?)
}

/// Returns the number of the last change.
pub(crate) fn last(conn: SqlConnection<'_>) -> Result<i64, Fault> {
    let mut statement = conn.prepare("SELECT coalesce(max(id), 0) FROM change")?;
    Ok(statement.query_row([], |row| row.get(0))?)
}

/// Returns a page of the log.
pub(crate) fn page(conn: SqlConnection<'_>, query: &ChangeQuery) -> Result<Vec<ChangeRow>, Fault> {
    let order = if query.after.is_some() { "ASC" } else { "DESC" };
    let limit = i64::try_from(query.limit).unwrap_or(i64::MAX);
    let (after, before) = (query.after.unwrap_or(i64::MIN), query.before.unwrap_or(i64::MAX));
    let Some(name) = &query.book else {
        let sql = all_sql(order);
        return rows(conn, &sql, params![after, before, limit]);
    };
    if let Some(head) = books::find(conn, name)? {
        let sql = living_sql(order);
        return rows(conn, &sql, params![after, before, limit, head.id]);
    }
    let book = deleted_book(conn, name)?;
    rows(conn, &book_sql(order), params![after, before, limit, name, book])
}

/// Returns the columns of a query in the order in which [`row`] reads them. The last one is the
/// book's present name.
fn row_columns() -> String {
    let (_, others) = split_columns(COLUMNS, 2);
    format!("id, {others}, (SELECT name FROM book WHERE book.id = change.book_id)")
}

fn all_sql(order: &str) -> String {
    let columns = row_columns();
    format!("SELECT {columns} FROM change WHERE id > ?1 AND id < ?2 ORDER BY id {order} LIMIT ?3")
}

fn living_sql(order: &str) -> String {
    format!(
        "SELECT {} FROM change WHERE book_id = ?4 AND id > ?1 AND id < ?2
         ORDER BY id {order} LIMIT ?3",
        row_columns()
    )
}

/// Combines two halves; each is a range of an index that ends after a page.
fn book_sql(order: &str) -> String {
    let half = |column: &str| {
        format!(
            "SELECT id FROM (SELECT id FROM change WHERE {column} AND id > ?1 AND id < ?2
                             ORDER BY id {order} LIMIT ?3) AS half"
        )
    };
    format!(
        "SELECT {} FROM change WHERE id IN ({} UNION {}) ORDER BY id {order} LIMIT ?3",
        row_columns(),
        half("book = ?4"),
        half("book_id = ?5")
    )
}

/// Returns the book that was deleted last under a name.
fn deleted_book(conn: SqlConnection<'_>, name: &str) -> Result<Option<i64>, Fault> {
    let sql = "SELECT CASE WHEN kind = 'delete' THEN book_id END FROM change WHERE book = ?1
               ORDER BY id DESC LIMIT 1";
    let mut statement = conn.prepare(sql)?;
    let found = statement.query_row([name], |row| row.get(0)).optional()?;
    Ok(found.flatten())
}

fn rows(
    conn: SqlConnection<'_>,
    sql: &str,
    values: impl Parameters,
) -> Result<Vec<ChangeRow>, Fault> {
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map(values, row)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns a row of the log, with the book's id if it is known.
pub(crate) fn find(
    conn: SqlConnection<'_>,
    id: i64,
) -> Result<Option<(ChangeRow, Option<i64>)>, Fault> {
    let sql = format!("SELECT {}, book_id FROM change WHERE id = ?1", row_columns());
    let mut statement = conn.prepare(&sql)?;
    let found = statement.query_row([id], |found| Ok((row(found)?, found.get(15)?)));
    Ok(found.optional()?)
}

/// Returns a change with all its nodes.
pub(crate) fn change(
    conn: SqlConnection<'_>,
    id: i64,
) -> Result<Option<(ChangeRow, Delta)>, Fault> {
    let Some((row, variant)) = find_with_variant(conn, id)? else {
        return Ok(None);
    };
    Ok(Some((row, delta(conn, id, variant)?)))
}

/// Finds a change with the game of its book.
fn find_with_variant(
    conn: SqlConnection<'_>,
    id: i64,
) -> Result<Option<(ChangeRow, Variant)>, Fault> {
    let Some((row, book)) = find(conn, id)? else {
        return Ok(None);
    };
    // Only a change without contents may be of an unknown book.
    let variant = book.map_or(Ok(Variant::GO), |book| books::variant(conn, book, &row.book))?;
    Ok(Some((row, variant)))
}

/// Returns a change with at most `limit` of its nodes, those after a line if one is given. Only
/// parts that have some of them are read.
pub(crate) fn change_page(
    conn: SqlConnection<'_>,
    id: i64,
    after: Option<&str>,
    limit: usize,
) -> Result<Option<(ChangeRow, Vec<NodeChange>)>, Fault> {
    let Some((row, variant)) = find_with_variant(conn, id)? else {
        return Ok(None);
    };
    // No line has U+0000, so what follows it does not matter.
    let after = after.and_then(|after| after.split('\0').next());
    let mut statement = conn.prepare(if after.is_some() { LATER_PARTS } else { PARTS })?;
    let mut parts = match after {
        Some(after) => statement.query(params![id, after])?,
        None => statement.query([id])?,
    };
    let is_later =
        |node: &NodeChange| after.is_none_or(|after| node.line.to_string().as_str() > after);
    let mut nodes: Vec<NodeChange> = Vec::new();
    let mut wanted = after.is_none().then_some(0);
    while nodes.len() < limit
        && let Some(found) = parts.next()?
    {
        let part: u32 = found.get(0)?;
        if wanted.is_some_and(|wanted| wanted != part) {
            return Err(at_part(missing(), id, wanted.unwrap_or(part)));
        }
        let read = read_part(variant, found.get_ref(1)?.as_blob().unwrap_or_default(), |node| {
            nodes.extend(Some(node).filter(is_later));
            nodes.len() < limit
        });
        read.map_err(|fault| at_part(fault, id, part))?;
        wanted = part.checked_add(1);
    }
    Ok(Some((row, nodes)))
}

/// Returns the nodes of a change of a book of a game, read part by part.
pub(crate) fn delta(
    conn: SqlConnection<'_>,
    change: i64,
    variant: Variant,
) -> Result<Delta, Fault> {
    let mut statement = conn.prepare(PARTS)?;
    let mut rows = statement.query([change])?;
    let mut parts = PartsOfChange { change, parts: 0, nodes: Vec::new() };
    while let Some(row) = rows.next()? {
        parts.add(variant, row.get(0)?, row.get_ref(1)?.as_blob().unwrap_or_default())?;
    }
    Ok(parts.nodes.into_iter().collect())
}

/// Returns changes of a book of a game with the versions that they led to, oldest first. The range
/// is the book's id, the change before, and the last change.
pub(crate) fn between(
    conn: SqlConnection<'_>,
    range: &[&dyn Parameter],
    variant: Variant,
) -> Result<Vec<(u64, Delta)>, Fault> {
    let mut statement = conn.prepare(PARTS_BETWEEN)?;
    let mut rows = statement.query(range)?;
    let mut found: Vec<(u64, PartsOfChange)> = Vec::new();
    while let Some(row) = rows.next()? {
        let (change, part): (i64, Option<u32>) = (row.get(0)?, row.get(2)?);
        if found.last().is_none_or(|(_, last)| last.change != change) {
            found.push((row.get(1)?, PartsOfChange { change, parts: 0, nodes: Vec::new() }));
        }
        if let (Some((_, parts)), Some(part)) = (found.last_mut(), part) {
            parts.add(variant, part, row.get_ref(3)?.as_blob().unwrap_or_default())?;
        }
    }
    let delta = |parts: PartsOfChange| parts.nodes.into_iter().collect();
    Ok(found.into_iter().map(|(version, parts)| (version, delta(parts))).collect())
}

/// A change that is read part by part.
struct PartsOfChange {
    change: i64,
    /// The number of parts that were read.
    parts: u32,
    nodes: Vec<NodeChange>,
}

impl PartsOfChange {
    fn add(&mut self, variant: Variant, part: u32, data: &[u8]) -> Result<(), Fault> {
        let found = (part == self.parts).then_some(()).ok_or_else(missing);
        let read = found.and_then(|()| {
            read_part(variant, data, |node| {
                self.nodes.push(node);
                true
            })
        });
        read.map_err(|fault| at_part(fault, self.change, self.parts))?;
        self.parts += 1;
        Ok(())
    }
}

fn missing() -> Fault {
    Fault::Damage("it is missing".to_owned())
}

/// Calls `each` with the nodes of a part until it returns false.
fn read_part(
    variant: Variant,
    data: &[u8],
    mut each: impl FnMut(NodeChange) -> bool,
) -> Result<(), Fault> {
    for node in PartReader::new(variant, data)? {
        if !each(node?) {
            break;
        }
    }
    Ok(())
}

fn at_part(fault: Fault, change: i64, part: u32) -> Fault {
    match fault {
        Fault::Damage(detail) => Fault::Damage(format!("change {change}, part {part}: {detail}")),
        other => other,
    }
}

/// Returns the changes that affected a node, newest first.
pub(crate) fn node_changes(
    conn: SqlConnection<'_>,
    book: &str,
    line: &Line,
    before: Option<i64>,
    limit: usize,
) -> Result<Vec<NodeLogEntry>, Fault> {
    let book = books::get(conn, book)?;
    let mut statement = conn.prepare(PARTS_WITH)?;
    let text = line.to_string();
    let mut rows = statement.query(params![book.id, text, before.unwrap_or(i64::MAX)])?;
    let mut found = Vec::new();
    while found.len() < limit
        && let Some(row) = rows.next()?
    {
        let (change, part) = (row.get(0)?, row.get(1)?);
        let node = node_in(conn, (change, part), book.info.variant, line);
        let node = node.map_err(|fault| at_part(fault, change, part))?;
        if let (Some(node), Some((change, _))) = (node, find(conn, change)?) {
            found.push(NodeLogEntry { change, node });
        }
    }
    Ok(found)
}

fn node_in(
    conn: SqlConnection<'_>,
    (change, part): (i64, u32),
    variant: Variant,
    line: &Line,
) -> Result<Option<NodeChange>, Fault> {
    let sql = "SELECT data FROM change_part WHERE change_id = ?1 AND part = ?2";
    let mut statement = conn.prepare(sql)?;
    let data: Vec<u8> = statement.query_row(params![change, part], |row| row.get(0))?;
    let mut found = None;
    read_part(variant, &data, |node| {
        let later = node.line > *line;
        found = found.take().or_else(|| (node.line == *line).then_some(node));
        found.is_none() && !later
    })?;
    Ok(found)
}

fn row(row: SqlRow<'_>) -> SqlResult<ChangeRow> {
    let kind: String = row.get(4)?;
    let kind = ChangeKind::parse("kind of change", &kind)
        .map_err(|error| SqlError::Column { column: 4, detail: error.to_string() })?;
    let origin: Option<String> = row.get(8)?;
    let origin_version: Option<u64> = row.get(9)?;
    let origin = origin.zip(origin_version);
    Ok(ChangeRow {
        id: row.get(0)?,
        book: row.get(1)?,
        version: row.get(2)?,
        at: row.get(3)?,
        note: ChangeNote {
            kind,
            who: row.get(5)?,
            reason: row.get(6)?,
            what: row.get(7)?,
            origin: origin.map(|(book, version)| Origin { book, version }),
            token: None,
        },
        inserted: row.get(10)?,
        updated: row.get(11)?,
        deleted: row.get(12)?,
        has_contents: row.get(13)?,
        current_name: row.get(14)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn pages_are_ranges_of_indexes() {
        for order in ["ASC", "DESC"] {
            let all = ["SEARCH change USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"];
            assert_eq!(plan(&all_sql(order))[..1], all);
            let living =
                "SEARCH change USING INDEX change_book_id (book_id=? AND rowid>? AND rowid<?)";
            assert_eq!(plan(&living_sql(order))[0], living);
            let plan = plan(&book_sql(order));
            for index in ["change_book (book=?", "change_book_id (book_id=?"] {
                let half =
                    format!("SEARCH change USING COVERING INDEX {index} AND rowid>? AND rowid<?)");
                assert!(plan.contains(&half), "{plan:?}");
            }
            assert!(!plan.iter().any(|step| step.starts_with("SCAN change")), "{plan:?}");
        }
    }

    #[test]
    fn the_parts_of_a_node_are_found_without_reading_any() {
        let index =
            "SEARCH change_part USING COVERING INDEX change_part_lines (book_id=? AND first<?)";
        assert_eq!(plan(PARTS_WITH)[0], index);
        let parts = ["SEARCH change_part USING INDEX sqlite_autoindex_change_part_1 (change_id=?)"];
        assert_eq!(plan(PARTS), parts);
        assert_eq!(plan(LATER_PARTS), parts);
        let range = "SEARCH change USING INDEX change_book_id (book_id=? AND rowid>? AND rowid<?)";
        assert_eq!(plan(PARTS_BETWEEN)[0], range);
    }
}
