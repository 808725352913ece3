//! Answers about a book that is not loaded, all from the version of a snapshot.

use super::books::{self, nodes_sql};
use super::connection::{SqlConnection, SqlStatement};
use super::fault::Fault;
use super::value::{OptionalRow, Parameters};
use super::{games, tallies};
use crate::{BookSnapshot, StoreError};
use joseki_book::{Line, StoredNode, Tally};

/// The name and version of a book.
const VERSION: &str = "SELECT name, version FROM book WHERE id = ?1";

/// A node by its id.
const NODE: &str = "WHERE id = ?1";

/// The moves in use that follow a node: a range of an index.
const CHILDREN: &str = "WHERE parent_id = ?1 AND retired = 0";

/// The nodes on the paths from the root to the nodes with a position, without the root. One
/// statement, since a server takes longer to be asked than to answer. A parent's id is below its
/// children's; in a damaged table, where it may not be, the condition keeps the recursion finite.
const PATHS: &str = "WITH RECURSIVE path (last, node_id, parent) AS (
        SELECT position.node_id, node.id, node.parent_id FROM position
        JOIN node ON node.id = position.node_id
        WHERE position.book_id = ?1 AND position.key = ?2
        UNION ALL
        SELECT last, node.id, node.parent_id FROM path
        JOIN node ON node.id = path.parent AND node.id < path.node_id
        WHERE node.parent_id IS NOT NULL
    )";
/// From the child of the root on, one path after the other.
const ON_PATHS: &str = "JOIN path ON path.node_id = node.id ORDER BY last, id";

/// Returns the head of a book as it is now.
pub(super) fn take(conn: SqlConnection<'_>, name: &str) -> Result<Option<BookSnapshot>, Fault> {
    let Some(head) = books::find(conn, name)? else {
        return Ok(None);
    };
    let mut statement = conn.prepare(&nodes_sql(NODE))?;
    let mut rows = statement.query([head.root()])?;
    let row = rows.next()?.ok_or_else(|| books::damage(head.root(), "it is missing"))?;
    let (_, root) = books::stored_node(row, head.info.variant)?;
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
    require_unchanged(conn, book)?;
    let parent = books::root_id(book.id) + i64::from(number);
    let nodes = nodes(&mut conn.prepare(&nodes_sql(CHILDREN))?, [parent], book)?;
    Ok(nodes.into_iter().map(|(_, node)| node).collect())
}

/// Returns the paths to the nodes in use with a position.
pub(super) fn nodes_with_position(
    conn: SqlConnection<'_>,
    book: &BookSnapshot,
    key: u64,
) -> Result<Vec<Vec<StoredNode>>, Fault> {
    require_unchanged(conn, book)?;
    let mut statement = conn.prepare(&format!("{PATHS} {}", nodes_sql(ON_PATHS)))?;
    let mut paths: Vec<(bool, Vec<StoredNode>)> = Vec::new();
    for (retired, node) in nodes(&mut statement, [book.id, key.cast_signed()], book)? {
        match paths.last_mut() {
            _ if node.parent == 0 => paths.push((retired, vec![node])),
            Some((is_retired, path)) if path.last().is_some_and(|it| it.number == node.parent) => {
                *is_retired |= retired;
                path.push(node);
            }
            _ => {
                let stored = books::root_id(book.id) + i64::from(node.number);
                return Err(books::damage(stored, "its parent is missing"));
            }
        }
    }
    Ok(paths.into_iter().filter(|(retired, _)| !retired).map(|(_, path)| path).collect())
}

/// Returns the tallies of some lines.
pub(super) fn tallies(
    conn: SqlConnection<'_>,
    book: &BookSnapshot,
    lines: &[Line],
) -> Result<Vec<(Line, Tally)>, Fault> {
    require_unchanged(conn, book)?;
    tallies::of_book(conn, book.id, lines)
}

/// Returns an error if a book is not at the version of its snapshot.
fn require_unchanged(conn: SqlConnection<'_>, book: &BookSnapshot) -> Result<(), Fault> {
    let found = conn.query_row(VERSION, [book.id], |row| Ok((row.get(0)?, row.get(1)?)));
    let found: Option<(String, u64)> = found.optional()?;
    match (found, book.info.version) {
        (None, _) => {
            let what = format!("book \"{}\"", book.info.name);
            Err(StoreError::NotFound { what }.into())
        }
        (Some((_, found)), expected) if found == expected => Ok(()),
        (Some((book, found)), expected) => {
            Err(StoreError::Conflict { book, expected, found }.into())
        }
    }
}

/// Reads the nodes of a query, each with whether it is retired.
fn nodes(
    statement: &mut SqlStatement<'_>,
    values: impl Parameters,
    book: &BookSnapshot,
) -> Result<Vec<(bool, StoredNode)>, Fault> {
    let mut rows = statement.query(values)?;
    let mut nodes = Vec::new();
    while let Some(row) = rows.next()? {
        nodes.push(books::stored_node(row, book.info.variant)?);
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn books_and_nodes_are_found_by_keys() {
        assert_eq!(plan(VERSION), ["SEARCH book USING INTEGER PRIMARY KEY (rowid=?)"]);
        assert_eq!(plan(&nodes_sql(NODE)), ["SEARCH node USING INTEGER PRIMARY KEY (rowid=?)"]);
        let children = ["SEARCH node USING INDEX node_child (parent_id=?)"];
        assert_eq!(plan(&nodes_sql(CHILDREN)), children);
    }

    #[test]
    fn paths_are_followed_from_the_nodes_with_a_key() {
        let node = "SEARCH node USING INTEGER PRIMARY KEY (rowid=?)";
        let steps = [
            "CO-ROUTINE path",
            "SETUP",
            "SEARCH position USING PRIMARY KEY (book_id=? AND key=?)",
            node,
            "RECURSIVE STEP",
            "SCAN path",
            node,
            "SCAN path",
            node,
            "USE TEMP B-TREE FOR ORDER BY",
        ];
        assert_eq!(plan(&format!("{PATHS} {}", nodes_sql(ON_PATHS))), steps);
    }
}
