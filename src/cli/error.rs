//! The one place where errors become messages, hints and exit codes.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use super::hint::hint;
use super::message;
use super::text::clean;
use crate::format::record::RecordError;
use crate::game::go::BoardSize;
use crate::http::ServerError;
use crate::peer::AskError;
use crate::service::{ContestError, ServiceError};
use crate::store::StoreError;
use crate::wire::RequestError;

/// Exit code: something failed.
const FAILED: u8 = 1;
/// Exit code: the command line or a setting makes no sense.
const USAGE: u8 = 2;

/// Why a command ended.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The arguments make no sense, or ask for help.
    #[error(transparent)]
    Usage(clap::Error),
    /// A setting that makes no sense.
    #[error("{at}: {message}")]
    Setting { at: String, message: String },
    /// A move or a stone that is none.
    #[error("{}", request(.0))]
    Request(RequestError),
    /// A node that is none, or what is to become of it.
    #[error("{}", request(.0))]
    Node(RequestError),
    /// A file of edits that cannot be read.
    #[error("{file}: {message}")]
    Edits { file: String, message: String },
    /// A file of answers that cannot be read.
    #[error("{file}: {message}")]
    Answers { file: String, message: String },
    /// The database cannot be opened.
    #[error("{error}")]
    Database { path: PathBuf, error: StoreError },
    /// A use case failed.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// A question has no answer.
    #[error("{error}")]
    Question {
        error: ServiceError,
        size: BoardSize,
    },
    /// There was nothing to count.
    #[error("there is no game record that can be read: nothing was counted")]
    NoRecords,
    /// Everything in the files was refused.
    #[error(
        "nothing was imported into book \"{book}\", as every move was refused, {first} being the first"
    )]
    NothingImported { book: String, first: String },
    /// A run was ended before its time.
    #[error("{0}")]
    Stopped(ServiceError),
    /// An engine failed on the way.
    #[error("{0}")]
    Evaluating(ServiceError),
    /// An engine refused everything.
    #[error("the engine refused every position: {why}")]
    NothingEvaluated { why: String },
    /// A database that is not there, where none is to be made.
    #[error("there is no database {}", path.display())]
    NoDatabase { path: PathBuf },
    /// An empty file where a database has to be.
    #[error("{} is empty: it holds no database of Joseki", path.display())]
    EmptyFile { path: PathBuf },
    /// A database that is to be merged into itself.
    #[error("{} is the database itself: nothing was merged", path.display())]
    Itself { path: PathBuf },
    /// A backup that was not made.
    #[error("{error}")]
    Backup { db: PathBuf, error: StoreError },
    /// A backup where there is a file.
    #[error("{} is already there, and a backup replaces nothing", path.display())]
    BackupThere { path: PathBuf },
    /// Old backups are removed from a directory only.
    #[error("--keep is for a directory of backups, and {} is none", path.display())]
    KeepInFile { path: PathBuf },
    /// A database that is to be kept as a backup and is damaged.
    #[error("{} is damaged and no backup was made: {}", path.display(), match count { 1 => first.clone(), count => format!("{first}, and {} problems more", count - 1) })]
    NotSound {
        path: PathBuf,
        count: usize,
        first: String,
    },
    /// A backup that was not put in the place of the database.
    #[error("{error}")]
    Restore { db: PathBuf, error: StoreError },
    /// A database that is to take its own place.
    #[error("{} is the database itself: nothing was changed", path.display())]
    OverItself { path: PathBuf },
    /// The doctor found something.
    #[error("{}", match count { 1 => "1 problem was found".to_owned(), count => format!("{count} problems were found") })]
    Problems { count: usize },
    /// A game record makes no board.
    #[error("{file}: {error}")]
    Record { file: String, error: RecordError },
    /// A file cannot be read.
    #[error("cannot read {file}: {error}")]
    Read { file: String, error: io::Error },
    /// A directory in place of a file.
    #[error("{} is a directory", path.display())]
    Directory { path: PathBuf },
    /// A file to be written is there.
    #[error("{} is already there", path.display())]
    Exists { path: PathBuf },
    /// A file to be written is the database.
    #[error("{} is the database itself", path.display())]
    OverDatabase { path: PathBuf },
    /// A file to be written is a device, a pipe or a directory.
    #[error("{} is not an ordinary file", path.display())]
    NotAFile { path: PathBuf },
    /// A file that a folder of games would lose, and that is none.
    #[error("{} is no game of two bytes a move: nothing was replaced", path.display())]
    NoGame { path: PathBuf },
    /// A file where a folder of games is to be.
    #[error("{} is no folder", path.display())]
    NoFolder { path: PathBuf },
    /// A file where a folder is to be.
    #[error("{} is no folder", path.display())]
    NotAFolder { path: PathBuf },
    /// The directory of a file to be written is not there.
    #[error("there is no directory {}", path.display())]
    NoDirectory { path: PathBuf },
    /// A file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    /// The directory for a dry run cannot be made.
    #[error("cannot make a temporary directory: {0}")]
    Temporary(io::Error),
    /// Standard output cannot be written.
    #[error("cannot write the answer: {0}")]
    Output(io::Error),
    /// An engine that cannot be worked with.
    #[error("the engine: {0}")]
    Engine(AskError),
    /// A match that cannot go on.
    #[error(transparent)]
    Contest(ContestError),
    /// A picture in a format that we cannot write.
    #[error("{}: the name of a picture ends in .svg or .png", path.display())]
    NoPicture { path: PathBuf },
    /// The server does not run.
    #[error(transparent)]
    Server(#[from] ServerError),
}

/// Commands use `?` on input and output for standard output only; errors at files are made with
/// their names.
impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        CliError::Output(error)
    }
}

/// Tells what went wrong, and gives the exit code.
pub fn exit_code(done: Result<(), CliError>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Usage(error)) => usage(&error),
        // Whoever read the answer has seen enough.
        Err(CliError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            message::error(&error.to_string(), hint(&error).as_deref());
            ExitCode::from(match error {
                CliError::Setting { .. }
                | CliError::Request(_)
                | CliError::Node(_)
                | CliError::NoPicture { .. }
                | CliError::KeepInFile { .. } => USAGE,
                _ => FAILED,
            })
        }
    }
}

/// Help and version are printed here too; that nobody reads them is no error.
fn usage(error: &clap::Error) -> ExitCode {
    let plain = error.to_string();
    match clean(&plain) {
        // What somebody wrote stands in it, with marks that steer the terminal.
        Cow::Owned(cleaned) => drop(io::stderr().write_all(cleaned.as_bytes())),
        Cow::Borrowed(_) => drop(error.print()),
    }
    match error.exit_code() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(USAGE),
    }
}

/// The flag that a request's field came from, and which part of it.
fn request(error: &RequestError) -> String {
    let field = error.field.strip_prefix("fields.").unwrap_or(&error.field);
    let (field, item) = match field.split_once('[') {
        Some((field, item)) => (field, item.split(']').next()),
        None => (field, None),
    };
    let item = item.and_then(|item| item.parse::<usize>().ok());
    let (flag, what) = match field {
        "line" => ("LINE".to_owned(), ""),
        "to" => ("TO".to_owned(), ""),
        "fields" => ("flags".to_owned(), ""),
        "if_match" => ("--if-revision".to_owned(), ""),
        "names" => ("--name".to_owned(), "name"),
        "tags" => ("--tag".to_owned(), "tag"),
        "sources" => ("--source".to_owned(), "source"),
        "marks" => ("--mark".to_owned(), "mark"),
        "to_moves" => ("--to-moves".to_owned(), "move"),
        "moves" => ("--moves".to_owned(), "move"),
        "continuation" => ("--line".to_owned(), "move"),
        "dead" => ("--dead".to_owned(), "stone"),
        "seki" => ("--seki".to_owned(), "stone"),
        "initial_stones" => ("--stones".to_owned(), "stone"),
        "board_size" => ("--size".to_owned(), ""),
        "source" => ("--source".to_owned(), "name"),
        "strength" => ("--strength".to_owned(), "name"),
        other => (format!("--{}", other.replace('_', "-")), ""),
    };
    match item {
        Some(index) => format!("{flag}: {what} {}: {}", index + 1, error.message),
        None => format!("{flag}: {}", error.message),
    }
}
