//! Parser for the responses of KataGo's analysis engine.

use serde_json::Value;

use joseki_game::{BoardSize, Move};

/// Maximum number of moves that are kept of a response.
const MAX_MOVES: usize = 64;

/// An engine's evaluation of a position, from the perspective of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct RootEvaluation {
    /// Number of visits.
    pub visits: u32,
    /// The win rate, 0 to 1.
    pub win_rate: f64,
    /// The lead in points, including komi.
    pub lead: f64,
    /// The standard deviation of the final score, in points.
    pub stdev: Option<f64>,
    /// The moves of the search in the engine's order, the best first; at most 64.
    pub moves: Vec<MoveInfo>,
    /// The moves to which the network gives a policy above 0, with it; empty unless requested.
    pub policy: Vec<(Move, f64)>,
}

/// A move that an engine searched, from the perspective of the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveInfo {
    /// The move.
    pub played: Move,
    /// Number of visits.
    pub visits: u32,
    /// The win rate after it, 0 to 1.
    pub win_rate: f64,
    /// The lead after it in points, including komi.
    pub lead: f64,
    /// The network's policy, 0 to 1.
    pub prior: f64,
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

/// Reads the evaluation of the root position from a response about a board of a size.
///
/// # Errors
/// If a value is missing or implausible; the policy if it was requested.
pub fn root_evaluation(
    object: &Value,
    size: BoardSize,
    has_policy: bool,
) -> Result<RootEvaluation, String> {
    const NAME: &str = "rootInfo";
    let info = object.get(NAME).ok_or("it has no rootInfo")?;
    let (win_rate, lead) = (probability(info, NAME, "winrate")?, lead(info, NAME)?);
    let stdev = info.get("scoreStdev").and_then(Value::as_f64);
    Ok(RootEvaluation {
        visits: visits(info, NAME)?.max(1),
        win_rate,
        lead,
        stdev: stdev.filter(|stdev| (0.0..=1000.0).contains(stdev)),
        moves: moves(object, size)?,
        policy: if has_policy { policy(object, size)? } else { Vec::new() },
    })
}

fn moves(object: &Value, size: BoardSize) -> Result<Vec<MoveInfo>, String> {
    const NAME: &str = "moveInfos";
    let infos = object.get(NAME).and_then(Value::as_array).ok_or("it has no moveInfos")?;
    let infos = infos.iter().take(MAX_MOVES).map(|info| {
        let played = info.get("move").and_then(Value::as_str).ok_or("a move has no name")?;
        let played = Move::from_gtp(played, size).map_err(|error| error.to_string())?;
        Ok(MoveInfo {
            played,
            visits: visits(info, NAME)?,
            win_rate: probability(info, NAME, "winrate")?,
            lead: lead(info, NAME)?,
            prior: probability(info, NAME, "prior")?,
        })
    });
    infos.collect()
}

/// Reads the policy: a number for each point in reading order and one for the pass, which is −1
/// for illegal moves.
fn policy(object: &Value, size: BoardSize) -> Result<Vec<(Move, f64)>, String> {
    let values = object.get("policy").and_then(Value::as_array).ok_or("it has no policy")?;
    if values.len() != size.area() as usize + 1 {
        return Err(format!("its policy has {} entries", values.len()));
    }
    let moves = size.points().map(Move::Play).chain([Move::Pass]);
    let mut policy = Vec::new();
    for (played, value) in moves.zip(values) {
        let value = value.as_f64().filter(|value| (-1.0..=1.01).contains(value));
        let value = value.ok_or("its policy is out of range")?;
        if value > 0.0 {
            policy.push((played, value.min(1.0)));
        }
    }
    Ok(policy)
}

fn number(info: &Value, name: &str, field: &str) -> Result<f64, String> {
    let number = info.get(field).and_then(Value::as_f64);
    number.ok_or_else(|| format!("its {name} has no {field}"))
}

fn visits(info: &Value, name: &str) -> Result<u32, String> {
    let visits = info.get("visits").and_then(Value::as_u64);
    let visits = visits.ok_or_else(|| format!("its {name} has no visits"))?;
    Ok(u32::try_from(visits).unwrap_or(u32::MAX))
}

fn lead(info: &Value, name: &str) -> Result<f64, String> {
    let lead = number(info, name, "scoreLead")?;
    let is_plausible = (-1000.0..=1000.0).contains(&lead);
    is_plausible
        .then_some(lead)
        .ok_or_else(|| format!("the scoreLead of its {name} is out of range"))
}

/// Reads a number from 0 to 1.
fn probability(info: &Value, name: &str, field: &str) -> Result<f64, String> {
    let number = number(info, name, field)?;
    // Rounding may push a certain result slightly past 1.
    let is_plausible = (-0.01..=1.01).contains(&number);
    let probability = is_plausible.then(|| number.clamp(0.0, 1.0));
    probability.ok_or_else(|| format!("the {field} of its {name} is out of range"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn two_lines() -> BoardSize {
        BoardSize::new(2).unwrap()
    }

    fn read(object: &Value, has_policy: bool) -> Result<RootEvaluation, String> {
        root_evaluation(object, two_lines(), has_policy)
    }

    /// A response about a board of two lines.
    fn response() -> Value {
        let best =
            json!({"move": "A2", "visits": 40, "winrate": 1.005, "scoreLead": 2.5, "prior": 0.75});
        let mut twin = best.clone();
        twin["move"] = json!("B1");
        twin["prior"] = json!(0.25);
        twin["isSymmetryOf"] = json!("A2");
        let pass =
            json!({"move": "pass", "visits": 0, "winrate": 0.5, "scoreLead": -1, "prior": 0.0});
        json!({
            "rootInfo": {"visits": 50, "winrate": 0.75, "scoreLead": 2.0, "scoreStdev": 3.0},
            "moveInfos": [best, twin, pass],
            "policy": [0.75, -1, 0, 0.25, 0.001],
        })
    }

    #[test]
    fn moves_keep_the_order_of_the_engine() {
        let root = read(&response(), false).unwrap();
        assert_eq!((root.visits, root.win_rate, root.stdev), (50, 0.75, Some(3.0)));
        let moves = root.moves.iter();
        let moves = moves.map(|info| (info.played.to_gtp(two_lines()), info.visits, info.prior));
        let wanted = [("A2", 40, 0.75), ("B1", 40, 0.25), ("pass", 0, 0.0)];
        assert!(moves.eq(wanted.map(|(name, visits, prior)| (name.to_owned(), visits, prior))));
        assert_eq!((root.moves[0].win_rate, root.moves[2].lead), (1.0, -1.0));
        assert!(root.policy.is_empty(), "it was not requested");
        let mut long = response();
        long["moveInfos"] = vec![response()["moveInfos"][0].clone(); 100].into();
        assert_eq!(read(&long, false).unwrap().moves.len(), MAX_MOVES);
    }

    /// Row by row from the top left, and the pass last.
    #[test]
    fn the_policy_has_the_legal_moves() {
        let policy = read(&response(), true).unwrap().policy.into_iter();
        let policy = policy.map(|(played, policy)| (played.to_gtp(two_lines()), policy));
        let wanted = [("A2", 0.75), ("B1", 0.25), ("pass", 0.001)];
        assert!(policy.eq(wanted.map(|(name, policy)| (name.to_owned(), policy))));
    }

    fn refused(change: impl Fn(&mut Value)) -> String {
        let mut object = response();
        change(&mut object);
        read(&object, true).unwrap_err()
    }

    #[test]
    fn what_is_missing_or_implausible_is_an_error() {
        for (field, why) in [
            ("rootInfo", "its rootInfo has no winrate"),
            ("moveInfos", "it has no moveInfos"),
            ("policy", "it has no policy"),
        ] {
            assert_eq!(refused(|object| object[field] = Value::Null), why);
        }
        for field in ["visits", "winrate", "scoreLead", "prior"] {
            let why = refused(|object| object["moveInfos"][1][field] = Value::Null);
            assert_eq!(why, format!("its moveInfos has no {field}"));
        }
        for (field, value) in [("winrate", 1.1), ("scoreLead", 1001.0), ("prior", -0.5)] {
            let why = refused(|object| object["moveInfos"][1][field] = value.into());
            assert_eq!(why, format!("the {field} of its moveInfos is out of range"));
        }
        let why = refused(|object| object["moveInfos"][0]["move"] = "C3".into());
        assert!(why.contains("C3"), "{why}");
        let why = refused(|object| object["moveInfos"][0]["move"] = Value::Null);
        assert_eq!(why, "a move has no name");
        assert_eq!(refused(|object| object["policy"] = json!([0.5])), "its policy has 1 entries");
        for value in [json!("much"), json!(1.5), json!(-2)] {
            let why = refused(|object| object["policy"][1] = value.clone());
            assert_eq!(why, "its policy is out of range");
        }
    }
}
