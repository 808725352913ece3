//! Requests to the ledger: entering, correcting and withdrawing games.

use super::super::audit::{AuditEntry, Audited};
use super::super::connection::SqlConnection;
use super::super::fault::Fault;
use super::super::keys;
use super::super::value::params;
use super::batch::LedgerBatch;
use super::game::{self, PreparedGame, RowMetadata};
use super::kept::StoredGame;
use crate::ledger::LedgerChange;
use crate::store::{LedgerOutcome, LedgerRequest, LedgerStatus, ResultSender, StoreError};

const MICROSECONDS: i64 = 1_000_000;

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
    conn: SqlConnection<'_>,
    requests: Vec<PreparedRequest>,
    sender: &ResultSender,
    received: i64,
) -> Result<Vec<LedgerOutcome>, Fault> {
    let owner = sender.key.map(|key| keys::origin(conn, key)).transpose()?;
    let batch = LedgerBatch::begin(conn)?;
    let mut desk = LedgerEditor { conn, batch, sender, owner, at: received / MICROSECONDS };
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
    conn: SqlConnection<'c>,
    batch: LedgerBatch<'c>,
    sender: &'c ResultSender,
    /// The key that owns the games entered.
    owner: Option<i64>,
    /// In seconds since 1970 UTC.
    at: i64,
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
            by: &self.sender.by,
        };
        let result = game::insert(self.conn, &game, &place)?;
        if let Some(owner) = self.owner {
            let sql = "INSERT INTO result_owner (result_id, key_id) VALUES (?1, ?2)";
            self.conn.prepare(sql)?.execute([result, owner])?;
        }
        let change = self.add_game(game, &place)?;
        Ok(outcome(LedgerStatus::Counted, vec![change]))
    }

    fn correct(&mut self, game: Box<PreparedGame>) -> Result<LedgerOutcome, Fault> {
        let Some(kept) = StoredGame::find(self.conn, &game.entry.game)? else {
            return Ok(unchanged(LedgerStatus::Unknown));
        };
        if !self.may_change(kept.id)? {
            return Ok(unchanged(LedgerStatus::NotOwned));
        }
        if kept.hash == game.hash && !kept.withdrawn {
            return Ok(unchanged(LedgerStatus::Unchanged));
        }
        let before = Audited::Result(kept.id).state(self.conn)?;
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
            by: &self.sender.by,
        };
        game::replace(self.conn, kept.id, &game, &place)?;
        self.log("result_correct", kept.id, &game.entry.game, before)?;
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

    /// Whether the sender may correct and withdraw a game.
    fn may_change(&self, result: i64) -> Result<bool, Fault> {
        if self.sender.may_change_all {
            return Ok(true);
        }
        let sql = "SELECT 1 FROM result_owner WHERE result_id = ?1 AND key_id = ?2";
        Ok(self.conn.prepare(sql)?.exists(params![result, self.owner])?)
    }

    fn log(
        &self,
        action: &'static str,
        result: i64,
        game: &str,
        before: String,
    ) -> Result<(), Fault> {
        let (at, who) = (self.at, self.sender.by.as_str());
        let entry = AuditEntry { at, who, action, subject: game, before: Some(before) };
        Audited::Result(result).append(self.conn, &entry)
    }

    fn withdraw(&mut self, game: &str) -> Result<LedgerOutcome, Fault> {
        let Some(kept) = StoredGame::find(self.conn, game)? else {
            return Ok(unchanged(LedgerStatus::Unknown));
        };
        if !self.may_change(kept.id)? {
            return Ok(unchanged(LedgerStatus::NotOwned));
        }
        if kept.withdrawn {
            return Ok(unchanged(LedgerStatus::Unchanged));
        }
        let before = Audited::Result(kept.id).state(self.conn)?;
        let sql = "UPDATE result SET withdrawn = 1, revision = ?2, changed = ?3, by = ?4
                   WHERE id = ?1";
        let (revision, changed) = (kept.revision.saturating_add(1), self.batch.next_change());
        let mut update = self.conn.prepare(sql)?;
        update.execute(params![kept.id, revision, changed, self.sender.by])?;
        self.log("result_withdraw", kept.id, game, before)?;
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
