//! Parser for the responses of KataGo's analysis engine.

use serde_json::Value;

/// An engine's evaluation of a position, from the perspective of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootEvaluation {
    /// Number of visits.
    pub visits: u32,
    /// The win rate, 0 to 1.
    pub win_rate: f64,
    /// The lead in points, including komi.
    pub lead: f64,
    /// The standard deviation of the final score, in points.
    pub stdev: Option<f64>,
}

/// A response.
#[derive(Debug)]
pub enum ResponseLine {
    /// A failed query, or a line that the engine could not parse.
    Error { id: Option<String>, text: String },
    /// A problem with a query that is executed anyway.
    Warning { field: String, text: String },
    /// A report during the search.
    DuringSearch,
    /// A query was terminated before it began.
    NoResults { id: String },
    /// Any other response with an id.
    Object { id: String, object: Value },
}

/// Parses a line; returns `None` if it does not belong to the protocol.
pub fn parse_line(line: &str) -> Option<ResponseLine> {
    let object: Value = serde_json::from_str(line).ok()?;
    let text = |field: &str| Some(object.get(field)?.as_str()?.to_owned());
    let flag = |field: &str| object.get(field).and_then(Value::as_bool) == Some(true);
    let field = || text("field").unwrap_or_default();
    if let Some(error) = text("error") {
        let named = match field() {
            field if field.is_empty() => error,
            field => format!("{field}: {error}"),
        };
        return Some(ResponseLine::Error { id: text("id"), text: named });
    }
    if let Some(text) = text("warning") {
        let field = field();
        return Some(ResponseLine::Warning { field, text });
    }
    let id = text("id")?;
    Some(match () {
        () if flag("isDuringSearch") => ResponseLine::DuringSearch,
        () if flag("noResults") => ResponseLine::NoResults { id },
        () => ResponseLine::Object { id, object },
    })
}

/// Checks whether a warning means that win rates may be reported from another perspective than
/// requested.
pub fn perspective_refused(field: &str, text: &str) -> bool {
    field == "overrideSettings" && text.contains("reportAnalysisWinratesAs")
}

/// Reads the evaluation of the root position from a response.
///
/// # Errors
/// If a value is missing or implausible.
pub fn root_evaluation(object: &Value) -> Result<RootEvaluation, &'static str> {
    let info = object.get("rootInfo").ok_or("it has no rootInfo")?;
    let number = |field: &str| info.get(field).and_then(Value::as_f64);
    let win_rate = number("winrate").ok_or("its rootInfo has no winrate")?;
    let lead = number("scoreLead").ok_or("its rootInfo has no scoreLead")?;
    let visits = info.get("visits").and_then(Value::as_u64);
    let visits = visits.ok_or("its rootInfo has no visits")?;
    // Rounding may push a certain result slightly past 1.
    if !(-0.01..=1.01).contains(&win_rate) {
        return Err("its winrate is out of range");
    }
    if !(-1000.0..=1000.0).contains(&lead) {
        return Err("its scoreLead is out of range");
    }
    let stdev = number("scoreStdev").filter(|stdev| (0.0..=1000.0).contains(stdev));
    Ok(RootEvaluation {
        visits: u32::try_from(visits).unwrap_or(u32::MAX).max(1),
        win_rate: win_rate.clamp(0.0, 1.0),
        lead,
        stdev,
    })
}
