//! Errors of the command line, and how they become messages and exit codes.

use std::borrow::Cow;
use std::error::Error as _;
use std::io::{self, ErrorKind, Write as _};
use std::num::{ParseFloatError, ParseIntError};
use std::path::PathBuf;
use std::process::ExitCode;

use super::hint::hint;
use super::log;
use super::text::clean;
use joseki_format::record::RecordError;
use joseki_game::BoardSize;
use joseki_http::ServerError;
use joseki_peer::PeerRequestError;
use joseki_service::{
    ServiceError, curate::published::PublishedError, engine::contest::ContestError,
};
use joseki_store::{DatabaseAddress, StoreError};
use joseki_wire::{Coords, RequestError};

/// Exit code of a failed command.
const FAILED: u8 = 1;
/// Exit code of an invalid command line or setting.
const USAGE: u8 = 2;

/// Error that ends a command.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Invalid arguments, or a request for help or version.
    #[error(transparent)]
    Usage(clap::Error),
    /// Invalid setting.
    #[error("{at}: {message}")]
    Setting { at: String, message: String },
    /// Invalid move, stone or other value in a board's flags.
    #[error("{}", request(.0))]
    Request(RequestError),
    /// Invalid node or field in the flags of an edit.
    #[error("{}", request(.0))]
    Node(RequestError),
    /// Invalid file of edits.
    #[error("{file}: {message}")]
    Edits { file: String, message: String },
    /// A subtree that cannot be edited, or was not written.
    #[error("{0}")]
    Subtree(String),
    /// The user's editor failed.
    #[error("editor {editor:?}: {why}")]
    Editor { editor: String, why: String },
    /// Invalid file of ratings.
    #[error("{file}: {message}")]
    Ratings { file: String, message: String },
    /// Invalid file of quiz answers.
    #[error("{file}: {message}")]
    Answers { file: String, message: String },
    /// The database cannot be opened.
    #[error("{error}")]
    Database { address: DatabaseAddress, error: StoreError },
    /// A use case failed.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// A book could not be published or followed.
    #[error("{0}")]
    Published(PublishedError),
    /// A query on a board failed.
    #[error("{error}")]
    Query { error: ServiceError, coords: Coords, size: BoardSize },
    /// None of the game records could be read.
    #[error("no readable game record: nothing was counted")]
    NoRecords,
    /// Every node of the files was refused.
    #[error("nothing was imported into book \"{book}\": every move was refused, first {first}")]
    NothingImported { book: String, first: String },
    /// A run was interrupted after some of its work was saved.
    #[error("{0}")]
    Interrupted(ServiceError),
    /// An engine failed during an evaluation.
    #[error("{0}")]
    EvaluationStopped(ServiceError),
    /// An engine refused every position.
    #[error("the engine refused every position: {why}")]
    NothingEvaluated { why: String },
    /// A service does not answer, or is not ready.
    #[error("{0}")]
    NotReady(String),
    /// Missing database, in a command that does not create one.
    #[error("database {} does not exist", path.display())]
    NoDatabase { path: PathBuf },
    /// Empty file instead of a database.
    #[error("{} is empty, not a joseki database", path.display())]
    EmptyFile { path: PathBuf },
    /// Password in the address of a database.
    #[error("the address of a database has a password, which others could see")]
    PasswordInAddress,
    /// Merge of a database into itself.
    #[error("cannot merge {} into itself: nothing was merged", path.display())]
    MergeIntoItself { path: PathBuf },
    /// A backup failed.
    #[error("{error}")]
    Backup { db: PathBuf, error: StoreError },
    /// The file of a backup exists already.
    #[error("{} already exists, and a backup never replaces a file", path.display())]
    BackupExists { path: PathBuf },
    /// `--keep` with a file; old backups are removed only from a directory.
    #[error("--keep needs a directory of backups: {} is not a directory", path.display())]
    KeepInFile { path: PathBuf },
    /// The database to back up is damaged.
    #[error("{} is damaged and was not backed up: {}", path.display(), match count { 1 => first.clone(), count => format!("{first}, and {} more problems", count - 1) })]
    DamagedDatabase { path: PathBuf, count: usize, first: String },
    /// A restore failed.
    #[error("{error}")]
    Restore { db: PathBuf, error: StoreError },
    /// The file to recover into exists already.
    #[error("{} already exists, and is not replaced by what is recovered", path.display())]
    RecoverExists { path: PathBuf },
    /// The file for the first key exists already.
    #[error("no key of the database is valid, and {} for a new first key exists already", path.display())]
    KeyFileExists { path: PathBuf },
    /// Restore of a database from itself.
    #[error("cannot restore {} from itself: nothing was changed", path.display())]
    RestoreFromItself { path: PathBuf },
    /// The doctor found problems.
    #[error("{}", match count { 1 => "1 problem found".to_owned(), count => format!("{count} problems found") })]
    Problems { count: usize },
    /// Lines that are not positions.
    #[error("{}", match refused { 1 => "1 line was refused".to_owned(), many => format!("{many} lines were refused") })]
    BoardsRefused { refused: usize },
    /// A file without a record of xiangqi.
    #[error("{file}: {error}")]
    XiangqiRecord { file: String, error: joseki_format::xiangqi::RecordError },
    /// Several records for a file that holds one.
    #[error("an XQF file holds one record, found {found}")]
    OneRecord { found: usize },
    /// Records that were read in part.
    #[error("{}", match problems { 1 => "1 thing could not be read".to_owned(), many => format!("{many} things could not be read") })]
    RecordsIncomplete { problems: usize },
    /// Lines that are not legal moves.
    #[error("{}", match refused { 1 => "1 line is not a legal move".to_owned(), many => format!("{many} lines are not legal moves") })]
    MovesRefused { refused: usize },
    /// A recovered database lacks rows of the damaged one.
    #[error("{} lacks rows of the damaged database", path.display())]
    RowsLost { path: PathBuf },
    /// A game record has no usable board.
    #[error("{file}: {error}")]
    Record { file: String, error: RecordError },
    /// A file cannot be read.
    #[error("cannot read {file}: {error}")]
    Read { file: String, error: io::Error },
    /// Directory instead of a file.
    #[error("{} is a directory", path.display())]
    Directory { path: PathBuf },
    /// The output file exists already.
    #[error("{} already exists", path.display())]
    OutputExists { path: PathBuf },
    /// The output file is the database.
    #[error("{} is the database itself", path.display())]
    OutputIsDatabase { path: PathBuf },
    /// The output file is a device, a pipe or a directory.
    #[error("{} is not a regular file", path.display())]
    NotRegularFile { path: PathBuf },
    /// A file that would be replaced in a folder of games is not a game.
    #[error("{} is not a game of two bytes per move: nothing was replaced", path.display())]
    NotAGame { path: PathBuf },
    /// File instead of a folder of games.
    #[error("{} is not a folder", path.display())]
    NotAGameFolder { path: PathBuf },
    /// File instead of a folder for annotated records.
    #[error("{} is not a folder", path.display())]
    NotAReviewFolder { path: PathBuf },
    /// The directory of the output file is missing.
    #[error("directory {} does not exist", path.display())]
    NoDirectory { path: PathBuf },
    /// A file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    /// Standard output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
    /// A GTP engine failed.
    #[error("engine: {0}")]
    Engine(PeerRequestError),
    /// A match cannot continue.
    #[error(transparent)]
    Contest(ContestError),
    /// Unsupported format of a picture.
    #[error("invalid picture name {}: expected .svg or .png at its end", path.display())]
    UnknownPictureFormat { path: PathBuf },
    /// The server failed.
    #[error(transparent)]
    Server(#[from] ServerError),
}

/// An error of a use case has the same hint whatever the command.
impl From<PublishedError> for CliError {
    fn from(error: PublishedError) -> CliError {
        match error {
            PublishedError::Service(error) => CliError::Service(error),
            error => CliError::Published(error),
        }
    }
}

/// Commands use `?` only for I/O on standard output; errors on files are created with the file
/// name.
impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        CliError::Output(error)
    }
}

/// Reports the error, if any, and returns the exit code.
pub fn exit_code(done: Result<(), CliError>, is_json: bool) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Usage(error)) if is_json && error.exit_code() != 0 => {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            log::json_error(first.strip_prefix("error: ").unwrap_or(first), None);
            ExitCode::from(USAGE)
        }
        Err(CliError::Usage(error)) => usage(&error),
        // The reader closed the pipe, as `head` does.
        Err(CliError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let report = if is_json { log::json_error } else { log::error };
            report(&error.to_string(), hint(&error).as_deref());
            ExitCode::from(match error {
                CliError::Setting { .. }
                | CliError::Request(_)
                | CliError::Node(_)
                | CliError::UnknownPictureFormat { .. }
                | CliError::KeepInFile { .. } => USAGE,
                _ => FAILED,
            })
        }
    }
}

/// Prints a usage error, or help and version; a failure to print is ignored.
fn usage(error: &clap::Error) -> ExitCode {
    let text = error.to_string();
    let plain = match number_error(error) {
        Some((cause, words)) => text.replacen(&cause, &words, 1),
        None => text.clone(),
    };
    match clean(&plain) {
        Cow::Borrowed(same) if same == text => drop(error.print()),
        // A number is reported in our words, or an argument has control characters.
        cleaned => drop(io::stderr().write_all(cleaned.as_bytes())),
    }
    match error.exit_code() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(USAGE),
    }
}

/// Returns the cause that the argument parser gives for an invalid number, and plain words for it.
fn number_error(error: &clap::Error) -> Option<(String, String)> {
    let source = error.source()?;
    let cause = source.to_string();
    let words = if source.is::<ParseIntError>() {
        "expected a whole number".to_owned()
    } else if source.is::<ParseFloatError>() {
        "expected a number".to_owned()
    } else {
        let (least, most) = cause.split_once(" is not in ")?.1.split_once("..=")?;
        // The largest values of Rust's types are not limits that a user knows.
        if most.parse::<u64>().is_ok_and(|most| most < u64::from(u32::MAX)) {
            format!("expected a whole number from {least} to {most}")
        } else {
            format!("expected a whole number from {least} up")
        }
    };
    Some((format!(": {cause}"), format!(": {words}")))
}

/// Formats a request error with the flag of its field, and the index of the item in that flag.
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
        "q" => ("WORD".to_owned(), ""),
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
