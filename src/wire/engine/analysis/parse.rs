//! Parses one line of the analysis protocol.

use serde_json::{Map, Value, json};

use super::fields::{Fields, must_be, parse_integers};
use super::{AnalysisNotice, Perspective, restrictions};
use joseki_game::{BoardSize, Color, Move, Point};
use joseki_service::{
    engine::analysis::{AnalysisQuery, ProhibitedMoves},
    next::NextQuery,
};

/// Default number of moves after the first in a variation.
const LINE: usize = 15;
/// Fields that KataGo knows; others cause a warning.
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

/// One parsed line.
#[derive(Clone, Debug)]
pub enum AnalysisRequest {
    /// Blank line; gets no response.
    Blank,
    /// Invalid line.
    Wrong(AnalysisNotice),
    /// Special action, with its response.
    Action(Value),
    /// A query.
    Query(Box<ParsedAnalysisQuery>),
}

/// A parsed query.
#[derive(Clone, Debug)]
pub struct ParsedAnalysisQuery {
    /// Id of the query.
    pub id: String,
    /// Warnings about unknown fields.
    pub warnings: Vec<AnalysisNotice>,
    /// Perspective of win rates, if the query sets one.
    pub perspective: Option<Perspective>,
    /// Whether to include the priors as a policy.
    pub policy: bool,
    /// Whether to include the visits of each move of a variation.
    pub line_visits: bool,
    size: BoardSize,
    initial: Vec<(Color, Point)>,
    moves: Vec<(Color, Move)>,
    initial_player: Option<Color>,
    turns: Vec<bool>,
    komi: Option<f64>,
    line: usize,
    prohibited: ProhibitedMoves,
}

impl AnalysisRequest {
    /// Parses a line. `model` is the name reported for the network.
    #[must_use]
    pub fn parse(line: &[u8], model: &str) -> AnalysisRequest {
        let wrong = |text: String| AnalysisRequest::Wrong(AnalysisNotice::error(text));
        let Ok(line) = std::str::from_utf8(line) else {
            return wrong("Invalid UTF-8".to_owned());
        };
        if line.trim().is_empty() {
            return AnalysisRequest::Blank;
        }
        let object: Map<String, Value> = match serde_json::from_str(line) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return wrong("Invalid request: expected a JSON object".to_owned()),
            Err(error) => return wrong(format!("Malformed JSON: {error}")),
        };
        let Some(id) = object.get("id").and_then(Value::as_str).map(str::to_owned) else {
            return wrong("A request must have a string \"id\" field".to_owned());
        };
        let understood = match object.get("action").and_then(Value::as_str) {
            Some(action) => act(action.to_owned(), object, model).map(AnalysisRequest::Action),
            None => ParsedAnalysisQuery::from_fields(&id, &Fields(&object))
                .map(|asked| AnalysisRequest::Query(Box::new(asked))),
        };
        understood.unwrap_or_else(|notice| AnalysisRequest::Wrong(notice.with_id(&id)))
    }
}

impl ParsedAnalysisQuery {
    /// Converts into a query of the service; `how` selects the book and its options.
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
            parameters: how.clone(),
        }
    }

    /// Returns the board size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Parses the fields in the order in which KataGo checks them.
    fn from_fields(id: &str, fields: &Fields<'_>) -> Result<ParsedAnalysisQuery, AnalysisNotice> {
        let size = fields.size()?;
        let initial = fields.stones(size)?;
        let moves = fields.get("moves").unwrap_or(&Value::Null);
        let moves = fields.moves("moves", moves, size)?;
        let initial_player = fields.player("initialPlayer")?;
        let turns = fields.turns(moves.len())?;
        fields.check_priorities()?;
        fields.check_rules()?;
        let komi = fields.komi()?;
        if fields.get("whiteHandicapBonus").is_some_and(|bonus| !bonus.is_string()) {
            return Err(must_be("whiteHandicapBonus", "a string"));
        }
        let perspective = perspective(fields)?;
        let line = check_search(fields)?;
        for flag in FLAGS {
            fields.flag(flag)?;
        }
        Ok(ParsedAnalysisQuery {
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
    let unknown = fields.0.keys().filter(|field| !KNOWN.contains(&field.as_str()));
    let text = "Unexpected or unused field: is it misspelled?";
    unknown.map(|field| AnalysisNotice::warning(field, text).with_id(id)).collect()
}

fn perspective(fields: &Fields<'_>) -> Result<Option<Perspective>, AnalysisNotice> {
    let field = "overrideSettings";
    let Some(settings) = fields.get(field) else {
        return Ok(None);
    };
    let settings = settings.as_object().ok_or_else(|| must_be(field, "an object"))?;
    let Some(value) = settings.get("reportAnalysisWinratesAs") else {
        return Ok(None);
    };
    let found = value.as_str().and_then(Perspective::from_name);
    let text =
        "Could not set settings: reportAnalysisWinratesAs must be BLACK, WHITE or SIDETOMOVE";
    found.map(Some).ok_or_else(|| AnalysisNotice::for_field(field, text))
}

/// Validates the search settings, although nothing is searched. Returns the maximum length of
/// variations.
fn check_search(fields: &Fields<'_>) -> Result<usize, AnalysisNotice> {
    fields.integer("maxVisits", 1, 1 << 50, "an integer from 1 to 2^50")?;
    let line = fields.integer("analysisPVLen", 1, 1000, "an integer from 1 to 1000")?;
    fields.number("rootFpuReductionMax", 0.0, 2.0, "a number from 0.0 to 2.0")?;
    fields.number("rootPolicyTemperature", 0.01, 100.0, "a number from 0.01 to 100.0")?;
    for field in ["reportDuringSearchEvery", "firstReportDuringSearchAfter"] {
        fields.number(field, 0.001, 1_000_000.0, "a number of seconds from 0.001 to 1000000.0")?;
    }
    Ok(line.and_then(|line| usize::try_from(line).ok()).unwrap_or(LINE))
}

/// Handles a special action: returns the request itself with the requested data. Every earlier
/// query has been answered by now, so there is nothing left to terminate.
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
                parse_integers("turnNumbers", list)?;
            }
        }
        _ => {
            let text =
                "Must be query_version, query_models, clear_cache, terminate or terminate_all";
            return Err(AnalysisNotice::for_field("action", text));
        }
    }
    Ok(Value::Object(request))
}
