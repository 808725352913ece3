//! Requests to the ledger: entering, correcting and withdrawing games.

use rusqlite::{Connection, params};

use super::super::fault::Fault;
use super::batch::LedgerBatch;
use super::game::{self, PreparedGame, RowMetadata};
use super::kept::StoredGame;
use crate::ledger::LedgerChange;
use crate::store::{LedgerOutcome, LedgerRequest, LedgerStatus, StoreError};

/// A request, prepared before the writer thread executes it.
pub(in super::super) enum PreparedRequest {
    Enter(Box<PreparedGame>),
    Correct(Box<PreparedGame>),
    Withdraw(String),
}

impl PreparedRequest {
    /// Prepares a request.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] for a game that cannot be stored without loss.
    pub(in super::super) fn prepare(request: LedgerRequest) -> Result<PreparedRequest, StoreError> {
        Ok(match request {
            LedgerRequest::Enter(entry) => {
                PreparedRequest::Enter(Box::new(PreparedGame::prepare(*entry)?))
            }
            LedgerRequest::Correct(entry) => {
                PreparedRequest::Correct(Box::new(PreparedGame::prepare(*entry)?))
            }
            LedgerRequest::Withdraw(game) => PreparedRequest::Withdraw(game),
        })
    }
}

/// Executes requests in order.
pub(in super::super) fn enter(
    conn: &Connection,
    requests: Vec<PreparedRequest>,
    by: &str,
    received: i64,
) -> Result<Vec<LedgerOutcome>, Fault> {
    let mut desk = LedgerEditor { conn, batch: LedgerBatch::begin(conn)?, by };
    let mut outcomes = Vec::with_capacity(requests.len());
    for (request, later) in requests.into_iter().zip(0..) {
        outcomes.push(match request {
            PreparedRequest::Enter(game) => desk.enter(game, received.saturating_add(later))?,
            PreparedRequest::Correct(game) => desk.correct(game)?,
            PreparedRequest::Withdraw(game) => desk.withdraw(&game)?,
        });
    }
    desk.batch.write()?;
    Ok(outcomes)
}

/// State while requests are executed.
struct LedgerEditor<'c> {
    conn: &'c Connection,
    batch: LedgerBatch<'c>,
    by: &'c str,
}

impl LedgerEditor<'_> {
    fn enter(&mut self, game: Box<PreparedGame>, received: i64) -> Result<LedgerOutcome, Fault> {
        if let Some(kept) = StoredGame::find(self.conn, &game.entry.game)? {
            let status = match (kept.hash == game.hash, kept.withdrawn) {
                (false, _) => LedgerStatus::Conflict,
                (true, true) => LedgerStatus::Withdrawn,
                (true, false) => LedgerStatus::Unchanged,
            };
            return Ok(unchanged(status));
        }
        let contender = self.batch.contender(&game.entry.opponent)?;
        let place = RowMetadata {
            contender,
            number: self.batch.next_number(contender)?,
            received,
            revision: 1,
            withdrawn: false,
            changed: self.batch.next_change(),
            by: self.by,
        };
        game::insert(self.conn, &game, &place)?;
        let change = self.add_game(game, &place)?;
        Ok(outcome(LedgerStatus::Counted, vec![change]))
    }

    fn correct(&mut self, game: Box<PreparedGame>) -> Result<LedgerOutcome, Fault> {
        let Some(kept) = StoredGame::find(self.conn, &game.entry.game)? else {
            return Ok(unchanged(LedgerStatus::Unknown));
        };
        if kept.hash == game.hash && !kept.withdrawn {
            return Ok(unchanged(LedgerStatus::Unchanged));
        }
        let mut changes = Vec::with_capacity(2);
        if !kept.withdrawn {
            changes.push(self.batch.subtract_game(kept.contender, kept.counted()?)?);
        }
        let contender = self.batch.contender(&game.entry.opponent)?;
        let place = RowMetadata {
            contender,
            number: if contender == kept.contender {
                kept.number
            } else {
                self.batch.next_number(contender)?
            },
            received: kept.received,
            revision: kept.revision.saturating_add(1),
            withdrawn: false,
            changed: self.batch.next_change(),
            by: self.by,
        };
        game::replace(self.conn, kept.id, &game, &place)?;
        changes.push(self.add_game(game, &place)?);
        Ok(outcome(LedgerStatus::Corrected, changes))
    }

    fn add_game(
        &mut self,
        mut game: Box<PreparedGame>,
        place: &RowMetadata<'_>,
    ) -> Result<LedgerChange, Fault> {
        let class = game.entry.class.take();
        let counted = game.contribution(place.number);
        self.batch.add_game(place.contender, counted, class.as_deref())
    }

    fn withdraw(&mut self, game: &str) -> Result<LedgerOutcome, Fault> {
        let Some(kept) = StoredGame::find(self.conn, game)? else {
            return Ok(unchanged(LedgerStatus::Unknown));
        };
        if kept.withdrawn {
            return Ok(unchanged(LedgerStatus::Unchanged));
        }
        let sql = "UPDATE result SET withdrawn = 1, revision = ?2, changed = ?3, by = ?4
                   WHERE id = ?1";
        let (revision, changed) = (kept.revision.saturating_add(1), self.batch.next_change());
        let mut update = self.conn.prepare_cached(sql)?;
        update.execute(params![kept.id, revision, changed, self.by])?;
        let change = self.batch.subtract_game(kept.contender, kept.counted()?)?;
        Ok(outcome(LedgerStatus::Removed, vec![change]))
    }
}

fn unchanged(status: LedgerStatus) -> LedgerOutcome {
    outcome(status, Vec::new())
}

fn outcome(status: LedgerStatus, changes: Vec<LedgerChange>) -> LedgerOutcome {
    LedgerOutcome { status, changes }
}
