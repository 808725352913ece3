//! Reader of the board of a game record given by `--sgf`.

use crate::cli::args::BoardArgs;
use crate::cli::error::CliError;
use crate::cli::source;
use crate::format::record::read_record;
use crate::game::Color;
use crate::ledger::BoardRecord;

/// Board read from a game record.
pub struct RecordBoard {
    /// The board with its moves.
    pub board: BoardRecord,
    /// Side to move, if the record names it.
    pub to_play: Option<Color>,
    /// The bytes of the record.
    pub bytes: Vec<u8>,
}

/// Reads the board of the game record after the requested move; `None` without `--sgf`.
pub fn read(args: &BoardArgs) -> Result<Option<RecordBoard>, CliError> {
    let Some(path) = &args.sgf else {
        return Ok(None);
    };
    let bytes = source::read(path)?;
    let board = read_record(&bytes, args.move_number);
    let board = board.map_err(|error| CliError::Record { file: source::name(path), error })?;
    Ok(Some(RecordBoard { to_play: board.to_play, board: board.into(), bytes }))
}
