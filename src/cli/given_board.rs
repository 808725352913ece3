//! The board that a command is given: out of a game record, or by its flags.

use super::args::BoardArgs;
use super::error::CliError;
use super::source;
use crate::format::record::read_record;
use crate::ledger::Record;

/// A board out of a game record.
pub struct Given {
    /// The board with its moves.
    pub board: Record,
    /// The record itself.
    pub bytes: Vec<u8>,
}

/// The board of a game record after the move that is asked for; nothing if the flags say no record.
pub fn of_record(args: &BoardArgs) -> Result<Option<Given>, CliError> {
    let Some(path) = &args.sgf else {
        return Ok(None);
    };
    let bytes = source::read(path)?;
    let board = read_record(&bytes, args.move_number);
    let board = board.map_err(|error| CliError::Record {
        file: source::name(path),
        error,
    })?;
    Ok(Some(Given {
        board: board.into(),
        bytes,
    }))
}
