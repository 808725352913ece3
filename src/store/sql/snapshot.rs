//! Answers about a book that is not loaded, all from the version of a snapshot.

use std::sync::LazyLock;

use super::books::{self, NODE_COLUMNS};
use super::column_list::split_columns;
use super::connection::{SqlConnection, SqlRow};
use super::fault::Fault;
use super::value::{Parameter, params};
use super::{games, tallies};
use crate::{BookSnapshot, NodeQuery, StoreError};
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

/// All moves that follow a node, in the same manner, with whether any node follows them.
const ALL_CHILDREN: &str = "SELECT NODES,
        (SELECT 1 FROM node AS next
            WHERE next.parent_id = node.id AND next.book_id = ?2 LIMIT 1) IS NOT NULL,
        node_tally.data, book.version FROM book
    LEFT JOIN node ON node.parent_id = ?1 AND node.book_id = ?2
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

/// The first nodes with text between two ids, a range of an index, in the same manner: few enough
/// that each is looked up.
const WITH_TEXT: &str = "SELECT NODES, GOES_ON, node_tally.data, book.version FROM book
    LEFT JOIN (
        SELECT id FROM node WHERE id >= ?1 AND id <= ?3 AND book_id = ?2
            AND (names IS NOT NULL OR tags IS NOT NULL OR comment IS NOT NULL)
        ORDER BY id LIMIT 256
    ) AS page ON TRUE
    LEFT JOIN node ON node.id = page.id AND node.book_id = ?2
    LEFT JOIN node_tally ON node_tally.node_id = node.id
    WHERE book.id = ?2 ORDER BY node.id";

static CHILDREN_SQL: LazyLock<String> = LazyLock::new(|| with_nodes(CHILDREN));
static ALL_CHILDREN_SQL: LazyLock<String> = LazyLock::new(|| with_nodes(ALL_CHILDREN));
static WITH_TEXT_SQL: LazyLock<String> = LazyLock::new(|| with_nodes(WITH_TEXT));
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
    let root = node(row, head.info.variant)?;
    Ok(Some(BookSnapshot {
        id: head.id,
        root,
        cohorts: games::cohorts(conn, head.id)?,
        is_counted: tallies::has_parts(conn, head.id)?,
        info: head.info,
    }))
}

/// Returns nodes of a book.
pub(super) fn nodes(
    conn: SqlConnection<'_>,
    book: &BookSnapshot,
    which: NodeQuery,
) -> Result<Vec<StoredNode>, Fault> {
    let read = |sql: &str, number| read_nodes(conn, sql, book, params![id(book, number), book.id]);
    match which {
        NodeQuery::Children(number) => read(&CHILDREN_SQL, number),
        NodeQuery::AllChildren(number) => read(&ALL_CHILDREN_SQL, number),
        NodeQuery::Path(number) => path_in_use(book, read(&PATH_SQL, number)?),
        NodeQuery::WithText(first) => {
            let last = books::last_id(book.id);
            read_nodes(conn, &WITH_TEXT_SQL, book, params![id(book, first), book.id, last])
        }
    }
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

/// Checks a path; returns an empty one if one of its nodes is retired.
fn path_in_use(book: &BookSnapshot, path: Vec<StoredNode>) -> Result<Vec<StoredNode>, Fault> {
    if path.iter().any(|node| node.retired) {
        return Ok(Vec::new());
    }
    let mut before = 0;
    for node in &path {
        if node.parent != before {
            return Err(books::damage(id(book, node.number), "its parent is missing"));
        }
        before = node.number;
    }
    Ok(path)
}

/// Returns a statement with the columns of nodes.
fn with_nodes(sql: &str) -> String {
    // The book follows from the id.
    let columns =
        split_columns(NODE_COLUMNS, 2).1.split(", ").map(|column| format!(", node.{column}"));
    let columns = format!("node.id{}", columns.collect::<String>());
    sql.replace("NODES", &columns).replace("GOES_ON", GOES_ON)
}

/// The id of a node by its number.
fn id(book: &BookSnapshot, number: u32) -> i64 {
    books::root_id(book.id) + i64::from(number)
}

/// Reads the nodes of a statement.
fn read_nodes(
    conn: SqlConnection<'_>,
    sql: &str,
    book: &BookSnapshot,
    values: &[&dyn Parameter],
) -> Result<Vec<StoredNode>, Fault> {
    let mut statement = conn.prepare(sql)?;
    let mut rows = statement.query(values)?;
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

fn node(row: SqlRow<'_>, variant: Variant) -> Result<StoredNode, Fault> {
    let node = books::stored_node(row, variant, row.get(GOES_ON_COLUMN)?)?;
    let tally: Option<Vec<u8>> = row.get(TALLY_COLUMN)?;
    Ok(StoredNode { tally: tally.map(Vec::into_boxed_slice), ..node })
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
        let all = plan(&ALL_CHILDREN_SQL);
        assert!(all.iter().any(|step| step == children), "{all:?}");
        assert!(all.iter().all(|step| !step.starts_with("SCAN")), "{all:?}");
        let positions = [book, "SEARCH position USING PRIMARY KEY (book_id=? AND key=?) LEFT-JOIN"];
        assert_eq!(plan(WITH_POSITION), positions);
    }

    #[test]
    fn nodes_with_text_are_a_range_of_an_index() {
        let steps = plan(&WITH_TEXT_SQL);
        let range =
            |step: &&String| step.contains("INDEX node_text (") && step.starts_with("SEARCH node");
        assert_eq!(steps.iter().filter(range).count(), 1, "{steps:?}");
        assert!(steps.iter().all(|step| !step.starts_with("SCAN node")), "{steps:?}");
    }

    #[test]
    fn a_path_is_followed_from_the_node() {
        let node = "SEARCH node USING INTEGER PRIMARY KEY (rowid=?)";
        let steps = plan(&PATH_SQL);
        assert!(steps.iter().all(|step| !step.starts_with("SCAN node")), "{steps:?}");
        assert_eq!(steps.iter().filter(|step| step.starts_with(node)).count(), 3, "{steps:?}");
    }
}
