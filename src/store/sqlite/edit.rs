//! An edit of a book, as rows that can go to the writing thread.

use std::collections::HashMap;

use rusqlite::{CachedStatement, Connection, params};

use super::books::{self, Head};
use super::columns::Columns;
use super::fault::Fault;
use crate::book::{Forest, NodeId};
use crate::game::Step;
use crate::store::{Applied, BookChange, BookInfo, StoreError};

/// A change without its forest.
pub(super) struct Edit {
    book: String,
    expected: u64,
    source: String,
    inserted: Vec<NewNode>,
    updated: Vec<OldNode>,
}

/// A node to insert.
struct NewNode {
    node: NodeId,
    parent: Parent,
    step: Step,
    /// The flattened line, if one ends here.
    line: Option<String>,
    columns: Option<Columns>,
}

enum Parent {
    Root,
    /// It is in the store under this id.
    Stored(i64),
    /// It is the so-manieth of the inserted.
    Inserted(usize),
}

/// A node to update.
struct OldNode {
    /// The stored id; `None` for the root.
    id: Option<i64>,
    ends: bool,
    line: String,
    columns: Columns,
}

impl Edit {
    /// The rows of a change; refuses one that contradicts itself.
    pub(super) fn of(change: &BookChange<'_>) -> Result<Edit, StoreError> {
        if change.book.is_empty() {
            return Err(invalid("a book needs a name"));
        }
        let nodes = change.inserted.iter().chain(&change.updated);
        if let Some(node) = nodes
            .into_iter()
            .find(|node| node.index() > change.forest.len())
        {
            return Err(invalid(format!("there is no node {}", node.index())));
        }
        let order = parents_first(change.forest, &change.inserted)?;
        let places: HashMap<NodeId, usize> = order
            .iter()
            .enumerate()
            .map(|(place, id)| (*id, place))
            .collect();
        let inserted = order.iter().map(|id| new_node(change.forest, *id, &places));
        let mut updated: Vec<NodeId> = change.updated.clone();
        updated.retain(|id| !places.contains_key(id));
        updated.sort_unstable();
        updated.dedup();
        let updated = updated.into_iter().map(|id| old_node(change, id));
        Ok(Edit {
            book: change.book.to_owned(),
            expected: change.expected_version,
            source: change.source.to_owned(),
            inserted: inserted.collect::<Result<_, _>>()?,
            updated: updated.collect::<Result<_, _>>()?,
        })
    }

    /// Writes the rows, in the transaction that is open.
    pub(super) fn write(&self, conn: &Connection, now: i64) -> Result<Applied, Fault> {
        let (book, created) = self.open_book(conn, now)?;
        let ids = self.insert(conn, &book)?;
        self.update(conn, &book)?;
        let lines = self.write_lines(conn, &book, &ids)?;
        let info = self.close_book(conn, book.info, lines, now)?;
        self.log(conn, &info, created)?;
        let nodes = self.inserted.iter().map(|new| new.node);
        let root = created.then_some((NodeId::ROOT, books::root_id(book.id)));
        Ok(Applied {
            info,
            ids: root.into_iter().chain(nodes.zip(ids)).collect(),
        })
    }

    /// The book at the expected version; true if it was created.
    fn open_book(&self, conn: &Connection, now: i64) -> Result<(Head, bool), Fault> {
        let what = || format!("book \"{}\"", self.book);
        match (books::find(conn, &self.book)?, self.expected) {
            (None, 0) => Ok((self.create_book(conn, now)?, true)),
            (None, _) => Err(StoreError::NotFound { what: what() }.into()),
            (Some(_), 0) => Err(StoreError::AlreadyExists { what: what() }.into()),
            (Some(head), expected) if head.info.version == expected => Ok((head, false)),
            (Some(head), expected) => Err(StoreError::Conflict {
                book: self.book.clone(),
                expected,
                found: head.info.version,
            }
            .into()),
        }
    }

    /// A book of a name that was there before goes on from its last version.
    fn create_book(&self, conn: &Connection, now: i64) -> Result<Head, Fault> {
        let sql = "INSERT INTO book (name, version, nodes, lines, created, changed)
                   VALUES (?1, (SELECT coalesce(max(version), 0) + 1 FROM change WHERE book = ?1),
                           0, 0, ?2, ?2)";
        conn.prepare_cached(sql)?.execute(params![self.book, now])?;
        let head = books::get(conn, &self.book)?;
        let sql =
            "INSERT INTO node (id, book_id, parent_id, step, ends) VALUES (?1, ?2, NULL, '', 0)";
        conn.prepare_cached(sql)?.execute([head.root(), head.id])?;
        Ok(head)
    }

    /// Inserts the new nodes under ids that follow the last one.
    fn insert(&self, conn: &Connection, book: &Head) -> Result<Vec<i64>, Fault> {
        let sql = "SELECT max(id) FROM node WHERE id BETWEEN ?1 AND ?2";
        let last: i64 = conn
            .prepare_cached(sql)?
            .query_row([book.root(), books::last_id(book.id)], |row| row.get(0))?;
        let ids: Vec<i64> = (last + 1..).take(self.inserted.len()).collect();
        let mut insert = Insert::prepare(conn)?;
        for (new, id) in self.inserted.iter().zip(&ids) {
            let parent = match new.parent {
                Parent::Root => book.root(),
                Parent::Stored(id) => id,
                Parent::Inserted(place) => ids[place],
            };
            insert.node(book.id, *id, parent, new)?;
        }
        Ok(ids)
    }

    fn update(&self, conn: &Connection, book: &Head) -> Result<(), Fault> {
        let sql = "UPDATE node SET ends = ?3, verdict = ?4, advantage = ?5, sente = ?6,
                          comment = ?7, conditions = ?8, names = ?9, tags = ?10, sources = ?11,
                          marks = ?12, properties = ?13
                   WHERE id = ?1 AND book_id = ?2";
        let mut update = conn.prepare_cached(sql)?;
        for old in &self.updated {
            let (id, data) = (old.id.unwrap_or(book.root()), &old.columns);
            let rows = update.execute(params![
                id,
                book.id,
                old.ends,
                data.verdict,
                data.advantage,
                data.sente,
                data.comment,
                data.conditions,
                data.names,
                data.tags,
                data.sources,
                data.marks,
                data.properties,
            ])?;
            if rows != 1 {
                return Err(invalid(format!("book \"{}\" has no node {id}", self.book)).into());
            }
        }
        Ok(())
    }

    /// Brings the flattened lines up to date; gives by how many there are more or fewer.
    fn write_lines(&self, conn: &Connection, book: &Head, ids: &[i64]) -> Result<i64, Fault> {
        let old = self.updated.iter().filter_map(|old| Some((old.id?, old)));
        let kept = old.clone().filter(|(_, old)| old.ends);
        let new = self.inserted.iter().zip(ids);
        let mut lines: Vec<(&str, i64)> = new
            .filter_map(|(new, id)| Some((new.line.as_deref()?, *id)))
            .chain(kept.map(|(id, old)| (old.line.as_str(), id)))
            .collect();
        // In the order of the table, which then grows at one place at a time.
        lines.sort_unstable();
        let mut change = 0;
        let sql = "INSERT INTO line (book_id, line, node_id) VALUES (?1, ?2, ?3)
                   ON CONFLICT (book_id, line) DO NOTHING";
        let mut insert = conn.prepare_cached(sql)?;
        for (line, id) in lines {
            change += insert.execute(params![book.id, line, id])? as i64;
        }
        let mut delete =
            conn.prepare_cached("DELETE FROM line WHERE book_id = ?1 AND line = ?2")?;
        for (_, old) in old.filter(|(_, old)| !old.ends) {
            change -= delete.execute(params![book.id, old.line])? as i64;
        }
        Ok(change)
    }

    /// Raises the version, unless the book was created at it, and notes the counts.
    fn close_book(
        &self,
        conn: &Connection,
        before: BookInfo,
        lines: i64,
        now: i64,
    ) -> Result<BookInfo, Fault> {
        let sql = "UPDATE book SET version = version + ?2, nodes = nodes + ?3, lines = lines + ?4,
                          changed = ?5
                   WHERE name = ?1 RETURNING version, nodes, lines, changed";
        let raise = i64::from(self.expected > 0);
        let nodes = self.inserted.len();
        let mut statement = conn.prepare_cached(sql)?;
        let values = params![self.book, raise, nodes, lines, now];
        Ok(statement.query_row(values, |row| {
            Ok(BookInfo {
                version: row.get(0)?,
                nodes: row.get(1)?,
                lines: row.get(2)?,
                changed: row.get(3)?,
                ..before
            })
        })?)
    }

    fn log(&self, conn: &Connection, info: &BookInfo, created: bool) -> Result<(), Fault> {
        let sql = "INSERT INTO change (book, version, at, kind, source, inserted, updated)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let kind = if created { "create" } else { "edit" };
        let (inserted, updated) = (self.inserted.len(), self.updated.len());
        conn.prepare_cached(sql)?.execute(params![
            self.book,
            info.version,
            info.changed,
            kind,
            self.source,
            inserted,
            updated
        ])?;
        Ok(())
    }
}

/// The statements that insert a node with data and one without.
struct Insert<'c> {
    bare: CachedStatement<'c>,
    full: CachedStatement<'c>,
}

impl<'c> Insert<'c> {
    fn prepare(conn: &'c Connection) -> Result<Insert<'c>, Fault> {
        let bare = "INSERT INTO node (id, book_id, parent_id, step, ends)
                    VALUES (?1, ?2, ?3, ?4, ?5)";
        let full = "INSERT INTO node (id, book_id, parent_id, step, ends, verdict, advantage,
                                      sente, comment, conditions, names, tags, sources, marks,
                                      properties)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
        Ok(Insert {
            bare: conn.prepare_cached(bare)?,
            full: conn.prepare_cached(full)?,
        })
    }

    fn node(&mut self, book: i64, id: i64, parent: i64, new: &NewNode) -> Result<(), Fault> {
        let (step, ends) = (new.step.to_string(), new.line.is_some());
        match &new.columns {
            None => self.bare.execute(params![id, book, parent, step, ends])?,
            Some(data) => self.full.execute(params![
                id,
                book,
                parent,
                step,
                ends,
                data.verdict,
                data.advantage,
                data.sente,
                data.comment,
                data.conditions,
                data.names,
                data.tags,
                data.sources,
                data.marks,
                data.properties,
            ])?,
        };
        Ok(())
    }
}

/// The nodes level by level: parents before children, and siblings together, so that both the table
/// and the index over parents grow at their ends.
fn parents_first(forest: &Forest, nodes: &[NodeId]) -> Result<Vec<NodeId>, StoreError> {
    let mut sorted = nodes.to_vec();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(invalid(format!(
            "node {} is inserted twice",
            twice[0].index()
        )));
    }
    if sorted.first() == Some(&NodeId::ROOT) {
        return Err(invalid(
            "the root cannot be inserted, it comes with the book",
        ));
    }
    let among = |id: NodeId| sorted.binary_search(&id).is_ok();
    let mut order: Vec<NodeId> = Vec::with_capacity(sorted.len());
    order.extend(sorted.iter().filter(|id| !among(forest.node(**id).parent)));
    order.sort_by_key(|id| (forest.node(*id).parent, forest.node(*id).step));
    let mut next = 0;
    while let Some(id) = order.get(next).copied() {
        let children = forest.node(id).children().iter().copied();
        order.extend(children.filter(|child| among(*child)));
        next += 1;
    }
    Ok(order)
}

fn new_node(
    forest: &Forest,
    id: NodeId,
    places: &HashMap<NodeId, usize>,
) -> Result<NewNode, StoreError> {
    let node = forest.node(id);
    let parent = match (node.parent, places.get(&node.parent)) {
        (NodeId::ROOT, _) => Parent::Root,
        (_, Some(place)) => Parent::Inserted(*place),
        (parent, None) => Parent::Stored(stored_id(forest, parent)?),
    };
    Ok(NewNode {
        node: id,
        parent,
        step: node.step,
        line: node.ends.then(|| forest.line(id).to_string()),
        columns: Columns::of(node.data())?,
    })
}

fn old_node(change: &BookChange<'_>, id: NodeId) -> Result<OldNode, StoreError> {
    let forest = change.forest;
    let node = forest.node(id);
    let root = id == NodeId::ROOT;
    if change.expected_version == 0 && !root {
        let detail = format!(
            "node {} of a new book is updated but not inserted",
            id.index()
        );
        return Err(invalid(detail));
    }
    Ok(OldNode {
        id: if root {
            None
        } else {
            Some(stored_id(forest, id)?)
        },
        ends: node.ends,
        line: forest.line(id).to_string(),
        columns: Columns::of(node.data())?.unwrap_or_default(),
    })
}

fn stored_id(forest: &Forest, id: NodeId) -> Result<i64, StoreError> {
    forest.node(id).stored.ok_or_else(|| {
        let line = forest.line(id);
        invalid(format!("node {line} is neither in the store nor inserted"))
    })
}

fn invalid(detail: impl Into<String>) -> StoreError {
    StoreError::Invalid {
        detail: detail.into(),
    }
}
