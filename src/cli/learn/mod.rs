//! `joseki learn`: enters results from game records.

pub mod merge;
pub mod opponents;
pub mod report;
pub mod results;

use std::io::Write;

use super::args::{Format, LearnArgs};
use super::database::{self, DatabaseFile};
use super::error::CliError;
use super::log::warning;
use super::output;
use super::progress::ReadingProgress;
use super::who::user_name;
use joseki_format::archive::Sources;
use joseki_service::{
    Service, ServiceError,
    learn::{LearnOptions, LearnOutcome, LearnRefusal, LearnReport, LearnRequest, PlayerIdentity},
};
use joseki_wire::LearnJson;

/// Learns from games and reports the outcome of every record.
pub fn run(db: &DatabaseFile, args: &LearnArgs, out: &mut impl Write) -> Result<(), CliError> {
    // Checks the paths before the database is opened or created, so that a wrong name leaves no
    // trace.
    Sources::find(&args.paths).map_err(ServiceError::from)?;
    let Some(request) = request(args) else {
        return Err(CliError::NoRecords);
    };
    let outcome = if args.dry_run {
        learn(&database::open_for_dry_run(db)?, &request)?
    } else {
        learn(&database::open(db)?, &request)?
    };
    match args.format.format {
        Format::Text => report::write(&outcome, out)?,
        Format::Json => output::json(out, &LearnJson::from(&outcome))?,
    }
    // The report goes out even if an error follows.
    out.flush()?;
    if let Some(error) = outcome.stopped {
        return Err(CliError::Interrupted(error));
    }
    if outcome.report.games == 0 {
        return Err(CliError::NoRecords);
    }
    warn(&outcome.report);
    Ok(())
}

fn learn(service: &Service, request: &LearnRequest) -> Result<LearnOutcome, CliError> {
    let progress = ReadingProgress::start("learning".to_owned());
    Ok(service.learning().learn(request, &mut |done| {
        progress.set(done.bytes, done.total, done.games);
    })?)
}

/// Builds the request; `None` without opponent or player, which the parser already rejects.
fn request(args: &LearnArgs) -> Option<LearnRequest> {
    let opponent = args.opponent.clone().map(PlayerIdentity::Opponent);
    Some(LearnRequest {
        paths: args.paths.clone(),
        options: LearnOptions {
            game: args.game,
            players: opponent.or_else(|| args.player.clone().map(PlayerIdentity::Player))?,
            class: args.class.clone(),
            color: args.color,
        },
        dry_run: args.dry_run,
        who: user_name(),
    })
}

/// Warns if our colour is unknown in every game, most likely because of a wrong player name.
fn warn(report: &LearnReport) {
    let others = report.refused.get(&LearnRefusal::OtherPlayers);
    let others = others.map_or(0, |others| others.games);
    if report.counted + report.unchanged == 0 && others > 0 {
        warning(
            "our colour is unknown in every game: compare the player names above, or set it with --color",
        );
    }
}
