//! Queries on the board of a game record.

use crate::next::query::NextQuery;
use joseki_format::record::RecordedGame;

impl NextQuery {
    /// Returns the same query after the moves of a record. A given side to move stays.
    #[must_use]
    pub fn on_record(self, record: RecordedGame) -> NextQuery {
        NextQuery {
            size: record.size,
            initial: record.initial,
            moves: record.moves,
            to_play: self.to_play.or(record.to_play),
            ..self
        }
    }
}
