//! `joseki gtp`: plays the book as a GTP engine.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::args::GtpArgs;
use crate::database::{self, DatabaseFile};
use crate::error::CliError;
use crate::log;
use crate::who::user_name;
use joseki_gtp::{Bar, EngineCheck, GtpSession, GtpSettings, ResultsTarget};
use joseki_service::GoFeature;

/// Time after which an engine that has not answered yet is worth a word.
const SILENCE: Duration = Duration::from_secs(5);

/// Answers commands on standard input until end of input.
pub fn run(db: &DatabaseFile, args: &GtpArgs, out: &mut impl Write) -> Result<(), CliError> {
    let learns = args.against.opponent.is_some() && results(args) == ResultsTarget::Database;
    let service = if learns { database::open(db)? } else { database::open_to_read(db)? };
    // Reports an unknown book now instead of at the first move.
    GoFeature::Analysis.check(&service.book_info(&args.book)?)?;
    let started = Arc::new(AtomicBool::new(false));
    if args.engine.is_some() {
        tell_of_silence(Arc::clone(&started));
    }
    let session = GtpSession::new(&service, settings(args), &user_name());
    started.store(true, Relaxed);
    let session = session.map_err(CliError::Engine)?;
    Ok(session.run(io::stdin(), out)?)
}

/// Says what may be wrong if an engine is silent at its start. Some load for minutes.
fn tell_of_silence(started: Arc<AtomicBool>) {
    thread::spawn(move || {
        thread::sleep(SILENCE);
        if !started.load(Relaxed) {
            log::note(
                "still waiting for the engine's first answer; does its command line select GTP, as \
                 `gnugo --mode gtp` does, and does it flush its output?",
            );
        }
    });
}

fn settings(args: &GtpArgs) -> GtpSettings {
    GtpSettings {
        engine: args.engine.clone(),
        book_only: args.book_only,
        timeout: Duration::from_secs_f64(args.patience),
        book: args.book.clone(),
        opponent: args.against.opponent.clone(),
        class: args.against.class.clone(),
        seed: args.against.seed,
        bar: Bar {
            // Always parses: the flag accepts only names of verdicts.
            min_verdict: args.min_verdict.as_deref().and_then(|name| name.parse().ok()),
            min_priority: args.min_priority,
            min_games: args.min_games,
            min_share: args.min_share,
            min_urgency: args.min_urgency,
            min_gain: args.min_gain,
            depth: args.depth,
            until_move: args.until_move,
            after_any_move: args.after_any_move,
            small_boards: args.small_boards,
        },
        check: args
            .check
            .map(|loss| EngineCheck { loss, time: Duration::from_secs_f64(args.check_time) }),
        results: results(args),
    }
}

fn results(args: &GtpArgs) -> ResultsTarget {
    match &args.post {
        _ if args.no_learn => ResultsTarget::Nowhere,
        Some(url) => ResultsTarget::Service {
            url: url.clone(),
            key: args.key.as_deref().map(|key| key.trim().to_owned()),
        },
        None => ResultsTarget::Database,
    }
}
