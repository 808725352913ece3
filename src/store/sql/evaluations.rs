//! Conversion of engines' evaluations to rows and back.

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::column_list::insert_sql;
use super::connection::{SqlConnection, SqlRow};
use super::fault::Fault;
use super::value::params;
use crate::{EntryCounts, EvaluationKey, PositionEvaluation, StoreError, StoredChoice};
use joseki_game::{Color, Step};

/// The columns of an evaluation, in the order in which [`evaluation`] reads them.
pub(super) const COLUMNS: &str = "position, to_play, engine, rules, komi, board, asked, visits, \
    win_rate, lead, stdev, at, moves";
const KEY: &str =
    "position = ?1 AND to_play = ?2 AND engine = ?3 AND rules = ?4 AND komi = ?5 AND board = ?6";

/// A move as stored: the code of its step, visits, win rate, lead and policy. The numbers are left
/// to the standard library, as serde_json may change the last digit of those that it parses.
type ChoiceRow<'t> = (u16, u32, &'t RawValue, &'t RawValue, Option<&'t RawValue>);

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
         ORDER BY to_play, engine, rules, komi, board"
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
        Some(_) => "(position, to_play, engine, rules, komi, board) > (?2, ?3, ?4, ?5, ?6, ?7)",
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let sql = format!(
        "SELECT {COLUMNS} FROM evaluation WHERE {bound}
         ORDER BY position, to_play, engine, rules, komi, board LIMIT ?1"
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
            key.komi,
            key.board
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
        key.komi,
        key.board
    ];
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query(values)?;
    rows.next()?.map(evaluation).transpose()
}

fn write(conn: SqlConnection<'_>, evaluation: &PositionEvaluation) -> Result<(), Fault> {
    let sql = insert_sql("evaluation", COLUMNS)
        + " ON CONFLICT (position, to_play, engine, rules, komi, board) DO UPDATE SET asked = ?7,
               visits = ?8, win_rate = ?9, lead = ?10, stdev = ?11, at = ?12, moves = ?13";
    let key = &evaluation.key;
    conn.prepare(&sql)?.execute(params![
        key.position.cast_signed(),
        key.to_play.letter().to_string(),
        key.engine,
        key.rules,
        key.komi,
        key.board,
        evaluation.requested,
        evaluation.visits,
        evaluation.win_rate,
        evaluation.lead,
        evaluation.stdev,
        evaluation.at,
        moves_text(&evaluation.moves)
    ])?;
    Ok(())
}

/// Writes moves as an array of arrays, see [`ChoiceRow`]; absent without any.
fn moves_text(moves: &[StoredChoice]) -> Option<String> {
    let rows = moves.iter().map(|choice| {
        let StoredChoice { step, visits, win_rate, lead, policy } = choice;
        json!([step.code(), visits, win_rate, lead, policy])
    });
    (!moves.is_empty()).then(|| Value::from_iter(rows).to_string())
}

fn moves(text: &str) -> Option<Vec<StoredChoice>> {
    let rows: Vec<ChoiceRow<'_>> = serde_json::from_str(text).ok()?;
    let number = |raw: &RawValue| raw.get().parse::<f64>().ok();
    let choices = rows.into_iter().map(|(code, visits, win_rate, lead, policy)| {
        Some(StoredChoice {
            step: Step::from_code(code)?,
            visits,
            win_rate: number(win_rate)?,
            lead: number(lead)?,
            policy: match policy {
                Some(policy) => Some(number(policy)?),
                None => None,
            },
        })
    });
    choices.collect()
}

fn evaluation(row: SqlRow<'_>) -> Result<PositionEvaluation, Fault> {
    let to_play: String = row.get(1)?;
    let to_play = to_play.parse::<Color>().map_err(|_| {
        Fault::Damage(format!("an evaluation has an invalid side to move \"{to_play}\""))
    })?;
    let choices: Option<String> = row.get(12)?;
    let choices = choices.as_deref().map_or(Some(Vec::new()), moves);
    Ok(PositionEvaluation {
        key: EvaluationKey {
            position: row.get::<i64>(0)?.cast_unsigned(),
            to_play,
            engine: row.get(2)?,
            rules: row.get(3)?,
            komi: row.get(4)?,
            board: row.get(5)?,
        },
        requested: row.get(6)?,
        visits: row.get(7)?,
        win_rate: row.get(8)?,
        lead: row.get(9)?,
        stdev: row.get(10)?,
        at: row.get(11)?,
        moves: choices
            .ok_or_else(|| Fault::Damage("the moves of an evaluation are damaged".to_owned()))?,
    })
}
