//! Requests to the ledger: entering, correcting and withdrawing games.

use std::collections::{HashMap, HashSet};

use super::super::audit::{AuditEntry, Audited};
use super::super::connection::SqlConnection;
use super::super::fault::Fault;
use super::super::keys;
use super::super::value::params;
use super::batch::LedgerBatch;
use super::game::{self, GameRows, PreparedGame, RowMetadata};
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
    /// Returns the identity of the game that it is about.
    fn game(&self) -> &str {
        match self {
            PreparedRequest::Enter(game) | PreparedRequest::Correct(game) => &game.entry.game,
            PreparedRequest::Withdraw(game) => game,
        }
    }

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
    requests: &[PreparedRequest],
    sender: &ResultSender,
    received: i64,
) -> Result<Vec<LedgerOutcome>, Fault> {
    let owner = sender.key.map(|key| keys::origin(conn, key)).transpose()?;
    let games: Vec<&str> = requests.iter().map(PreparedRequest::game).collect();
    let mut desk = LedgerEditor {
        conn,
        batch: LedgerBatch::begin(conn)?,
        rows: GameRows::begin(conn, requests.len())?,
        stored: StoredGame::find_all(conn, &games)?,
        touched: HashSet::new(),
        sender,
        owner,
        at: received / MICROSECONDS,
    };
    let mut outcomes = Vec::with_capacity(requests.len());
    for (request, later) in requests.iter().zip(0..) {
        outcomes.push(match request {
            PreparedRequest::Enter(game) => desk.enter(game, received.saturating_add(later))?,
            PreparedRequest::Correct(game) => desk.correct(game)?,
            PreparedRequest::Withdraw(game) => desk.withdraw(game)?,
        });
    }
    desk.rows.flush()?;
    desk.batch.write()?;
    Ok(outcomes)
}

/// State while requests are executed.
struct LedgerEditor<'c> {
    conn: SqlConnection<'c>,
    batch: LedgerBatch<'c>,
    rows: GameRows<'c>,
    /// The games that the requests are about, as they were before.
    stored: HashMap<String, StoredGame>,
    /// Those that a request has been about.
    touched: HashSet<String>,
    sender: &'c ResultSender,
    /// The key that owns the games entered.
    owner: Option<i64>,
    /// In seconds since 1970 UTC.
    at: i64,
}

impl LedgerEditor<'_> {
    /// Finds the stored game that a request is about.
    fn find(&mut self, game: &str) -> Result<Option<StoredGame>, Fault> {
        if self.touched.insert(game.to_owned()) {
            return Ok(self.stored.remove(game));
        }
        self.rows.flush()?;
        StoredGame::find(self.conn, game)
    }

    fn enter(&mut self, game: &PreparedGame, received: i64) -> Result<LedgerOutcome, Fault> {
        if let Some(kept) = self.find(&game.entry.game)? {
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
        self.rows.insert(game, &place, self.owner)?;
        let change = self.add_game(game, &place)?;
        Ok(outcome(LedgerStatus::Counted, vec![change]))
    }

    fn correct(&mut self, game: &PreparedGame) -> Result<LedgerOutcome, Fault> {
        let Some(kept) = self.find(&game.entry.game)? else {
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
        game::replace(self.conn, kept.id, game, &place)?;
        self.log("result_correct", kept.id, &game.entry.game, before)?;
        changes.push(self.add_game(game, &place)?);
        Ok(outcome(LedgerStatus::Corrected, changes))
    }

    fn add_game(
        &mut self,
        game: &PreparedGame,
        place: &RowMetadata<'_>,
    ) -> Result<LedgerChange, Fault> {
        let class = game.entry.class.as_deref();
        self.batch.add_game(place.contender, game.contribution(place.number), class)
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
        let Some(kept) = self.find(game)? else {
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
        update.send(params![kept.id, revision, changed, self.sender.by])?;
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
