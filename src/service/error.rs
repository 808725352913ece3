//! Errors of the use cases; each interface maps them to its own form in one place.

use std::io;

use super::curate::edit::MOST_EDITS;
use super::next::query::NoMoveReason;
use crate::book::{Contradiction, EditError, Line, TallyError};
use crate::cancel::Cancelled;
use crate::format::archive::ArchiveError;
use crate::format::book_file::GoFileError;
use crate::format::five::ConvertError;
use crate::format::go::ServerFileError;
use crate::format::record::RecordError;
use crate::format::sgf::SgfError;
use crate::format::xiangqi::RecordError as XiangqiRecordError;
use crate::game::table::TableRefusal;
use crate::game::{BoardSize, Color, Game, IllegalMove, Move, Point};
use crate::mine::CountsError;
use crate::peer::PeerError;
use crate::search::ParseWeightsError;
use crate::service::curate::opening_book::OpeningFileError;
use crate::service::engine::weights::LONGEST_WEIGHTS;
use crate::service::play::TableRecordError;
use crate::store::{ChangeKind, StoreError};

/// Maximum length of a game identifier, in characters.
pub const LONGEST_GAME_ID: usize = 200;

/// Error of a use case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServiceError {
    /// The caller no longer waits. Nothing was written.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// Board size outside 9 to 19 lines.
    #[error("unsupported board size {lines}x{lines}: expected 9 to 19 lines")]
    UnsupportedSize {
        /// Requested number of lines.
        lines: u8,
    },
    /// Board of another size than that of the book.
    #[error("unsupported board size: the book is about {game} on boards of {size}")]
    OtherSize {
        /// Game of the book.
        game: Game,
        /// Size of its board.
        size: BoardSize,
    },
    /// Feature that the game of a book does not have.
    #[error("book \"{book}\" is about {game}, but {feature} are only for {only}")]
    OtherGame {
        /// Name of the feature, a plural.
        feature: &'static str,
        /// The games that have it.
        only: &'static str,
        /// Name of the book.
        book: String,
        /// Its game.
        game: Game,
    },
    /// Too many requests for earlier versions of books at once.
    #[error("too many requests for earlier versions of books: try again in a moment")]
    PastBusy,
    /// A book is larger than the memory that is left.
    #[error(
        "book \"{book}\" has {nodes} nodes, which take some {needed} MB of memory while they are read, and {left} MB are left"
    )]
    BookTooLarge {
        /// Name of the book.
        book: String,
        /// Number of its nodes.
        nodes: u64,
        /// Memory that it takes, in MB.
        needed: u64,
        /// Memory that this program may still take, in MB.
        left: u64,
    },
    /// The games of a book are not in memory for pattern searches.
    #[error(
        "the games of book \"{book}\" are not in memory: a search with a key reads them, or start the server with --patterns"
    )]
    PatternsNotLoaded {
        /// Name of the book.
        book: String,
    },
    /// The games of a book need more memory than pattern searches may use.
    #[error(
        "the {games} games of book \"{book}\" need {needed} bytes, more than the {bytes} for pattern searches: raise --patterns-bytes"
    )]
    PatternMemory {
        /// Name of the book.
        book: String,
        /// Number of its games.
        games: u64,
        /// Bytes that they need, about.
        needed: u64,
        /// Bytes that may be used.
        bytes: u64,
    },
    /// Two initial stones on the same point.
    #[error("initial stone {} is on an occupied point", index + 1)]
    InitialStoneTwice {
        /// Index of the initial stone, from 0.
        index: usize,
        /// Point of the stone.
        point: Point,
    },
    /// Initial stone without liberties.
    #[error("initial stone {} has no liberties", index + 1)]
    InitialStoneWithoutLiberty {
        /// Index of the initial stone, from 0.
        index: usize,
        /// Point of the stone.
        point: Point,
    },
    /// Move that the rules forbid.
    #[error("move {} is illegal: {reason}", index + 1)]
    IllegalMove {
        /// Index of the move, from 0.
        index: usize,
        /// Player of the move.
        color: Color,
        /// The move.
        played: Move,
        /// Rule that forbids it.
        reason: IllegalMove,
    },
    /// Illegal move in a line that is tried out on the board.
    #[error("move {} of the line is illegal: {reason}", index + 1)]
    IllegalContinuation {
        /// Index of the move in the line, from 0.
        index: usize,
        /// Player of the move.
        color: Color,
        /// Point of the move.
        point: Point,
        /// Rule that forbids it.
        reason: IllegalMove,
    },
    /// A point of a list of stones is empty.
    #[error("no stone at point {} of `{field}`", index + 1)]
    NoStone {
        /// The list: `dead` or `seki`.
        field: &'static str,
        /// Index in the list, from 0.
        index: usize,
        /// The empty point.
        point: Point,
    },
    /// The idempotency key of a request belongs to another request.
    #[error("Idempotency-Key: already used for another request: choose a new one")]
    TokenReused,
    /// No book with that name.
    #[error("unknown book \"{}\"; known books: {}", excerpt(name), list(known))]
    UnknownBook {
        /// Requested name.
        name: String,
        /// Names of all books.
        known: Vec<String>,
    },
    /// No node for that line.
    #[error("unknown node {line} in book \"{book}\"")]
    UnknownNode {
        /// Name of the book.
        book: String,
        /// The canonical line.
        line: Line,
    },
    /// The node changed since its editor read it.
    #[error(
        "edit {}: node {line} of book \"{book}\" {}: read it again and repeat the edit",
        index + 1, describe_change(*seen, *found)
    )]
    StaleNode {
        /// Name of the book.
        book: String,
        /// Canonical line of the node; for an edit of a subtree, of its first node that changed.
        line: Line,
        /// Index of the edit, from 0.
        index: usize,
        /// Revision that the edit is based on.
        seen: u64,
        /// Current revision; none if the node no longer exists.
        found: Option<u64>,
    },
    /// Edit that cannot be applied.
    #[error("edit {} of book \"{book}\": {source}", index + 1)]
    Edit {
        /// Name of the book.
        book: String,
        /// Index of the edit, from 0.
        index: usize,
        /// Underlying error.
        source: EditError,
    },
    /// More games than one request may contain.
    #[error("more than {most} games: split them into several requests")]
    TooManyGames {
        /// Maximum number of games.
        most: u64,
    },
    /// More edits than one request may contain.
    #[error("too many edits ({count}): send at most {MOST_EDITS} per request")]
    TooManyEdits {
        /// Number of edits.
        count: usize,
    },
    /// Version that a book has not reached yet.
    #[error("book \"{book}\" has no version {asked} yet: its latest is {found}")]
    UnknownVersion {
        /// Name of the book.
        book: String,
        /// Requested version.
        asked: u64,
        /// Current version.
        found: u64,
    },
    /// This node has an older version of a book than the caller wants to read.
    #[error(
        "this node has {} of book \"{}\", not version {asked} yet: try again in a second",
        version_or_none(*found), excerpt(book)
    )]
    BookBehind {
        /// Name of the book.
        book: String,
        /// Least version to read.
        asked: u64,
        /// Version in memory; 0 if there is none.
        found: u64,
    },
    /// This node has older results than the caller wants to read.
    #[error(
        "this node has the results up to change {found}, not up to {asked} yet: try again in a second"
    )]
    ResultsBehind {
        /// Least last change to read.
        asked: u64,
        /// Last change in memory; 0 if there is none.
        found: u64,
    },
    /// No change with that number.
    #[error("unknown change {id}: see the history of the book")]
    UnknownChange {
        /// Number of the change.
        id: i64,
    },
    /// Change that cannot be reverted.
    #[error("change {id} ({kind}) cannot be reverted: {why}")]
    NotRevertible {
        /// Number of the change.
        id: i64,
        /// Kind of the change.
        kind: ChangeKind,
        /// Why it cannot be reverted, and what to do.
        why: String,
    },
    /// Later changes conflict with a revert.
    #[error(
        "later changes conflict with change {change} ({} in all, first at \"{}\"): choose whether to keep or to drop them",
        contradictions.len(), first_line(contradictions)
    )]
    RevertConflict {
        /// Change that was to be reverted.
        change: i64,
        /// The conflicts, with the state that would result from keeping the later changes.
        contradictions: Vec<Contradiction>,
    },
    /// Invalid name for a book.
    #[error(
        "invalid book name \"{}\": use 1 to 64 letters, digits, dots, dashes and underscores, not starting with a dash",
        excerpt(name)
    )]
    InvalidBookName {
        /// The name.
        name: String,
    },
    /// Prefix that no line can start with.
    #[error("invalid line prefix \"{}\": lines consist of {letters}", excerpt(prefix))]
    InvalidLinePrefix {
        /// The prefix.
        prefix: String,
        /// What lines consist of.
        letters: String,
    },
    /// A book that exists and is about another game than the caller says.
    #[error(
        "book \"{book}\" is about {game}, not {wanted}: name another book, or leave out the game"
    )]
    NotThisGame {
        /// Name of the book.
        book: String,
        /// What it is about.
        game: String,
        /// What the caller says.
        wanted: String,
    },
    /// Two books about different games, which have no moves in common.
    #[error(
        "book \"{book}\" is about {game}, and book \"{other}\" about {other_game}: name two books about the same game"
    )]
    DifferentGames {
        /// Name of one book.
        book: String,
        /// What it is about.
        game: String,
        /// Name of the other book.
        other: String,
        /// What that one is about.
        other_game: String,
    },
    /// Unreadable SGF file; nothing was imported.
    #[error("{file}: {source}")]
    Sgf {
        /// Name of the file.
        file: String,
        /// Underlying error with its place.
        source: SgfError,
    },
    /// Unreadable game of two bytes a move; nothing was imported.
    #[error("{file}: {source}")]
    GoFile {
        /// Name of the file.
        file: String,
        /// Underlying error with its place.
        source: GoFileError,
    },
    /// Unreadable record of a Go server; nothing was imported.
    #[error("{file}: {source}")]
    ServerFile {
        /// Name of the file.
        file: String,
        /// Error of the reader.
        source: ServerFileError,
    },
    /// Unreadable record of xiangqi; nothing was imported.
    #[error("{file}: {source}")]
    XiangqiFile {
        /// Name of the file.
        file: String,
        /// Error of the reader.
        source: XiangqiRecordError,
    },
    /// Unreadable opening book; nothing was imported.
    #[error("{file}: {source}")]
    OpeningFile {
        /// Name of the file.
        file: String,
        /// Error of the reader.
        source: OpeningFileError,
    },
    /// Unreadable file of renju or gomoku; nothing was imported.
    #[error("{file}: {source}")]
    FiveFile {
        /// Name of the file.
        file: String,
        /// Underlying error with its place.
        source: ConvertError,
    },
    /// Missing, invalid or insufficient API key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Failure of the system's random number generator.
    #[error("cannot generate a key: the system's random number generator failed: {0}")]
    Random(String),
    /// A book could not be written.
    #[error("the book could not be written: {0}")]
    Export(String),
    /// What is published of a book cannot be read.
    #[error("cannot read what is published: {0}")]
    Published(String),
    /// Missing or unreadable path to game records.
    #[error(transparent)]
    Records(#[from] ArchiveError),
    /// A book keeps one quiet period, since counts of different periods cannot be added up.
    #[error(
        "book \"{book}\" was mined with a quiet period of {found} moves, not {asked}: omit --quiet, or mine into another book"
    )]
    QuietPeriodMismatch {
        /// Name of the book.
        book: String,
        /// Quiet period of the book, in moves.
        found: u8,
        /// Requested quiet period, in moves.
        asked: u8,
    },
    /// Counts loaded into a book with games of its own.
    #[error("book \"{book}\" has games that were mined into it: load into another book")]
    CountedHere {
        /// Name of the book.
        book: String,
    },
    /// Games mined into a book that lacks lines of few games.
    #[error(
        "book \"{book}\" was loaded without lines of less than {floor} games: add the games to its lake, reduce and load it again"
    )]
    Floored {
        /// Name of the book.
        book: String,
        /// The least number of games of a line.
        floor: u32,
    },
    /// Book without counted games.
    #[error("book \"{book}\" has no counted games: mine some with `joseki mine`")]
    NothingCounted {
        /// Name of the book.
        book: String,
    },
    /// Counts imported again from the same source.
    #[error("book \"{book}\" already has imported counts of \"{from}\"; nothing was changed")]
    DuplicateCounts {
        /// Name of the book.
        book: String,
        /// The source.
        from: String,
    },
    /// Malformed counts.
    #[error("{file}: {error}")]
    Counts {
        /// Name of the file.
        file: String,
        /// Underlying error with its place.
        error: CountsError,
    },
    /// Collection without counts in the book.
    #[error(
        "book \"{book}\" has no games of collection \"{}\"; known collections: {}",
        excerpt(source_name),
        list(known)
    )]
    UnknownSource {
        /// Name of the book.
        book: String,
        /// Requested collection.
        source_name: String,
        /// Collections of the book.
        known: Vec<String>,
    },
    /// Another program changed the book while games were being counted.
    #[error("another program changed book \"{book}\" in the meantime; nothing was counted")]
    ChangedMeanwhile {
        /// Name of the book.
        book: String,
    },
    /// No counted game with that identifier.
    #[error("unknown game {game} in book \"{book}\"")]
    UnknownGame {
        /// Name of the book.
        book: String,
        /// Requested identifier.
        game: String,
    },
    /// The game was counted, but its moves were not stored.
    #[error("the moves of game {game} were not stored in book \"{book}\"")]
    NoRecord {
        /// Name of the book.
        book: String,
        /// Requested identifier.
        game: String,
    },
    /// Game record without a valid game.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Invalid identifier of a game.
    #[error(
        "invalid game_id: expected 1 to {LONGEST_GAME_ID} characters, not all blank, without control characters (such as line ends)"
    )]
    InvalidGameId,
    /// A different result exists under the same identifier.
    #[error(
        "game \"{game}\" already has another result, opponent or moves: nothing was changed; correct it, or enter this one under another id"
    )]
    OtherResult {
        /// Identifier of the game.
        game: String,
    },
    /// The result with that identifier was withdrawn.
    #[error(
        "game \"{game}\" was withdrawn: nothing was changed; correct it to make it count again"
    )]
    WithdrawnResult {
        /// Identifier of the game.
        game: String,
    },
    /// No result with that identifier.
    #[error("no result was entered for game \"{game}\"")]
    UnknownResult {
        /// Identifier of the game.
        game: String,
    },
    /// The result was entered with another key, and the sender may only change its own.
    #[error("the result of game \"{game}\" was entered with another key")]
    NotOwnResult {
        /// Identifier of the game.
        game: String,
    },
    /// No game against an opponent of that name.
    #[error("unknown opponent \"{}\": no result was entered against it", excerpt(name))]
    UnknownOpponent {
        /// Name of the opponent.
        name: String,
    },
    /// The book has no move to ask about on a board.
    #[error(
        "the book has no move to ask about on this board ({reason}): send another board, or omit the moves to have one drawn"
    )]
    NoQuestion {
        /// Why there is no move.
        reason: NoMoveReason,
    },
    /// Answer on another board than that of the question.
    #[error(
        "question \"{question}\" was about another board and has been answered: request a new one, or answer under a new id"
    )]
    OtherQuestion {
        /// Identifier of the question.
        question: String,
    },
    /// No player with that name.
    #[error("unknown player \"{player}\": no questions answered")]
    UnknownPlayer {
        /// Name of the player.
        player: String,
    },
    /// Invalid name for weights.
    #[error(
        "invalid name of weights \"{}\": use 1 to 64 letters, digits, dots, dashes and underscores, not starting with a dash, and `@` and a version after it if not the last one is meant",
        excerpt(name)
    )]
    InvalidWeightsName {
        /// The name.
        name: String,
    },
    /// No weights with that name.
    #[error("unknown weights \"{}\"; known weights: {}", excerpt(name), list(known))]
    UnknownWeights {
        /// Requested name.
        name: String,
        /// Names of all weights.
        known: Vec<String>,
    },
    /// No such version of weights.
    #[error("weights \"{name}\" have no version {asked}: the last one is {newest}")]
    UnknownWeightsVersion {
        /// Name of the weights.
        name: String,
        /// Requested version.
        asked: u32,
        /// Last version.
        newest: u32,
    },
    /// Weights that cannot be read.
    #[error("invalid weights, {0}")]
    Weights(#[from] ParseWeightsError),
    /// Text of weights that is too long.
    #[error("the weights are longer than {LONGEST_WEIGHTS} bytes")]
    LongWeights,
    /// Invalid field of a table to make.
    #[error("{field}: {message}")]
    TableSetup {
        /// The field.
        field: &'static str,
        /// What is wrong, and how to fix it.
        message: String,
    },
    /// No table with that token.
    #[error(
        "unknown table: the token or id is wrong, or the table was closed or removed 30 days after its last move"
    )]
    UnknownTable,
    /// What the rules of a table do not allow.
    #[error("{0}")]
    TableRefused(#[from] TableRefusal),
    /// A table where too much was done.
    #[error("too much was done at this table: resign, or go on at another one")]
    TableFull,
    /// As many tables as the operator allows.
    #[error("there are {most} tables already: try again later, or raise `max_tables`")]
    TooManyTables {
        /// The maximum.
        most: u64,
    },
    /// A record that its format cannot hold.
    #[error(transparent)]
    TableRecord(#[from] TableRecordError),
    /// Temporary files for counting failed.
    #[error("counting does not fit in memory and its temporary files failed: {0}")]
    Spool(#[from] io::Error),
    /// Failure of an engine.
    #[error(transparent)]
    Engine(#[from] PeerError),
    /// Failure of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TallyError> for ServiceError {
    fn from(error: TallyError) -> ServiceError {
        ServiceError::Store(StoreError::Corrupt {
            file: "the database".to_owned(),
            detail: error.to_string(),
        })
    }
}

/// Why a request is not authorised.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// No key was sent.
    #[error("missing key: send `Authorization: Bearer …` with a key from `joseki keys create`")]
    Missing,
    /// No key was sent, for work over all of a large book.
    #[error(
        "missing key: book \"{book}\" has {nodes} nodes; above {most}, conditions, differences, earlier versions and files made whole need a key: send `Authorization: Bearer …`"
    )]
    LargeBook {
        /// Name of the book.
        book: String,
        /// Its nodes.
        nodes: usize,
        /// The most nodes without a key.
        most: usize,
    },
    /// No key of this store.
    #[error("unknown key: check it, or create one with `joseki keys create`")]
    Unknown,
    /// The key has expired or was revoked.
    #[error("the key has expired or was revoked: create a new one with `joseki keys create`")]
    Ended,
    /// The key lacks a scope.
    #[error("the key allows {held}, but {needed} is required")]
    Scope {
        /// Scopes of the key.
        held: String,
        /// Required scopes.
        needed: String,
    },
}

fn describe_change(seen: u64, found: Option<u64>) -> String {
    match found {
        Some(found) => format!("has changed: it is at revision {found}, not {seen}"),
        None => "no longer exists".to_owned(),
    }
}

fn version_or_none(version: u64) -> String {
    match version {
        0 => "no version".to_owned(),
        version => format!("version {version}"),
    }
}

fn first_line(contradictions: &[Contradiction]) -> String {
    let first = contradictions.first();
    first.map_or_else(String::new, |first| first.line.to_string())
}

/// Shortens what a client named to the length of the longest valid name.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(64) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
