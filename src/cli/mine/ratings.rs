//! `joseki ratings`: rates the players of game records.

use std::io::Write;
use std::path::Path;

use crate::args::RatingsArgs;
use crate::error::CliError;
use crate::text::count;
use crate::{log, new_file, output, source};
use joseki_game::Variant;
use joseki_mine::{Miner, MinerOptions, Ratings, RecordCollection, Settings};
use joseki_service::ServiceError;
use joseki_store::DatabaseAddress;

/// Reads all games, each once, and writes the ratings of their players.
pub fn run(db: &DatabaseAddress, args: &RatingsArgs, out: &mut impl Write) -> Result<(), CliError> {
    let file = args.output.as_deref().filter(|path| *path != Path::new("-"));
    if let Some(file) = file {
        new_file::check(file, args.force, db)?;
    }
    let miner = Miner::new(
        MinerOptions {
            variant: Variant::GO,
            quiet: Settings::default().quiet,
            keep_records: false,
            memory: 0,
            workers: super::processors(),
            folder: std::env::temp_dir(),
            ratings: None,
            rate_only: true,
            is_named: args.source.is_some(),
        },
        Vec::new(),
        [],
    );
    let mut bar = super::progress::MiningProgress::default();
    let records =
        RecordCollection::find(&args.paths, args.source.as_deref()).map_err(ServiceError::from)?;
    let read = records.read(&miner, super::processors(), &mut |read| {
        bar.show(joseki_service::mine::MineProgress::Reading(read));
    });
    read.map_err(ServiceError::from)?;
    drop(bar);
    let (ratings, report) = miner.rate();
    if report.games == 0 {
        return Err(CliError::NoRecords);
    }
    if report.unreadable > 0 {
        log::warning(&format!("{} could not be read", count(report.unreadable, "record")));
    }
    let text = ratings.to_text();
    match file {
        Some(file) => new_file::write(file, text.as_bytes(), args.force, db)?,
        None => output::file(out, text.as_bytes())?,
    }
    let (collections, players) = ratings.len();
    log::note(&format!(
        "{} of {} rated from {}",
        count(players as u64, "player"),
        count(collections as u64, "collection"),
        count(report.counted, "game"),
    ));
    Ok(())
}

/// Reads a file of ratings.
pub fn read(path: &Path) -> Result<Ratings, CliError> {
    let wrong = |message: String| CliError::Ratings { file: source::name(path), message };
    let bytes = source::read(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ratings::parse(text).map_err(|error| wrong(error.to_string()))
}
