//! Comparison of the stored sums with the games of the ledger.

use std::collections::{BTreeMap, BTreeSet};

use super::super::connection::{SqlConnection, SqlRow};
use super::super::fault::Fault;
use super::columns::{self, at_row};
use super::count::{EpochKey, GameTotals, MoveSum, MoveSums, epoch};
use super::sums;
use joseki_ledger::{EdgeKey, OwnerId};

/// All games of a contender, ordered by number, each with the number of records of the same game
/// that count before it does.
const GAMES: &str = "SELECT number, withdrawn, outcome, margin, edges, result.id, game, untaught, expected, owner,
                            (SELECT count(*) FROM result_terms AS twin
                                 JOIN result AS other ON other.id = twin.result_id
                             WHERE twin.fingerprint = result_terms.fingerprint
                                 AND twin.untaught IS NULL AND other.withdrawn = 0
                                 AND (other.received < result.received
                                      OR other.received = result.received AND other.game < result.game))
                     FROM result LEFT JOIN result_terms ON result_id = result.id
                     WHERE contender_id = ?1 ORDER BY number";

/// A contender's totals derived from its games, except for the sums of moves.
#[derive(Debug, Default)]
pub(super) struct DerivedTotals {
    pub(super) count: GameTotals,
    /// The number of the next game: above those of all games.
    pub(super) entered: u64,
    /// How many games have the number of another one, and the first such number.
    pub(super) duplicates: (u64, Option<u64>),
}

/// Sums of an epoch that do not match its games.
#[derive(Debug)]
pub(super) struct EpochMismatch {
    pub(super) epoch: EpochKey,
    /// The stored sums, ordered by move; `None` if they cannot be read.
    pub(super) kept: Option<Vec<MoveSum>>,
    /// The sums of the games, in the same order.
    pub(super) right: Vec<MoveSum>,
}

/// Adds up a contender's games, epoch by epoch, and calls `wrong` for every epoch whose stored sums
/// do not match. `wrong` may repair them.
pub(super) fn verify(
    conn: SqlConnection<'_>,
    contender: i64,
    wrong: &mut dyn FnMut(EpochMismatch) -> Result<(), Fault>,
) -> Result<DerivedTotals, Fault> {
    let mut proof = DerivedTotals::default();
    let mut epochs = StoredEpochs::load(conn, contender)?;
    let mut sums = MoveSums::default();
    let mut now = 0;
    let mut statement = conn.prepare(GAMES)?;
    let mut rows = statement.query([contender])?;
    while let Some(row) = rows.next()? {
        let game = game(row).map_err(|fault| at(row, fault))?;
        if epoch(game.number) != now {
            epochs.compare(now, &mut sums, wrong)?;
            now = epoch(game.number);
        }
        proof.note(&game);
        if game.counts {
            sums.add((contender, now, game.owner), &game.edges, game.count);
        }
    }
    epochs.compare(now, &mut sums, wrong)?;
    epochs.compare_rest(wrong)?;
    Ok(proof)
}

impl DerivedTotals {
    fn note(&mut self, game: &GameRowCount) {
        if self.entered == game.number.saturating_add(1) {
            self.duplicates.0 += 1;
            self.duplicates.1.get_or_insert(game.number);
        }
        self.entered = game.number.saturating_add(1);
        if game.counts {
            self.count += game.count;
        }
    }
}

impl EpochMismatch {
    /// Returns the number of sums that differ, at least 1.
    pub(super) fn len(&self) -> u64 {
        self.differing().count().max(1) as u64
    }

    /// Returns the sums that differ, as stored and as derived from the games; with 0 games where
    /// one is missing.
    pub(super) fn differing(&self) -> impl Iterator<Item = (MoveSum, MoveSum)> {
        let kept = self.kept.as_deref().unwrap_or_default();
        let all = kept.iter().chain(&self.right);
        let edges: BTreeSet<EdgeKey> = all.map(|sum| sum.edge).collect();
        let of = |sums: &[MoveSum], edge| {
            let found = sums.binary_search_by_key(&edge, |sum| sum.edge);
            let (games, points) = found.map_or((0, 0), |at| (sums[at].games, sums[at].points));
            MoveSum { edge, games, points }
        };
        let pairs = edges.into_iter().map(move |edge| (of(kept, edge), of(&self.right, edge)));
        // A stored sum of no games is superfluous.
        pairs.filter(|(kept, right)| kept != right || right.games == 0)
    }
}

/// The stored sums of a contender, while they are compared.
struct StoredEpochs<'c> {
    conn: SqlConnection<'c>,
    contender: i64,
    /// Epochs not compared yet, with the owners of their results.
    left: BTreeSet<(u32, OwnerId)>,
}

impl StoredEpochs<'_> {
    fn load(conn: SqlConnection<'_>, contender: i64) -> Result<StoredEpochs<'_>, Fault> {
        let sql = "SELECT epoch, owner FROM result_sum WHERE contender_id = ?1";
        let mut statement = conn.prepare(sql)?;
        let rows = statement.query_map([contender], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let left = rows.collect::<Result<_, _>>()?;
        Ok(StoredEpochs { conn, contender, left })
    }

    /// Compares all sums of an epoch.
    fn compare(
        &mut self,
        epoch: u32,
        sums: &mut MoveSums,
        wrong: &mut dyn FnMut(EpochMismatch) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut sums: BTreeMap<EpochKey, Vec<MoveSum>> = sums.take().into_iter().collect();
        let left = self.left.range((epoch, OwnerId::MIN)..=(epoch, OwnerId::MAX));
        for (epoch, owner) in left {
            sums.entry((self.contender, *epoch, *owner)).or_default();
        }
        for (key, right) in sums {
            self.left.remove(&(key.1, key.2));
            let kept = match sums::load_epoch(self.conn, key) {
                Ok(kept) if kept == right => continue,
                Ok(kept) => Some(kept),
                Err(Fault::Damage(_)) => None,
                Err(fault) => return Err(fault),
            };
            wrong(EpochMismatch { epoch: key, kept, right })?;
        }
        Ok(())
    }

    /// Compares epochs that have sums but no games.
    fn compare_rest(
        &mut self,
        wrong: &mut dyn FnMut(EpochMismatch) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        while let Some((epoch, _)) = self.left.first().copied() {
            self.compare(epoch, &mut MoveSums::default(), wrong)?;
        }
        Ok(())
    }
}

struct GameRowCount {
    number: u64,
    /// Whether it counts: it is not withdrawn, it teaches, and no record of the same game comes
    /// first.
    counts: bool,
    owner: OwnerId,
    count: GameTotals,
    edges: Vec<EdgeKey>,
}

fn game(row: SqlRow<'_>) -> Result<GameRowCount, Fault> {
    let outcome = columns::named("result", row.get_ref(2)?.as_str().unwrap_or_default())?;
    let (withdrawn, before): (bool, i64) = (row.get(1)?, row.get(10)?);
    let teaches = row.get::<Option<String>>(7)?.is_none();
    Ok(GameRowCount {
        number: row.get(0)?,
        counts: !withdrawn && teaches && before == 0,
        owner: row.get::<Option<OwnerId>>(9)?.unwrap_or_default(),
        count: GameTotals::of_game(outcome, row.get(3)?, row.get(8)?),
        edges: columns::edges(row.get_ref(4)?.as_blob().unwrap_or(b"?"))?,
    })
}

fn at(row: SqlRow<'_>, fault: Fault) -> Fault {
    match (row.get(5), row.get::<String>(6)) {
        (Ok(id), Ok(game)) => at_row(id, &game, fault),
        _ => fault,
    }
}
