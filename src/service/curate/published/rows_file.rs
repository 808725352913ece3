//! Files of rows: the rows of a snapshot, and those of a delta.

use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::digest::BookDigest;
use super::manifest::{DELTA_FORMAT, DeltaHead, SNAPSHOT_FORMAT, SnapshotManifest};
use super::row::PublicRow;
use joseki_base::cancel::checkpoint;
use joseki_book::{Delta, Forest, Node, NodeChange, NodeId, NodeState};
use joseki_game::{Game, Variant};

/// Maximum size of a row in bytes. It is more than an import accepts as a comment.
const MAX_ROW_BYTES: u64 = 16 << 20;
/// Maximum size of the rows of a file in bytes.
const MAX_TEXT_BYTES: u64 = 8 << 30;
/// Maximum number of rows of a file.
const MAX_ROWS: usize = 20_000_000;

/// The first row of a snapshot.
#[derive(Debug, Serialize, Deserialize)]
pub struct SnapshotHead {
    format: String,
    book: String,
    game: String,
    board_size: Option<u8>,
    version: u64,
    change: i64,
    rows: u64,
}

/// A changed node: its rows before and after.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangedRow<'a> {
    #[serde(borrow)]
    was: Option<&'a RawValue>,
    #[serde(borrow)]
    is: Option<&'a RawValue>,
}

/// A changed node of a published book: its rows before and after; one may be missing.
#[derive(Clone, Debug, PartialEq)]
pub struct RowChange {
    /// The row before.
    pub was: Option<PublicRow>,
    /// The row after.
    pub is: Option<PublicRow>,
}

impl RowChange {
    /// Changes a digest as the row is changed.
    pub fn update(&self, digest: &mut BookDigest) {
        self.was.iter().for_each(|row| digest.remove(row));
        self.is.iter().for_each(|row| digest.add(row));
    }

    fn into_change(self) -> Option<NodeChange> {
        let line = self.is.as_ref().or(self.was.as_ref())?.line.clone();
        let state = |row: Option<PublicRow>| row.map(|row| row.state);
        Some(NodeChange { line, before: state(self.was), after: state(self.is) })
    }
}

/// Writes the rows of a book in the order of their lines, after the head; returns their number and
/// the digest.
///
/// # Errors
/// The output fails or the work is cancelled.
pub fn write_snapshot(
    forest: &Forest,
    (book, version, change): (&str, u64, i64),
    out: &mut impl Write,
) -> io::Result<(u64, BookDigest)> {
    let rows = forest.len() as u64 + 1;
    let variant = forest.variant();
    let head = SnapshotHead {
        format: SNAPSHOT_FORMAT.to_owned(),
        book: book.to_owned(),
        game: variant.game().to_string(),
        board_size: variant.board_size(),
        version,
        change,
        rows,
    };
    write_line(&head, out)?;
    let mut digest = BookDigest::default();
    write_rows(forest, |row| {
        digest.add(row);
        out.write_all(row.text.as_bytes())?;
        out.write_all(b"\n")
    })?;
    Ok((rows, digest))
}

/// Returns the digest of a book.
///
/// # Errors
/// A value has no JSON, or the work is cancelled.
pub fn digest_of(forest: &Forest) -> io::Result<BookDigest> {
    let mut digest = BookDigest::default();
    write_rows(forest, |row| {
        digest.add(row);
        Ok(())
    })?;
    Ok(digest)
}

fn write_rows(
    forest: &Forest,
    mut each: impl FnMut(&PublicRow) -> io::Result<()>,
) -> io::Result<()> {
    let moves = forest.walk().map(|(_, id)| id).filter(|id| *id != NodeId::ROOT);
    for id in std::iter::once(NodeId::ROOT).chain(moves) {
        checkpoint()?;
        each(&PublicRow::new(forest.line(id), forest.state(id))?)?;
    }
    Ok(())
}

fn write_line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Writes a delta: its head, and the changed rows.
///
/// # Errors
/// The output fails.
pub fn write_delta(head: &DeltaHead, rows: &[RowChange], out: &mut impl Write) -> io::Result<()> {
    write_line(head, out)?;
    for row in rows {
        checkpoint()?;
        let text =
            |row: &Option<PublicRow>| row.as_ref().map_or("null".into(), |it| it.text.clone());
        writeln!(out, "{{\"was\":{},\"is\":{}}}", text(&row.was), text(&row.is))?;
    }
    Ok(())
}

/// Reads the rows of a snapshot, compressed.
///
/// # Errors
/// Why they are not those of the manifest.
pub fn read_snapshot(bytes: &[u8], manifest: &SnapshotManifest) -> Result<Forest, String> {
    let mut lines = RowLines::new(bytes);
    let head: SnapshotHead = lines.head()?;
    let book = &manifest.book;
    if head.format != SNAPSHOT_FORMAT || (head.version, head.change) != (book.version, book.change)
    {
        return Err("not the rows of this version".to_owned());
    }
    let game = Game::parse(&head.game).map_err(|error| error.to_string())?;
    let variant = Variant::new(game, head.board_size).map_err(|error| error.to_string())?;
    let mut digest = BookDigest::default();
    let mut nodes = Vec::new();
    while let Some(text) = lines.next()? {
        let row = PublicRow::parse(variant, text)?;
        digest.add(&row);
        check_room(&nodes)?;
        nodes.push(NodeChange { line: row.line, before: None, after: Some(row.state) });
    }
    if digest != manifest.digest {
        return Err("the rows have another digest than the manifest".to_owned());
    }
    let delta: Delta = nodes.into_iter().collect();
    let is_twice = |pair: &[NodeChange]| pair[0].line == pair[1].line;
    if delta.changes().windows(2).any(is_twice) {
        return Err("a line has two rows".to_owned());
    }
    let forest = Forest::for_variant(variant).apply(&delta).map_err(|error| error.to_string())?;
    let is_cut = |(_, node): &(NodeId, &Node)| node.children().is_empty() && !node.ends;
    let cut = forest.nodes().skip(1).find(is_cut).map(|(id, _)| id);
    match cut {
        Some(id) => Err(format!("line {} goes nowhere and does not end", forest.line(id))),
        None => Ok(forest),
    }
}

/// Reads a delta of a book of a game, compressed: its head and what it changes. The digest after is
/// that of the digest before with the changed rows.
///
/// # Errors
/// What is wrong with it.
pub fn read_delta(bytes: &[u8], variant: Variant) -> Result<(DeltaHead, Delta), String> {
    let mut lines = RowLines::new(bytes);
    let head: DeltaHead = lines.head()?;
    if head.format != DELTA_FORMAT {
        return Err("unknown format".to_owned());
    }
    let mut digest = head.before;
    let mut changes = Vec::new();
    while let Some(text) = lines.next()? {
        let rows: ChangedRow<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let parse = |row: Option<&RawValue>| {
            row.map(|row| PublicRow::parse(variant, row.get())).transpose()
        };
        let row = RowChange { was: parse(rows.was)?, is: parse(rows.is)? };
        if let (Some(was), Some(is)) = (&row.was, &row.is)
            && was.line != is.line
        {
            return Err(format!("row of line {} instead of {}", is.line, was.line));
        }
        row.update(&mut digest);
        check_room(&changes)?;
        changes.extend(row.into_change());
    }
    if changes.len() as u64 == head.rows && digest == head.after {
        Ok((head, changes.into_iter().collect()))
    } else {
        Err("the rows do not lead to the digest after".to_owned())
    }
}

/// Refuses one row more than a file may have.
fn check_room(rows: &[NodeChange]) -> Result<(), String> {
    if rows.len() < MAX_ROWS { Ok(()) } else { Err(format!("more than {MAX_ROWS} rows")) }
}

/// Returns the rows of a delta as they are published; `public` returns a node's public state.
///
/// # Errors
/// A value has no JSON.
pub fn row_changes(
    delta: &Delta,
    public: impl Fn(&NodeState) -> NodeState,
) -> io::Result<Vec<RowChange>> {
    let mut rows = Vec::new();
    for change in delta.changes() {
        let row = |state: &Option<NodeState>| -> io::Result<Option<PublicRow>> {
            // A book has a root as soon as it exists.
            let default = change.line.is_empty().then(NodeState::default);
            let state = state.as_ref().map(&public).or(default);
            Ok(state.map(|state| PublicRow::new(change.line.clone(), state)).transpose()?)
        };
        let row = RowChange { was: row(&change.before)?, is: row(&change.after)? };
        if row.was != row.is {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// The lines of a compressed file, of bounded size.
struct RowLines<'a> {
    reader: BufReader<io::Take<GzDecoder<&'a [u8]>>>,
    line: Vec<u8>,
}

impl<'a> RowLines<'a> {
    fn new(bytes: &'a [u8]) -> RowLines<'a> {
        let reader = BufReader::new(GzDecoder::new(bytes).take(MAX_TEXT_BYTES));
        RowLines { reader, line: Vec::new() }
    }

    fn head<T: for<'de> Deserialize<'de>>(&mut self) -> Result<T, String> {
        let text = self.next()?.ok_or("the file is empty")?;
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    fn next(&mut self) -> Result<Option<&str>, String> {
        checkpoint().map_err(|error| error.to_string())?;
        self.line.clear();
        let mut limited = (&mut self.reader).take(MAX_ROW_BYTES);
        limited.read_until(b'\n', &mut self.line).map_err(|error| error.to_string())?;
        match self.line.split_last() {
            None => Ok(None),
            Some((b'\n', text)) => {
                std::str::from_utf8(text).map(Some).map_err(|error| error.to_string())
            }
            Some(_) => Err("a row is cut off or too long".to_owned()),
        }
    }
}
