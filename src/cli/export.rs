//! `joseki export`: a book as a file: SGF, its lines, what it counts, or what another program reads.

use std::io::Write;
use std::path::Path;

use super::args::{ExportArgs, ExportFormat, OrientationsArg};
use super::error::CliError;
use super::export_check::check;
use super::{database, message, new_file, new_folder};
use crate::format::book_file::{Choice, LeftOut, MOST_PATTERNS};
use crate::format::dictionary::ExportOptions;
use crate::service::{BookFileRequest, BookFormat, BookRef, Service};

/// Writes a book out.
pub fn run(db: &Path, args: &ExportArgs, out: &mut impl Write) -> Result<(), CliError> {
    check(args)?;
    let service = database::open(db)?;
    let book = BookRef::at(&args.book, args.as_of);
    let bytes = match (args.to, format(args.to)) {
        (ExportFormat::Counts, _) => service.export_counts(&args.book)?,
        (ExportFormat::Go, _) => return write_games(db, args, &service, &book),
        (ExportFormat::Sgf, _) if is_whole(args) => service.export_sgf(&book, laid(args))?,
        (ExportFormat::Lines, _) if is_whole(args) => service.export_lines(&book)?,
        (_, Some(format)) => write_book(args, &service, &book, format)?,
        (_, None) => Vec::new(),
    };
    match args
        .output
        .as_deref()
        .filter(|path| *path != Path::new("-"))
    {
        Some(path) => new_file::write(path, &bytes, args.force, db),
        None => Ok(out.write_all(&bytes)?),
    }
}

fn write_book(
    args: &ExportArgs,
    service: &Service,
    book: &BookRef,
    format: BookFormat,
) -> Result<Vec<u8>, CliError> {
    let file = service.book_file(book, format, &request(args))?;
    let said = counted(file.entries, file.unit);
    message::note(&match file.entries == file.moves {
        true => said,
        false => format!("{said} with {}", counted(file.moves, "moves")),
    });
    tell(&file.left_out, "moves");
    if format == BookFormat::GnuGo && file.entries > MOST_PATTERNS {
        message::warning(&format!(
            "mkpat takes {MOST_PATTERNS} patterns in one run: write fewer with --min-games or --depth"
        ));
    }
    Ok(file.bytes)
}

fn write_games(
    db: &Path,
    args: &ExportArgs,
    service: &Service,
    book: &BookRef,
) -> Result<(), CliError> {
    let games = service.go_files(book, &request(args))?;
    if let Some(path) = &args.output {
        new_folder::write(path, &games.files, args.force, db)?;
    }
    message::note(&format!(
        "{}, a line each",
        counted(games.files.len(), "files")
    ));
    tell(&games.left_out, "lines");
    Ok(())
}

fn tell(left_out: &LeftOut, what: &str) {
    for (reason, count) in left_out.iter() {
        message::note(&format!("left out {}: {reason}", counted(count, what)));
    }
}

/// `1 move`, `2 moves`.
fn counted(count: usize, several: &str) -> String {
    match count {
        1 => format!("1 {}", several.trim_end_matches('s')),
        _ => format!("{count} {several}"),
    }
}

/// Whether nothing is said about what to take, so that the file is the book.
fn is_whole(args: &ExportArgs) -> bool {
    let told = args.license.is_some() || args.provenance;
    choice(args) == Choice::default() && !told
}

/// The format, if it is one of those that the service makes a file of.
const fn format(to: ExportFormat) -> Option<BookFormat> {
    Some(match to {
        ExportFormat::Sgf => BookFormat::Sgf,
        ExportFormat::Lines => BookFormat::Lines,
        ExportFormat::Csv => BookFormat::Csv,
        ExportFormat::Ndjson => BookFormat::Ndjson,
        ExportFormat::Fuego => BookFormat::Fuego,
        ExportFormat::Pachi => BookFormat::Pachi,
        ExportFormat::Gnugo => BookFormat::GnuGo,
        ExportFormat::Katago => BookFormat::KataGo,
        ExportFormat::Binary => BookFormat::Binary,
        ExportFormat::Counts | ExportFormat::Go => return None,
    })
}

fn request(args: &ExportArgs) -> BookFileRequest {
    BookFileRequest {
        choice: choice(args),
        weight: args.weight.map(Into::into).unwrap_or_default(),
        laid: laid(args),
        all_orientations: args.orientations == Some(OrientationsArg::All),
        license: args.license.clone(),
        provenance: args.provenance,
    }
}

fn choice(args: &ExportArgs) -> Choice {
    Choice {
        depth: args.depth,
        // The names are those of the verdicts: the flag takes no others.
        min_verdict: args
            .min_verdict
            .as_deref()
            .and_then(|name| name.parse().ok()),
        min_games: args.min_games.unwrap_or_default(),
        min_weight: args.min_weight.unwrap_or_default(),
    }
}

fn laid(args: &ExportArgs) -> ExportOptions {
    let mut options = ExportOptions::default();
    if let Some(corner) = args.corner {
        options.frame.corner = corner.into();
    }
    if let Some(handedness) = args.handedness {
        options.frame.handedness = handedness.into();
    }
    if let Some(first) = args.first {
        options.first = first.into();
    }
    options
}
