//! Check of the ledger: its rows are valid games, and its sums match them.

use super::super::connection::SqlConnection;
use super::super::fault::Fault;
use super::count::{GameTotals, MoveSum};
use super::proof::{self, DerivedTotals};
use super::{columns, sums};
use crate::LedgerRow;
use joseki_ledger::{MILLION, OpponentName};

/// Advice for sums that do not match their games.
const RECOUNT: &str = "run `joseki doctor --recount`";

/// Checks the ledger; returns the problems, one sentence of each kind.
pub(in super::super) fn problems(conn: SqlConnection<'_>) -> Result<Vec<String>, Fault> {
    let mut problems = games(conn)?;
    problems.extend(changes(conn)?);
    for contender in StoredContender::all(conn)? {
        problems.extend(contender.problems(conn)?);
    }
    Ok(problems)
}

/// Checks that each row is a valid game and matches its hash.
fn games(conn: SqlConnection<'_>) -> Result<Vec<String>, Fault> {
    let sql = format!("{} ORDER BY result.id", columns::ROW);
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query([])?;
    let (mut damaged, mut altered) = (ProblemCounter::default(), ProblemCounter::default());
    while let Some(row) = rows.next()? {
        match columns::row(row) {
            Ok(row) if row.entry.hash() == row.hash => {}
            Ok(row) => altered.note(|| describe_game(&row)),
            Err(Fault::Damage(detail)) => damaged.note(|| detail),
            Err(fault) => return Err(fault),
        }
    }
    let damaged = damaged.describe(|count, first| {
        format!("{count} rows of the ledger are not valid games, first {first}")
    });
    let altered = altered.describe(|count, first| {
        format!("{count} games of the ledger do not match their hashes, first {first}: withdraw and correct them")
    });
    Ok(damaged.into_iter().chain(altered).collect())
}

fn describe_game(row: &LedgerRow) -> String {
    format!("game \"{}\" in row {}", row.entry.game, row.id)
}

/// Checks that no change has a higher number than the last one recorded.
fn changes(conn: SqlConnection<'_>) -> Result<Option<String>, Fault> {
    let version = sums::version(conn)?;
    let sql = "SELECT coalesce((SELECT max(changed) FROM opponent), 0),
                      coalesce((SELECT max(class_said) FROM opponent), 0),
                      coalesce((SELECT max(changed) FROM result), 0)";
    let each: [u64; 3] =
        conn.query_row(sql, [], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?;
    let last = each.into_iter().fold(0, u64::max);
    Ok((last > version).then(|| {
        format!("the ledger's last change is recorded as {version}, but there is a change {last}")
    }))
}

/// A version of an opponent, as stored.
struct StoredContender {
    id: i64,
    name: String,
    entered: u64,
    count: GameTotals,
}

impl StoredContender {
    fn all(conn: SqlConnection<'_>) -> Result<Vec<StoredContender>, Fault> {
        let sql = "SELECT contender.id, name, version, entered, games, points, won, lost
                   FROM contender JOIN opponent ON opponent.id = opponent_id ORDER BY contender.id";
        let mut statement = conn.prepare(sql)?;
        let rows = statement.query_map([], |row| {
            let (name, version): (String, String) = (row.get(1)?, row.get(2)?);
            let full = OpponentName::from_parts(&name, &version);
            Ok(StoredContender {
                id: row.get(0)?,
                name: full.map_or(name, |full| full.to_string()),
                entered: row.get(3)?,
                count: GameTotals {
                    games: row.get(4)?,
                    points: row.get(5)?,
                    won: row.get(6)?,
                    lost: row.get(7)?,
                },
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn problems(&self, conn: SqlConnection<'_>) -> Result<Vec<String>, Fault> {
        let mut moves = MoveSumErrors::default();
        let proof = proof::verify(conn, self.id, &mut |wrong| {
            moves.count += wrong.len();
            moves.unreadable += u64::from(wrong.kept.is_none());
            let first = wrong.differing().next();
            let first = first.map(|(kept, right)| (wrong.epoch.1, kept, right));
            moves.first = moves.first.take().or(first);
            Ok(())
        });
        // An unreadable row was reported already; the sums of the others mean nothing.
        match proof {
            Ok(proof) => Ok(self.differences(&proof, &moves)),
            Err(Fault::Damage(_)) => Ok(Vec::new()),
            Err(fault) => Err(fault),
        }
    }

    fn differences(&self, proof: &DerivedTotals, moves: &MoveSumErrors) -> Vec<String> {
        let name = &self.name;
        let totals = (self.count != proof.count).then(|| {
            let (kept, right) = (describe_count(self.count), describe_count(proof.count));
            format!(
                "the totals of \"{name}\" are {kept}, but its games add up to {right}: {RECOUNT}"
            )
        });
        let unreadable = (moves.unreadable > 0).then(|| {
            let count = moves.unreadable;
            format!("the sums of {count} epochs of \"{name}\" cannot be read: {RECOUNT}")
        });
        let sums = moves.first.map(|(epoch, kept, right)| {
            let (count, edge) = (moves.count, right.edge.0);
            let (kept, right) = (describe_sum(kept), describe_sum(right));
            format!(
                "{count} sums of \"{name}\" do not match its games, first move {edge:#018x} in epoch {epoch} with {kept} instead of {right}: {RECOUNT}"
            )
        });
        let twice = proof.duplicates.1.map(|first| {
            let count = proof.duplicates.0;
            format!(
                "{count} games of \"{name}\" have the number of another one, first number {first}: {RECOUNT}"
            )
        });
        let entered = (self.entered < proof.entered).then(|| {
            let (kept, last) = (self.entered, proof.entered - 1);
            format!("\"{name}\" has {kept} games recorded as entered, but one has number {last}: {RECOUNT}")
        });
        [totals, unreadable, sums, twice, entered].into_iter().flatten().collect()
    }
}

/// Count of the sums of moves that differ; the first one with its epoch, as stored and as it should
/// be.
#[derive(Default)]
struct MoveSumErrors {
    count: u64,
    first: Option<(u32, MoveSum, MoveSum)>,
    /// Number of epochs whose sums cannot be read.
    unreadable: u64,
}

fn describe_count(count: GameTotals) -> String {
    let GameTotals { games, won, lost, .. } = count;
    format!("{games} games with {} points, {won} won and {lost} lost", points(count.points))
}

fn describe_sum(sum: MoveSum) -> String {
    format!("{} games and {} points", sum.games, points(sum.points))
}

fn points(millionths: i64) -> f64 {
    millionths as f64 / MILLION as f64
}

/// Count of problems of one kind, with the first one.
#[derive(Default)]
struct ProblemCounter {
    count: u64,
    first: Option<String>,
}

impl ProblemCounter {
    fn note(&mut self, what: impl FnOnce() -> String) {
        self.count += 1;
        self.first.get_or_insert_with(what);
    }

    fn describe(self, sentence: impl FnOnce(u64, &str) -> String) -> Option<String> {
        self.first.map(|first| sentence(self.count, &first))
    }
}
