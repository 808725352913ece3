//! Summary of a book, available without loading it.

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use joseki_book::{Cohort, StoredNode};
use joseki_game::Variant;

/// Name, version, size and game of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BookJson, example = json!({
    "name": "main", "version": 1, "nodes": 556, "lines": 138, "created": 1767225600, "changed": 1767225600,
    "game": "go", "board_size": null
}))]
pub struct BookInfo {
    /// Name of the book.
    pub name: String,
    /// Version, from 1; incremented by every change.
    pub version: u64,
    /// Number of moves.
    pub nodes: u64,
    /// Number of lines.
    pub lines: u64,
    /// Time of creation, in seconds since 1970-01-01 UTC.
    pub created: i64,
    /// Time of the last change, in seconds since 1970-01-01 UTC.
    pub changed: i64,
    /// The game that it is about.
    #[serde(flatten, serialize_with = "write_variant")]
    #[schema(value_type = VariantFields)]
    pub variant: Variant,
}

impl BookInfo {
    /// The summary of a book that does not exist yet.
    #[must_use]
    pub fn empty(name: &str, variant: Variant) -> BookInfo {
        let name = name.to_owned();
        BookInfo { name, version: 0, nodes: 0, lines: 0, created: 0, changed: 0, variant }
    }
}

/// The head of a book at a version, by which a store is asked about the book without loading it.
#[derive(Clone, Debug, PartialEq)]
pub struct BookSnapshot {
    /// The id of the book, which renaming does not change.
    pub id: i64,
    /// Its summary at that version.
    pub info: BookInfo,
    /// Its root.
    pub root: StoredNode,
    /// The cohorts of its counted games, in the order of their numbers.
    pub cohorts: Vec<Cohort>,
    /// Whether it has counts of games.
    pub is_counted: bool,
}

/// Which nodes of a book that is not loaded are read. Nodes have their numbers in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeQuery {
    /// The children in use of a node, in any order.
    Children(u32),
    /// All children of a node, retired ones included, in any order. Whether nodes follow them
    /// includes retired ones, too.
    AllChildren(u32),
    /// The path from the child of the root to a node. It is empty if the node is missing, or a node
    /// on the path is retired.
    Path(u32),
    /// A page of the nodes with names, tags or a comment, retired ones included: by their numbers,
    /// from this one. An empty page is the last one.
    WithText(u32),
}

/// Name and version of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BookVersionJson)]
pub struct BookVersion {
    /// Name of the book.
    pub name: String,
    /// Version, from 1; incremented by every change.
    pub version: u64,
}

impl From<&BookInfo> for BookVersion {
    fn from(book: &BookInfo) -> BookVersion {
        BookVersion { name: book.name.clone(), version: book.version }
    }
}

/// Names what a book is about in a message.
pub fn variant_text(variant: Variant) -> String {
    game_text(variant.game().into(), variant.board_size())
}

/// Names a game in a message, with the size of its boards if there is one.
pub(super) fn game_text(game: &str, board_size: Option<u8>) -> String {
    match board_size {
        None => game.to_owned(),
        Some(lines) => format!("{game} on boards of {lines} lines"),
    }
}

/// What a book is about.
#[derive(Serialize, ToSchema)]
#[schema(as = VariantJson)]
struct VariantFields {
    /// Game that the book is about.
    #[schema(value_type = String)]
    game: &'static str,
    /// Lines of its boards; null unless the game has books for several sizes.
    board_size: Option<u8>,
}

fn write_variant<S: Serializer>(variant: &Variant, serializer: S) -> Result<S::Ok, S::Error> {
    let fields = VariantFields { game: variant.game().into(), board_size: variant.board_size() };
    fields.serialize(serializer)
}

/// Contents of a database file, and its problems.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FileSummary {
    /// Its size in bytes.
    pub bytes: u64,
    /// Its schema version.
    pub schema: u32,
    /// Its books, ordered by name.
    pub books: Vec<BookInfo>,
    /// Number of game results, including withdrawn ones.
    pub results: u64,
    /// Number of answers of all players who train.
    pub answers: u64,
    /// Number of evaluations of positions.
    pub evaluations: u64,
    /// Number of keys, including expired and revoked ones.
    pub keys: u64,
    /// Problems found, one sentence each; empty if the file was not checked.
    #[serde(skip)]
    pub problems: Vec<String>,
}

/// Line from the empty corner to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LineJson)]
pub struct LineRow {
    /// Steps of the line, two letters each, e.g. `DDCF`.
    pub line: String,
    /// The stored id of the node at which it ends.
    #[serde(skip)]
    pub node: i64,
    /// Number of counted games that followed this line.
    pub games: u64,
}

/// Statistics since the store was opened, and its current size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoreStats {
    /// Changes waiting to be written, including callers waiting to enter the queue.
    pub waiting: u64,
    /// Distribution of the number of changes per commit.
    pub batches: Histogram,
    /// Distribution of the duration of commits in seconds, including their changes.
    pub commits: Histogram,
    /// Transactions that were rolled back completely.
    pub failed: u64,
    /// Transactions that were retried after a conflict with another node.
    pub retried: u64,
    /// Size of the main file in bytes.
    pub file_bytes: u64,
    /// Size in bytes of the part of the log that is not in the main file yet.
    pub log_bytes: u64,
    /// Number of failovers: the database was found in an earlier state than before, or another one.
    pub failovers: u64,
    /// Number of reads that a replica answered.
    pub replica_reads: u64,
    /// Number of reads that the primary answered, since its replica lagged or was unreachable.
    pub replica_passed_over: u64,
}

/// What could be safer about a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreAdvice {
    /// The problem, in a sentence.
    pub why: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
}

/// Histogram with cumulative buckets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// Upper bounds, ascending, each with the number of values up to it.
    pub buckets: Vec<(f64, u64)>,
    /// Number of values.
    pub count: u64,
    /// Sum of the values.
    pub sum: f64,
}
