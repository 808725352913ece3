//! What can go wrong in a use case. Each door maps these outward in one place.

use std::io;

use super::edit::MOST_EDITS;
use super::query::Reason;
use crate::book::{Contradiction, EditError, Line, TallyError};
use crate::format::archive::ArchiveError;
use crate::format::book_file::GoFileError;
use crate::format::record::RecordError;
use crate::format::sgf::SgfError;
use crate::game::Color;
use crate::game::go::{IllegalMove, Point};
use crate::mine::CountsError;
use crate::peer::PeerError;
use crate::store::{ChangeKind, StoreError};

/// The longest identity of a game, in characters.
pub const LONGEST_GAME_ID: usize = 200;

/// Why a use case could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServiceError {
    /// Books answer on boards of 9 to 19 lines.
    #[error("books answer on boards of 9 to 19 lines, not on {lines}x{lines}")]
    UnsupportedSize {
        /// The lines asked for.
        lines: u8,
    },
    /// Two initial stones on one point.
    #[error("initial stone {} stands on a point that is already taken", index + 1)]
    InitialStoneTwice {
        /// Which initial stone, from 0.
        index: usize,
        /// The point.
        point: Point,
    },
    /// Initial stones that are already captured.
    #[error("initial stone {} has no liberty", index + 1)]
    InitialStoneWithoutLiberty {
        /// Which initial stone, from 0.
        index: usize,
        /// The point.
        point: Point,
    },
    /// A move that the rules forbid.
    #[error("move {} is illegal: {reason}", index + 1)]
    IllegalMove {
        /// Which move, from 0.
        index: usize,
        /// Who played it.
        color: Color,
        /// Where.
        point: Point,
        /// Why it is illegal.
        reason: IllegalMove,
    },
    /// A move of a line that is tried out on the board, which the rules forbid there.
    #[error("move {} of the line is illegal: {reason}", index + 1)]
    IllegalContinuation {
        /// Which move of the line, from 0.
        index: usize,
        /// Who plays it.
        color: Color,
        /// Where.
        point: Point,
        /// Why it is illegal.
        reason: IllegalMove,
    },
    /// A stone is named where none stands.
    #[error("no stone stands at point {} of `{field}`", index + 1)]
    NoStone {
        /// The list that names it: `dead` or `seki`.
        field: &'static str,
        /// Which point of the list, from 0.
        index: usize,
        /// The point.
        point: Point,
    },
    /// No book of that name.
    #[error("there is no book \"{name}\"; the books are: {}", list(known))]
    UnknownBook {
        /// The name asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// No node of that line.
    #[error("book \"{book}\" has no node {line}")]
    UnknownNode {
        /// The book.
        book: String,
        /// The line, canonical.
        line: Line,
    },
    /// A node that is not what its editor saw.
    #[error(
        "edit {}: node {line} of book \"{book}\" {}: look at it again and repeat the edit",
        index + 1, became(*seen, *found)
    )]
    StaleNode {
        /// The book.
        book: String,
        /// The node's line, canonical; of an edit of a subtree the first node of it that changed.
        line: Line,
        /// Which edit, from 0.
        index: usize,
        /// The revision that was seen.
        seen: u64,
        /// The revision that there is; nothing if the node is gone.
        found: Option<u64>,
    },
    /// An edit that cannot be done.
    #[error("edit {} of book \"{book}\": {source}", index + 1)]
    Edit {
        /// The book.
        book: String,
        /// Which edit, from 0.
        index: usize,
        /// Why not.
        source: EditError,
    },
    /// More games than are looked at for one answer.
    #[error("more than {most} games: send them in parts")]
    TooManyGames {
        /// The most.
        most: u64,
    },
    /// Too many edits at once.
    #[error("{count} edits are more than {MOST_EDITS}: send them in several requests")]
    TooManyEdits {
        /// How many.
        count: usize,
    },
    /// A version that a book has not reached.
    #[error("book \"{book}\" has no version {asked} yet, it is at {found}")]
    NotYet {
        /// The book.
        book: String,
        /// The version asked for.
        asked: u64,
        /// Its version.
        found: u64,
    },
    /// No change of that number.
    #[error("there is no change {id}: see the history of the book")]
    UnknownChange {
        /// The number.
        id: i64,
    },
    /// A change that cannot be taken back.
    #[error("change {id} ({kind}) cannot be taken back: {why}")]
    NotRevertible {
        /// The change.
        id: i64,
        /// What it was.
        kind: ChangeKind,
        /// Why not, and what to do.
        why: String,
    },
    /// Later changes touched what is to be taken back.
    #[error(
        "{} of what change {change} did was changed again, first \"{}\": say whether to keep or to drop the later changes",
        contradictions.len(), first_line(contradictions)
    )]
    Later {
        /// The change that was to be taken back.
        change: i64,
        /// Where, and what would stand if later changes were kept.
        contradictions: Vec<Contradiction>,
    },
    /// A name that no book may have.
    #[error(
        "\"{name}\" is no name for a book: use 1 to 64 letters, digits, dots, dashes and underscores, a dash not first"
    )]
    BookName {
        /// The name.
        name: String,
    },
    /// A prefix that no line starts with.
    #[error(
        "\"{prefix}\" is no beginning of a line: lines are written in the letters A to S and X"
    )]
    LinePrefix {
        /// The prefix.
        prefix: String,
    },
    /// A file that cannot be read; nothing was imported.
    #[error("{file}: {source}")]
    Sgf {
        /// The file's name.
        file: String,
        /// What is wrong and where.
        source: SgfError,
    },
    /// A game of two bytes a move that cannot be read; nothing was imported.
    #[error("{file}: {source}")]
    GoFile {
        /// The file's name.
        file: String,
        /// What is wrong and where.
        source: GoFileError,
    },
    /// A key that opens nothing.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The system has no random numbers.
    #[error("the system gives no random numbers for a key: {0}")]
    Random(String),
    /// A book cannot be written out.
    #[error("the book could not be written: {0}")]
    Export(String),
    /// A path to game records that is not there.
    #[error(transparent)]
    Records(#[from] ArchiveError),
    /// A book is mined in one way only, or its counts would not add up.
    #[error(
        "book \"{book}\" was mined with a quiet period of {found} moves, not {asked}: leave --quiet out, or mine another book"
    )]
    Quiet {
        /// The book.
        book: String,
        /// The quiet period it has.
        found: u8,
        /// The one asked for.
        asked: u8,
    },
    /// Nothing was counted in a book.
    #[error("no games were counted in book \"{book}\": mine some with `joseki mine`")]
    NothingCounted {
        /// The book.
        book: String,
    },
    /// A book has counts of a source that are imported again.
    #[error("book \"{book}\" has the imported counts of \"{from}\" already; nothing was changed")]
    CountsAgain {
        /// The book.
        book: String,
        /// The source.
        from: String,
    },
    /// Text that holds no counts.
    #[error("{file}: {error}")]
    Counts {
        /// The file's name.
        file: String,
        /// What is wrong and where.
        error: CountsError,
    },
    /// The book has no counts of that collection.
    #[error(
        "book \"{book}\" counts no games of \"{source_name}\"; its collections are: {}",
        list(known)
    )]
    UnknownSource {
        /// The book.
        book: String,
        /// The collection asked for.
        source_name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// Another program changed the book while games were being counted.
    #[error("book \"{book}\" was changed meanwhile by another program; nothing was counted")]
    ChangedMeanwhile {
        /// The book.
        book: String,
    },
    /// No counted game of that identity.
    #[error("book \"{book}\" counted no game {game}")]
    UnknownGame {
        /// The book.
        book: String,
        /// The identity asked for.
        game: String,
    },
    /// The game was counted, but its moves were not kept.
    #[error("the moves of game {game} were not kept in book \"{book}\"")]
    NoRecord {
        /// The book.
        book: String,
        /// The identity asked for.
        game: String,
    },
    /// A game record that gives no game.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// An identity that no game may have.
    #[error(
        "a game_id has 1 to {LONGEST_GAME_ID} characters, not only blanks and none of them a control (a line end, say)"
    )]
    GameId,
    /// A result was entered under this identity, and it is another one.
    #[error(
        "game \"{game}\" was entered with another result, opponent or moves: nothing was changed; correct it, or enter this one under another id"
    )]
    OtherResult {
        /// The game's identity.
        game: String,
    },
    /// The result of this identity was withdrawn.
    #[error(
        "game \"{game}\" was withdrawn: nothing was changed; correct it to have it count again"
    )]
    WithdrawnResult {
        /// The game's identity.
        game: String,
    },
    /// No result of that identity.
    #[error("no result of a game \"{game}\" was entered")]
    UnknownResult {
        /// The game's identity.
        game: String,
    },
    /// No game against an opponent of that name.
    #[error("no result against \"{name}\" was ever entered")]
    UnknownOpponent {
        /// The opponent's name.
        name: String,
    },
    /// The book has nothing to ask about a board.
    #[error(
        "the book has no move to ask for on this board ({}): ask about another, or leave the moves out to have one drawn",
        reason.code()
    )]
    NoQuestion {
        /// Why.
        reason: Reason,
    },
    /// A question was answered on another board.
    #[error(
        "question \"{question}\" was asked about another board and answered: ask for a new one, or send an answer under an id of its own"
    )]
    OtherQuestion {
        /// The question.
        question: String,
    },
    /// No player of that name.
    #[error("nobody of the name \"{player}\" has answered a question")]
    UnknownPlayer {
        /// The name.
        player: String,
    },
    /// What does not fit in memory cannot be put aside.
    #[error("what is being counted does not fit in memory and cannot be put aside: {0}")]
    Spool(#[from] io::Error),
    /// An engine that we run.
    #[error(transparent)]
    Engine(#[from] PeerError),
    /// The store.
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

/// Why a caller may not do something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// No key was sent.
    #[error(
        "this needs a key: send `Authorization: Bearer …` with a key from `joseki keys create`"
    )]
    Missing,
    /// The key is not one of this store's.
    #[error("the key is not known here: check it, or make one with `joseki keys create`")]
    Unknown,
    /// The key has ended.
    #[error("the key has expired or was revoked: make a new one with `joseki keys create`")]
    Ended,
    /// The key does not allow this.
    #[error("the key allows {held} and this needs {needed}")]
    Scope {
        /// What the key allows.
        held: String,
        /// What is needed.
        needed: String,
    },
}

fn became(seen: u64, found: Option<u64>) -> String {
    match found {
        Some(found) => format!("changed: it is at revision {found}, not {seen}"),
        None => "is gone".to_owned(),
    }
}

fn first_line(contradictions: &[Contradiction]) -> String {
    let first = contradictions.first();
    first.map_or_else(String::new, |first| first.line.to_string())
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}
