//! A line of the analysis protocol as it is understood.

use serde_json::{Map, Value, json};

use super::fields::{Fields, integers, must_be};
use super::{AnalysisNotice, Perspective, restrictions};
use crate::game::Color;
use crate::game::go::{BoardSize, Move, Point};
use crate::service::{AnalysisQuery, NextQuery, Prohibited};

/// Lines go on for so many moves after the first unless the query says.
const LINE: usize = 15;
/// The fields that KataGo knows; others are warned of.
const KNOWN: [&str; 32] = [
    "id",
    "action",
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "maxVisits",
    "analysisPVLen",
    "rootPolicyTemperature",
    "rootFpuReductionMax",
    "includeOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includePolicy",
    "includePVVisits",
    "includeNoResultValue",
    "includePVEdgeVisits",
    "avoidMoves",
    "allowMoves",
    "overrideSettings",
    "reportDuringSearchEvery",
    "firstReportDuringSearchAfter",
    "priority",
    "priorities",
    "turnNumbers",
    "terminateId",
];
const FLAGS: [&str; 8] = [
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includeOwnership",
    "includeOwnershipStdev",
    "includePolicy",
    "includePVVisits",
    "includePVEdgeVisits",
    "includeNoResultValue",
];

/// A line as it is understood.
#[derive(Clone, Debug)]
pub enum AnalysisRequest {
    /// A blank line, which has no answer.
    Blank,
    /// Something wrong.
    Wrong(AnalysisNotice),
    /// A special action, with its answer.
    Action(Value),
    /// A query.
    Query(Box<AnalysisAsked>),
}

/// A query.
#[derive(Clone, Debug)]
pub struct AnalysisAsked {
    /// Its id.
    pub id: String,
    /// Fields that nobody knows.
    pub warnings: Vec<AnalysisNotice>,
    /// From whose view win rates are told, if the query says it.
    pub perspective: Option<Perspective>,
    /// Whether the priors are told as a policy.
    pub policy: bool,
    /// Whether lines are told with their visits.
    pub line_visits: bool,
    size: BoardSize,
    initial: Vec<(Color, Point)>,
    moves: Vec<(Color, Move)>,
    initial_player: Option<Color>,
    turns: Vec<bool>,
    komi: Option<f64>,
    line: usize,
    prohibited: Prohibited,
}

impl AnalysisRequest {
    /// What a line says. `model` is what is named as a network.
    #[must_use]
    pub fn understood(line: &[u8], model: &str) -> AnalysisRequest {
        let wrong = |text: String| AnalysisRequest::Wrong(AnalysisNotice::error(text));
        let Ok(line) = std::str::from_utf8(line) else {
            return wrong("The line is not UTF-8".to_owned());
        };
        if line.trim().is_empty() {
            return AnalysisRequest::Blank;
        }
        let object: Map<String, Value> = match serde_json::from_str(line) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return wrong("The line is JSON but no object".to_owned()),
            Err(error) => return wrong(format!("The line is not JSON: {error}")),
        };
        let Some(id) = object.get("id").and_then(Value::as_str).map(str::to_owned) else {
            return wrong("A request must have a string \"id\" field".to_owned());
        };
        let understood = match object.get("action").and_then(Value::as_str) {
            Some(action) => act(action.to_owned(), object, model).map(AnalysisRequest::Action),
            None => AnalysisAsked::of(&id, &Fields(&object))
                .map(|asked| AnalysisRequest::Query(Box::new(asked))),
        };
        understood.unwrap_or_else(|notice| AnalysisRequest::Wrong(notice.of_query(&id)))
    }
}

impl AnalysisAsked {
    /// The query to the service; `how` says which book is asked, and how.
    #[must_use]
    pub fn query(&self, how: &NextQuery) -> AnalysisQuery {
        AnalysisQuery {
            size: self.size,
            initial: self.initial.clone(),
            moves: self.moves.clone(),
            initial_player: self.initial_player,
            turns: self.turns.clone(),
            komi: self.komi,
            line: self.line,
            prohibited: self.prohibited.clone(),
            how: how.clone(),
        }
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// In the order in which KataGo looks at the fields.
    fn of(id: &str, fields: &Fields<'_>) -> Result<AnalysisAsked, AnalysisNotice> {
        let size = fields.size()?;
        let initial = fields.stones(size)?;
        let moves = fields.get("moves").unwrap_or(&Value::Null);
        let moves = fields.moves("moves", moves, size)?;
        let initial_player = fields.player("initialPlayer")?;
        let turns = fields.turns(moves.len())?;
        fields.check_priorities()?;
        fields.check_rules()?;
        let komi = fields.komi()?;
        if fields
            .get("whiteHandicapBonus")
            .is_some_and(|bonus| !bonus.is_string())
        {
            return Err(must_be("whiteHandicapBonus", "a string"));
        }
        let perspective = perspective(fields)?;
        let line = check_search(fields)?;
        for flag in FLAGS {
            fields.flag(flag)?;
        }
        Ok(AnalysisAsked {
            id: id.to_owned(),
            warnings: unknown(id, fields),
            perspective,
            policy: fields.flag("includePolicy")?,
            line_visits: fields.flag("includePVVisits")?,
            prohibited: restrictions::read(fields, size)?,
            size,
            initial,
            moves,
            initial_player,
            turns,
            komi,
            line,
        })
    }
}

fn unknown(id: &str, fields: &Fields<'_>) -> Vec<AnalysisNotice> {
    let unknown = fields
        .0
        .keys()
        .filter(|field| !KNOWN.contains(&field.as_str()));
    let text = "Unexpected or unused field: is it misspelled?";
    unknown
        .map(|field| AnalysisNotice::warning(field, text).of_query(id))
        .collect()
}

fn perspective(fields: &Fields<'_>) -> Result<Option<Perspective>, AnalysisNotice> {
    let field = "overrideSettings";
    let Some(settings) = fields.get(field) else {
        return Ok(None);
    };
    let settings = settings
        .as_object()
        .ok_or_else(|| must_be(field, "an object"))?;
    let Some(value) = settings.get("reportAnalysisWinratesAs") else {
        return Ok(None);
    };
    let found = value.as_str().and_then(Perspective::of_name);
    let text =
        "Could not set settings: reportAnalysisWinratesAs must be BLACK, WHITE or SIDETOMOVE";
    found
        .map(Some)
        .ok_or_else(|| AnalysisNotice::of_field(field, text))
}

/// What says how to search is looked at, though nothing is searched. Gives how long lines may be.
fn check_search(fields: &Fields<'_>) -> Result<usize, AnalysisNotice> {
    fields.integer("maxVisits", 1, 1 << 50, "an integer from 1 to 2^50")?;
    let line = fields.integer("analysisPVLen", 1, 1000, "an integer from 1 to 1000")?;
    fields.number("rootFpuReductionMax", 0.0, 2.0, "a number from 0.0 to 2.0")?;
    fields.number(
        "rootPolicyTemperature",
        0.01,
        100.0,
        "a number from 0.01 to 100.0",
    )?;
    for field in ["reportDuringSearchEvery", "firstReportDuringSearchAfter"] {
        fields.number(
            field,
            0.001,
            1_000_000.0,
            "a number of seconds from 0.001 to 1000000.0",
        )?;
    }
    Ok(line
        .and_then(|line| usize::try_from(line).ok())
        .unwrap_or(LINE))
}

/// A special action: the request itself, with what was asked for. Every query before it was answered already, so
/// that nothing is left to be ended.
fn act(
    action: String,
    mut request: Map<String, Value>,
    model: &str,
) -> Result<Value, AnalysisNotice> {
    match action.as_str() {
        "query_version" => {
            request.insert("version".to_owned(), json!(env!("CARGO_PKG_VERSION")));
            request.insert("git_hash".to_owned(), json!("<omitted>"));
        }
        "query_models" => {
            let model = json!({
                "name": model, "internalName": model, "maxBatchSize": 1, "usesHumanSLProfile": false,
                "version": 0, "usingFP16": "false"
            });
            request.insert("models".to_owned(), json!([model]));
        }
        "clear_cache" => {}
        "terminate" | "terminate_all" => {
            if action == "terminate" && !request.get("terminateId").is_some_and(Value::is_string) {
                return Err(must_be("terminateId", "the id of a query, a string"));
            }
            if let Some(list) = request.get("turnNumbers") {
                integers("turnNumbers", list)?;
            }
        }
        _ => {
            let text =
                "Must be query_version, query_models, clear_cache, terminate or terminate_all";
            return Err(AnalysisNotice::of_field("action", text));
        }
    }
    Ok(Value::Object(request))
}
