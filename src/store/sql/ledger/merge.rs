//! Merging the games of another ledger.

use std::collections::BTreeSet;

use super::super::connection::SqlConnection;
use super::super::value::{OptionalRow, params};
use super::{
    super::{
        audit::{AuditEntry, Audited},
        clock::now,
        fault::Fault,
        single_use::SingleUse,
    },
    batch::LedgerBatch,
    game::{self, GameRows, PreparedGame, RowMetadata},
    kept::StoredGame,
    read,
    recount::{contenders, correct_sums, record_change},
};
use crate::{EntryCounts, LedgerRow, LedgerRows, StoreError};
use joseki_ledger::OwnerId;

/// Merges games, renumbers all games by arrival, and recomputes the sums where that changed them.
///
/// The result does not depend on which ledger is merged into which, nor on their order: for each
/// game the latest revision and the earliest arrival are kept, and its number depends on the
/// arrivals alone. A game that gets another revision is in the audit as a change by `who`.
pub(in super::super) fn merge(
    conn: SqlConnection<'_>,
    rows: &mut SingleUse<LedgerRows>,
    who: &str,
) -> Result<EntryCounts, Fault> {
    let mut merger = Merger::begin(conn, who)?;
    for row in rows.take()? {
        merger.merge_row(row.map_err(unreadable)?)?;
    }
    merger.finish()
}

fn unreadable(detail: String) -> Fault {
    let what = "the other ledger".to_owned();
    StoreError::Source { what, detail }.into()
}

/// State of a merge.
struct Merger<'c> {
    conn: SqlConnection<'c>,
    who: &'c str,
    batch: LedgerBatch<'c>,
    merged: EntryCounts,
    conflicts: u64,
    conflict: Option<String>,
    /// Contenders that received a game or another revision of one.
    receivers: BTreeSet<i64>,
    /// Contenders that lost a game to another, or whose games changed their order.
    disturbed: BTreeSet<i64>,
    /// Fingerprints of games whose counted record may change.
    records: BTreeSet<String>,
}

impl<'c> Merger<'c> {
    fn begin(conn: SqlConnection<'c>, who: &'c str) -> Result<Merger<'c>, Fault> {
        Ok(Merger {
            conn,
            who,
            batch: LedgerBatch::begin(conn)?,
            merged: EntryCounts::default(),
            conflicts: 0,
            conflict: None,
            receivers: BTreeSet::new(),
            disturbed: BTreeSet::new(),
            records: BTreeSet::new(),
        })
    }

    fn merge_row(&mut self, row: LedgerRow) -> Result<(), Fault> {
        let game = prepare(&row)?;
        let Some(kept) = StoredGame::find(self.conn, &row.entry.game)? else {
            let place = self.place(&row, (row.received, row.owner))?;
            GameRows::begin(self.conn, 1)?.insert(&game, &place, None)?;
            self.records.extend(game.fingerprint(row.received));
            self.receivers.insert(place.contender);
            self.merged.added += 1;
            return Ok(());
        };
        // The owner is the one that entered it first.
        let arrival = (row.received, row.owner).min((kept.received, kept.owner));
        let received = arrival.0;
        if row.revision > kept.revision {
            let place = self.place(&row, arrival)?;
            let before = Some(Audited::Result(kept.id).state(self.conn)?);
            game::replace(self.conn, kept.id, &game, &place)?;
            let action = if row.withdrawn { "result_withdraw" } else { "result_correct" };
            let (at, who, subject) = (now(), self.who, row.entry.game.as_str());
            let entry = AuditEntry { at, who, action, subject, before };
            Audited::Result(kept.id).append(self.conn, &entry)?;
            self.records.extend(kept.fingerprint);
            self.records.extend(game.fingerprint(received));
            self.receivers.insert(place.contender);
            self.disturbed.insert(kept.contender);
            self.merged.updated += 1;
            return Ok(());
        }
        let same = kept.withdrawn == row.withdrawn
            && if kept.is_before_terms() {
                kept.hash == game.plain_hash
            } else {
                kept.hash == row.hash || self.is_same_but_for_terms(&row)?
            };
        if row.revision == kept.revision && !same {
            self.conflicts += 1;
            self.conflict.get_or_insert(row.entry.game);
            return Ok(());
        }
        self.merged.known += 1;
        let mut arrival = arrival;
        if kept.is_before_terms() && row.revision == kept.revision && row.entry.terms.is_some() {
            arrival.1 = row.owner;
            let sql = "UPDATE result SET hash = ?2 WHERE id = ?1";
            self.conn.prepare(sql)?.send(params![kept.id, game.hash])?;
            game::replace_terms(self.conn, kept.id, &game, arrival)?;
            self.records.extend(game.fingerprint(received));
            self.disturbed.insert(kept.contender);
        } else if row.entry.terms.is_none() {
            arrival.1 = kept.owner;
        }
        self.keep_earlier_arrival(&kept, arrival)
    }

    /// Whether a game that was entered before schema 18 is the one here, whose terms are known.
    fn is_same_but_for_terms(&self, row: &LedgerRow) -> Result<bool, Fault> {
        let known = match &row.entry.terms {
            Some(_) => None,
            None => read::row(self.conn, &row.entry.game)?,
        };
        Ok(known.is_some_and(|known| known.entry.hash_without_terms() == row.hash))
    }

    /// Keeps the earlier arrival of a game that both ledgers have.
    fn keep_earlier_arrival(
        &mut self,
        kept: &StoredGame,
        arrival: (i64, OwnerId),
    ) -> Result<(), Fault> {
        if arrival.0 < kept.received {
            let sql = "UPDATE result SET received = ?2 WHERE id = ?1";
            let mut update = self.conn.prepare(sql)?;
            update.send(params![kept.id, arrival.0])?;
            self.disturbed.insert(kept.contender);
        }
        if kept.fingerprint.is_some() && arrival != (kept.received, kept.owner) {
            self.disturbed.insert(kept.contender);
            self.replace_arrival(kept, arrival)?;
        }
        Ok(())
    }

    /// Updates what depends on the arrival of a game: its owner, and its fingerprint, since the day
    /// of a game without a date is that of its arrival.
    fn replace_arrival(&mut self, kept: &StoredGame, arrival: (i64, OwnerId)) -> Result<(), Fault> {
        self.records.extend(kept.fingerprint.clone());
        if let Some(row) = read::row(self.conn, &kept.game)? {
            let game = PreparedGame::prepare(row.entry)?;
            self.records.extend(game.fingerprint(arrival.0));
            game::replace_terms(self.conn, kept.id, &game, arrival)?;
        }
        Ok(())
    }

    fn place<'r>(
        &mut self,
        row: &'r LedgerRow,
        (received, owner): (i64, OwnerId),
    ) -> Result<RowMetadata<'r>, Fault> {
        Ok(RowMetadata {
            contender: self.batch.contender(&row.entry.opponent)?,
            // All games are numbered at the end.
            number: 0,
            received,
            revision: row.revision,
            withdrawn: row.withdrawn,
            changed: self.batch.next_change(),
            by: &row.by,
            owner,
        })
    }

    fn finish(self) -> Result<EntryCounts, Fault> {
        if let Some(game) = self.conflict {
            let count = self.conflicts;
            return Err(StoreError::Ledgers { count, game }.into());
        }
        let mut concerned = &self.receivers | &self.disturbed;
        let sql = "SELECT contender_id FROM result_terms JOIN result ON id = result_id
                   WHERE fingerprint = ?1";
        let mut statement = self.conn.prepare(sql)?;
        for fingerprint in &self.records {
            let found = statement.query_map([fingerprint], |row| row.get(0))?;
            concerned.extend(found.collect::<Result<Vec<i64>, _>>()?);
        }
        for contender in contenders(self.conn)? {
            let moved = renumber(self.conn, contender)?;
            if moved || concerned.contains(&contender) {
                correct_sums(self.conn, contender)?;
                concerned.insert(contender);
            }
        }
        let change = record_change(self.conn, &concerned)?;
        for contender in &self.receivers {
            set_class(self.conn, *contender, change)?;
        }
        Ok(self.merged)
    }
}

/// Prepares a game from outside, after checking its hash.
fn prepare(row: &LedgerRow) -> Result<PreparedGame, Fault> {
    let game = PreparedGame::prepare(row.entry.clone())?;
    if game.hash == row.hash {
        return Ok(game);
    }
    let name = &row.entry.game;
    Err(unreadable(format!("game \"{name}\" does not match its hash")))
}

/// Sets an opponent's class to that of its game received last, of those that teach and do not
/// duplicate an earlier one: entering them sets no class either.
fn set_class(conn: SqlConnection<'_>, contender: i64, change: u64) -> Result<(), Fault> {
    let sql = "SELECT opponent_id, result.class FROM contender
                   JOIN result ON result.contender_id = contender.id
               WHERE opponent_id = (SELECT opponent_id FROM contender WHERE id = ?1)
                   AND result.class IS NOT NULL
                   AND NOT EXISTS (SELECT 1 FROM result_terms
                                   WHERE result_id = result.id AND untaught IS NOT NULL)
                   AND NOT EXISTS (SELECT 1 FROM result_terms AS own
                                       JOIN result_terms AS twin ON twin.fingerprint = own.fingerprint
                                       JOIN result AS counted ON counted.id = twin.result_id
                                   WHERE own.result_id = result.id
                                       AND twin.untaught IS NULL AND counted.withdrawn = 0
                                       AND (counted.received, counted.game) < (result.received, result.game))
               ORDER BY received DESC, game DESC LIMIT 1";
    let mut statement = conn.prepare(sql)?;
    let said = statement.query_row([contender], |row| Ok((row.get(0)?, row.get(1)?)));
    let said: Option<(i64, String)> = said.optional()?;
    let Some((opponent, class)) = said else {
        return Ok(());
    };
    let sql = "UPDATE opponent SET class = ?2, class_said = ?3 WHERE id = ?1 AND class IS DISTINCT FROM ?2";
    let mut update = conn.prepare(sql)?;
    update.send(params![opponent, class, change])?;
    Ok(())
}

/// Numbers all games of a contender, including withdrawn ones, in order of arrival; of two received
/// at the same time the smaller identity comes first. Returns whether a number changed.
pub(crate) fn renumber(conn: SqlConnection<'_>, contender: i64) -> Result<bool, Fault> {
    let sql = "SELECT id, number FROM result WHERE contender_id = ?1 ORDER BY received, game";
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([contender], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows: Vec<(i64, u64)> = rows.collect::<Result<_, _>>()?;
    let entered = rows.len() as u64;
    let mut update = conn.prepare("UPDATE result SET number = ?2 WHERE id = ?1")?;
    let mut changed = false;
    for ((id, number), right) in rows.into_iter().zip(0..) {
        if number != right {
            update.send(params![id, right])?;
            changed = true;
        }
    }
    let sql = "UPDATE contender SET entered = ?2 WHERE id = ?1 AND entered <> ?2";
    changed |= conn.prepare(sql)?.execute(params![contender, entered])? > 0;
    Ok(changed)
}
