//! `joseki notation`: moves of xiangqi in every notation.

use std::io::Write;

use serde_json::json;

use super::line_answers::{LineError, answer_lines};
use crate::args::NotationArgs;
use crate::error::CliError;
use joseki_wire::{NotationRequest, NotationResponse};

/// Writes each move in every notation.
pub fn run(args: &NotationArgs, out: &mut impl Write) -> Result<(), CliError> {
    match answer_lines(args.file.as_deref(), out, answer)? {
        0 => Ok(()),
        refused => Err(CliError::MovesRefused { refused }),
    }
}

fn answer(line: &[u8]) -> Result<NotationResponse, LineError> {
    let request: NotationRequest =
        serde_json::from_slice(line).map_err(|error| format!("invalid JSON: {error}"))?;
    let board = request.board().map_err(|error| format!("fen: {error}"))?;
    match request.read(&board) {
        Ok(shift) => Ok(NotationResponse::new(&board, shift)),
        Err(error) => {
            let could_be: Vec<String> = error.could_be().iter().map(ToString::to_string).collect();
            Err(LineError { message: error.to_string(), more: Some(("could_be", json!(could_be))) })
        }
    }
}
