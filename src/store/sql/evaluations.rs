//! Conversion of engines' evaluations to rows and back.

use super::column_list::insert_sql;
use super::connection::{SqlConnection, SqlRow};
use super::fault::Fault;
use super::value::params;
use crate::{EntryCounts, EvaluationKey, PositionEvaluation, StoreError};
use joseki_game::Color;

/// The columns of an evaluation, in the order in which [`evaluation`] reads them.
pub(super) const COLUMNS: &str =
    "position, to_play, engine, rules, komi, asked, visits, win_rate, lead, stdev, at";
const KEY: &str = "position = ?1 AND to_play = ?2 AND engine = ?3 AND rules = ?4 AND komi = ?5";

/// Enters evaluations; of two with the same key the better one stays.
pub(super) fn enter(
    conn: SqlConnection<'_>,
    evaluations: &[PositionEvaluation],
) -> Result<EntryCounts, Fault> {
    let mut entered = EntryCounts::default();
    for evaluation in evaluations {
        if let Some(why) = evaluation.fault() {
            let detail = format!("an evaluation by \"{}\": {why}", evaluation.key.engine);
            return Err(StoreError::Invalid { detail }.into());
        }
        match find(conn, &evaluation.key)? {
            None => entered.added += 1,
            Some(kept) if evaluation.is_better_than(&kept) => entered.updated += 1,
            Some(_) => {
                entered.known += 1;
                continue;
            }
        }
        write(conn, evaluation)?;
    }
    Ok(entered)
}

/// Returns all evaluations of some positions, ordered by key.
pub(super) fn of_positions(
    conn: SqlConnection<'_>,
    keys: &[u64],
) -> Result<Vec<PositionEvaluation>, Fault> {
    let sql = format!(
        "SELECT {COLUMNS} FROM evaluation WHERE position = ?1
         ORDER BY to_play, engine, rules, komi"
    );
    let mut statement = conn.prepare(&sql)?;
    let mut keys = keys.to_vec();
    keys.sort_unstable();
    keys.dedup();
    let mut found = Vec::new();
    for key in keys {
        let mut rows = statement.query([key.cast_signed()])?;
        while let Some(row) = rows.next()? {
            found.push(evaluation(row)?);
        }
    }
    Ok(found)
}

/// Returns a page of all evaluations, in a stable order.
pub(super) fn page(
    conn: SqlConnection<'_>,
    after: Option<&EvaluationKey>,
    limit: usize,
) -> Result<Vec<PositionEvaluation>, Fault> {
    let bound = match after {
        None => "TRUE",
        Some(_) => "(position, to_play, engine, rules, komi) > (?2, ?3, ?4, ?5, ?6)",
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let sql = format!(
        "SELECT {COLUMNS} FROM evaluation WHERE {bound}
         ORDER BY position, to_play, engine, rules, komi LIMIT ?1"
    );
    let mut statement = conn.prepare(&sql)?;
    let mut rows = match after {
        None => statement.query([limit])?,
        Some(key) => statement.query(params![
            limit,
            key.position.cast_signed(),
            key.to_play.letter().to_string(),
            key.engine,
            key.rules,
            key.komi
        ])?,
    };
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(evaluation(row)?);
    }
    Ok(found)
}

/// Checks the rows for what the table's constraints do not cover.
pub(super) fn problems(conn: SqlConnection<'_>) -> Result<Vec<String>, Fault> {
    let sql = format!("SELECT {COLUMNS} FROM evaluation");
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query([])?;
    let (mut wrong, mut first) = (0_u64, None);
    while let Some(row) = rows.next()? {
        if let Some(why) = evaluation(row)?.fault() {
            wrong += 1;
            first.get_or_insert(why);
        }
    }
    Ok(first
        .map(|why| {
            format!("{wrong} evaluations of positions are invalid, the first one because {why}")
        })
        .into_iter()
        .collect())
}

fn find(conn: SqlConnection<'_>, key: &EvaluationKey) -> Result<Option<PositionEvaluation>, Fault> {
    let sql = format!("SELECT {COLUMNS} FROM evaluation WHERE {KEY}");
    let values = params![
        key.position.cast_signed(),
        key.to_play.letter().to_string(),
        key.engine,
        key.rules,
        key.komi
    ];
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query(values)?;
    rows.next()?.map(evaluation).transpose()
}

fn write(conn: SqlConnection<'_>, evaluation: &PositionEvaluation) -> Result<(), Fault> {
    let sql = insert_sql("evaluation", COLUMNS)
        + " ON CONFLICT (position, to_play, engine, rules, komi) DO UPDATE SET asked = ?6,
               visits = ?7, win_rate = ?8, lead = ?9, stdev = ?10, at = ?11";
    let key = &evaluation.key;
    conn.prepare(&sql)?.execute(params![
        key.position.cast_signed(),
        key.to_play.letter().to_string(),
        key.engine,
        key.rules,
        key.komi,
        evaluation.requested,
        evaluation.visits,
        evaluation.win_rate,
        evaluation.lead,
        evaluation.stdev,
        evaluation.at
    ])?;
    Ok(())
}

fn evaluation(row: SqlRow<'_>) -> Result<PositionEvaluation, Fault> {
    let to_play: String = row.get(1)?;
    let to_play = to_play.parse::<Color>().map_err(|_| {
        Fault::Damage(format!("an evaluation has an invalid side to move \"{to_play}\""))
    })?;
    Ok(PositionEvaluation {
        key: EvaluationKey {
            position: row.get::<i64>(0)?.cast_unsigned(),
            to_play,
            engine: row.get(2)?,
            rules: row.get(3)?,
            komi: row.get(4)?,
        },
        requested: row.get(5)?,
        visits: row.get(6)?,
        win_rate: row.get(7)?,
        lead: row.get(8)?,
        stdev: row.get(9)?,
        at: row.get(10)?,
    })
}
