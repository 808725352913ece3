//! Reader of the board of a game record given by `--sgf`.

use std::path::Path;

use crate::args::BoardArgs;
use crate::error::CliError;
use crate::log::warning;
use crate::source;
use joseki_format::record::{RecordedGame, read_record_of};
use joseki_game::{Color, Game};
use joseki_ledger::BoardRecord;

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
    let (board, bytes) = read_game(Game::Go, path, args.move_number)?;
    Ok(Some(RecordBoard { to_play: board.to_play, board: board.into(), bytes }))
}

/// Reads the record of a game up to a move or to its end, and its bytes. Warns of what is odd in
/// it.
pub fn read_game(
    game: Game,
    path: &Path,
    last: Option<usize>,
) -> Result<(RecordedGame, Vec<u8>), CliError> {
    let bytes = source::read(path)?;
    let file = || source::name(path);
    let record = read_record_of(game, &bytes, last);
    let record = record.map_err(|error| CliError::Record { file: file(), error })?;
    for text in &record.warnings {
        warning(&format!("{}: {text}", file()));
    }
    Ok((record, bytes))
}
