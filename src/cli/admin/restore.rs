//! `joseki restore`: replaces the database with a backup.

use std::io::{self, Write};

use super::backup::write_contents;
use crate::args::{Format, RestoreArgs};
use crate::error::CliError;
use crate::progress::TaskProgress;
use crate::{
    database::{self, DatabaseFile},
    new_file, output,
};
use joseki_store::{DatabaseAddress, Restore, StoreError};
use joseki_wire::RestoreJson;

/// Checks the backup, then replaces the database with a copy of it.
pub fn run(db: &DatabaseFile, args: &RestoreArgs, out: &mut impl Write) -> Result<(), CliError> {
    let path = database::require_file(db)?;
    database::refuse_read_only(db)?;
    let backup = DatabaseAddress::from(&args.file);
    database::check_exists(&backup)?;
    let failed = |error: StoreError| CliError::Restore { db: path.to_owned(), error };
    match new_file::check(path, true, &backup) {
        Ok(()) => {}
        Err(CliError::OutputIsDatabase { path }) => {
            return Err(CliError::RestoreFromItself { path });
        }
        Err(error) => return Err(error),
    }
    let waiting = TaskProgress::start(format!("checking {}", args.file.display()));
    let restore = Restore::prepare(&args.file, path).map_err(failed)?;
    drop(waiting);
    let account = restore.summary().clone();
    let before = restore.put_in_place().map_err(failed)?;
    let answer = RestoreJson {
        backup: args.file.display().to_string(),
        file: db.address.to_string(),
        before: before.map(|path| path.display().to_string()),
        held: account,
    };
    match args.format.format {
        Format::Json => output::json(out, &answer),
        Format::Text => Ok(write(&answer, out)?),
    }
}

fn write(answer: &RestoreJson, out: &mut impl Write) -> io::Result<()> {
    let (file, backup) = (&answer.file, &answer.backup);
    writeln!(out, "Restored {file} from {backup}:")?;
    write_contents(&answer.held, out)?;
    match &answer.before {
        Some(before) => writeln!(out, "The previous database is kept as {before}."),
        None => Ok(()),
    }
}
