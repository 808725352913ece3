//! Queries on the board of a game record.

use crate::format::record::{RecordError, read_record_of};
use crate::game::Game;
use crate::service::next::query::NextQuery;

impl NextQuery {
    /// Returns the same query after move `last` of an SGF game record, or after its last move. A
    /// given side to move stays.
    ///
    /// # Errors
    /// [`RecordError`]: malformed SGF, unplayable node, no such move.
    pub fn on_record(
        self,
        game: Game,
        bytes: &[u8],
        last: Option<usize>,
    ) -> Result<NextQuery, RecordError> {
        let record = read_record_of(game, bytes, last)?;
        Ok(NextQuery {
            size: record.size,
            initial: record.initial,
            moves: record.moves,
            to_play: self.to_play.or(record.to_play),
            ..self
        })
    }
}
