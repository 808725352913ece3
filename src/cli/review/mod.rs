//! `joseki review`: compares games with a book.

pub mod assess;
pub mod files;
pub mod profile;
pub mod report;

use std::io::Write;
use std::path::PathBuf;
use std::thread;

use super::args::{Format, ReviewArgs};
use super::database::{self, DatabaseFile};
use super::error::CliError;
use super::look::OutputStyle;
use super::progress::ReadingProgress;
use super::{output, source};
use joseki_format::archive::Sources;
use joseki_service::{
    BookRef, ServiceError, SourceFile,
    review::{ReviewFilesRequest, ReviewOptions},
};
use joseki_wire::{Coords, ReviewJson};

/// Maximum number of games reported as text.
const GAMES_OF_TEXT: usize = 20;
/// Maximum number of games reported as JSON.
const GAMES_OF_JSON: usize = 200;

/// Reviews games and reports them, then their players.
pub fn run(
    db: &DatabaseFile,
    args: &ReviewArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let request = request(args)?;
    // Checks the paths before the database is opened or created.
    Sources::find(&request.paths).map_err(ServiceError::from)?;
    if let Some(to) = &args.annotate {
        files::check(to, args.force)?;
    }
    let service = database::open_to_read(db)?;
    let progress = ReadingProgress::start("reviewing".to_owned());
    let outcome = service.reviews().review(&request, &mut |done| {
        progress.set(done.bytes, done.total, done.games);
    })?;
    drop(progress);
    if let Some(to) = &args.annotate {
        files::write(to, &outcome.annotated, args.force, db)?;
    }
    match args.format.format {
        Format::Text => report::write(&outcome, args.all, !args.player.is_empty(), look, out)?,
        Format::Json => output::json(
            out,
            &ReviewJson::new(&outcome, Coords::for_game(Coords::Gtp, outcome.book.variant.game())),
        )?,
    }
    // The report goes out even if an error follows.
    out.flush()?;
    match outcome.report.seen {
        0 => Err(CliError::NoRecords),
        _ => Ok(()),
    }
}

fn request(args: &ReviewArgs) -> Result<ReviewFilesRequest, CliError> {
    let is_stdin = |path: &&PathBuf| path.as_os_str() == "-";
    let mut texts = Vec::new();
    if let Some(path) = args.paths.iter().find(is_stdin) {
        texts.push(SourceFile { name: source::name(path), bytes: source::read(path)? });
    }
    let files = args.paths.iter().filter(|path| !is_stdin(path));
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    Ok(ReviewFilesRequest {
        options: ReviewOptions {
            book: BookRef::at(&args.book, args.as_of),
            moves: args.moves,
            players: args.player.clone(),
            annotate: args.annotate.is_some(),
        },
        paths: files.cloned().collect(),
        texts,
        keep: match (args.all, args.format.format) {
            (true, _) => usize::MAX,
            (false, Format::Text) => GAMES_OF_TEXT,
            (false, Format::Json) => GAMES_OF_JSON,
        },
        threads: args.threads.unwrap_or_else(cores),
    })
}
