//! `joseki export`: writes a book as SGF, lines, game counts, or a book file of another program.

use std::io::Write;
use std::path::Path;

use clap::error::ErrorKind;

use crate::text::count;
use crate::{
    args::{ExportArgs, command},
    database::{self, DatabaseFile},
    error::CliError,
    log, new_file, new_folder, output,
};
use joseki_format::book_file::{Contents, LeftOut, SelectionCriteria};
use joseki_service::{
    BookRef, Service,
    curate::{BookFileRequest, BookFormat, ExportFormat, FileKind},
};

/// Exports a book.
pub fn run(db: &DatabaseFile, args: &ExportArgs, out: &mut impl Write) -> Result<(), CliError> {
    check(args)?;
    let request = args.options.request().map_err(CliError::Request)?;
    let book = args.options.book(&args.book).map_err(CliError::Request)?;
    let service = database::open_to_read(db)?;
    let mut write = |bytes: &[u8]| write_output(args, bytes, db, out);
    match args.options.format.kind() {
        FileKind::Counts => write(&service.mining().export_counts(&args.book)?),
        FileKind::Games => write_games(db, args, &service, &book, &request),
        FileKind::Book(BookFormat::Sgf) if is_whole(&request) => {
            write(&service.export_sgf(&book, request.orientation)?)
        }
        FileKind::Book(BookFormat::Lines) if is_whole(&request) => {
            write(&service.export_lines(&book)?)
        }
        FileKind::Book(format) => {
            let file = service.curation().book_file(&book, format, &request)?;
            write(&file.bytes)?;
            report(args, format, &file.contents);
            Ok(())
        }
    }
}

fn write_output(
    args: &ExportArgs,
    bytes: &[u8],
    db: &DatabaseFile,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let path = args.output.as_deref();
    match path.filter(|path| *path != Path::new("-")) {
        Some(path) => new_file::write(path, bytes, args.force, db),
        None => output::file(out, bytes),
    }
}

/// Prints notes on the contents of the written file, and on what was left out.
fn report(args: &ExportArgs, format: BookFormat, file: &Contents) {
    let (entries, moves) = (count(file.entries, file.unit), count(file.moves, "move"));
    log::note(&if args.options.all_orientations() {
        format!("{entries}: {moves} of the book in all orientations and both colours")
    } else if file.entries == file.moves {
        entries
    } else {
        format!("{entries} with {moves}")
    });
    report_left_out(&file.left_out, "move");
    for (what, moves) in file.dropped.iter() {
        log::note(&format!("the format has no room for the {what} of {}", count(moves, "move")));
    }
    if let Some(trouble) = format.trouble(file.entries) {
        log::warning(&trouble);
    }
}

fn write_games(
    db: &DatabaseFile,
    args: &ExportArgs,
    service: &Service,
    book: &BookRef,
    request: &BookFileRequest,
) -> Result<(), CliError> {
    let games = service.curation().go_files(book, request)?;
    let removed = match &args.output {
        Some(path) => new_folder::write(path, &games.files, args.force, db)?,
        None => 0,
    };
    log::note(&format!("{}, one line each", count(games.files.len(), "file")));
    if removed > 0 {
        let files = count(removed, "older .go file");
        log::note(&format!("removed {files}, not part of this export"));
    }
    report_left_out(&games.left_out, "line");
    Ok(())
}

fn report_left_out(left_out: &LeftOut, what: &str) {
    for (reason, number) in left_out.iter() {
        log::note(&format!("left out {}: {reason}", count(number, what)));
    }
}

/// Returns whether no flag filters or extends the export, so that the file is the whole book.
fn is_whole(request: &BookFileRequest) -> bool {
    let has_extras = request.license.is_some() || request.provenance;
    request.choice == SelectionCriteria::default() && !has_extras
}

/// Refuses a flag that the format would ignore.
pub fn check(args: &ExportArgs) -> Result<(), CliError> {
    let Some(message) = refusal(args) else {
        return Ok(());
    };
    let mut command = command();
    command.build();
    let error = match command.find_subcommand_mut("export") {
        Some(export) => export.error(ErrorKind::ArgumentConflict, message),
        None => command.error(ErrorKind::ArgumentConflict, message),
    };
    Err(CliError::Usage(error))
}

fn refusal(args: &ExportArgs) -> Option<String> {
    if args.options.format == ExportFormat::Go && !has_folder(args) {
        return Some("--to go writes one file per line: choose a folder with -o".to_owned());
    }
    let refusal = args.options.refusal()?;
    let flag = refusal.option.replace('_', "-");
    Some(format!("--{flag}: {}", refusal.why))
}

fn has_folder(args: &ExportArgs) -> bool {
    let path = args.output.as_deref();
    path.is_some_and(|path| path != Path::new("-"))
}
