//! `joseki mine`: counts game records into a book.

pub mod convert;
pub mod game;
pub mod progress;
pub mod ratings;
pub mod records_report;
pub mod report;
pub mod tally;

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use super::args::{Format, MineArgs};
use super::database::{self, DatabaseFile};
use super::error::CliError;
use super::log::warning;
use super::output;
use super::who::user_name;
use joseki_format::archive::Sources;
use joseki_service::{
    Service, ServiceError,
    mine::{MineOutcome, MineRequest, PruningChange},
};
use joseki_wire::MineJson;
use progress::MiningProgress;

/// Counts games and reports the outcome of every record.
pub fn run(db: &DatabaseFile, args: &MineArgs, out: &mut impl Write) -> Result<(), CliError> {
    // Checks the paths before the database is opened or created, so that a wrong name leaves no
    // trace.
    Sources::find(&args.paths).map_err(ServiceError::from)?;
    let request = request(db, args)?;
    let outcome = if args.dry_run {
        mine(&database::open_for_dry_run(db)?, &request)?
    } else {
        mine(&database::open_to_fill(db)?, &request)?
    };
    match args.format.format {
        Format::Text => report::write(&outcome, out)?,
        Format::Json => output::json(out, &MineJson::from(&outcome))?,
    }
    for source in &outcome.counted_twice {
        warning(&format!(
            "book {} also has imported counts of \"{source}\": games may be counted twice; mine into another book",
            outcome.book.name
        ));
    }
    for source in &outcome.renjunet {
        warning(&format!(
            "\"{source}\" has games of RenjuNet's database, whose licence forbids to serve or publish them: what rests on them alone is left out of servers' answers and of exports, unless `joseki sources set --publish` says otherwise"
        ));
    }
    if !args.paths.is_empty() && outcome.report.games == 0 {
        // The report goes out even if an error follows.
        out.flush()?;
        return Err(CliError::NoRecords);
    }
    Ok(())
}

fn mine(service: &Service, request: &MineRequest) -> Result<MineOutcome, CliError> {
    let mut bar = MiningProgress::default();
    Ok(service.mining().mine(request, &mut |progress| bar.show(progress))?)
}

fn request(db: &DatabaseFile, args: &MineArgs) -> Result<MineRequest, CliError> {
    Ok(MineRequest {
        paths: args.paths.clone(),
        book: args.book.clone(),
        variant: args.game.variant()?,
        source: args.source.clone(),
        quiet: args.quiet,
        pruning: PruningChange {
            min_games: args.min_games,
            min_share: args.min_share,
            max_depth: args.max_depth,
        },
        keep_records: !args.no_records,
        memory: args.memory << 20,
        threads: args.threads.unwrap_or_else(processors),
        folder: folder(db),
        dry_run: args.dry_run,
        ratings: args.ratings.as_deref().map(ratings::read).transpose()?,
        who: user_name(),
    })
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Returns the folder for temporary files: that of the database, where the counts need space
/// anyway.
fn folder(db: &DatabaseFile) -> PathBuf {
    match db.file().and_then(Path::parent) {
        Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
        Some(folder) if folder.is_dir() => folder.to_owned(),
        _ => std::env::temp_dir(),
    }
}
