//! Requests to the ledger: entering, correcting and withdrawing games.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::audit::{AuditEntry, Audited};
use super::super::connection::SqlConnection;
use super::super::fault::Fault;
use super::super::keys;
use super::super::value::params;
use super::batch::LedgerBatch;
use super::game::{self, GameRows, PreparedGame, RowMetadata};
use super::kept::StoredGame;
use crate::{LedgerOutcome, LedgerRequest, LedgerStatus, ResultSender, StoreError};
use joseki_ledger::{self as ledger, LedgerChange, OwnerId};

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
    let owner_id = owner.map(|key| keys::prefix(conn, key)).transpose()?;
    let games: Vec<&str> = requests.iter().map(PreparedRequest::game).collect();
    let fingerprint = |(request, later): (&PreparedRequest, i64)| match request {
        PreparedRequest::Enter(game) => game.fingerprint(received.saturating_add(later)),
        PreparedRequest::Correct(_) | PreparedRequest::Withdraw(_) => None,
    };
    let fingerprints: Vec<String> = requests.iter().zip(0..).filter_map(fingerprint).collect();
    let fingerprints: Vec<&str> = fingerprints.iter().map(String::as_str).collect();
    let mut desk = LedgerEditor {
        conn,
        batch: LedgerBatch::begin(conn)?,
        rows: GameRows::begin(conn, requests.len())?,
        stored: StoredGame::find_all(conn, &games)?,
        touched: HashSet::new(),
        counted: StoredGame::counted_of_all(conn, &fingerprints)?,
        sender,
        owner,
        owner_id: owner_id.map_or(0, |prefix| ledger::owner_id(&prefix)),
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
    /// By fingerprint, the record that counts of a game as it is now, if one does.
    counted: HashMap<String, Option<StoredGame>>,
    sender: &'c ResultSender,
    /// The key that owns the games entered.
    owner: Option<i64>,
    /// Its number as an owner of results.
    owner_id: OwnerId,
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
            let same =
                kept.hash == game.hash || kept.is_before_terms() && kept.hash == game.plain_hash;
            let status = match (same, kept.withdrawn) {
                (false, _) => LedgerStatus::Conflict,
                (true, true) => LedgerStatus::Withdrawn,
                (true, false) => LedgerStatus::Unchanged,
            };
            return self.unchanged(status, &kept);
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
            // Kept with the terms.
            owner: game.entry.terms.as_ref().map_or(0, |_| self.owner_id),
        };
        let id = self.rows.insert(game, &place, self.owner)?;
        let entered = game.stored(id, &place);
        let before = match &entered.fingerprint {
            Some(fingerprint) => self.counted(fingerprint)?,
            None => None,
        };
        let counts =
            entered.teaches() && before.as_ref().is_none_or(|before| entered.precedes(before));
        let mut changes = vec![self.change(game, &place, counts)?];
        if !counts {
            let status =
                if entered.untaught { LedgerStatus::Kept } else { LedgerStatus::Duplicate };
            let duplicate_of = before.filter(|_| !entered.untaught).map(|before| before.game);
            return Ok(LedgerOutcome { status, changes, duplicate_of });
        }
        if let Some(before) = before {
            changes.push(self.batch.subtract_game(before.contender, before.contribution()?)?);
        }
        if let Some(fingerprint) = entered.fingerprint.clone() {
            self.counted.insert(fingerprint, Some(entered));
        }
        Ok(LedgerOutcome { status: LedgerStatus::Counted, changes, duplicate_of: None })
    }

    fn correct(&mut self, game: &PreparedGame) -> Result<LedgerOutcome, Fault> {
        let Some(kept) = self.find(&game.entry.game)? else {
            return Ok(nothing(LedgerStatus::Unknown));
        };
        if !self.may_change(kept.id)? {
            return Ok(nothing(LedgerStatus::NotOwned));
        }
        if kept.hash == game.hash && !kept.withdrawn {
            return self.unchanged(LedgerStatus::Unchanged, &kept);
        }
        self.rows.flush()?;
        let fingerprints = [kept.fingerprint.clone(), game.fingerprint(kept.received)];
        let before = self.counted_now(&fingerprints)?;
        let audited = Audited::Result(kept.id).state(self.conn)?;
        let mut changes = Vec::with_capacity(2);
        if kept.counts(&before) {
            changes.push(self.batch.subtract_game(kept.contender, kept.contribution()?)?);
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
            owner: kept.owner,
        };
        game::replace(self.conn, kept.id, game, &place)?;
        self.log("result_correct", kept.id, &game.entry.game, audited)?;
        let corrected = game.stored(kept.id, &place);
        let after = self.counted_now(&fingerprints)?;
        changes.push(self.change(game, &place, corrected.counts(&after))?);
        self.replace_counted(kept.id, &before, &after, &mut changes)?;
        let status = LedgerStatus::Corrected;
        Ok(LedgerOutcome { status, changes, duplicate_of: corrected.duplicate_of(&after) })
    }

    /// Adds a game to the sums, or records that it does not count.
    fn change(
        &mut self,
        game: &PreparedGame,
        place: &RowMetadata<'_>,
        counts: bool,
    ) -> Result<LedgerChange, Fault> {
        let class = game.entry.class.as_deref();
        if counts {
            self.batch.add_game(
                place.contender,
                game.contribution(place.number, place.owner),
                class,
            )
        } else {
            self.batch.note_game(place.contender, place.number)
        }
    }

    /// Returns the record of a game that counts.
    fn counted(&mut self, fingerprint: &str) -> Result<Option<StoredGame>, Fault> {
        if let Some(counted) = self.counted.get(fingerprint) {
            return Ok(counted.clone());
        }
        self.rows.flush()?;
        let counted = StoredGame::counted_of(self.conn, fingerprint)?;
        self.counted.insert(fingerprint.to_owned(), counted.clone());
        Ok(counted)
    }

    /// Returns the records that count of games as the database has them now.
    fn counted_now(&mut self, fingerprints: &[Option<String>; 2]) -> Result<CountedRecords, Fault> {
        let mut found = CountedRecords::new();
        for fingerprint in fingerprints.iter().flatten() {
            let counted = StoredGame::counted_of(self.conn, fingerprint)?;
            self.counted.insert(fingerprint.clone(), counted.clone());
            found.insert(fingerprint.clone(), counted);
        }
        Ok(found)
    }

    /// Updates the sums where another record of a game counts than before a change of `changed`,
    /// which has changed them itself.
    fn replace_counted(
        &mut self,
        changed: i64,
        before: &CountedRecords,
        after: &CountedRecords,
        changes: &mut Vec<LedgerChange>,
    ) -> Result<(), Fault> {
        for (fingerprint, before) in before {
            let after = after.get(fingerprint).and_then(Option::as_ref);
            if before.as_ref().map(|before| before.id) == after.map(|after| after.id) {
                continue;
            }
            if let Some(before) = before.as_ref().filter(|before| before.id != changed) {
                changes.push(self.batch.subtract_game(before.contender, before.contribution()?)?);
            }
            if let Some(after) = after.filter(|after| after.id != changed) {
                changes.push(self.batch.add_game(after.contender, after.contribution()?, None)?);
            }
        }
        Ok(())
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
            return Ok(nothing(LedgerStatus::Unknown));
        };
        if !self.may_change(kept.id)? {
            return Ok(nothing(LedgerStatus::NotOwned));
        }
        if kept.withdrawn {
            return Ok(nothing(LedgerStatus::Unchanged));
        }
        self.rows.flush()?;
        let fingerprints = [kept.fingerprint.clone(), None];
        let before = self.counted_now(&fingerprints)?;
        let audited = Audited::Result(kept.id).state(self.conn)?;
        let sql = "UPDATE result SET withdrawn = 1, revision = ?2, changed = ?3, by = ?4
                   WHERE id = ?1";
        let (revision, changed) = (kept.revision.saturating_add(1), self.batch.next_change());
        let mut update = self.conn.prepare(sql)?;
        update.send(params![kept.id, revision, changed, self.sender.by])?;
        self.log("result_withdraw", kept.id, game, audited)?;
        let mut changes = vec![if kept.counts(&before) {
            self.batch.subtract_game(kept.contender, kept.contribution()?)?
        } else {
            self.batch.note_game(kept.contender, kept.number)?
        }];
        let after = self.counted_now(&fingerprints)?;
        self.replace_counted(kept.id, &before, &after, &mut changes)?;
        Ok(LedgerOutcome { status: LedgerStatus::Removed, changes, duplicate_of: None })
    }

    /// Returns the outcome of a request that leaves a stored game as it is.
    fn unchanged(
        &mut self,
        status: LedgerStatus,
        kept: &StoredGame,
    ) -> Result<LedgerOutcome, Fault> {
        let mut outcome = nothing(status);
        if let Some(fingerprint) = kept.fingerprint.as_ref().filter(|_| kept.teaches()) {
            let counted = self.counted(fingerprint)?.filter(|counted| counted.id != kept.id);
            outcome.duplicate_of = counted.map(|counted| counted.game);
        }
        Ok(outcome)
    }
}

/// By fingerprint, the record of a game that counts, if one does.
pub(super) type CountedRecords = BTreeMap<String, Option<StoredGame>>;

fn nothing(status: LedgerStatus) -> LedgerOutcome {
    LedgerOutcome { status, changes: Vec::new(), duplicate_of: None }
}
