//! Errors of the use cases. What all share is here; a feature's own errors stand with it, as a
//! [`Fault`]. Each says beside its message what interfaces answer ([`ErrorInfo`]), and each interface
//! has one place that gives it its form.

use std::any::Any;
use std::borrow::Cow;
use std::error::Error;
use std::io;

use super::code::Code;
use joseki_base::cancel::Cancelled;
use joseki_book::{Line, TallyError};
use joseki_format::archive::ArchiveError;
use joseki_format::record::RecordError;
use joseki_game::{BoardSize, Color, Game, IllegalMove, Move, Point};
use joseki_peer::PeerError;
use joseki_store::StoreError;

/// What an interface answers about an error, beside its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorInfo {
    /// The stable code.
    pub code: Code,
    /// The field or parameter at fault, as requests name it: `edits[3]`.
    pub field: Option<Cow<'static, str>>,
    /// What a user of the command line can do, if the message does not say it.
    pub hint: Option<Cow<'static, str>>,
    /// Seconds after which to try again.
    pub retry_after: Option<u32>,
}

impl Code {
    /// What is answered with this code.
    #[must_use]
    pub const fn info(self) -> ErrorInfo {
        ErrorInfo { code: self, field: None, hint: None, retry_after: None }
    }

    /// What is answered with this code about a field.
    #[must_use]
    pub fn at(self, field: impl Into<Cow<'static, str>>) -> ErrorInfo {
        ErrorInfo { field: Some(field.into()), ..self.info() }
    }
}

impl ErrorInfo {
    /// Adds what a user of the command line can do.
    #[must_use]
    pub fn hint(self, hint: impl Into<Cow<'static, str>>) -> ErrorInfo {
        ErrorInfo { hint: Some(hint.into()), ..self }
    }

    /// Adds when to try again, in seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> ErrorInfo {
        ErrorInfo { retry_after: Some(seconds), ..self }
    }
}

/// An error of a feature.
pub trait Fault: Error + Any + Send + Sync {
    /// What interfaces answer.
    fn info(&self) -> ErrorInfo;
}

impl<E: Fault> From<E> for ServiceError {
    fn from(error: E) -> ServiceError {
        ServiceError::Feature(Box::new(error))
    }
}

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
        /// The games that support it.
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
    /// A book does not fit into what a server keeps in memory.
    #[error(
        "book \"{book}\" has {nodes} nodes and stays on the disk, as the server keeps at most {resident_nodes} nodes of all books in memory; this needs all of it in memory"
    )]
    BookOnDisk {
        /// Name of the book.
        book: String,
        /// Number of its nodes.
        nodes: u64,
        /// The most nodes that the server keeps in memory.
        resident_nodes: u64,
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
    /// More games than one request may contain.
    #[error("more than {most} games: split them into several requests")]
    TooManyGames {
        /// Maximum number of games.
        most: u64,
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
    /// Game record without a valid game.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Temporary files for counting failed.
    #[error("counting does not fit in memory and its temporary files failed: {0}")]
    Spool(#[from] io::Error),
    /// Failure of an engine.
    #[error(transparent)]
    Engine(#[from] PeerError),
    /// An error of a feature; see [`ServiceError::of`].
    #[error("{0}")]
    Feature(Box<dyn Fault>),
    /// Failure of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ServiceError {
    /// Returns the error of a feature, if it is of this kind.
    #[must_use]
    pub fn of<E: Fault>(&self) -> Option<&E> {
        match self {
            ServiceError::Feature(fault) => (fault.as_ref() as &dyn Any).downcast_ref(),
            _ => None,
        }
    }

    /// Returns what interfaces answer.
    #[must_use]
    pub fn info(&self) -> ErrorInfo {
        let unchanged = "nothing was changed";
        match self {
            ServiceError::Cancelled(_) => Code::Timeout.info().retry_after(5),
            ServiceError::UnsupportedSize { .. } | ServiceError::OtherSize { .. } => {
                Code::UnsupportedSize.at("board_size")
            }
            ServiceError::OtherGame { .. } => Code::OtherGame.at("book").hint(
                "choose another book with --book; `joseki book create NAME --game GAME` makes one of another game",
            ),
            ServiceError::NotThisGame { .. } => {
                Code::OtherGame.at("game").hint("choose another book with --book, or omit --game")
            }
            ServiceError::DifferentGames { .. } => Code::Unprocessable.at("from"),
            ServiceError::PastBusy => Code::Overloaded.info().retry_after(1),
            ServiceError::BookTooLarge { .. } => Code::Overloaded.info().retry_after(60).hint(
                "nothing was changed; raise the limit of memory (`ulimit -v`, MemoryMax of the unit, that of the container), or delete or split the book",
            ),
            ServiceError::BookOnDisk { .. } => Code::Unprocessable.at("book").hint(
                "its next moves, nodes, lines, searches and reviews are answered from the disk; for the rest raise `resident_nodes`, or use a smaller book",
            ),
            ServiceError::InitialStoneTwice { index, .. }
            | ServiceError::InitialStoneWithoutLiberty { index, .. } => {
                Code::IllegalStone.at(format!("initial_stones[{index}]"))
            }
            ServiceError::IllegalMove { index, .. } => {
                Code::IllegalMove.at(format!("moves[{index}]"))
            }
            ServiceError::IllegalContinuation { index, .. } => {
                Code::IllegalMove.at(format!("line[{index}]"))
            }
            ServiceError::NoStone { field, index, .. } => {
                Code::InvalidPoint.at(format!("{field}[{index}]"))
            }
            ServiceError::UnknownBook { .. } => Code::UnknownBook
                .at("book")
                .hint("choose a known book with --book, or another database with --db"),
            ServiceError::UnknownNode { .. } => Code::UnknownNode
                .at("steps")
                .hint("nothing was changed; see `joseki lines` for the lines of the book"),
            ServiceError::UnknownSource { .. } => Code::InvalidValue
                .at("source")
                .hint("choose a known collection with --source, or omit --source"),
            ServiceError::InvalidBookName { .. } => {
                Code::InvalidBookName.at("book").hint("choose another name with --book")
            }
            ServiceError::InvalidLinePrefix { .. } => {
                Code::InvalidLine.at("prefix").hint("write a prefix as in DDCF")
            }
            ServiceError::TooManyGames { .. } => {
                Code::TooMany.info().hint("send fewer games at a time")
            }
            ServiceError::UnknownVersion { .. } => Code::NotYet
                .at("as_of")
                .hint("nothing was changed; see `joseki history` for the versions"),
            ServiceError::BookBehind { .. } => Code::NodeBehind.at("min_version").retry_after(1),
            ServiceError::ResultsBehind { .. } => {
                Code::NodeBehind.at("min_results").retry_after(1)
            }
            ServiceError::Key(error) => error.code().info(),
            ServiceError::Records(_) => Code::Unprocessable.info().hint(
                "nothing was counted; give existing files, folders or archives with game records",
            ),
            ServiceError::Record(_) => Code::InvalidSgf.at("sgf"),
            ServiceError::Random(_) | ServiceError::Export(_) | ServiceError::Published(_) => {
                Code::Internal.info()
            }
            ServiceError::Spool(_) => Code::Internal.info().hint(
                "the book is unchanged; check the free space and write permission in that folder",
            ),
            ServiceError::Engine(_) => Code::Internal.info().hint(
                "nothing was evaluated; start KataGo as in --engine \"katago analysis -config FILE -model FILE\"",
            ),
            ServiceError::Feature(fault) => fault.info(),
            ServiceError::Store(error) => store_info(error).hint(match error {
                StoreError::NoHistory { .. } => "see `joseki history` for the known versions",
                StoreError::NotFound { what } if what.starts_with("key") => "see `joseki keys list`",
                StoreError::NotFound { .. } => unchanged,
                _ => "the database is unchanged",
            }),
        }
    }

    /// The error of an output that failed, or of work that was cancelled at an output.
    pub(super) fn not_written(error: io::Error) -> ServiceError {
        let why = error.to_string();
        error.downcast::<Cancelled>().map_or(ServiceError::Export(why), ServiceError::Cancelled)
    }
}

/// What interfaces answer about a store error.
fn store_info(error: &StoreError) -> ErrorInfo {
    let retried = |code: Code, seconds| code.info().retry_after(seconds);
    match error {
        StoreError::Cancelled(_) => retried(Code::Timeout, 5),
        StoreError::Conflict { .. } => retried(Code::Conflict, 1),
        StoreError::NotFound { .. } => Code::NotFound.info(),
        StoreError::NoHistory { .. } => Code::NoHistory.info(),
        StoreError::AlreadyExists { .. } => Code::AlreadyExists.info(),
        StoreError::Invalid { .. } | StoreError::Ledgers { .. } => Code::Unprocessable.info(),
        StoreError::Busy { .. } | StoreError::Unreachable { .. } | StoreError::Refused { .. } => {
            retried(Code::StoreBusy, 1)
        }
        StoreError::OutcomeUnknown { .. } => retried(Code::OutcomeUnknown, 5),
        StoreError::Closed { .. } => retried(Code::StoreClosed, 2),
        StoreError::DiskFull { .. } => Code::DiskFull.info(),
        StoreError::ReadOnly { .. }
        | StoreError::Unmerged { .. }
        | StoreError::OpenedReadOnly { .. } => Code::StoreReadOnly.info(),
        StoreError::Damaged { .. } => Code::StoreDamaged.info(),
        StoreError::Displaced { .. } => Code::StoreDisplaced.info(),
        StoreError::UnknownVariant { .. }
        | StoreError::Corrupt { .. }
        | StoreError::NotAStore { .. }
        | StoreError::NewerFile { .. }
        | StoreError::OlderFile { .. }
        | StoreError::OutdatedFile { .. }
        | StoreError::Source { .. }
        | StoreError::Other { .. } => Code::StoreFailed.info(),
    }
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

impl KeyError {
    const fn code(&self) -> Code {
        match self {
            KeyError::Missing | KeyError::LargeBook { .. } => Code::KeyMissing,
            KeyError::Unknown => Code::KeyUnknown,
            KeyError::Ended => Code::KeyEnded,
            KeyError::Scope { .. } => Code::KeyScope,
        }
    }
}

fn version_or_none(version: u64) -> String {
    match version {
        0 => "no version".to_owned(),
        version => format!("version {version}"),
    }
}

/// Shortens what a client named to the length of the longest valid name.
pub(super) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(64) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Lists names, or says that there are none.
pub(super) fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
