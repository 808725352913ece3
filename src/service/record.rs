//! A question on the board of a game record.

use super::query::NextQuery;
use crate::format::record::{RecordError, read_record};

impl NextQuery {
    /// The same question after move `last` of a game record in SGF, or after its last move. The
    /// colour to play stays if it was said.
    ///
    /// # Errors
    /// [`RecordError`]: no SGF, a node that cannot be played, no such move.
    pub fn on_record(self, bytes: &[u8], last: Option<usize>) -> Result<NextQuery, RecordError> {
        let record = read_record(bytes, last)?;
        Ok(NextQuery {
            size: record.size,
            initial: record.initial,
            moves: record.moves,
            to_play: self.to_play.or(record.to_play),
            ..self
        })
    }
}
