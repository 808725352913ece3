//! `joseki recover` and `joseki dump`: the contents of a damaged database, and of any as SQL.

use std::io::{self, BufWriter, Write};

use super::doctor;
use crate::args::{DumpArgs, Format, RecoverArgs};
use crate::database::DatabaseFile;
use crate::error::CliError;
use crate::progress::TaskProgress;
use crate::text::count;
use crate::who::user_name;
use crate::{database, new_file, output};
use joseki_store::{DatabaseAddress, TableRecovery, dump, recover};
use joseki_wire::{DoctorJson, RecoverJson};

/// Maximum number of problems of a book that are listed.
const MAX_PROBLEMS: usize = 20;

/// Copies what can be read into a new database, mends that, and checks it.
pub fn run(db: &DatabaseFile, args: &RecoverArgs, out: &mut impl Write) -> Result<(), CliError> {
    let damaged = database::require_file(db)?;
    database::check_exists(db)?;
    match new_file::check(&args.file, false, db) {
        Err(CliError::OutputExists { path }) => return Err(CliError::RecoverExists { path }),
        checked => checked?,
    }
    let waiting = TaskProgress::start(format!("reading {}", damaged.display()));
    let failed = |error| CliError::Backup { db: damaged.to_owned(), error };
    let tables = recover(damaged, &args.file).map_err(failed)?;
    drop(waiting);
    let address = DatabaseAddress::File(args.file.clone());
    let recovered = DatabaseFile { address, ..DatabaseFile::default() };
    let service = database::open_existing(&recovered, true)?;
    let mended = service.administration().repair(None, &user_name())?;
    let findings = service.administration().examine(None)?;
    let answer = RecoverJson {
        damaged: damaged.display().to_string(),
        file: args.file.display().to_string(),
        tables,
        state: DoctorJson::new(Some(mended), None, None, &findings),
    };
    match args.format.format {
        Format::Json => output::json(out, &answer)?,
        Format::Text => write(&recovered, &answer, out)?,
    }
    out.flush()?;
    match answer.state.problems.iter().filter(|problem| problem.error).count() {
        0 if answer.tables.iter().all(|table| table.lost == Some(0)) => Ok(()),
        0 => Err(CliError::RowsLost { path: args.file.clone() }),
        count => Err(CliError::Problems { count }),
    }
}

fn write(file: &DatabaseFile, answer: &RecoverJson, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Recovered {} from {}:", answer.file, answer.damaged)?;
    for TableRecovery { table, recovered, lost } in &answer.tables {
        let rows = count(*recovered, "row");
        match lost {
            Some(0) => writeln!(out, "  {table}: {rows}")?,
            Some(lost) => writeln!(out, "  {table}: {rows}, {lost} lost")?,
            None => writeln!(out, "  {table}: {rows}, an unknown number lost")?,
        }
    }
    doctor::write(file, &answer.state, MAX_PROBLEMS, out)
}

/// Writes the database as SQL.
pub fn dump_sql(db: &DatabaseFile, args: &DumpArgs) -> Result<(), CliError> {
    let path = database::require_file(db)?;
    database::check_exists(db)?;
    new_file::stream(&args.output, args.force, db, |file| {
        dump(path, &args.output, &mut BufWriter::new(file))
            .map_err(|error| CliError::Backup { db: path.to_owned(), error })
    })
}
