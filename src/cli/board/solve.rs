//! `joseki solve`: wins by force.

use std::io::Write;

use super::line_answers::{LineError, answer_lines};
use crate::cli::args::SolveArgs;
use crate::cli::error::CliError;
use crate::cli::output;
use crate::service::{ServiceError, solve};
use crate::wire::{RequestError, SolveRequest, SolveResponse};

/// Solves one position, or one a line.
pub fn run(args: &SolveArgs, out: &mut impl Write) -> Result<(), CliError> {
    if args.fen.is_some() || args.moves.is_some() {
        let request = SolveRequest {
            fen: args.fen.clone(),
            moves: args.moves.clone(),
            ..SolveRequest::default()
        };
        let query = with_flags(request, args).to_query().map_err(CliError::Request)?;
        return output::json(out, &SolveResponse::new(&solve(query, args.nodes)?));
    }
    let answer = |line: &[u8]| {
        let request: SolveRequest =
            serde_json::from_slice(line).map_err(|error| format!("invalid JSON: {error}"))?;
        let said = |error: RequestError| format!("{}: {}", error.field, error.message);
        let nodes = request.nodes.unwrap_or(args.nodes).min(args.nodes);
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

/// The flags say what is asked of every position.
fn with_flags(request: SolveRequest, args: &SolveArgs) -> SolveRequest {
    SolveRequest {
        game: args.game.to_string(),
        kind: args.kind,
        max_moves: args.max_moves.or(request.max_moves),
        board_size: args.board_size.or(request.board_size),
        ..request
    }
}
