//! An edit of a book, written inside a transaction.

use rusqlite::{CachedStatement, Connection, ErrorCode, params};

use super::add_games;
use super::books::{self, Head};
use super::fault::Fault;
use super::rows::{NewNode, Parent, Rows, invalid};
use crate::book::NodeId;
use crate::store::{Applied, BookChange, BookInfo, GamesChange, StoreError};

/// A change without its forest.
pub(super) struct Edit {
    book: String,
    expected: u64,
    source: String,
    rows: Rows,
}

impl Edit {
    /// The rows of a change; refuses one that contradicts itself.
    pub(super) fn of(change: &BookChange<'_>) -> Result<Edit, StoreError> {
        if change.book.is_empty() {
            return Err(invalid("a book needs a name"));
        }
        if change.expected_version == 0 && !change.deleted.is_empty() {
            return Err(invalid("a new book has no nodes to delete"));
        }
        Ok(Edit {
            book: change.book.to_owned(),
            expected: change.expected_version,
            source: change.source.to_owned(),
            rows: Rows::of(change)?,
        })
    }

    /// Writes the rows, and the games if there are any, in the transaction that is open.
    pub(super) fn write(
        &self,
        conn: &Connection,
        games: Option<GamesChange>,
        now: i64,
    ) -> Result<Applied, Fault> {
        let (book, created) = self.open_book(conn, now)?;
        // First, so that a move may come again in the place of a deleted one.
        let fewer = self.delete(conn, &book)?;
        let ids = self.insert(conn, &book)?;
        self.update(conn, &book)?;
        let more = self.write_lines(conn, &book, &ids)?;
        games.map_or(Ok(()), |games| add_games::write(conn, &book, games))?;
        let info = self.close_book(conn, book.info, more - fewer, now)?;
        self.log(conn, &info, created)?;
        let nodes = self.rows.inserted.iter().map(|new| new.node);
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

    /// Deletes nodes with the lines that end at them; gives the number of those.
    fn delete(&self, conn: &Connection, book: &Head) -> Result<i64, Fault> {
        let mut line = conn.prepare_cached("DELETE FROM line WHERE node_id = ?1")?;
        let mut node = conn.prepare_cached("DELETE FROM node WHERE id = ?1 AND book_id = ?2")?;
        let mut lines = 0;
        for id in &self.rows.deleted {
            if *id == book.root() {
                return Err(invalid("the root cannot be deleted, it goes with the book").into());
            }
            if !books::owns(book.id, *id) {
                return Err(self.has_no_node(*id));
            }
            lines += line.execute([id])? as i64;
            match node.execute([*id, book.id]) {
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                    let detail = format!("node {id} cannot be deleted while a move follows it");
                    return Err(invalid(detail).into());
                }
                Ok(0) => return Err(self.has_no_node(*id)),
                deleted => deleted?,
            };
        }
        Ok(lines)
    }

    fn has_no_node(&self, id: i64) -> Fault {
        invalid(format!("book \"{}\" has no node {id}", self.book)).into()
    }

    /// Inserts the new nodes under ids that follow the last one.
    fn insert(&self, conn: &Connection, book: &Head) -> Result<Vec<i64>, Fault> {
        let sql = "SELECT max(id) FROM node WHERE id BETWEEN ?1 AND ?2";
        let last: i64 = conn
            .prepare_cached(sql)?
            .query_row([book.root(), books::last_id(book.id)], |row| row.get(0))?;
        let ids: Vec<i64> = (last + 1..).take(self.rows.inserted.len()).collect();
        let mut insert = Insert::prepare(conn)?;
        for (new, id) in self.rows.inserted.iter().zip(&ids) {
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
        let sql = "UPDATE node SET ends = ?3, mined = ?4, verdict = ?5, advantage = ?6,
                          sente = ?7, comment = ?8, conditions = ?9, names = ?10, tags = ?11,
                          sources = ?12, marks = ?13, properties = ?14
                   WHERE id = ?1 AND book_id = ?2";
        let mut update = conn.prepare_cached(sql)?;
        for old in &self.rows.updated {
            let (id, data) = (old.id.unwrap_or(book.root()), &old.columns);
            let rows = update.execute(params![
                id,
                book.id,
                old.ends,
                old.mined,
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
                return Err(self.has_no_node(id));
            }
        }
        Ok(())
    }

    /// Brings the flattened lines up to date; gives by how many there are more or fewer.
    fn write_lines(&self, conn: &Connection, book: &Head, ids: &[i64]) -> Result<i64, Fault> {
        let old = self
            .rows
            .updated
            .iter()
            .filter_map(|old| Some((old.id?, old)));
        let kept = old.clone().filter(|(_, old)| old.ends);
        let new = self.rows.inserted.iter().zip(ids);
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
        let nodes = self.rows.inserted.len() as i64 - self.rows.deleted.len() as i64;
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
        let sql = "INSERT INTO change (book, version, at, kind, source, inserted, updated,
                                       deleted)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let kind = if created { "create" } else { "edit" };
        conn.prepare_cached(sql)?.execute(params![
            self.book,
            info.version,
            info.changed,
            kind,
            self.source,
            self.rows.inserted.len(),
            self.rows.updated.len(),
            self.rows.deleted.len(),
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
        let bare = "INSERT INTO node (id, book_id, parent_id, step, ends, mined)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let full = "INSERT INTO node (id, book_id, parent_id, step, ends, mined, verdict,
                                      advantage, sente, comment, conditions, names, tags, sources,
                                      marks, properties)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,
                            ?16)";
        Ok(Insert {
            bare: conn.prepare_cached(bare)?,
            full: conn.prepare_cached(full)?,
        })
    }

    fn node(&mut self, book: i64, id: i64, parent: i64, new: &NewNode) -> Result<(), Fault> {
        let (step, ends) = (new.step.to_string(), new.line.is_some());
        match &new.columns {
            None => self
                .bare
                .execute(params![id, book, parent, step, ends, new.mined])?,
            Some(data) => self.full.execute(params![
                id,
                book,
                parent,
                step,
                ends,
                new.mined,
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
