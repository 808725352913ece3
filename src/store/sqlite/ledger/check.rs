//! The ledger looked at: that its rows are games, and its sums those of its games.

use rusqlite::Connection;

use super::super::fault::Fault;
use super::count::{Count, Sum};
use super::proof::{self, Proof};
use super::{columns, sums};
use crate::ledger::{MILLION, OpponentName};
use crate::store::LedgerRow;

/// What makes the sums those of the games again.
const RECOUNT: &str = "run `joseki doctor --recount`";

/// What is wrong with the ledger, each kind in a sentence.
pub(in super::super) fn problems(conn: &Connection) -> Result<Vec<String>, Fault> {
    let mut problems = games(conn)?;
    problems.extend(changes(conn)?);
    for contender in Contender::all(conn)? {
        problems.extend(contender.problems(conn)?);
    }
    Ok(problems)
}

/// The rows: that each is a game and the one that its hash says.
fn games(conn: &Connection) -> Result<Vec<String>, Fault> {
    let sql = format!("{} ORDER BY result.id", columns::ROW);
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query([])?;
    let (mut damaged, mut altered) = (Seen::default(), Seen::default());
    while let Some(row) = rows.next()? {
        match columns::row(row) {
            Ok(row) if row.entry.hash() == row.hash => {}
            Ok(row) => altered.note(|| named(&row)),
            Err(Fault::Damage(detail)) => damaged.note(|| detail),
            Err(fault) => return Err(fault),
        }
    }
    let damaged = damaged.told(|count, first| {
        format!("{count} rows of the ledger are no games, the first is {first}")
    });
    let altered = altered.told(|count, first| {
        format!("{count} games of the ledger are not what their hash says, the first is {first}: withdraw and correct them")
    });
    Ok(damaged.into_iter().chain(altered).collect())
}

fn named(row: &LedgerRow) -> String {
    format!("game \"{}\" in row {}", row.entry.game, row.id)
}

/// The number of the last change: that nothing was changed later.
fn changes(conn: &Connection) -> Result<Option<String>, Fault> {
    let version = sums::version(conn)?;
    let sql = "SELECT max(coalesce((SELECT max(max(changed, class_said)) FROM opponent), 0),
                          coalesce((SELECT max(changed) FROM result), 0))";
    let last: u64 = conn.query_row(sql, [], |row| row.get(0))?;
    Ok((last > version).then(|| {
        format!("the ledger's last change has the number {version} and there is a change {last}")
    }))
}

/// A version of an opponent as it is kept.
struct Contender {
    id: i64,
    name: String,
    entered: u64,
    count: Count,
}

impl Contender {
    fn all(conn: &Connection) -> Result<Vec<Contender>, Fault> {
        let sql = "SELECT contender.id, name, version, entered, games, points, won, lost
                   FROM contender JOIN opponent ON opponent.id = opponent_id ORDER BY contender.id";
        let mut statement = conn.prepare(sql)?;
        let rows = statement.query_map([], |row| {
            let (name, version): (String, String) = (row.get(1)?, row.get(2)?);
            let full = OpponentName::from_parts(&name, &version);
            Ok(Contender {
                id: row.get(0)?,
                name: full.map_or(name, |full| full.to_string()),
                entered: row.get(3)?,
                count: Count {
                    games: row.get(4)?,
                    points: row.get(5)?,
                    won: row.get(6)?,
                    lost: row.get(7)?,
                },
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn problems(&self, conn: &Connection) -> Result<Vec<String>, Fault> {
        let mut moves = Moves::default();
        let proof = proof::prove(conn, self.id, &mut |wrong| {
            moves.count += wrong.len();
            moves.unreadable += u64::from(wrong.kept.is_none());
            let first = wrong.differing().next();
            let first = first.map(|(kept, right)| (wrong.epoch.1, kept, right));
            moves.first = moves.first.take().or(first);
            Ok(())
        });
        // A row that cannot be read was told; what the others add up to says nothing.
        match proof {
            Ok(proof) => Ok(self.differences(&proof, &moves)),
            Err(Fault::Damage(_)) => Ok(Vec::new()),
            Err(fault) => Err(fault),
        }
    }

    fn differences(&self, proof: &Proof, moves: &Moves) -> Vec<String> {
        let name = &self.name;
        let totals = (self.count != proof.count).then(|| {
            let (kept, right) = (told(self.count), told(proof.count));
            format!("\"{name}\" is said to have {kept}, and its games are {right}: {RECOUNT}")
        });
        let unreadable = (moves.unreadable > 0).then(|| {
            let count = moves.unreadable;
            format!("the sums of {count} epochs of \"{name}\" are none: {RECOUNT}")
        });
        let sums = moves.first.map(|(epoch, kept, right)| {
            let (count, edge) = (moves.count, right.edge.0);
            let (kept, right) = (of_move(kept), of_move(right));
            format!(
                "{count} sums of \"{name}\" are not those of its games, the first is move {edge:#018x} in epoch {epoch} with {kept} and not {right}: {RECOUNT}"
            )
        });
        let twice = proof.twice.1.map(|first| {
            let count = proof.twice.0;
            format!(
                "{count} games of \"{name}\" have the number of another one, {first} is the first: {RECOUNT}"
            )
        });
        let entered = (self.entered < proof.entered).then(|| {
            let (kept, last) = (self.entered, proof.entered - 1);
            format!("\"{name}\" is said to have {kept} games entered, and one has the number {last}: {RECOUNT}")
        });
        [totals, unreadable, sums, twice, entered]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// Sums of moves that differ: how many, and the first with its epoch, as it is kept and as it should be.
#[derive(Default)]
struct Moves {
    count: u64,
    first: Option<(u32, Sum, Sum)>,
    /// Epochs of which they cannot be read.
    unreadable: u64,
}

fn told(count: Count) -> String {
    let Count {
        games, won, lost, ..
    } = count;
    format!(
        "{games} games with {} points, {won} won and {lost} lost",
        points(count.points)
    )
}

fn of_move(sum: Sum) -> String {
    format!("{} games and {} points", sum.games, points(sum.points))
}

fn points(millionths: i64) -> f64 {
    millionths as f64 / MILLION as f64
}

/// Things of one kind: how many, and the first.
#[derive(Default)]
struct Seen {
    count: u64,
    first: Option<String>,
}

impl Seen {
    fn note(&mut self, what: impl FnOnce() -> String) {
        self.count += 1;
        self.first.get_or_insert_with(what);
    }

    fn told(self, sentence: impl FnOnce(u64, &str) -> String) -> Option<String> {
        self.first.map(|first| sentence(self.count, &first))
    }
}
