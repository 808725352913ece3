//! `joseki perft`: counts the lines of xiangqi from a position.

use std::io::Write;

use serde_json::json;

use crate::args::{Format, PerftArgs};
use crate::error::CliError;
use crate::output;
use joseki_game::xiangqi::XiangqiBoard;
use joseki_service::Code;
use joseki_wire::RequestError;

/// Counts the positions after a number of moves.
pub fn run(args: &PerftArgs, out: &mut impl Write) -> Result<(), CliError> {
    let mut board = match &args.fen {
        None => XiangqiBoard::new(),
        Some(fen) => fen.parse().map_err(|error| {
            CliError::Request(RequestError::new(Code::InvalidValue, "fen", error))
        })?,
    };
    let leaves = board.perft(args.depth);
    match args.format.format {
        Format::Json => output::json(out, &json!({ "leaves": leaves })),
        Format::Text => Ok(writeln!(out, "{leaves}")?),
    }
}
