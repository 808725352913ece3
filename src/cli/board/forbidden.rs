//! `joseki forbidden`: the points that renju forbids to Black.

use std::io::Write;

use super::line_answers::{LineError, answer_lines};
use crate::args::ForbiddenArgs;
use crate::error::CliError;
use joseki_wire::{ForbiddenRequest, ForbiddenResponse};

/// Finds the forbidden points of each board.
pub fn run(args: &ForbiddenArgs, out: &mut impl Write) -> Result<(), CliError> {
    match answer_lines(args.file.as_deref(), out, answer)? {
        0 => Ok(()),
        refused => Err(CliError::BoardsRefused { refused }),
    }
}

fn answer(line: &[u8]) -> Result<ForbiddenResponse, LineError> {
    let request: ForbiddenRequest =
        serde_json::from_slice(line).map_err(|error| format!("invalid JSON: {error}"))?;
    let board =
        request.to_board().map_err(|error| format!("{}: {}", error.field, error.message))?;
    Ok(ForbiddenResponse::from(&board))
}
