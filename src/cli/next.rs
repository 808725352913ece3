//! `joseki next`: shows the next joseki moves on a board.

use std::io::Write;
use std::path::Path;

use super::args::{Format, NextArgs};
use super::error::CliError;
use super::look::OutputStyle;
use super::{database, next_report, output, source};
use crate::game::Color;
use crate::service::NextQuery;
use crate::wire::moves::{split_moves, split_stones};
use crate::wire::{NextRequest, NextResponse};

/// Runs the query and prints its result.
pub fn run(
    db: &Path,
    args: &NextArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let query = question(args)?;
    let service = database::open(db)?;
    let answer = service.next(&query).map_err(|error| CliError::Question {
        error,
        size: query.size,
    })?;
    let response = NextResponse::new(&answer, args.coords, query.size);
    match args.format.format {
        Format::Json => output::json(out, &response),
        Format::Text => Ok(next_report::write(&query, &answer, &response, look, out)?),
    }
}

fn question(args: &NextArgs) -> Result<NextQuery, CliError> {
    let query = NextQuery {
        as_of: args.as_of,
        ..request(args).into_query().map_err(CliError::Request)?
    };
    match &args.sgf {
        Some(path) => on_record(query, path, args.move_number),
        None => Ok(query),
    }
}

/// Builds the HTTP request type, so that both interfaces validate alike.
fn request(args: &NextArgs) -> NextRequest {
    let letter = |color: Color| color.letter().to_string();
    NextRequest {
        board_size: args.size,
        coords: args.coords,
        moves: split_moves(&args.moves),
        initial_stones: split_stones(&args.stones),
        to_play: args.to_play.map(letter),
        book: Some(args.book.clone()),
        as_of: None,
        opponent: args.opponent.clone(),
        class: args.class.clone(),
        limit: Some(args.limit),
        seed: args.seed,
        min_verdict: args.min_verdict.clone(),
        failed_conditions: args.failed_conditions,
        since: args.since,
        until: args.until,
        min_games: args.min_games,
        source: args.source.clone(),
        strength: args.strength.clone(),
        trend: args.trend,
        examples: Some(args.examples),
        whole_board: args.whole_board,
    }
}

/// Replaces the board of the query by that of a game record.
fn on_record(query: NextQuery, path: &Path, last: Option<usize>) -> Result<NextQuery, CliError> {
    let bytes = source::read(path)?;
    query
        .on_record(&bytes, last)
        .map_err(|error| CliError::Record {
            file: source::name(path),
            error,
        })
}
