//! Recomputing the sums from the rows of the ledger.

use std::collections::BTreeSet;

use super::super::connection::SqlConnection;
use super::super::fault::Fault;
use super::super::single_use::SingleUse;
use super::super::value::params;
use super::batch::set_version;
use super::count::GameTotals;
use super::merge::renumber;
use super::proof::{self, DerivedTotals};
use super::{columns, sums};
use crate::EdgeUpdates;
use joseki_ledger::EdgeKey;

/// Replaces the moves of the games in `found`, then recomputes all sums. Returns how many games got
/// other moves if `found` is given, otherwise how many sums were wrong.
pub(in super::super) fn recount(
    conn: SqlConnection<'_>,
    found: Option<&mut SingleUse<EdgeUpdates>>,
) -> Result<u64, Fault> {
    let told = found.is_some();
    let mut replaced = 0;
    if let Some(found) = found {
        replaced = replace_edges(conn, found.take()?)?;
    }
    let mut concerned = BTreeSet::new();
    let mut wrong = 0;
    for contender in contenders(conn)? {
        let found = correct_sums(conn, contender)?;
        wrong += found;
        if found > 0 {
            concerned.insert(contender);
        }
    }
    record_change(conn, &concerned)?;
    Ok(if told { replaced } else { wrong })
}

fn replace_edges(conn: SqlConnection<'_>, found: EdgeUpdates) -> Result<u64, Fault> {
    let sql = "UPDATE result SET edges = ?2 WHERE game = ?1 AND edges <> ?2";
    let mut update = conn.prepare(sql)?;
    let mut replaced = 0;
    for (game, mut edges) in found {
        edges.sort_unstable();
        edges.dedup();
        let edges: &[EdgeKey] = &edges;
        replaced += update.execute(params![game, columns::edge_bytes(edges)])? as u64;
    }
    Ok(replaced)
}

/// Returns the ids of all versions of all opponents.
pub(super) fn contenders(conn: SqlConnection<'_>) -> Result<Vec<i64>, Fault> {
    let mut statement = conn.prepare("SELECT id FROM contender ORDER BY id")?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Corrects all sums of a contender; returns how many were wrong.
pub(super) fn correct_sums(conn: SqlConnection<'_>, contender: i64) -> Result<u64, Fault> {
    let (mut proof, mut wrong) = correct_move_sums(conn, contender)?;
    if proof.duplicates.0 > 0 && renumber(conn, contender)? {
        // A game's epoch follows from its number.
        let again = correct_move_sums(conn, contender)?;
        proof = again.0;
        wrong += again.1.max(1);
    }
    let sql = "UPDATE contender SET entered = CASE WHEN entered > ?2 THEN entered ELSE ?2 END, games = ?3, points = ?4, won = ?5, lost = ?6
               WHERE id = ?1 AND (entered < ?2 OR (games, points, won, lost) <> (?3, ?4, ?5, ?6))";
    let GameTotals { games, points, won, lost } = proof.count;
    let values = params![contender, proof.entered, games, points, won, lost];
    wrong += conn.prepare(sql)?.execute(values)? as u64;
    Ok(wrong)
}

fn correct_move_sums(
    conn: SqlConnection<'_>,
    contender: i64,
) -> Result<(DerivedTotals, u64), Fault> {
    let mut wrong = 0;
    let proof = proof::verify(conn, contender, &mut |found| {
        wrong += found.len();
        sums::store_epoch(conn, found.epoch, &found.right)
    })?;
    Ok((proof, wrong))
}

/// Records one change of the opponents of these contenders, if there are any. Returns its number.
pub(super) fn record_change(
    conn: SqlConnection<'_>,
    contenders: &BTreeSet<i64>,
) -> Result<u64, Fault> {
    let change = sums::version(conn)? + 1;
    let sql = "UPDATE opponent SET changed = ?2
               WHERE id = (SELECT opponent_id FROM contender WHERE id = ?1)";
    let mut update = conn.prepare(sql)?;
    for contender in contenders {
        update.execute(params![contender, change])?;
    }
    if !contenders.is_empty() {
        set_version(conn, change)?;
    }
    Ok(change)
}
