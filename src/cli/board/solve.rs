//! `joseki solve`: wins by force, on boards or in a book.

use std::io::Write;

use serde_json::json;

use super::line_answers::{LineError, answer_lines};
use crate::args::{Format, SolveArgs};
use crate::curate::change_report;
use crate::database::{self, DatabaseFile};
use crate::error::CliError;
use crate::output;
use crate::text::count;
use crate::who::user_name;
use joseki_service::{
    ServiceError,
    board::solve,
    curate::{SolveBookOutcome, SolveBookRequest},
};
use joseki_wire::{ChangedJson, RequestError, SolveRequest, SolveResponse};

/// Maximum number of positions of the search on a board.
const BOARD_NODES: u64 = 2_000_000;
/// Maximum number of positions of each search in a book.
const BOOK_NODES: u64 = 20_000;

/// Solves the positions of a book, or one position, or one a line.
pub fn run(db: &DatabaseFile, args: &SolveArgs, out: &mut impl Write) -> Result<(), CliError> {
    if let Some(book) = &args.book {
        return solve_book(db, book, args, out);
    }
    let most = args.nodes.unwrap_or(BOARD_NODES);
    if args.fen.is_some() || args.moves.is_some() {
        let request = SolveRequest {
            fen: args.fen.clone(),
            moves: args.moves.clone(),
            ..SolveRequest::default()
        };
        let query = with_flags(request, args).to_query().map_err(CliError::Request)?;
        return output::json(out, &SolveResponse::new(&solve(query, most)?));
    }
    let answer = |line: &[u8]| {
        let request: SolveRequest =
            serde_json::from_slice(line).map_err(|error| format!("invalid JSON: {error}"))?;
        let said = |error: RequestError| format!("{}: {}", error.field, error.message);
        let nodes = request.nodes.unwrap_or(most).min(most);
        let query = with_flags(request, args).to_query().map_err(said)?;
        let found = solve(query, nodes);
        let found = found.map_err(|error: ServiceError| LineError::from(error.to_string()))?;
        Ok(SolveResponse::new(&found))
    };
    match answer_lines(args.file.as_deref(), out, answer)? {
        0 => Ok(()),
        refused => Err(CliError::BoardsRefused { refused }),
    }
}

fn solve_book(
    db: &DatabaseFile,
    book: &str,
    args: &SolveArgs,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let request = SolveBookRequest {
        book: book.to_owned(),
        nodes: args.nodes.unwrap_or(BOOK_NODES),
        dry_run: args.dry_run,
        who: user_name(),
    };
    let outcome = if args.dry_run {
        database::open_for_dry_run(db)?.curation().solve_book(&request)?
    } else {
        database::open(db)?.curation().solve_book(&request)?
    };
    let SolveBookOutcome { positions, won, lost, limited, change } = &outcome;
    if args.format.format == Format::Json {
        let change = ChangedJson::new(change, usize::MAX);
        let limit = limited;
        return output::json(
            out,
            &json!({ "positions": positions, "won": won, "lost": lost, "limit": limit, "change": change }),
        );
    }
    let positions = count(*positions as u64, "position");
    writeln!(out, "{positions}: the side to move wins {won} and loses {lost} by force")?;
    if *limited > 0 {
        writeln!(out, "{limited} others reached --nodes: more may be found with more")?;
    }
    writeln!(out)?;
    Ok(change_report::write(change, &[], DETAILS, db, out)?)
}

/// Number of changed nodes listed as text.
const DETAILS: usize = 20;

/// The flags say what is asked of every position.
fn with_flags(request: SolveRequest, args: &SolveArgs) -> SolveRequest {
    SolveRequest {
        // The parser demands a game unless a book is named.
        game: args.game.map(|game| game.to_string()).unwrap_or_default(),
        kind: args.kind,
        max_moves: args.max_moves.or(request.max_moves),
        board_size: args.board_size.or(request.board_size),
        ..request
    }
}
