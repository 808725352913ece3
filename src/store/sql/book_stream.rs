//! Writes a new book from a stream of its nodes, in memory that does not grow with the book.
//!
//! Ids ascend in the order of the stream, which is that of lines. So rows of `node`, `node_tally`,
//! `line` and the log are inserted at the ends of their tables and of the index `line_node`. The
//! index `node_child` grows close to its end, at the nodes before the last one. SQLite makes it
//! with the rows: their pages are in its cache, and sorting 100,000,000 keys afterwards needs
//! temporary files of their size. PostgreSQL makes the indexes of an empty store afterwards. Both
//! sort the positions.

use super::add_games;
use super::books::{BARE_COLUMNS, BookHead, NODE_COLUMNS};
use super::clock::now;
use super::column_list::split_columns;
use super::connection::{RowInsert, SqlConnection};
use super::edit::{BULK, EditTarget, is_only_book};
use super::fault::{Fault, at_source};
use super::lines::LINE_COLUMNS;
use super::log::{self, ChangeParts};
use super::node_tallies::{self, encoded};
use super::positions::{PositionRow, PositionSorter};
use super::postgres::DroppedIndexes;
use super::rows::invalid;
use super::single_use::SingleUse;
use super::store::Backend;
use super::tallies;
use super::value::params;
use crate::{BookInfo, BookStream, GamesChange, StoreError, StreamedNode};
use joseki_book::{Delta, Line, MAX_LINE_LENGTH, NodeChange, NodeState, Tally};
use joseki_game::{Alphabet, LinePosition, Side, Step, Variant};

/// The highest number of nodes of a book: their ids have 32 bits for it.
const MAX_NODES: u64 = 0xffff_ffff;

/// Number of nodes that are encoded together for the log, which makes parts of some 50 kB. Few in
/// tests, so that these have several parts.
const LOGGED_TOGETHER: usize = if cfg!(test) { 300 } else { 16_384 };

/// Creates a book from a stream.
pub(crate) fn stream_book(store: &impl Backend, book: BookStream) -> Result<BookInfo, StoreError> {
    let target = EditTarget::for_new_book(&book.name, book.variant)?;
    if book.nodes > MAX_NODES {
        return Err(invalid(format!("a book has at most {MAX_NODES} nodes")));
    }
    let mut book = SingleUse::new(book);
    store.write(move |conn| write(conn, &target, book.take()?, now()))
}

fn write(
    conn: SqlConnection<'_>,
    target: &EditTarget,
    mut book: BookStream,
    now: i64,
) -> Result<BookInfo, Fault> {
    let (head, _) = target.open(conn, now)?;
    let mut writer = StreamWriter::begin(conn, head, &book)?;
    if let Some(games) = book.games.take() {
        writer.add_games(games)?;
    }
    for node in book.moves {
        let what = || format!("the nodes of book \"{}\"", book.name);
        writer.add(&node.map_err(|error| at_source(what(), error))?)?;
    }
    writer.finish()
}

/// A book that is being written.
struct StreamWriter<'c> {
    conn: SqlConnection<'c>,
    head: BookHead,
    /// The numbers of nodes and lines that the book will have, and those that are written.
    announced: (u64, u64),
    written: (u64, u64),
    path: StreamPath,
    /// Whether the line of the last node is written. The root has none.
    is_line_written: bool,
    nodes: RowInsert<'c>,
    lines: RowInsert<'c>,
    tallies: RowInsert<'c>,
    /// The indexes of nodes and of lines that are made afterwards.
    dropped: [Option<DroppedIndexes<'c>>; 2],
    positions: PositionSorter<'c>,
    /// The last nodes, which the log does not contain yet.
    changes: Vec<NodeChange>,
    log: ChangeParts<'c>,
}

impl<'c> StreamWriter<'c> {
    fn begin(
        conn: SqlConnection<'c>,
        head: BookHead,
        book: &BookStream,
    ) -> Result<StreamWriter<'c>, Fault> {
        let log = log::append_in_parts(conn, &head, &book.note, (book.nodes, 0, 0))?;
        let bulk = book.nodes >= BULK as u64 && is_only_book(conn)?;
        let drop_indexes = |table: &str| if bulk { conn.drop_indexes(table) } else { Ok(None) };
        let dropped = [drop_indexes("node")?, drop_indexes("line")?];
        let rows = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let node_columns = split_columns(NODE_COLUMNS, BARE_COLUMNS).0;
        Ok(StreamWriter {
            conn,
            announced: (book.nodes, book.lines),
            written: (0, 0),
            path: StreamPath::new(book.variant, head.root()),
            is_line_written: true,
            nodes: conn.insert_into("node", node_columns, rows(book.nodes))?,
            lines: conn.insert_into("line", LINE_COLUMNS, rows(book.lines))?,
            tallies: conn.insert_into("node_tally", node_tallies::COLUMNS, usize::MAX)?,
            dropped,
            positions: PositionSorter::begin(conn, book.nodes)?,
            changes: Vec::new(),
            log,
            head,
        })
    }

    /// Writes the games, and the counts of the root.
    fn add_games(&mut self, games: GamesChange) -> Result<(), Fault> {
        add_games::write(self.conn, &self.head, games)?;
        let root = tallies::of_book(self.conn, self.head.id, &[Line::new()])?;
        root.iter().try_for_each(|(_, tally)| self.write_tally(self.head.root(), tally))
    }

    fn write_tally(&mut self, node: i64, tally: &Tally) -> Result<(), Fault> {
        Ok(self.tallies.row(params![node, encoded(tally)])?)
    }

    fn add(&mut self, node: &StreamedNode) -> Result<(), Fault> {
        let number = self.written.0 + 1;
        if number > self.announced.0 {
            return Err(self.miscounted("more").into());
        }
        if !self.is_line_written && self.path.line.len() >= node.depth {
            self.write_line()?;
        }
        let id = self.head.root() + number.cast_signed();
        self.path.enter(node, id).map_err(|why| {
            let StreamedNode { depth, step, .. } = node;
            invalid(format!("node {number} of the stream, {step} at depth {depth}: {why}"))
        })?;
        self.written.0 = number;
        self.nodes.row(params![
            id,
            self.head.id,
            self.path.parent(),
            node.step.to_string(),
            node.ends,
            node.mined,
            false,
            self.head.info.version,
        ])?;
        if let Some(key) = self.path.key() {
            self.positions.add(PositionRow { key, node: id })?;
        }
        if let Some(tally) = &node.tally {
            self.write_tally(id, tally)?;
        }
        self.is_line_written = false;
        if node.ends {
            self.write_line()?;
        }
        let (ends, mined) = (node.ends, node.mined);
        self.changes.push(NodeChange {
            line: self.path.line.clone(),
            before: None,
            after: Some(NodeState { ends, mined, ..NodeState::default() }),
        });
        if self.changes.len() >= LOGGED_TOGETHER { self.log_changes() } else { Ok(()) }
    }

    /// Writes the line of the last node.
    fn write_line(&mut self) -> Result<(), Fault> {
        let line = self.path.line.to_string();
        self.lines.row(params![self.head.id, line, self.path.last()])?;
        self.is_line_written = true;
        self.written.1 += 1;
        Ok(())
    }

    fn log_changes(&mut self) -> Result<(), Fault> {
        let delta: Delta = self.changes.drain(..).collect();
        self.log.add(&delta)
    }

    fn miscounted(&self, how: &str) -> StoreError {
        let (nodes, lines) = self.announced;
        let name = &self.head.info.name;
        invalid(format!(
            "book \"{name}\" has {how} nodes or lines than announced: expected {nodes} nodes and {lines} lines"
        ))
    }

    /// Writes everything else, and the numbers of the book.
    fn finish(mut self) -> Result<BookInfo, Fault> {
        if !self.is_line_written {
            self.write_line()?;
        }
        if self.written != self.announced {
            let is_fewer = self.written < self.announced;
            return Err(self.miscounted(if is_fewer { "fewer" } else { "more" }).into());
        }
        self.log_changes()?;
        self.log.finish()?;
        let [node_indexes, line_indexes] = self.dropped;
        self.nodes.finish()?;
        node_indexes.map_or(Ok(()), DroppedIndexes::restore)?;
        self.lines.finish()?;
        line_indexes.map_or(Ok(()), DroppedIndexes::restore)?;
        self.tallies.finish()?;
        self.positions.finish(self.head.id)?;
        let (nodes, lines) = self.written;
        let sql = "UPDATE book SET nodes = ?2, lines = ?3 WHERE id = ?1";
        self.conn.prepare(sql)?.send(params![self.head.id, nodes, lines])?;
        Ok(BookInfo { nodes, lines, ..self.head.info })
    }
}

/// The path from the root to the last node of a stream.
struct StreamPath {
    variant: Variant,
    line: Line,
    /// The stored ids of the root and of the nodes after it.
    ids: Vec<i64>,
    /// Their positions; `None` where a line cannot be replayed alone.
    positions: Vec<Option<LinePosition>>,
}

impl StreamPath {
    fn new(variant: Variant, root: i64) -> StreamPath {
        let start = Some(LinePosition::new(variant));
        StreamPath { variant, line: Line::new(), ids: vec![root], positions: vec![start] }
    }

    /// Moves to the next node of the stream; returns what is wrong with it.
    fn enter(&mut self, node: &StreamedNode, id: i64) -> Result<(), String> {
        let StreamedNode { depth, step, .. } = *node;
        let deepest = self.line.len() + 1;
        let Some(before) = depth.checked_sub(1).filter(|_| depth <= deepest) else {
            return Err(format!("the depth must be from 1 to {deepest}"));
        };
        if !is_step_of(self.variant, step) {
            return Err("unknown step for the game of the book".to_owned());
        }
        if depth > MAX_LINE_LENGTH {
            return Err(format!("a line has at most {MAX_LINE_LENGTH} steps"));
        }
        let is_after_tenuki = before == 0 || self.line.steps()[before - 1].is_tenuki();
        if step.is_tenuki() && is_after_tenuki {
            return Err("a tenuki must follow a move".to_owned());
        }
        // What is left of the last path at this depth is the node before, after the same parent.
        match self.line.steps().get(before) {
            Some(sibling) if *sibling == step => {
                return Err("a step must not follow a node twice".to_owned());
            }
            Some(sibling) if *sibling > step => {
                return Err(format!("steps after a node must ascend, but {sibling} came before"));
            }
            _ => {}
        }
        while self.line.len() > before {
            self.line.pop();
        }
        self.ids.truncate(depth);
        self.positions.truncate(depth);
        let position = self.positions.last().copied().flatten();
        let after = position.and_then(|mut position| {
            position.play(Side::to_move_after(before), step).ok()?;
            Some(position)
        });
        self.line.push(step);
        if !self.line.is_canonical() {
            let canonical = self.line.canonical();
            return Err(format!("line {} must be canonical: {canonical}", self.line));
        }
        self.ids.push(id);
        self.positions.push(after);
        Ok(())
    }

    /// The stored id of the last node.
    fn last(&self) -> i64 {
        self.ids[self.line.len()]
    }

    /// The stored id of the node before the last one.
    fn parent(&self) -> i64 {
        self.ids[self.line.len() - 1]
    }

    /// The key of the last node's position as a row contains it.
    fn key(&self) -> Option<i64> {
        let position = self.positions.last()?.as_ref()?;
        Some(position.key(self.line.to_move()).key.cast_signed())
    }
}

/// Whether a step can be in a line of a game. Moves of xiangqi do not include a tenuki.
fn is_step_of(variant: Variant, step: Step) -> bool {
    let alphabet = variant.alphabet();
    step.alphabet().map_or(alphabet != Alphabet::FROM_TO, |found| found == alphabet)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ChangeKind, ChangeNote, SqliteStore, Store, Upkeep};

    /// More nodes than are sorted, or logged, at a time.
    #[test]
    fn a_book_in_several_parts_is_whole() {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(dir.path().join("a.db")).unwrap();
        let steps = |letters: std::ops::RangeInclusive<char>| {
            letters.flat_map(|x| ('A'..='H').map(move |y| format!("{x}{y}")))
        };
        let mut moves = vec![StreamedNode::new(1, "AB".parse().unwrap())];
        for second in steps('C'..='H') {
            moves.push(StreamedNode::new(2, second.parse().unwrap()));
            let third = steps('C'..='H').filter(|step| *step != second);
            moves.extend(third.map(|step| StreamedNode::new(3, step.parse().unwrap())));
        }
        let (nodes, lines) = (moves.len() as u64, 48 * 47);
        assert!(nodes > 4 * 500, "{nodes}");
        let info = store.stream_book(BookStream {
            name: "main".to_owned(),
            variant: Variant::GO,
            note: ChangeNote::new(ChangeKind::Create, "test", ""),
            nodes,
            lines,
            moves: Box::new(moves.into_iter().map(Ok)),
            games: None,
        });
        assert_eq!(info.map(|info| (info.nodes, info.lines)), Ok((nodes, lines)));
        assert_eq!(store.check().unwrap(), [""; 0]);
        let (_, forest) = store.load("main").unwrap().unwrap();
        assert_eq!(forest.len() as u64, nodes);
    }

    #[test]
    fn lines_that_no_book_has_are_refused() {
        let at = |path: &mut StreamPath, depth, text: &str| {
            path.enter(&StreamedNode::new(depth, text.parse().unwrap()), depth as i64)
        };
        let mut path = StreamPath::new(Variant::GO, 0);
        let refused = Err("a tenuki must follow a move".to_owned());
        assert_eq!(at(&mut path, 1, "XX"), refused);
        assert_eq!(at(&mut path, 1, "AB"), Ok(()));
        assert_eq!(at(&mut path, 2, "XX"), Ok(()));
        assert_eq!(at(&mut path, 3, "XX"), refused);
    }
}
