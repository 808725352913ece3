//! What to do about an error.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::error::CliError;
use crate::format::record::RecordError;
use crate::game::go::BoardSize;
use crate::http::ServerError;
use crate::service::{ContestError, ServiceError};
use crate::store::StoreError;
use crate::wire::RequestError;

/// What to do about an error.
pub fn hint(error: &CliError) -> Option<String> {
    let hint = match error {
        CliError::Usage(_) | CliError::Output(_) => return None,
        CliError::Setting { .. } => {
            "nothing was started; docs/configuration.md lists the settings, `joseki serve --help` their flags"
        }
        CliError::Request(error) => return Some(request_hint(error)),
        CliError::Node(error) => node_hint(error),
        CliError::Edits { .. } => {
            "nothing was changed; mend the file, `joseki edit apply --help` shows one"
        }
        CliError::Answers { .. } => {
            "nothing was changed; give a file that `joseki quiz --export` wrote"
        }
        CliError::Database { path, error } => return Some(database_hint(path, error)),
        CliError::Service(error) => return service_hint(error),
        CliError::Question { error, size } => return question_hint(error, *size),
        CliError::Record { error, .. } => return Some(record_hint(error)),
        CliError::Read { file, error } => return Some(read_hint(file, error)),
        CliError::Directory { path } => {
            let files = path.join("*.sgf");
            return Some(format!("name the files in it: {}", files.display()));
        }
        CliError::NoRecords => "name files, folders or archives with game records in SGF",
        CliError::NothingImported { .. } => {
            "no book was made or changed; what was refused is told above, --format json lists all of it"
        }
        CliError::Stopped(_) => {
            "what was counted before stays: run it again, nothing is counted twice"
        }
        CliError::Evaluating(_) => {
            "what was evaluated before is kept: run it again, and it goes on from there"
        }
        CliError::NothingEvaluated { .. } => {
            "see what the engine takes, such as --rules and --komi"
        }
        CliError::NoDatabase { .. } | CliError::EmptyFile { .. } => {
            "check the name; nothing was done"
        }
        CliError::Itself { .. } => {
            "name another database, or say with --db which one is to take it in"
        }
        CliError::Problems { .. } => "each is above, with what mends it",
        CliError::Backup { db, error } | CliError::Restore { db, error } => {
            return Some(copy_hint(db, error));
        }
        CliError::BackupThere { .. } => {
            "write to another file, or name a directory, where each backup has a name of its own"
        }
        CliError::KeepInFile { .. } => "name a directory, or leave --keep out",
        CliError::NotSound { .. } => {
            "`joseki doctor` says more; --no-check copies it as it is, and earlier backups are left alone"
        }
        CliError::OverItself { .. } => {
            "name the backup, and with --db the database whose place it is to take"
        }
        CliError::Exists { .. } => "write to another file, or replace it with --force",
        CliError::OverDatabase { .. } => "write to another file",
        CliError::NoPicture { .. } => "name another file with --picture; nothing was written",
        CliError::NotAFile { .. } => {
            "name an ordinary file; what -o writes can go to standard output instead"
        }
        CliError::NoGame { .. } => "name another folder, or move the file away",
        CliError::NoFolder { .. } => "name a folder, or one that is to be made",
        CliError::NotAFolder { .. } => "name a folder, or a file with a name in .sgf",
        CliError::NoDirectory { .. } => "make it first",
        CliError::Write { .. } => "check that you may write there and that the disk has room",
        CliError::Temporary(_) => "check the room and the rights there, or set TMPDIR",
        CliError::Engine(_) => {
            "try its command line by itself: it has to speak GTP on standard input and output"
        }
        CliError::Contest(error) => contest_hint(error),
        CliError::Server(ServerError::Listen { .. }) => {
            "choose another address with --listen; port 0 takes a free one"
        }
        CliError::Server(ServerError::Service(error)) => return service_hint(error),
        CliError::Server(ServerError::Runtime(_)) => "check the limits of this user's processes",
    };
    Some(hint.to_owned())
}

fn contest_hint(error: &ContestError) -> &'static str {
    match error {
        ContestError::Play(_) => {
            "try the engine's command line by itself; games that were played stay, and the same match goes on with -o"
        }
        ContestError::Busy { .. } => "wait until it has ended, or name another folder",
        ContestError::Other { .. } => "name another folder, or say the same as then",
        ContestError::Record { .. } => "remove it, and the game is played again",
        ContestError::Folder { .. } => {
            "check that you may write there and that the disk has room; then run it again"
        }
        ContestError::Service(_) => {
            "the games are in the folder of -o: the same match again learns from them"
        }
    }
}

fn request_hint(error: &RequestError) -> String {
    let hint = match error.code {
        "invalid_point" => {
            "write points as in Q16, with --coords sgf as in pd, and a pass as pass; --size says the board"
        }
        "invalid_color" => "a colour is B or W before the point, as in W:Q16",
        _ => "see `--help` of the command",
    };
    hint.to_owned()
}

fn node_hint(error: &RequestError) -> &'static str {
    match error.code {
        "invalid_point" => "write points as in Q16, or with --coords sgf as in pd",
        "invalid_color" => "a colour is B or W before the point, as in W:Q16",
        _ => "nothing was changed; see `--help` of the command",
    }
}

fn database_hint(path: &Path, error: &StoreError) -> String {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let hint = match (error, parent) {
        _ if path.is_dir() => "it is a directory: name a file in it with --db",
        (StoreError::Other { .. }, Some(parent)) if !parent.is_dir() => {
            return format!("there is no directory {}: make it first", parent.display());
        }
        (StoreError::Busy { .. }, _) => "find out what holds it, or name another with --db",
        (StoreError::NewerFile { .. }, _) => "get a newer joseki, or name another with --db",
        (StoreError::Corrupt { .. }, _) => {
            "put a backup in its place with `joseki restore FILE`, or name another with --db"
        }
        (StoreError::Other { .. }, _) => {
            "check that you may write there, or name another with --db"
        }
        _ => "name another database with --db or JOSEKI_DB",
    };
    hint.to_owned()
}

fn copy_hint(db: &Path, error: &StoreError) -> String {
    let hint = match error {
        StoreError::Busy { .. } => {
            return format!(
                "nothing was changed; end what uses {}, such as `joseki serve`, and try again",
                db.display()
            );
        }
        StoreError::DiskFull { .. } => "nothing was left behind; make room, or write elsewhere",
        StoreError::NewerFile { .. } => "nothing was changed; get a newer joseki",
        StoreError::Corrupt { .. } => {
            "nothing was changed; take another backup, and see `joseki doctor`"
        }
        StoreError::NotAStore { .. } => "nothing was changed; check the name",
        _ => "nothing was changed; check that you may read and write there",
    };
    hint.to_owned()
}

fn service_hint(error: &ServiceError) -> Option<String> {
    let hint = match error {
        ServiceError::UnknownBook { .. } => {
            "name one of them with --book, or another database with --db"
        }
        ServiceError::BookName { .. } => "name another with --book",
        ServiceError::UnknownSource { .. } => "name one of them with --source, or leave it out",
        ServiceError::ChangedMeanwhile { .. } => {
            "mine again: what the other program counted is not counted twice"
        }
        ServiceError::LinePrefix { .. } => "a prefix is as in DDCF",
        ServiceError::Sgf { .. } | ServiceError::GoFile { .. } => {
            "nothing was imported; mend the file or leave it out, and import again"
        }
        ServiceError::Records(_) => {
            "nothing was counted; name files, folders or archives of game records that are there"
        }
        ServiceError::Quiet { .. } => {
            "nothing was counted; games of one book are all read with the same quiet period"
        }
        ServiceError::NothingCounted { .. } => {
            "see `joseki books` for the games that each book has"
        }
        ServiceError::Counts { .. } => {
            "nothing was changed; give a text that `joseki export --to counts` wrote"
        }
        ServiceError::CountsAgain { .. } => "name another book with --book",
        ServiceError::UnknownGame { .. } => {
            "ids are in the examples that `joseki next --examples 4` names; --book says whose"
        }
        ServiceError::NoRecord { .. } => {
            "its moves are only in the records that were mined; games that are mined without --no-records are kept"
        }
        ServiceError::UnknownOpponent { .. } => "see `joseki opponents`",
        ServiceError::UnknownPlayer { .. } => {
            "names are told apart by case; `joseki quiz --player NAME` begins"
        }
        ServiceError::UnknownResult { .. } => "nothing was done; see `joseki results` for the ids",
        ServiceError::Spool(_) => {
            "the book is as it was; see that there is room in that folder and that you may write there"
        }
        ServiceError::StaleNode { book, line, .. } => {
            return Some(format!(
                "nothing was changed; see what was with `joseki history --book {book} {line}`"
            ));
        }
        ServiceError::TooManyGames { .. } => "send fewer games at a time",
        ServiceError::Edit { .. } | ServiceError::TooManyEdits { .. } => "nothing was changed",
        ServiceError::UnknownNode { .. } => {
            "nothing was changed; `joseki lines` shows what there is"
        }
        ServiceError::UnknownChange { .. } => "`joseki history --all` shows the last ones",
        ServiceError::NotRevertible { .. } => "nothing was changed",
        ServiceError::Later { .. } => {
            "nothing was changed; --later keep leaves them as they are, --later drop loses them, --dry-run shows what would be"
        }
        ServiceError::NotYet { .. } => "nothing was changed; `joseki history` shows the versions",
        ServiceError::Store(StoreError::NoHistory { .. }) => {
            "`joseki history` shows the versions that there were"
        }
        ServiceError::Store(StoreError::NotFound { what }) if !what.starts_with("key") => {
            "nothing was changed"
        }
        ServiceError::Store(StoreError::NotFound { .. }) => "see `joseki keys list`",
        ServiceError::Engine(_) => {
            "KataGo is started as in --engine \"katago analysis -config FILE -model FILE\"; nothing was asked"
        }
        ServiceError::Store(_) => "the database is as it was",
        _ => return None,
    };
    Some(hint.to_owned())
}

fn question_hint(error: &ServiceError, size: BoardSize) -> Option<String> {
    let hint = match error {
        ServiceError::IllegalMove {
            index,
            color,
            point,
            ..
        } => {
            let point = point.to_gtp(size);
            format!(
                "move {} is {color} at {point}; colours can be said, as in W:Q16",
                index + 1
            )
        }
        ServiceError::IllegalContinuation {
            index,
            color,
            point,
            ..
        } => {
            let point = point.to_gtp(size);
            format!(
                "move {} of --line is {color} at {point}; colours can be said, as in W:Q16",
                index + 1
            )
        }
        ServiceError::NoStone { point, .. } => {
            format!(
                "it is {}; a stone of each chain is enough",
                point.to_gtp(size)
            )
        }
        ServiceError::InitialStoneTwice { point, .. }
        | ServiceError::InitialStoneWithoutLiberty { point, .. } => {
            format!("it is the one at {}", point.to_gtp(size))
        }
        other => return service_hint(other),
    };
    Some(hint)
}

fn record_hint(error: &RecordError) -> String {
    let hint = match error {
        RecordError::Sgf(_) => "check that this is a game record in SGF",
        RecordError::Refused { .. } => "mend the record, or ask for a move before it with --move",
        RecordError::LateSetup { moves, .. } => {
            return format!("ask for the board before it with --move {moves}");
        }
        RecordError::NoSuchMove { found, .. } => {
            return format!("ask for a move from 0 to {found}");
        }
    };
    hint.to_owned()
}

fn read_hint(file: &str, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound if file.contains('*') => "no file has a name like this".to_owned(),
        ErrorKind::NotFound => "check the name; nothing was done".to_owned(),
        ErrorKind::PermissionDenied => "give this user the right to read it".to_owned(),
        _ => "nothing was done".to_owned(),
    }
}
