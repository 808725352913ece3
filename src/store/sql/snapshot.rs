//! Answers about a book that is not loaded, all from the version of a snapshot.

use std::sync::LazyLock;

use super::books::{self, NODE_COLUMNS};
use super::column_list::split_columns;
use super::connection::{SqlConnection, SqlRow};
use super::fault::Fault;
use super::{games, tallies};
use crate::{BookSnapshot, StoreError};
use joseki_book::StoredNode;
use joseki_game::Variant;

/// A node by its id. The book, which follows from the id, is where a server looks for it.
const NODE: &str = "SELECT NODES, GOES_ON, node_tally.data FROM node
    LEFT JOIN node_tally ON node_tally.node_id = node.id
    WHERE node.id = ?1 AND node.book_id = ?2";

/// The moves in use that follow a node, a range of an index, with the version of their book. One
/// statement sees one state, and needs no transaction. If nothing follows, the row has a version
/// only.
const CHILDREN: &str = "SELECT NODES, GOES_ON, node_tally.data, book.version FROM book
    LEFT JOIN node ON node.parent_id = ?1 AND node.book_id = ?2 AND node.retired = 0
    LEFT JOIN node_tally ON node_tally.node_id = node.id WHERE book.id = ?2";

/// The nodes with a position, a range of the primary key, in the same manner.
const WITH_POSITION: &str = "SELECT position.node_id, book.version FROM book
    LEFT JOIN position ON position.book_id = book.id AND position.key = ?2 WHERE book.id = ?1";

/// The node and those before it, without the root, in the same manner. A parent's id is below its
/// children's; in a damaged table, where it may not be, the condition keeps the recursion finite.
const PATH: &str = "WITH RECURSIVE path (node_id, parent) AS (
        SELECT node.id, node.parent_id FROM node WHERE node.id = ?1 AND node.book_id = ?2
        UNION ALL
        SELECT node.id, node.parent_id FROM path
        JOIN node ON node.id = path.parent AND node.id < path.node_id AND node.book_id = ?2
        WHERE node.parent_id IS NOT NULL
    )
    SELECT NODES, GOES_ON, node_tally.data, book.version FROM book
    LEFT JOIN path ON TRUE LEFT JOIN node ON node.id = path.node_id AND node.book_id = ?2
    LEFT JOIN node_tally ON node_tally.node_id = node.id
    WHERE book.id = ?2 ORDER BY node.id";

static CHILDREN_SQL: LazyLock<String> = LazyLock::new(|| with_nodes(CHILDREN));
static PATH_SQL: LazyLock<String> = LazyLock::new(|| with_nodes(PATH));

/// Whether a move in use follows a node. The second parameter of each statement is the book. For
/// `EXISTS`, PostgreSQL may hash the parents of a whole table that nobody has analyzed.
const GOES_ON: &str = "(SELECT 1 FROM node AS next
    WHERE next.parent_id = node.id AND next.book_id = ?2 AND next.retired = 0 LIMIT 1) IS NOT NULL";

/// Columns that follow those of nodes.
const GOES_ON_COLUMN: usize = 18;
const TALLY_COLUMN: usize = 19;
const VERSION_COLUMN: usize = 20;

/// Returns the head of a book as it is now.
pub(super) fn take(conn: SqlConnection<'_>, name: &str) -> Result<Option<BookSnapshot>, Fault> {
    let Some(head) = books::find(conn, name)? else {
        return Ok(None);
    };
    let mut statement = conn.prepare(&with_nodes(NODE))?;
    let mut rows = statement.query([head.root(), head.id])?;
    let row = rows.next()?.ok_or_else(|| books::damage(head.root(), "it is missing"))?;
    let (_, root) = node(row, head.info.variant)?;
    Ok(Some(BookSnapshot {
        id: head.id,
        root,
        cohorts: games::cohorts(conn, head.id)?,
        is_counted: tallies::has_parts(conn, head.id)?,
        info: head.info,
    }))
}

/// Returns the children of a node that are in use.
pub(super) fn children(
    conn: SqlConnection<'_>,
    book: &BookSnapshot,
    number: u32,
) -> Result<Vec<StoredNode>, Fault> {
    let nodes = nodes(conn, &CHILDREN_SQL, book, number)?;
    Ok(nodes.into_iter().map(|(_, node)| node).collect())
}

/// Returns the numbers of the nodes with a position.
pub(super) fn with_position(
    conn: SqlConnection<'_>,
    book: &BookSnapshot,
    key: u64,
) -> Result<Vec<u32>, Fault> {
    let mut statement = conn.prepare(WITH_POSITION)?;
    let mut rows = statement.query([book.id, key.cast_signed()])?;
    let (mut numbers, mut is_there) = (Vec::new(), false);
    while let Some(row) = rows.next()? {
        check_version(row.get(1)?, book)?;
        is_there = true;
        // The lower half of an id.
        numbers.extend(row.get::<Option<i64>>(0)?.map(|id| id as u32));
    }
    if is_there { Ok(numbers) } else { Err(is_gone(book)) }
}

/// Returns the path to a node in use; none if it is not, or is missing.
pub(super) fn path(
    conn: SqlConnection<'_>,
    book: &BookSnapshot,
    number: u32,
) -> Result<Vec<StoredNode>, Fault> {
    let nodes = nodes(conn, &PATH_SQL, book, number)?;
    if nodes.iter().any(|(retired, _)| *retired) {
        return Ok(Vec::new());
    }
    let mut before = 0;
    for (_, node) in &nodes {
        if node.parent != before {
            let stored = books::root_id(book.id) + i64::from(node.number);
            return Err(books::damage(stored, "its parent is missing"));
        }
        before = node.number;
    }
    Ok(nodes.into_iter().map(|(_, node)| node).collect())
}

/// Returns a statement with the columns of nodes.
fn with_nodes(sql: &str) -> String {
    // The book follows from the id.
    let columns =
        split_columns(NODE_COLUMNS, 2).1.split(", ").map(|column| format!(", node.{column}"));
    let columns = format!("node.id{}", columns.collect::<String>());
    sql.replace("NODES", &columns).replace("GOES_ON", GOES_ON)
}

/// Reads the nodes of a statement about a node, each with whether it is retired.
fn nodes(
    conn: SqlConnection<'_>,
    sql: &str,
    book: &BookSnapshot,
    number: u32,
) -> Result<Vec<(bool, StoredNode)>, Fault> {
    let mut statement = conn.prepare(sql)?;
    let id = books::root_id(book.id) + i64::from(number);
    let mut rows = statement.query([id, book.id])?;
    let (mut nodes, mut is_there) = (Vec::new(), false);
    while let Some(row) = rows.next()? {
        check_version(row.get(VERSION_COLUMN)?, book)?;
        is_there = true;
        if row.get::<Option<i64>>(0)?.is_some() {
            nodes.push(node(row, book.info.variant)?);
        }
    }
    if is_there { Ok(nodes) } else { Err(is_gone(book)) }
}

fn node(row: SqlRow<'_>, variant: Variant) -> Result<(bool, StoredNode), Fault> {
    let (retired, node) = books::stored_node(row, variant, row.get(GOES_ON_COLUMN)?)?;
    let tally: Option<Vec<u8>> = row.get(TALLY_COLUMN)?;
    Ok((retired, StoredNode { tally: tally.map(Vec::into_boxed_slice), ..node }))
}

fn check_version(found: u64, book: &BookSnapshot) -> Result<(), Fault> {
    let expected = book.info.version;
    if found == expected {
        return Ok(());
    }
    Err(StoreError::Conflict { book: book.info.name.clone(), expected, found }.into())
}

fn is_gone(book: &BookSnapshot) -> Fault {
    StoreError::NotFound { what: format!("book \"{}\"", book.info.name) }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn books_nodes_and_positions_are_found_by_keys() {
        let book = "SEARCH book USING INTEGER PRIMARY KEY (rowid=?)";
        let goes_on = [
            "SEARCH node_tally USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
            "CORRELATED SCALAR SUBQUERY 1",
            "SEARCH next USING INDEX node_child (parent_id=?)",
        ];
        let node = "SEARCH node USING INTEGER PRIMARY KEY (rowid=?)";
        assert_eq!(plan(&with_nodes(NODE)), [&[node][..], &goes_on].concat());
        let children = "SEARCH node USING INDEX node_child (parent_id=?) LEFT-JOIN";
        assert_eq!(plan(&CHILDREN_SQL), [&[book, children][..], &goes_on].concat());
        let positions = [book, "SEARCH position USING PRIMARY KEY (book_id=? AND key=?) LEFT-JOIN"];
        assert_eq!(plan(WITH_POSITION), positions);
    }

    #[test]
    fn a_path_is_followed_from_the_node() {
        let node = "SEARCH node USING INTEGER PRIMARY KEY (rowid=?)";
        let steps = plan(&PATH_SQL);
        assert!(steps.iter().all(|step| !step.starts_with("SCAN node")), "{steps:?}");
        assert_eq!(steps.iter().filter(|step| step.starts_with(node)).count(), 3, "{steps:?}");
    }
}
