//! The best move alone, and answers with some of their fields.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::opening::OpeningJson;
use super::response::{CandidateJson, CornerJson, NextResponse};
use crate::coords::Coords;
use crate::error::RequestError;
use joseki_game::BoardSize;
use joseki_service::Code;
use joseki_service::next::NextAnswer;

/// The best move of the book on a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "move": "P17", "verdict": "ideal", "name": "4-4, kick", "line": "DDCFCE", "book": "main", "version": 1, "reason": null
}))]
pub struct BestJson {
    /// The move, or the first one of a win by force that a search found; null if there is none.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// Its verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null without one.
    pub verdict: Option<&'static str>,
    /// Name of the joseki or variation, or of the opening; null if it has none.
    pub name: Option<String>,
    /// Canonical line of the book to which it leads; null if it is not in the book.
    pub line: Option<String>,
    /// Name of the book.
    pub book: String,
    /// Version of the book.
    pub version: u64,
    /// Reason code if there is no move; null if there is one.
    pub reason: Option<&'static str>,
}

impl BestJson {
    /// Creates the JSON of the first move of an answer.
    #[must_use]
    pub fn new(answer: &NextAnswer, coords: Coords, size: BoardSize) -> BestJson {
        // A win by force comes first, as in the long answer.
        let win = answer.searched.as_ref().and_then(|it| it.win.as_ref()?.line.first().copied());
        let best = match win {
            Some(win) => {
                let moves = answer.moves.iter().map(Arc::as_ref);
                moves.into_iter().find(|candidate| candidate.plays.contains(&win))
            }
            None => answer.best(),
        };
        let played = win.or_else(|| best?.plays.first().copied());
        let named = best.and_then(|best| best.data.as_ref()?.names.first().cloned());
        let opening = || Some(OpeningJson::from(answer.opening?).name.to_owned());
        BestJson {
            played: played.map(|played| coords.move_on(answer.board.as_deref(), played, size)),
            verdict: best.and_then(|best| best.verdict.map(Into::into)),
            name: named.or_else(opening),
            line: best.map(|best| best.leads_to.to_string()),
            book: answer.book.clone(),
            version: answer.version,
            reason: answer.reason.filter(|_| played.is_none()).map(Into::into),
        }
    }
}

/// Names of fields of a response; those of moves and corners begin with `moves.` or `corners.`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResponseFields(Vec<(String, Option<String>)>);

impl ResponseFields {
    /// Parses names.
    ///
    /// # Errors
    /// A name that the response does not have.
    pub fn parse(names: &[String]) -> Result<ResponseFields, RequestError> {
        let fields = names.iter().map(|name| {
            let (field, inner) = match name.trim().split_once('.') {
                Some((field, inner)) => (field, Some(inner)),
                None => (name.trim(), None),
            };
            let known = match (field, inner) {
                (_, None) => names_of::<NextResponse>(),
                ("moves", _) => names_of::<CandidateJson>(),
                ("corners", _) => names_of::<CornerJson>(),
                _ => Vec::new(),
            };
            if !known.iter().any(|known| known == inner.unwrap_or(field)) {
                let message = match inner {
                    Some(_) if known.is_empty() => {
                        format!("`{field}` is sent as a whole: omit what follows the dot")
                    }
                    _ => format!("unknown field `{name}`: expected {}", known.join(", ")),
                };
                return Err(RequestError::new(Code::InvalidValue, "fields", message));
            }
            Ok((field.to_owned(), inner.map(str::to_owned)))
        });
        fields.collect::<Result<_, _>>().map(ResponseFields)
    }

    /// Whether all fields are sent.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns only these fields of a response, sorted by name.
    ///
    /// # Errors
    /// The response cannot be serialized.
    pub fn of(&self, response: &NextResponse) -> serde_json::Result<Value> {
        let response = match serde_json::to_value(response)? {
            Value::Object(response) => response,
            other => return Ok(other),
        };
        let kept = response.into_iter().filter_map(|(name, value)| {
            let mut inner = self.0.iter().filter(|(field, _)| *field == name).peekable();
            inner.peek()?;
            let inner: Option<Vec<&str>> = inner.map(|(_, inner)| inner.as_deref()).collect();
            Some((
                name,
                match (inner, value) {
                    (Some(inner), Value::Array(items)) => {
                        items.into_iter().map(|item| keep(item, &inner)).collect()
                    }
                    (_, value) => value,
                },
            ))
        });
        Ok(Value::Object(kept.collect()))
    }
}

fn keep(item: Value, names: &[&str]) -> Value {
    let Value::Object(item) = item else { return item };
    let kept = item.into_iter().filter(|(name, _)| names.contains(&name.as_str()));
    Value::Object(kept.collect::<Map<_, _>>())
}

/// The names of the fields of a type, as its schema has them.
fn names_of<T: PartialSchema>() -> Vec<String> {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => object.properties.keys().cloned().collect(),
        _ => Vec::new(),
    }
}
