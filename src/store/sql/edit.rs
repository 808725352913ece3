//! Writes an edit of a book inside a transaction.

use super::add_games;
use super::books::{self, BookHead};
use super::columns::Columns;
use super::connection::{SqlConnection, SqlStatement};
use super::fault::Fault;
use super::log::{self, Contents};
use super::rows::{ChangeRows, InsertedNode, NodeLocation, invalid};
use super::value::params;
use crate::book::NodeId;
use crate::game::Variant;
use crate::store::{
    AppliedChange, BookChange, BookInfo, ChangeNote, GamesChange, StoreError, variant_text,
};

/// A change without its forest, ready to be written.
pub(super) struct StoreEdit {
    book: String,
    expected: u64,
    /// For a restored book: its former id and time of creation.
    again: Option<(i64, i64)>,
    variant: Variant,
    note: ChangeNote,
    contents: Contents,
    rows: ChangeRows,
}

impl StoreEdit {
    /// Computes the rows of a change; returns an error if it contradicts itself.
    pub(super) fn new(change: &BookChange<'_>) -> Result<StoreEdit, StoreError> {
        if change.book.is_empty() {
            return Err(invalid("a book needs a name"));
        }
        if change.expected_version == 0 && !change.deleted.is_empty() {
            return Err(invalid("a new book has no nodes to delete"));
        }
        Ok(StoreEdit {
            book: change.book.to_owned(),
            expected: change.expected_version,
            again: None,
            variant: change.forest.variant(),
            note: change.note.clone(),
            rows: ChangeRows::new(change)?,
            contents: Contents::encode(&change.delta),
        })
    }

    /// Turns the change into the restoration of a deleted book with its former id and time of
    /// creation.
    pub(super) fn restoring(self, book: i64, created: i64) -> StoreEdit {
        let again = Some((book, created));
        StoreEdit { again, ..self }
    }

    /// Writes the rows, and the games if there are any, in the open transaction.
    pub(super) fn write(
        &self,
        conn: SqlConnection<'_>,
        games: Option<GamesChange>,
        now: i64,
    ) -> Result<AppliedChange, Fault> {
        let (book, created) = self.open_book(conn, now)?;
        self.check_variant(&book.info)?;
        let version = book.info.version + u64::from(!created);
        // Deletions come first, so that a move may be inserted in place of a deleted one.
        self.delete_lines(conn, &book)?;
        self.delete(conn, &book)?;
        let ids = self.insert(conn, &book, version)?;
        self.update(conn, &book, version)?;
        self.insert_lines(conn, &book, &ids)?;
        games.map_or(Ok(()), |games| add_games::write(conn, &book, games))?;
        let id = book.id;
        let info = self.close_book(conn, book.info, version, now)?;
        let head = BookHead { id, info };
        let change = log::append(conn, &head, &self.note, &self.contents)?;
        let nodes = self.rows.inserted.iter().map(|new| new.node);
        let root = created.then_some((NodeId::ROOT, head.root()));
        Ok(AppliedChange {
            info: head.info,
            ids: root.into_iter().chain(nodes.zip(ids)).collect(),
            change,
        })
    }

    /// Returns the book at the expected version, and true if it was created.
    fn open_book(&self, conn: SqlConnection<'_>, now: i64) -> Result<(BookHead, bool), Fault> {
        let found = books::find(conn, &self.book)?;
        if self.expected > 0 {
            return books::require(found, &self.book, Some(self.expected))
                .map(|head| (head, false));
        }
        books::check_name_free(found.as_ref(), &self.book)?;
        Ok((self.create_book(conn, now)?, true))
    }

    /// Checks that the change is about the game of the book.
    fn check_variant(&self, book: &BookInfo) -> Result<(), StoreError> {
        match book.variant == self.variant {
            true => Ok(()),
            false => Err(invalid(format!(
                "book \"{}\" is about {}, but the change is about {}",
                self.book,
                variant_text(book.variant),
                variant_text(self.variant)
            ))),
        }
    }

    /// Creates the book. If its name was used before, its versions continue from the last one.
    fn create_book(&self, conn: SqlConnection<'_>, now: i64) -> Result<BookHead, Fault> {
        let (id, created) = match self.again {
            None => (conn.new_id("book")?, now),
            Some((id, created)) => (Some(id), created),
        };
        let version = log::next_version(conn, &self.book, id)?;
        let sql = "INSERT INTO book (id, name, version, nodes, lines, created, changed)
                   VALUES (?1, ?2, ?3, 0, 0, ?4, ?5) RETURNING id";
        let values = params![id, self.book, version, created, now];
        let id = conn.query_row(sql, values, |row| row.get(0))?;
        if self.again.is_none() {
            books::set_variant(conn, id, self.variant)?;
        }
        let head = books::get(conn, &self.book)?;
        let sql = "INSERT INTO node (id, book_id, parent_id, step, ends, revision)
                   VALUES (?1, ?2, NULL, '', 0, ?3)";
        conn.prepare(sql)?.execute(params![head.root(), head.id, version])?;
        Ok(head)
    }

    /// Deletes nodes at which no line ends any more.
    fn delete(&self, conn: SqlConnection<'_>, book: &BookHead) -> Result<(), Fault> {
        let used = "SELECT EXISTS (SELECT 1 FROM node WHERE parent_id = ?1)
                        OR EXISTS (SELECT 1 FROM line WHERE node_id = ?1)";
        let mut used = conn.prepare(used)?;
        let mut node = conn.prepare("DELETE FROM node WHERE id = ?1 AND book_id = ?2")?;
        for id in &self.rows.deleted {
            if *id == book.root() {
                return Err(invalid("the root can only be deleted with its book").into());
            }
            if !books::owns(book.id, *id) {
                return Err(self.has_no_node(*id));
            }
            if used.query_row([*id], |row| row.get(0))? {
                let detail = format!(
                    "node {id} cannot be deleted while a move follows it or a flattened line ends at it"
                );
                return Err(invalid(detail).into());
            }
            if node.execute([*id, book.id])? == 0 {
                return Err(self.has_no_node(*id));
            }
        }
        Ok(())
    }

    fn has_no_node(&self, id: i64) -> Fault {
        invalid(format!("book \"{}\" has no node {id}", self.book)).into()
    }

    /// Inserts the new nodes under the ids after the highest one.
    fn insert(
        &self,
        conn: SqlConnection<'_>,
        book: &BookHead,
        version: u64,
    ) -> Result<Vec<i64>, Fault> {
        if self.rows.inserted.is_empty() {
            return Ok(Vec::new());
        }
        let sql = "SELECT max(id) FROM node WHERE id BETWEEN ?1 AND ?2";
        let last: i64 = conn
            .prepare(sql)?
            .query_row([book.root(), books::last_id(book.id)], |row| row.get(0))?;
        let ids: Vec<i64> = (last + 1..).take(self.rows.inserted.len()).collect();
        let nodes = self.rows.inserted.iter().zip(&ids);
        let nodes = nodes.map(|(new, id)| (*id, id_at(&new.parent, book, &ids), new));
        if let Some(mut copy) = conn.copy("node", &NODE_COLUMNS, ids.len()) {
            let nothing = Columns::default();
            for (id, parent, new) in nodes {
                let data = new.columns.as_ref().unwrap_or(&nothing);
                copy.row(node_values!(id, book.id, parent, version, new, data))?;
            }
            copy.finish()?;
            return Ok(ids);
        }
        let mut insert = NodeInsert::prepare(conn, book.id, version)?;
        for (id, parent, new) in nodes {
            insert.node(id, parent, new)?;
        }
        Ok(ids)
    }

    fn update(&self, conn: SqlConnection<'_>, book: &BookHead, version: u64) -> Result<(), Fault> {
        let sql =
            "UPDATE node SET ends = ?3, mined = ?4, retired = ?5, revision = ?6, verdict = ?7,
                          advantage = ?8, sente = ?9, comment = ?10, conditions = ?11, names = ?12,
                          tags = ?13, sources = ?14, marks = ?15, properties = ?16,
                          confidence = ?17
                   WHERE id = ?1 AND book_id = ?2";
        let mut update = conn.prepare(sql)?;
        for old in &self.rows.updated {
            let (id, data) = (old.id.unwrap_or(book.root()), &old.columns);
            let rows = update.execute(params![
                id,
                book.id,
                old.ends,
                old.mined,
                old.retired,
                version,
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
                data.confidence,
            ])?;
            if rows != 1 {
                return Err(self.has_no_node(id));
            }
        }
        Ok(())
    }

    fn delete_lines(&self, conn: SqlConnection<'_>, book: &BookHead) -> Result<(), Fault> {
        let sql = "DELETE FROM line WHERE book_id = ?1 AND line = ?2";
        let mut delete = conn.prepare(sql)?;
        for line in &self.rows.lines_gone {
            if delete.execute(params![book.id, line])? != 1 {
                return Err(self.differs(line, "is missing"));
            }
        }
        Ok(())
    }

    fn insert_lines(
        &self,
        conn: SqlConnection<'_>,
        book: &BookHead,
        ids: &[i64],
    ) -> Result<(), Fault> {
        let sql = "INSERT INTO line (book_id, line, node_id) VALUES (?1, ?2, ?3)
                   ON CONFLICT DO NOTHING";
        let mut insert = conn.prepare(sql)?;
        let mut copy = conn.copy("line", &["book_id", "line", "node_id"], self.rows.lines.len());
        for (line, place) in &self.rows.lines {
            let id = id_at(place, book, ids);
            if !books::owns(book.id, id) {
                return Err(self.has_no_node(id));
            }
            if let Some(copy) = &mut copy {
                copy.row(params![book.id, line, id])?;
                continue;
            }
            if insert.execute(params![book.id, line, id])? != 1 {
                return Err(self.differs(line, "already exists"));
            }
        }
        if let Some(copy) = copy {
            copy.finish()?;
        }
        Ok(())
    }

    fn differs(&self, line: &str, how: &str) -> Fault {
        let book = &self.book;
        invalid(format!(
            "the flattened line {line} of book \"{book}\" {how}; if this is unexpected, run `joseki doctor --mend`"
        ))
        .into()
    }

    /// Updates the book's version and counts.
    fn close_book(
        &self,
        conn: SqlConnection<'_>,
        before: BookInfo,
        version: u64,
        now: i64,
    ) -> Result<BookInfo, Fault> {
        let sql =
            "UPDATE book SET version = ?2, nodes = nodes + ?3, lines = lines + ?4, changed = ?5
                   WHERE name = ?1 RETURNING nodes, lines";
        let more = |come: usize, gone: usize| come as i64 - gone as i64;
        let nodes = more(self.rows.inserted.len(), self.rows.deleted.len());
        let lines = more(self.rows.lines.len(), self.rows.lines_gone.len());
        let mut statement = conn.prepare(sql)?;
        let values = params![self.book, version, nodes, lines, now];
        Ok(statement.query_row(values, |row| {
            Ok(BookInfo { version, nodes: row.get(0)?, lines: row.get(1)?, changed: now, ..before })
        })?)
    }
}

fn id_at(place: &NodeLocation, book: &BookHead, inserted: &[i64]) -> i64 {
    match place {
        NodeLocation::Root => book.root(),
        NodeLocation::Stored(id) => *id,
        NodeLocation::Inserted(place) => inserted[*place],
    }
}

/// The columns of a node.
pub(super) const NODE_COLUMNS: [&str; 19] = [
    "id",
    "book_id",
    "parent_id",
    "step",
    "ends",
    "mined",
    "retired",
    "revision",
    "verdict",
    "advantage",
    "sente",
    "comment",
    "conditions",
    "names",
    "tags",
    "sources",
    "marks",
    "properties",
    "confidence",
];

/// The values of [`NODE_COLUMNS`].
macro_rules! node_values {
    ($id:expr, $book:expr, $parent:expr, $version:expr, $new:expr, $data:expr) => {
        params![
            $id,
            $book,
            $parent,
            $new.step.to_string(),
            $new.ends,
            $new.mined,
            $new.retired,
            $version,
            $data.verdict,
            $data.advantage,
            $data.sente,
            $data.comment,
            $data.conditions,
            $data.names,
            $data.tags,
            $data.sources,
            $data.marks,
            $data.properties,
            $data.confidence,
        ]
    };
}
use node_values;

/// The prepared statements that insert a node with and without data.
struct NodeInsert<'c> {
    bare: SqlStatement<'c>,
    full: SqlStatement<'c>,
    book: i64,
    version: u64,
}

impl<'c> NodeInsert<'c> {
    fn prepare(conn: SqlConnection<'c>, book: i64, version: u64) -> Result<NodeInsert<'c>, Fault> {
        let bare = "INSERT INTO node (id, book_id, parent_id, step, ends, mined, retired, revision)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let full = format!(
            "INSERT INTO node ({}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
                                           ?14, ?15, ?16, ?17, ?18, ?19)",
            NODE_COLUMNS.join(", ")
        );
        Ok(NodeInsert { bare: conn.prepare(bare)?, full: conn.prepare(&full)?, book, version })
    }

    fn node(&mut self, id: i64, parent: i64, new: &InsertedNode) -> Result<(), Fault> {
        let step = new.step.to_string();
        let (book, version) = (self.book, self.version);
        match &new.columns {
            None => self.bare.execute(params![
                id,
                book,
                parent,
                step,
                new.ends,
                new.mined,
                new.retired,
                version,
            ])?,
            Some(data) => self.full.execute(node_values!(id, book, parent, version, new, data))?,
        };
        Ok(())
    }
}
