//! Hints on how to resolve an error.

use std::borrow::Cow;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::error::CliError;
use joseki_format::record::RecordError;
use joseki_game::{BoardSize, Move, Point};
use joseki_http::ServerError;
use joseki_service::Code;
use joseki_service::ServiceError;
use joseki_store::{DatabaseAddress, StoreError};
use joseki_wire::{Coords, RequestError};

/// Returns the hint for an error, if there is one.
pub fn hint(error: &CliError) -> Option<String> {
    let hint = match error {
        CliError::Usage(_) | CliError::Output(_) => return None,
        CliError::Setting { .. } => {
            "nothing was started; see docs/configuration.md for the settings, `joseki serve --help` for their flags"
        }
        CliError::Request(error) => return Some(request_hint(error)),
        CliError::Node(error) => node_hint(error),
        CliError::Edits { .. } => {
            "nothing was changed; fix the file, see `joseki edit apply --help` for an example"
        }
        CliError::KeyFileExists { .. } => {
            "move or delete that file: its key is none of this database"
        }
        CliError::Subtree(_) => "nothing was changed",
        CliError::Editor { .. } => "nothing was changed; name your editor in EDITOR",
        CliError::Ratings { .. } => "nothing was counted; use a file written by `joseki ratings`",
        CliError::Answers { .. } => {
            "nothing was changed; use a file written by `joseki quiz --export`"
        }
        CliError::Database { address, error } => return Some(database_hint(address, error)),
        CliError::Service(error) => return service_hint(error),
        CliError::Published(error) => return error.hint().map(Cow::into_owned),
        CliError::Query { error, coords, size } => return question_hint(error, *coords, *size),
        CliError::Record { error, .. } => return Some(record_hint(error)),
        CliError::Read { file, error } => return Some(read_hint(file, error)),
        CliError::Directory { path } => {
            let files = path.join("*.sgf");
            return Some(format!("name its files instead: {}", files.display()));
        }
        CliError::NoRecords => "give files, folders or archives with game records in SGF",
        CliError::NothingImported { .. } => {
            "no book was created or changed; refused nodes are listed above, all of them with --format json"
        }
        CliError::Interrupted(_) => {
            "everything counted so far is saved; run it again, nothing is counted twice"
        }
        CliError::EvaluationStopped(_) => {
            "all evaluations so far are saved; run it again to continue"
        }
        CliError::NothingEvaluated { .. } => {
            "check what the engine accepts, such as the values of --rules and --komi"
        }
        CliError::NoDatabase { .. } | CliError::EmptyFile { .. } => {
            "nothing was done; check the name"
        }
        CliError::NotReady(_) => "start it with `joseki serve`, or give its address",
        CliError::PasswordInAddress => "nothing was done; leave it out, and set PGPASSWORD",
        CliError::MergeIntoItself { .. } => {
            "name another database, or choose the one to merge into with --db"
        }
        CliError::BoardsRefused { .. } => {
            "the output says what is wrong with each; --help has examples of lines"
        }
        CliError::XiangqiRecord { .. } => "nothing was written; leave the file out",
        CliError::OneRecord { .. } => "name one file with one record, or write PGN",
        CliError::RecordsIncomplete { .. } => {
            "each is listed above; what could be read was written"
        }
        CliError::MovesRefused { .. } => {
            "the output says what is wrong with each, see `joseki notation --help` for an example"
        }
        CliError::Problems { .. } => "each problem is listed above, with the command that mends it",
        CliError::RowsLost { .. } => {
            "what was lost is listed above by table; take it from a backup, or use the new database without it"
        }
        CliError::Backup { db, error } | CliError::Restore { db, error } => {
            return Some(copy_hint(db, error));
        }
        CliError::BackupExists { .. } => {
            "choose another file, or give a directory, where each backup gets its own name"
        }
        CliError::KeepInFile { .. } => "give a directory, or omit --keep",
        CliError::DamagedDatabase { .. } => {
            "run `joseki doctor` for details, or copy it as it is with --no-check; earlier backups were kept"
        }
        CliError::RestoreFromItself { .. } => {
            "give the backup file, and with --db the database to replace"
        }
        CliError::OutputExists { .. } => "choose another file, or replace it with --force",
        CliError::OutputIsDatabase { .. } | CliError::RecoverExists { .. } => "choose another file",
        CliError::UnknownPictureFormat { .. } => {
            "nothing was written; choose another file with --picture"
        }
        CliError::NotRegularFile { .. } => {
            "choose a regular file; for -o, standard output works too"
        }
        CliError::NotAGame { .. } => "choose another folder, or move the file away",
        CliError::NotAGameFolder { .. } => "choose a folder; a missing one is created",
        CliError::NotAReviewFolder { .. } => "choose a folder, or a file with a name in .sgf",
        CliError::NoDirectory { .. } => "create it first",
        CliError::Write { .. } => {
            "check that you have write permission and that the disk has space"
        }
        CliError::Engine(_) => {
            "try its command line on its own: it must speak GTP on standard input and output"
        }
        CliError::Contest(error) => error.hint(),
        CliError::Server(ServerError::Listen { .. }) => {
            "choose another address with --listen (port 0 picks a free port), or stop the other program"
        }
        CliError::Server(ServerError::Service(error)) => return service_hint(error),
        CliError::Server(_) => "check the limits of this user's processes",
    };
    Some(hint.to_owned())
}

fn request_hint(error: &RequestError) -> String {
    let hint = match error.code {
        Code::InvalidPoint => {
            "write points as in Q16 (h8 in renju and gomoku), or as in pd with --coords sgf, and a pass as `pass`; --size sets the board size"
        }
        Code::InvalidColor => "write the colour as B or W before the point, as in W:Q16",
        Code::OtherGame => {
            "name a book of the game with --book, such as --book renju; see `joseki books`"
        }
        _ => "run the command with --help to see what it accepts",
    };
    hint.to_owned()
}

fn node_hint(error: &RequestError) -> &'static str {
    match error.code {
        Code::InvalidPoint => {
            "write points as in Q16 (h8 in renju and gomoku), or as in pd with --coords sgf"
        }
        Code::InvalidColor => "write the colour as B or W before the point, as in W:Q16",
        _ => "nothing was changed; run the command with --help to see what it accepts",
    }
}

fn database_hint(address: &DatabaseAddress, error: &StoreError) -> String {
    let DatabaseAddress::File(path) = address else {
        let hint = match error {
            StoreError::Busy { .. } | StoreError::Unreachable { .. } => {
                "check that the server runs and can be reached, or choose another with --db"
            }
            _ => "see docs/postgres.md, or choose another with --db",
        };
        return hint.to_owned();
    };
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let hint = match (error, parent) {
        _ if path.is_dir() => "it is a directory: choose a file in it with --db",
        (StoreError::Other { .. }, Some(parent)) if !parent.is_dir() => {
            return format!("directory {} does not exist: create it first", parent.display());
        }
        (StoreError::Busy { .. }, _) => {
            "find out which program is using it, or choose another with --db"
        }
        (StoreError::OpenedReadOnly { .. }, _) => {
            "run the command without --read-only, or choose another with --db"
        }
        (StoreError::ReadOnly { .. }, _) => "to only read or serve it, use --read-only",
        (StoreError::Unmerged { .. }, _) => {
            "open it once where it can be written, without --read-only, as with `joseki books`"
        }
        (StoreError::NewerFile { .. }, _) => "install a newer joseki, or choose another with --db",
        (StoreError::OutdatedFile { .. }, _) => {
            "any command of that program converts it, and keeps a copy; or choose another with --db"
        }
        (StoreError::Corrupt { .. }, _) => {
            "replace it with a backup: `joseki restore FILE`, or choose another with --db"
        }
        (StoreError::Other { .. }, _) => {
            "check that you have write permission there, or choose another with --db"
        }
        _ => "choose another database with --db or JOSEKI_DB",
    };
    hint.to_owned()
}

fn copy_hint(db: &Path, error: &StoreError) -> String {
    let hint = match error {
        StoreError::Busy { .. } => {
            return format!(
                "nothing was changed; stop the program that uses {}, such as `joseki serve`, and try again",
                db.display()
            );
        }
        StoreError::DiskFull { .. } => {
            "nothing was left behind; free some space, or write elsewhere"
        }
        StoreError::NewerFile { .. } => "nothing was changed; install a newer joseki",
        StoreError::OutdatedFile { .. } => {
            "nothing was changed; open the copy with that program once, and try again"
        }
        StoreError::Corrupt { .. } => {
            "nothing was changed; use another backup, and run `joseki doctor`"
        }
        StoreError::NotAStore { .. } => "nothing was changed; check the name",
        _ => "nothing was changed; check that you have read and write permission there",
    };
    hint.to_owned()
}

fn service_hint(error: &ServiceError) -> Option<String> {
    error.info().hint.map(Cow::into_owned)
}

fn question_hint(error: &ServiceError, coords: Coords, size: BoardSize) -> Option<String> {
    let name = |point: &Point| coords.point(*point, size);
    let hint = match error {
        ServiceError::IllegalMove { index, color, played: Move::Pass, .. } => {
            format!("move {} is a pass of {color}", index + 1)
        }
        ServiceError::IllegalMove { index, color, played, .. } => {
            let point = coords.move_text(*played, size);
            match played {
                Move::Shift(_) => {
                    format!("move {} is {point}; pieces move from square to square", index + 1)
                }
                _ => format!(
                    "move {} is {color} at {point}; set colours explicitly as in W:{point}",
                    index + 1
                ),
            }
        }
        ServiceError::IllegalContinuation { index, color, point, .. } => {
            let point = name(point);
            format!(
                "move {} of --line is {color} at {point}; set colours explicitly as in W:{point}",
                index + 1
            )
        }
        ServiceError::NoStone { point, .. } => {
            format!("that point is {}; name one stone of each chain", name(point))
        }
        ServiceError::InitialStoneTwice { point, .. }
        | ServiceError::InitialStoneWithoutLiberty { point, .. } => {
            format!("remove or move the stone at {}", name(point))
        }
        other => return service_hint(other),
    };
    Some(hint)
}

fn record_hint(error: &RecordError) -> String {
    let hint = match error {
        RecordError::Sgf(_) => "check that this is a game record in SGF, GIB, NGF or UGF",
        RecordError::Server(_) | RecordError::Xiangqi(_) | RecordError::Damaged(_) => {
            "check the record"
        }
        RecordError::Refused { .. } => "fix the record, or choose an earlier move with --at-move",
        RecordError::LateSetup { moves, .. } => {
            return format!("choose the board before it with --at-move {moves}");
        }
        RecordError::NoSuchMove { found, .. } => {
            return format!("choose a move from 0 to {found}");
        }
    };
    hint.to_owned()
}

fn read_hint(file: &str, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound if file.contains('*') => "no file matches this pattern".to_owned(),
        ErrorKind::NotFound => "nothing was done; check the name".to_owned(),
        ErrorKind::PermissionDenied => "grant this user read permission".to_owned(),
        _ => "nothing was done".to_owned(),
    }
}
