//! Check and recomputation of what players have learned.

use super::super::connection::SqlConnection;
use super::super::fault::Fault;
use super::enter::recompute_lessons;
use super::{lessons, rows};
use joseki_ledger::training::Lessons;

/// Advice for sums that do not match their answers.
const RECOUNT: &str = "run `joseki doctor --recount`";

/// Checks what players have learned; returns the problems, one sentence each.
pub(in super::super) fn problems(conn: SqlConnection<'_>) -> Result<Vec<String>, Fault> {
    let mut problems = Vec::new();
    for (trainee, name) in trainees(conn)? {
        let answers = match rows::all(conn, trainee) {
            Err(Fault::Damage(detail)) => {
                problems.push(format!("player \"{name}\": {detail}"));
                continue;
            }
            answers => answers?,
        };
        let faulty = answers.iter().find_map(|answer| Some((answer, answer.fault()?)));
        if let Some((answer, why)) = faulty {
            let question = &answer.question;
            problems.push(format!("player \"{name}\": the answer to \"{question}\": {why}"));
        }
        let wrong = differing(&lessons::load_all(conn, trainee)?, &Lessons::from_answers(answers));
        if wrong > 0 {
            problems.push(format!(
                "the lessons of player \"{name}\" on {wrong} moves do not match the answers: {RECOUNT}"
            ));
        }
    }
    Ok(problems)
}

/// Recomputes all sums; returns how many were wrong.
pub(in super::super) fn recompute(conn: SqlConnection<'_>) -> Result<u64, Fault> {
    let mut wrong = 0;
    for (trainee, _) in trainees(conn)? {
        let right = Lessons::from_answers(rows::all(conn, trainee)?);
        let found = differing(&lessons::load_all(conn, trainee)?, &right);
        if found > 0 {
            recompute_lessons(conn, trainee)?;
        }
        wrong += found;
    }
    Ok(wrong)
}

fn trainees(conn: SqlConnection<'_>) -> Result<Vec<(i64, String)>, Fault> {
    let mut statement = conn.prepare("SELECT id, name FROM trainee ORDER BY id")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn differing(kept: &Lessons, right: &Lessons) -> u64 {
    let edges = kept.0.keys().chain(right.0.keys().filter(|edge| !kept.0.contains_key(edge)));
    edges.filter(|edge| kept.0.get(edge) != right.0.get(edge)).count() as u64
}
