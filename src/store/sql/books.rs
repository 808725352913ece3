//! Books: their rows, loading and deleting them.

use super::column_list::split_columns;
use super::connection::{SqlConnection, SqlRow};
use super::fault::Fault;
use super::value::{OptionalRow, SqlResult, params};
use super::{columns, tallies};
use crate::{BookInfo, StoreError};
use joseki_book::{Forest, NodeId, StoredNode};
use joseki_game::{Game, Step, Variant};

/// The columns of a book.
pub(crate) const COLUMNS: &str = "id, name, version, nodes, lines, created, changed";

/// The columns of a node, those that it has without data first.
pub(crate) const NODE_COLUMNS: &str = "id, book_id, parent_id, step, ends, mined, retired, \
    revision, verdict, advantage, sente, comment, conditions, names, tags, sources, marks, \
    properties, confidence";
/// Number of columns that a node without data has.
pub(crate) const BARE_COLUMNS: usize = 8;

/// The nodes of a book after one, parents first: a range of the primary key.
const LATER_NODES: &str = "WHERE id > ?1 AND id <= ?2 AND book_id = ?3 ORDER BY id LIMIT ?4";
/// Number of nodes that are read at a time: the client of a server holds them in memory.
const PAGE: usize = 20_000;

/// A book's row: its id and summary.
pub(crate) struct BookHead {
    pub(crate) id: i64,
    pub(crate) info: BookInfo,
}

impl BookHead {
    /// The id of the book's root.
    pub(crate) const fn root(&self) -> i64 {
        root_id(self.id)
    }
}

/// The id of the root of a book; the ids of its other nodes follow.
pub(crate) const fn root_id(book: i64) -> i64 {
    book << 32
}

/// The highest possible id of a book's node.
pub(crate) const fn last_id(book: i64) -> i64 {
    root_id(book) | 0xffff_ffff
}

/// Checks whether a node id belongs to a book.
pub(crate) const fn owns(book: i64, id: i64) -> bool {
    id >> 32 == book
}

/// Returns all books of known games, ordered by name.
pub(crate) fn all(conn: SqlConnection<'_>) -> Result<Vec<BookInfo>, Fault> {
    let heads = heads(conn)?.into_iter();
    Ok(heads.filter_map(|head| Some(head.ok()?.info)).collect())
}

/// Returns an error for each book whose game this program does not know, ordered by name.
pub(crate) fn unknown_variants(conn: SqlConnection<'_>) -> Result<Vec<StoreError>, Fault> {
    Ok(heads(conn)?.into_iter().filter_map(Result::err).collect())
}

/// Returns the query for the heads of books, in the order in which [`head`] reads them.
fn heads_sql(which: &str) -> String {
    format!(
        "SELECT {COLUMNS}, game, board_size
         FROM book LEFT JOIN book_game ON book_game.book_id = book.id {which}"
    )
}

/// Returns the query for nodes, in the order in which [`node`] reads them: without the book, which
/// their ids imply.
pub(crate) fn nodes_sql(which: &str) -> String {
    let (_, others) = split_columns(NODE_COLUMNS, 2);
    format!("SELECT id, {others} FROM node {which}")
}

fn heads(conn: SqlConnection<'_>) -> Result<Vec<Result<BookHead, StoreError>>, Fault> {
    let mut statement = conn.prepare(&heads_sql("ORDER BY name"))?;
    let rows = statement.query_map([], head)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Finds a book by name.
pub(crate) fn find(conn: SqlConnection<'_>, name: &str) -> Result<Option<BookHead>, Fault> {
    let mut statement = conn.prepare(&heads_sql("WHERE name = ?1"))?;
    Ok(statement.query_row([name], head).optional()?.transpose()?)
}

/// Returns the game of a book, which may be deleted, by its id; its name is for errors.
pub(crate) fn variant(conn: SqlConnection<'_>, book: i64, name: &str) -> Result<Variant, Fault> {
    let sql = "SELECT game, board_size FROM book_game WHERE book_id = ?1";
    let mut statement = conn.prepare(sql)?;
    let row = statement.query_row([book], |row| Ok((row.get(0)?, row.get(1)?)));
    match row.optional()? {
        None => Ok(Variant::GO),
        Some((game, board_size)) => Ok(known_variant(name.to_owned(), game, board_size)?),
    }
}

/// Stores the game of a new book.
pub(crate) fn set_variant(
    conn: SqlConnection<'_>,
    book: i64,
    variant: Variant,
) -> Result<(), Fault> {
    if !variant.is_default() {
        let sql = "INSERT INTO book_game (book_id, game, board_size) VALUES (?1, ?2, ?3)";
        let values = params![book, variant.game().to_string(), variant.board_size()];
        conn.prepare(sql)?.execute(values)?;
    }
    Ok(())
}

/// Returns the book of a name, or an error if it does not exist.
pub(crate) fn get(conn: SqlConnection<'_>, name: &str) -> Result<BookHead, Fault> {
    require(find(conn, name)?, name, None)
}

/// Unwraps the result of a look-up, and checks the version if one is expected.
pub(crate) fn require(
    found: Option<BookHead>,
    name: &str,
    expected: Option<u64>,
) -> Result<BookHead, Fault> {
    let Some(head) = found else {
        let what = format!("book \"{name}\"");
        return Err(StoreError::NotFound { what }.into());
    };
    match expected.filter(|expected| *expected != head.info.version) {
        None => Ok(head),
        Some(expected) => {
            Err(StoreError::Conflict { book: name.to_owned(), expected, found: head.info.version }
                .into())
        }
    }
}

/// Returns an error if the name of a new book is taken.
pub(crate) fn check_name_free(found: Option<&BookHead>, name: &str) -> Result<(), Fault> {
    found.map_or(Ok(()), |_| {
        let what = format!("book \"{name}\"");
        Err(StoreError::AlreadyExists { what }.into())
    })
}

/// Loads a whole book.
pub(crate) fn load(
    conn: SqlConnection<'_>,
    name: &str,
) -> Result<Option<(BookInfo, Forest)>, Fault> {
    let Some(head) = find(conn, name)? else {
        return Ok(None);
    };
    let mut forest = nodes(conn, &head)?;
    tallies::load_into(conn, head.id, &mut forest)?;
    Ok(Some((head.info, forest)))
}

/// Loads a book's nodes, without the tallies of its games.
pub(crate) fn nodes(conn: SqlConnection<'_>, head: &BookHead) -> Result<Forest, Fault> {
    let mut statement = conn.prepare(&nodes_sql(LATER_NODES))?;
    let mut loading = ForestLoader::new(head);
    loop {
        let (read, after) = (loading.ids.len(), loading.ids.last().copied());
        let after = after.unwrap_or(head.root() - 1);
        let mut rows = statement.query(params![after, last_id(head.id), head.id, PAGE])?;
        while let Some(row) = rows.next()? {
            loading.add(row)?;
        }
        if loading.ids.len() < read + PAGE {
            return Ok(loading.forest);
        }
    }
}

/// A forest being loaded from rows, parents before children.
struct ForestLoader {
    root: i64,
    forest: Forest,
    /// The stored ids by index in the forest, in ascending order.
    ids: Vec<i64>,
}

impl ForestLoader {
    fn new(head: &BookHead) -> ForestLoader {
        ForestLoader {
            root: head.root(),
            forest: Forest::for_variant(head.info.variant),
            ids: Vec::with_capacity(usize::try_from(head.info.nodes).unwrap_or(0).min(1 << 24) + 1),
        }
    }

    fn add(&mut self, row: SqlRow<'_>) -> Result<(), Fault> {
        let stored: i64 = row.get(0)?;
        let parent: Option<i64> = row.get(1)?;
        let id = match parent {
            None if stored == self.root => NodeId::ROOT,
            None => return Err(damage(stored, "it has no parent")),
            Some(parent) => self.add_move(stored, parent, row)?,
        };
        self.ids.push(stored);
        node(&mut self.forest, id, row)
    }

    fn add_move(&mut self, stored: i64, parent: i64, row: SqlRow<'_>) -> Result<NodeId, Fault> {
        let parent = self.place(parent).ok_or_else(|| damage(stored, "its parent is missing"))?;
        match self.forest.child_or_insert(parent, step(self.forest.variant(), row)?) {
            (id, true) => Ok(id),
            (_, false) => Err(damage(stored, "it is a duplicate")),
        }
    }

    /// Looks up a stored id. Ids are consecutive unless rows were lost, so the first guess mostly
    /// hits.
    fn place(&self, stored: i64) -> Option<NodeId> {
        let guess = usize::try_from(stored.checked_sub(self.root)?).ok()?;
        if self.ids.get(guess) == Some(&stored) {
            return Some(NodeId::from_index(guess));
        }
        self.ids.binary_search(&stored).ok().map(NodeId::from_index)
    }
}

/// Reads the step of a row of [`nodes_sql`].
pub(crate) fn step(variant: Variant, row: SqlRow<'_>) -> Result<Step, Fault> {
    let text = row.get_ref(2)?.as_str().unwrap_or_default();
    let step = variant.alphabet().parse_step(text);
    step.map_err(|error| match row.get(0) {
        Ok(stored) => damage(stored, &error.to_string()),
        Err(fault) => fault.into(),
    })
}

/// Reads the rest of a row of [`nodes_sql`] into a node.
pub(crate) fn node(forest: &mut Forest, id: NodeId, row: SqlRow<'_>) -> Result<(), Fault> {
    let stored: i64 = row.get(0)?;
    forest.set_stored(id, stored);
    if row.get(3)? {
        forest.set_end(id);
    }
    forest.set_mined(id, row.get(4)?);
    forest.set_retired(id, row.get(5)?);
    forest.set_revision(id, row.get(6)?);
    let data = columns::data(row, 7, forest.variant());
    if let Some(data) = data.map_err(|fault| at_node(stored, fault))? {
        *forest.data_mut(id) = data;
    }
    Ok(())
}

/// Reads a row of [`nodes_sql`] alone. `goes_on` says whether a node follows.
pub(crate) fn stored_node(
    row: SqlRow<'_>,
    variant: Variant,
    goes_on: bool,
) -> Result<StoredNode, Fault> {
    let stored: i64 = row.get(0)?;
    let parent: Option<i64> = row.get(1)?;
    // The lower half of an id.
    let number = |id: i64| id as u32;
    Ok(StoredNode {
        number: number(stored),
        parent: parent.map_or(0, number),
        step: parent.map_or(Ok(Step::TENUKI), |_| step(variant, row))?,
        ends: row.get(3)?,
        mined: row.get(4)?,
        retired: row.get(5)?,
        has_children: goes_on,
        tally: None,
        revision: row.get(6)?,
        data: columns::data(row, 7, variant).map_err(|fault| at_node(stored, fault))?,
    })
}

fn at_node(stored: i64, fault: Fault) -> Fault {
    match fault {
        Fault::Damage(detail) => damage(stored, &detail),
        other => other,
    }
}

pub(crate) fn damage(stored: i64, detail: &str) -> Fault {
    Fault::Damage(format!("node {stored}: {detail}"))
}

/// Reads a row of [`heads_sql`]; the inner error is for a game that this program does not know.
fn head(row: SqlRow<'_>) -> SqlResult<Result<BookHead, StoreError>> {
    let variant = match row.get::<Option<String>>(7)? {
        None => Variant::GO,
        Some(game) => match known_variant(row.get(1)?, game, row.get(8)?) {
            Ok(variant) => variant,
            Err(error) => return Ok(Err(error)),
        },
    };
    Ok(Ok(BookHead {
        id: row.get(0)?,
        info: BookInfo {
            name: row.get(1)?,
            version: row.get(2)?,
            nodes: row.get(3)?,
            lines: row.get(4)?,
            created: row.get(5)?,
            changed: row.get(6)?,
            variant,
        },
    }))
}

fn known_variant(
    book: String,
    game: String,
    board_size: Option<u8>,
) -> Result<Variant, StoreError> {
    let known = Game::parse(&game).ok().and_then(|game| Variant::new(game, board_size).ok());
    // A missing size is not the usual one, it is damage.
    let known = known.filter(|variant| variant.board_size() == board_size);
    known.ok_or(StoreError::UnknownVariant { book, game, board_size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn books_are_found_by_name_and_loaded_as_ranges_of_the_primary_key() {
        let nodes = ["SEARCH node USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"];
        assert_eq!(plan(&nodes_sql(LATER_NODES)), nodes);
        let head = [
            "SEARCH book USING INDEX book_name (name=?)",
            "SEARCH book_game USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
        ];
        assert_eq!(plan(&heads_sql("WHERE name = ?1")), head);
    }
}
