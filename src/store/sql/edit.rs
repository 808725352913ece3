//! Writes an edit of a book inside a transaction.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use std::{io, thread};

use super::add_games;
use super::books::{self, BARE_COLUMNS, BookHead, NODE_COLUMNS};
use super::column_list::{insert_sql, split_columns};
use super::columns::Columns;
use super::connection::{RowInsert, SqlConnection};
use super::fault::Fault;
use super::lines::LINE_COLUMNS;
use super::log::{self, Contents};
use super::node_tallies::{self, EncodedTallies};
use super::positions::{self, PositionRow};
use super::postgres::DroppedIndexes;
use super::rows::{ChangeRows, NodeLocation, invalid};
use super::single_use::SingleUse;
use super::value::params;
use crate::{
    AppliedChange, BookChange, BookInfo, ChangeNote, GamesChange, StoreError, variant_text,
};
use joseki_book::{Forest, NodeId};
use joseki_game::Variant;

/// Number of rows from which the secondary indexes of the tables of an empty store are made
/// afterwards.
pub(super) const BULK: usize = 10_000;

/// How long a transaction is silent at most while it waits for the rows of a change.
const KEPT_ALIVE: Duration = Duration::from_secs(5);

/// Whether a move follows a node, or a flattened line ends at it.
const USED: &str = "SELECT EXISTS (SELECT 1 FROM node WHERE parent_id = ?1 AND book_id = ?2)
                        OR EXISTS (SELECT 1 FROM line WHERE node_id = ?1 AND book_id = ?2)";

/// The book of a change.
pub(super) struct EditTarget {
    book: String,
    expected: u64,
    /// For a restored book: its former id and time of creation.
    again: Option<(i64, i64)>,
    variant: Variant,
}

/// A change without its forest, ready to be written.
pub(super) struct StoreEdit {
    target: EditTarget,
    note: ChangeNote,
    contents: Contents,
    rows: ChangeRows,
    /// The counts of nodes, if the change has games and its forest has them.
    tallies: Option<EncodedTallies>,
}

/// A change with games. Its rows are computed on another thread while the games are written.
pub(super) struct GamesEdit {
    target: EditTarget,
    games: SingleUse<GamesChange>,
    edit: Receiver<Result<StoreEdit, StoreError>>,
}

impl EditTarget {
    /// A book that is to be created.
    pub(super) fn for_new_book(name: &str, variant: Variant) -> Result<EditTarget, StoreError> {
        if name.is_empty() {
            return Err(invalid("a book needs a name"));
        }
        Ok(EditTarget { book: name.to_owned(), expected: 0, again: None, variant })
    }

    fn new(change: &BookChange<'_>) -> Result<EditTarget, StoreError> {
        let target = EditTarget::for_new_book(change.book, change.forest.variant())?;
        if change.expected_version == 0 && !change.deleted.is_empty() {
            return Err(invalid("a new book has no nodes to delete"));
        }
        Ok(EditTarget { expected: change.expected_version, ..target })
    }

    /// Returns the book at the expected version, and true if it was created.
    pub(super) fn open(
        &self,
        conn: SqlConnection<'_>,
        now: i64,
    ) -> Result<(BookHead, bool), Fault> {
        conn.plan_look_ups()?;
        let opened = self.find_or_create(conn, now)?;
        self.check_variant(&opened.0.info)?;
        Ok(opened)
    }

    fn find_or_create(&self, conn: SqlConnection<'_>, now: i64) -> Result<(BookHead, bool), Fault> {
        let found = books::find(conn, &self.book)?;
        if self.expected > 0 {
            return books::require(found, &self.book, Some(self.expected))
                .map(|head| (head, false));
        }
        books::check_name_free(found.as_ref(), &self.book)?;
        Ok((self.create(conn, now)?, true))
    }

    /// Checks that the change is about the game of the book.
    fn check_variant(&self, book: &BookInfo) -> Result<(), StoreError> {
        if book.variant == self.variant {
            Ok(())
        } else {
            Err(invalid(format!(
                "book \"{}\" is about {}, but the change is about {}",
                self.book,
                variant_text(book.variant),
                variant_text(self.variant)
            )))
        }
    }

    /// Creates the book. If its name was used before, its versions continue from the last one.
    fn create(&self, conn: SqlConnection<'_>, now: i64) -> Result<BookHead, Fault> {
        let (id, created) = match self.again {
            None => (conn.new_id("book")?, now),
            Some((id, created)) => (Some(id), created),
        };
        let version = log::next_version(conn, &self.book, id)?;
        let sql = format!(
            "INSERT INTO book ({}) VALUES (?1, ?2, ?3, 0, 0, ?4, ?5) RETURNING id",
            books::COLUMNS
        );
        let values = params![id, self.book, version, created, now];
        let id = conn.insert(&sql, values)?;
        if self.again.is_none() {
            books::set_variant(conn, id, self.variant)?;
        }
        let head = books::get(conn, &self.book)?;
        let sql = "INSERT INTO node (id, book_id, parent_id, step, ends, revision)
                   VALUES (?1, ?2, NULL, '', 0, ?3)";
        conn.prepare(sql)?.send(params![head.root(), head.id, version])?;
        Ok(head)
    }
}

impl GamesEdit {
    /// Calls `write` with a change and its games, and computes the rows of the change meanwhile.
    pub(super) fn prepare<T>(
        change: &BookChange<'_>,
        games: GamesChange,
        write: impl FnOnce(GamesEdit) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (sender, edit) = channel();
        let edit =
            GamesEdit { target: EditTarget::new(change)?, games: SingleUse::new(games), edit };
        let rows = || StoreEdit::new(change).map(|edit| edit.with_tallies(change.forest));
        thread::scope(|scope| {
            let to_edit = sender.clone();
            let compute = move || drop(to_edit.send(rows()));
            let computing = thread::Builder::new().name("change-rows".to_owned());
            match computing.spawn_scoped(scope, compute) {
                Ok(computing) => {
                    // Without other senders, the edit learns of a panic.
                    drop(sender);
                    let written = write(edit);
                    drop(computing.join());
                    written
                }
                Err(_) => {
                    drop(sender.send(rows()));
                    write(edit)
                }
            }
        })
    }

    /// Writes games and rows in the open transaction.
    pub(super) fn write(
        &mut self,
        conn: SqlConnection<'_>,
        now: i64,
    ) -> Result<AppliedChange, Fault> {
        let opened = self.target.open(conn, now)?;
        add_games::write(conn, &opened.0, self.games.take()?)?;
        let edit = loop {
            match self.edit.recv_timeout(KEPT_ALIVE) {
                Ok(edit) => break edit?,
                // A server ends the transactions of connections that are silent for a minute.
                Err(RecvTimeoutError::Timeout) => {
                    conn.query_row("SELECT 1", [], |row| row.get::<i64>(0))?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let panicked = "the thread that computes rows panicked";
                    return Err(io::Error::other(panicked).into());
                }
            }
        };
        edit.write_rows(conn, opened, now, |book, ids| edit.insert_tallies(conn, book, ids))
    }
}

impl StoreEdit {
    /// Computes the rows of a change; returns an error if it contradicts itself.
    pub(super) fn new(change: &BookChange<'_>) -> Result<StoreEdit, StoreError> {
        Ok(StoreEdit {
            target: EditTarget::new(change)?,
            note: change.note.clone(),
            rows: ChangeRows::new(change)?,
            tallies: None,
            contents: Contents::encode(&change.delta),
        })
    }

    /// Takes the counts of nodes from the forest of a change that is written with its games.
    fn with_tallies(self, forest: &Forest) -> StoreEdit {
        StoreEdit { tallies: EncodedTallies::of(forest, &self.rows.inserted), ..self }
    }

    /// Turns the change into the restoration of a deleted book with its former id and time of
    /// creation.
    pub(super) fn restoring(mut self, book: i64, created: i64) -> StoreEdit {
        self.target.again = Some((book, created));
        self
    }

    /// Writes the rows in the open transaction.
    pub(super) fn write(&self, conn: SqlConnection<'_>, now: i64) -> Result<AppliedChange, Fault> {
        let opened = self.target.open(conn, now)?;
        self.write_rows(conn, opened, now, |book, ids| {
            node_tallies::add(conn, book, &self.rows.inserted, ids)
        })
    }

    /// Writes the rows to an open book, and the counts of its nodes by `write_tallies`.
    fn write_rows(
        &self,
        conn: SqlConnection<'_>,
        (book, created): (BookHead, bool),
        now: i64,
        write_tallies: impl FnOnce(&BookHead, &[i64]) -> Result<(), Fault>,
    ) -> Result<AppliedChange, Fault> {
        let version = book.info.version + u64::from(!created);
        // Deletions come first, so that a move may be inserted in place of a deleted one.
        self.delete_lines(conn, &book)?;
        self.delete(conn, &book)?;
        positions::delete_gone(conn, book.id, &self.rows.positions_gone)?;
        let bulk = created && self.rows.inserted.len() >= BULK && is_only_book(conn)?;
        let ids = self.insert(conn, &book, version, bulk)?;
        self.update(conn, &book, version)?;
        let positions = self.rows.positions.iter();
        let position = |(key, place): &(i64, usize)| PositionRow { key: *key, node: ids[*place] };
        positions::insert(conn, book.id, &positions.map(position).collect::<Vec<_>>())?;
        self.insert_lines(conn, &book, &ids, bulk)?;
        write_tallies(&book, &ids)?;
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

    /// Deletes nodes at which no line ends any more.
    fn delete(&self, conn: SqlConnection<'_>, book: &BookHead) -> Result<(), Fault> {
        let mut used = conn.prepare(USED)?;
        let mut tally = conn.prepare("DELETE FROM node_tally WHERE node_id = ?1")?;
        let mut node = conn.prepare("DELETE FROM node WHERE id = ?1 AND book_id = ?2")?;
        for id in &self.rows.deleted {
            if *id == book.root() {
                return Err(invalid("the root can only be deleted with its book").into());
            }
            if !books::owns(book.id, *id) {
                return Err(has_no_node(&self.target.book, *id));
            }
            if used.query_row([*id, book.id], |row| row.get(0))? {
                let detail = format!(
                    "node {id} cannot be deleted while a move follows it or a flattened line ends at it"
                );
                return Err(invalid(detail).into());
            }
            tally.send([*id])?;
            let (name, id) = (self.target.book.clone(), *id);
            node.send_for_one([id, book.id], move || has_no_node(&name, id))?;
        }
        Ok(())
    }

    /// Inserts the new nodes under the ids after the highest one. In bulk, secondary indexes are made
    /// afterwards.
    fn insert(
        &self,
        conn: SqlConnection<'_>,
        book: &BookHead,
        version: u64,
        bulk: bool,
    ) -> Result<Vec<i64>, Fault> {
        if self.rows.inserted.is_empty() {
            return Ok(Vec::new());
        }
        let sql = "SELECT max(id) FROM node WHERE id BETWEEN ?1 AND ?2 AND book_id = ?3";
        let range = [book.root(), books::last_id(book.id), book.id];
        let last: i64 = conn.prepare(sql)?.query_row(range, |row| row.get(0))?;
        let ids: Vec<i64> = (last + 1..).take(self.rows.inserted.len()).collect();
        let nodes = self.rows.inserted.iter().zip(&ids);
        let nodes = nodes.map(|(new, id)| (*id, id_at(&new.parent, book, &ids), new));
        let bare = insert_sql("node", split_columns(NODE_COLUMNS, BARE_COLUMNS).0);
        let mut bare = conn.prepare(&bare)?;
        let indexes = if bulk { conn.drop_indexes("node")? } else { None };
        let mut full = conn.insert_into("node", NODE_COLUMNS, ids.len())?;
        let nothing = Columns::default();
        for (id, parent, new) in nodes {
            let data = new.columns.as_ref().unwrap_or(&nothing);
            let values = params![
                id,
                book.id,
                parent,
                new.step.to_string(),
                new.ends,
                new.mined,
                new.retired,
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
            ];
            match (&mut full, &new.columns) {
                // Most nodes of a large book have no data.
                (RowInsert::OneByOne(_), None) => bare.send(&values[..BARE_COLUMNS])?,
                (full, _) => full.row(values)?,
            }
        }
        full.finish()?;
        indexes.map_or(Ok(()), DroppedIndexes::restore)?;
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
            let values = params![
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
            ];
            let name = self.target.book.clone();
            update.send_for_one(values, move || has_no_node(&name, id))?;
        }
        Ok(())
    }

    fn delete_lines(&self, conn: SqlConnection<'_>, book: &BookHead) -> Result<(), Fault> {
        let sql = "DELETE FROM line WHERE book_id = ?1 AND line = ?2";
        let mut delete = conn.prepare(sql)?;
        for line in &self.rows.lines_gone {
            let (name, gone) = (self.target.book.clone(), line.clone());
            let differs = move || differs(&name, &gone, "is missing");
            delete.send_for_one(params![book.id, line], differs)?;
        }
        Ok(())
    }

    fn insert_lines(
        &self,
        conn: SqlConnection<'_>,
        book: &BookHead,
        ids: &[i64],
        bulk: bool,
    ) -> Result<(), Fault> {
        let sql = insert_sql("line", LINE_COLUMNS) + " ON CONFLICT DO NOTHING";
        let mut one = conn.prepare(&sql)?;
        let lines = &self.rows.lines;
        let indexes = if bulk { conn.drop_indexes("line")? } else { None };
        let mut insert = conn.insert_into("line", LINE_COLUMNS, lines.len())?;
        for (line, place) in lines {
            let id = id_at(place, book, ids);
            if !books::owns(book.id, id) {
                return Err(has_no_node(&self.target.book, id));
            }
            let values = params![book.id, line, id];
            match &mut insert {
                RowInsert::OneByOne(_) => {
                    let (name, known) = (self.target.book.clone(), line.clone());
                    let differs = move || differs(&name, &known, "already exists");
                    one.send_for_one(values, differs)?;
                }
                RowInsert::Copy(copy) => copy.row(values)?,
            }
        }
        insert.finish()?;
        Ok(indexes.map_or(Ok(()), DroppedIndexes::restore)?)
    }

    /// Writes the counts of all nodes, which those of new games changed.
    fn insert_tallies(
        &self,
        conn: SqlConnection<'_>,
        book: &BookHead,
        ids: &[i64],
    ) -> Result<(), Fault> {
        match &self.tallies {
            None => node_tallies::rewrite(conn, book),
            Some(known) => {
                node_tallies::replace(conn, book.id, known.rows(|place| id_at(place, book, ids)))
            }
        }
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
            "UPDATE book SET version = ?2, nodes = ?3, lines = ?4, changed = ?5 WHERE name = ?1";
        let count = |before: u64, come: usize, gone: usize| {
            (before + come as u64).checked_sub(gone as u64).ok_or_else(|| {
                Fault::Damage(format!(
                    "book \"{}\" has fewer rows than are deleted",
                    self.target.book
                ))
            })
        };
        let rows = &self.rows;
        let nodes = count(before.nodes, rows.inserted.len(), rows.deleted.len())?;
        let lines = count(before.lines, rows.lines.len(), rows.lines_gone.len())?;
        conn.prepare(sql)?.send(params![self.target.book, version, nodes, lines, now])?;
        Ok(BookInfo { version, nodes, lines, changed: now, ..before })
    }
}

/// Whether a book that is being created is the only one, so that nobody else reads its tables.
pub(super) fn is_only_book(conn: SqlConnection<'_>) -> Result<bool, Fault> {
    let books: u64 = conn.query_row("SELECT count(*) FROM book", [], |row| row.get(0))?;
    Ok(books == 1)
}

fn has_no_node(book: &str, id: i64) -> Fault {
    invalid(format!("book \"{book}\" has no node {id}")).into()
}

fn differs(book: &str, line: &str, how: &str) -> Fault {
    invalid(format!(
        "the flattened line {line} of book \"{book}\" {how}; if this is unexpected, run `joseki doctor --mend`"
    ))
    .into()
}

fn id_at(place: &NodeLocation, book: &BookHead, inserted: &[i64]) -> i64 {
    match place {
        NodeLocation::Root => book.root(),
        NodeLocation::Stored(id) => *id,
        NodeLocation::Inserted(place) => inserted[*place],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn what_follows_a_node_and_the_line_that_ends_at_it_are_found_by_indexes() {
        let steps = plan(USED);
        let uses = |index: &str| steps.iter().any(|step| step.contains(index));
        assert!(uses("INDEX node_child (parent_id=?)"), "{steps:?}");
        assert!(uses("INDEX line_node (node_id=?)"), "{steps:?}");
    }
}
