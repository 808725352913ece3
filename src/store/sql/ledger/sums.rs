//! Reading the sums of the ledger.

use super::super::connection::SqlConnection;
use super::super::fault::Fault;
use super::super::value::{OptionalRow, params};
use super::count::{EpochKey, MoveSum};
use crate::LedgerSums;
use joseki_ledger::{ContenderSums, EdgeSum, OpponentSums};

/// The opponents affected by changes after a given one. The sum of texts keeps SQLite from scanning
/// all of them in order of name.
const CHANGED: &str = "SELECT id, name, class, class_said, changed FROM opponent WHERE changed > ?1 ORDER BY name || ''";

/// The versions of an opponent.
const CONTENDERS: &str = "SELECT id, version, entered, games, points, won, lost FROM contender
                          WHERE opponent_id = ?1 ORDER BY version";

/// All sums of moves of a contender.
const SUMS: &str =
    "SELECT epoch, owner, moves FROM result_sum WHERE contender_id = ?1 ORDER BY epoch, owner";

/// The sums of one owner in one of its epochs.
const EPOCH: &str =
    "SELECT moves FROM result_sum WHERE contender_id = ?1 AND epoch = ?2 AND owner = ?3";

/// Returns the number of the last change.
pub(in super::super) fn version(conn: SqlConnection<'_>) -> Result<u64, Fault> {
    let mut statement = conn.prepare("SELECT change FROM ledger")?;
    let change = statement.query_row([], |row| row.get(0)).optional()?;
    change.ok_or_else(|| Fault::Damage("the ledger's last change is missing".to_owned()))
}

/// Returns the sums of all opponents affected by changes after this one.
pub(in super::super) fn sums(conn: SqlConnection<'_>, since: u64) -> Result<LedgerSums, Fault> {
    let version = version(conn)?;
    let most = version.saturating_add(last_game(conn)?);
    let mut statement = conn.prepare(CHANGED)?;
    let mut rows = statement.query([since.min(i64::MAX.cast_unsigned())])?;
    let mut opponents = Vec::new();
    while let Some(row) = rows.next()? {
        opponents.push(OpponentSums {
            name: row.get(1)?,
            class: row.get(2)?,
            class_change: row.get(3)?,
            changed: row.get(4)?,
            contenders: contenders(conn, row.get(0)?, most)?,
        });
    }
    Ok(LedgerSums { version, opponents })
}

/// Returns the id of the last game. More games can only have been entered by corrections, and
/// each is a change.
fn last_game(conn: SqlConnection<'_>) -> Result<u64, Fault> {
    let sql = "SELECT coalesce(max(id), 0) FROM result";
    let mut statement = conn.prepare(sql)?;
    Ok(statement.query_row([], |row| row.get(0))?)
}

fn contenders(
    conn: SqlConnection<'_>,
    opponent: i64,
    most: u64,
) -> Result<Vec<ContenderSums>, Fault> {
    let mut statement = conn.prepare(CONTENDERS)?;
    let mut rows = statement.query([opponent])?;
    let mut contenders = Vec::new();
    while let Some(row) = rows.next()? {
        let found = ContenderSums {
            version: row.get(1)?,
            entered: row.get(2)?,
            games: row.get(3)?,
            points: row.get(4)?,
            won_lost: (row.get(5)?, row.get(6)?),
            sums: load_move_sums(conn, row.get(0)?)?,
        };
        // Later code loops over all epochs that these numbers imply.
        if found.entered > most || !MoveSum::is_plausible(found.games, found.points) {
            let (version, entered, games) = (found.version, found.entered, found.games);
            return Err(Fault::Damage(format!(
                "version \"{version}\" of an opponent has implausible counts of {entered} games entered and {games} counted: run `joseki doctor --recount`"
            )));
        }
        contenders.push(found);
    }
    Ok(contenders)
}

fn load_move_sums(conn: SqlConnection<'_>, contender: i64) -> Result<Vec<EdgeSum>, Fault> {
    let mut statement = conn.prepare(SUMS)?;
    let mut rows = statement.query([contender])?;
    let mut sums = Vec::new();
    while let Some(row) = rows.next()? {
        let (epoch, owner) = (row.get(0)?, row.get(1)?);
        let read = read((contender, epoch, owner), row.get_ref(2)?.as_blob().unwrap_or(b"?"))?;
        sums.extend(read.into_iter().map(|sum| EdgeSum {
            edge: sum.edge,
            owner,
            epoch,
            games: sum.games,
            points: sum.points,
        }));
    }
    Ok(sums)
}

/// Returns the sums of an epoch, ordered by move.
pub(super) fn load_epoch(conn: SqlConnection<'_>, epoch: EpochKey) -> Result<Vec<MoveSum>, Fault> {
    let mut statement = conn.prepare(EPOCH)?;
    let mut rows = statement.query(params![epoch.0, epoch.1, epoch.2])?;
    match rows.next()? {
        Some(row) => read(epoch, row.get_ref(0)?.as_blob().unwrap_or(b"?")),
        None => Ok(Vec::new()),
    }
}

/// Replaces the stored sums of an epoch.
pub(super) fn store_epoch(
    conn: SqlConnection<'_>,
    (contender, epoch, owner): EpochKey,
    sums: &[MoveSum],
) -> Result<(), Fault> {
    if sums.is_empty() {
        let sql = "DELETE FROM result_sum WHERE contender_id = ?1 AND epoch = ?2 AND owner = ?3";
        conn.prepare(sql)?.send(params![contender, epoch, owner])?;
        return Ok(());
    }
    let sql = "INSERT INTO result_sum (contender_id, epoch, owner, moves) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (contender_id, epoch, owner) DO UPDATE SET moves = excluded.moves";
    let mut put = conn.prepare(sql)?;
    put.send(params![contender, epoch, owner, MoveSum::to_bytes(sums)])?;
    Ok(())
}

fn read((contender, epoch, _): EpochKey, bytes: &[u8]) -> Result<Vec<MoveSum>, Fault> {
    MoveSum::from_bytes(bytes).ok_or_else(|| {
        Fault::Damage(format!(
            "the sums of version {contender} of an opponent in epoch {epoch} cannot be read: run `joseki doctor --recount`"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan;

    #[test]
    fn sums_are_ranges_of_indexes() {
        assert_eq!(
            plan(SUMS),
            ["SEARCH result_sum USING INDEX sqlite_autoindex_result_sum_1 (contender_id=?)"]
        );
        assert_eq!(
            plan(EPOCH),
            [
                "SEARCH result_sum USING INDEX sqlite_autoindex_result_sum_1 (contender_id=? AND epoch=? AND owner=?)"
            ]
        );
        assert_eq!(
            plan(CONTENDERS),
            ["SEARCH contender USING INDEX contender_version (opponent_id=?)"]
        );
        assert_eq!(plan(CHANGED)[0], "SEARCH opponent USING INDEX opponent_changed (changed>?)");
    }
}
