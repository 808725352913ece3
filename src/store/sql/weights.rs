//! SQL of the weights of engines' evaluations.

use super::column_list::insert_sql;
use super::connection::{SqlConnection, SqlRow};
use super::fault::Fault;
use super::value::{SqlResult, params};
use crate::{NewWeights, StoreError, WeightsVersion};

/// The columns of a version, in the order in which [`version`] reads them.
pub(super) const COLUMNS: &str = "name, version, evaluation, text, comment, at, by";

/// Returns all versions of a name, or of all names, by name and version.
pub(super) fn versions(
    conn: SqlConnection<'_>,
    name: Option<&str>,
) -> Result<Vec<WeightsVersion>, Fault> {
    let sql = format!(
        "SELECT {COLUMNS} FROM weights WHERE name = coalesce(?1, name) ORDER BY name, version"
    );
    let mut statement = conn.prepare(&sql)?;
    let rows = statement.query_map([name], version)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Appends a version unless the last one of the name has the same text. Returns the last version,
/// and whether it is new.
pub(super) fn append(
    conn: SqlConnection<'_>,
    new: &NewWeights,
    now: i64,
) -> Result<(WeightsVersion, bool), Fault> {
    let NewWeights { name, evaluation, text, comment, by } = new.clone();
    let last = versions(conn, Some(&name))?.pop();
    if let Some(last) = &last
        && last.evaluation != evaluation
    {
        let detail =
            format!("the weights \"{name}\" are for {}, not for {evaluation}", last.evaluation);
        return Err(StoreError::Invalid { detail }.into());
    }
    let version = last.as_ref().map_or(1, |last| last.version.saturating_add(1));
    match last {
        Some(last) if last.text == text => Ok((last, false)),
        _ => {
            let values = params![name, version, evaluation, text, comment, now, by];
            conn.prepare(&insert_sql("weights", COLUMNS))?.execute(values)?;
            Ok((WeightsVersion { name, version, evaluation, text, comment, at: now, by }, true))
        }
    }
}

/// Checks that the versions of each name are numbered from 1 and for one evaluation.
pub(super) fn problems(conn: SqlConnection<'_>) -> Result<Vec<String>, Fault> {
    let sql = "SELECT name FROM weights GROUP BY name
               HAVING min(version) <> 1 OR max(version) <> count(*) OR count(DISTINCT evaluation) > 1
               ORDER BY name";
    let mut statement = conn.prepare(sql)?;
    let names = statement.query_map([], |row| row.get::<String>(0))?;
    let problem =
        |name| format!("the weights \"{name}\" lack versions, or are for two evaluations");
    Ok(names.map(|name| name.map(problem)).collect::<Result<_, _>>()?)
}

fn version(row: SqlRow<'_>) -> SqlResult<WeightsVersion> {
    Ok(WeightsVersion {
        name: row.get(0)?,
        version: row.get(1)?,
        evaluation: row.get(2)?,
        text: row.get(3)?,
        comment: row.get(4)?,
        at: row.get(5)?,
        by: row.get(6)?,
    })
}
