//! Errors as RFC 9457 problems.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::cache::Tag;
use super::code::Code;
use super::rejected::Reason;
use crate::wire::{BookJson, ContradictionJson, NodeJson};

/// The media type of problems.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// Why a request was refused, as it is sent. Members that do not apply are left out.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "type": "/problems#illegal_move", "title": "Illegal move", "status": 422, "code": "illegal_move",
    "detail": "move 3, W Q16: a stone stands there already", "field": "moves[2]",
    "move": {"number": 3, "color": "W", "point": "Q16", "reason": "occupied"}
}))]
pub struct ProblemJson {
    /// Where the code is explained: `/problems#` and the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// The code in a few words.
    pub title: &'static str,
    /// The status of the answer.
    pub status: u16,
    /// What is wrong, and what to do.
    pub detail: Cow<'static, str>,
    /// The stable code to go by.
    pub code: Code,
    /// The field or parameter, as in `moves[3]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The move that the rules forbid.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub illegal_move: Option<IllegalMoveJson>,
    /// The line of the body or file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column of that line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The file of an import.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What there is instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<Vec<String>>,
    /// The step of a line that cannot be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<IllegalStepJson>,
    /// What is there now in place of what the caller has seen; null if it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub current: Option<CurrentJson>,
    /// Where later changes touched the same, the first 1000, and what would stand if they were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradictions: Option<Vec<ContradictionJson>>,
}

/// What is there now.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum CurrentJson {
    /// Nothing.
    Gone,
    /// A node, in the frame of the request.
    Node(Box<NodeJson>),
    /// A book.
    Book(BookJson),
}

/// A step of a line that cannot be played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct IllegalStepJson {
    /// The canonical line.
    pub line: String,
    /// Which step, from 1.
    pub number: usize,
    /// The step.
    pub step: String,
    /// `off_board`, `occupied`, `suicide`, `ko` or `superko`.
    pub reason: &'static str,
}

/// A move that the rules forbid.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct IllegalMoveJson {
    /// Which move, from 1.
    pub number: usize,
    /// Who played it, `B` or `W`.
    pub color: String,
    /// Where, in the caller's coordinates.
    pub point: String,
    /// `off_board`, `occupied`, `suicide`, `ko` or `superko`.
    pub reason: &'static str,
}

/// A problem on its way out.
#[derive(Clone, Debug)]
pub struct Problem(Box<Outgoing>);

#[derive(Clone, Debug)]
struct Outgoing {
    json: ProblemJson,
    retry_after: Option<u32>,
    challenge: Option<HeaderValue>,
    tag: Option<Tag>,
    reason: Option<Reason>,
}

impl Problem {
    /// A problem with its code's title and status.
    #[must_use]
    pub fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Problem {
        let json = ProblemJson {
            kind: format!("/problems#{}", name(code)),
            title: code.title(),
            status: code.status().as_u16(),
            detail: detail.into(),
            code,
            field: None,
            illegal_move: None,
            line: None,
            column: None,
            file: None,
            known: None,
            step: None,
            current: None,
            contradictions: None,
        };
        Problem(Box::new(Outgoing {
            json,
            retry_after: None,
            challenge: None,
            tag: None,
            reason: None,
        }))
    }

    /// A fault of the service. What happened goes to the log and not to the caller.
    #[must_use]
    pub fn internal(what: &dyn std::fmt::Display) -> Problem {
        tracing::error!(%what, "a fault of the service");
        Problem::new(
            Code::Internal,
            "the service failed at this; its log says more under the request's id",
        )
    }

    /// The same about a field.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Problem {
        self.0.json.field = Some(field.into());
        self
    }

    /// The same at a place of the body.
    #[must_use]
    pub fn at(mut self, line: usize, column: Option<usize>) -> Problem {
        self.0.json.line = Some(line);
        self.0.json.column = column;
        self
    }

    /// The same with the seconds after which to try again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Problem {
        self.0.retry_after = Some(seconds);
        self
    }

    /// The same, counted among what is refused for this reason; without it for that of its code.
    #[must_use]
    pub fn because(mut self, reason: Reason) -> Problem {
        self.0.reason = Some(reason);
        self
    }

    /// The same with a field's name changed, for requests that call it otherwise.
    #[must_use]
    pub fn rename_field(mut self, from: &str, to: &str) -> Problem {
        if let Some(field) = &mut self.0.json.field
            && let Some(rest) = field.strip_prefix(from)
        {
            *field = format!("{to}{rest}");
        }
        self
    }

    /// The same with more to say.
    #[must_use]
    pub fn and(mut self, more: &str) -> Problem {
        self.0.json.detail = format!("{}; {more}", self.0.json.detail).into();
        self
    }

    /// The same with the challenge of a key.
    #[must_use]
    pub fn challenge(mut self, challenge: &'static str) -> Problem {
        self.0.challenge = Some(HeaderValue::from_static(challenge));
        self
    }

    /// The same with what is there now, and its tag if there is something.
    #[must_use]
    pub fn current(mut self, current: CurrentJson, tag: Option<Tag>) -> Problem {
        self.0.json.current = Some(current);
        self.0.tag = tag;
        self
    }

    /// The same with more members.
    #[must_use]
    pub fn with(mut self, more: impl FnOnce(&mut ProblemJson)) -> Problem {
        more(&mut self.0.json);
        self
    }

    /// The same under another code.
    #[must_use]
    pub fn recoded(mut self, code: Code) -> Problem {
        let json = Problem::new(code, "").into_json();
        let held = &mut self.0.json;
        (held.kind, held.title, held.status, held.code) =
            (json.kind, json.title, json.status, json.code);
        self
    }

    /// Its code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.json.code
    }

    /// What is sent.
    #[must_use]
    pub fn into_json(self) -> ProblemJson {
        self.0.json
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Outgoing {
            json,
            retry_after,
            challenge,
            tag,
            reason,
        } = *self.0;
        // Numbers, texts and lists: there is nothing that could fail.
        let body = serde_json::to_vec(&json).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = json.code.status();
        if let Some(reason) = reason.or(Reason::of(json.code)) {
            response.extensions_mut().insert(reason);
        }
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(retry_after.map(|after| (header::RETRY_AFTER, HeaderValue::from(after))));
        headers.extend(challenge.map(|challenge| (header::WWW_AUTHENTICATE, challenge)));
        headers.extend(tag.and_then(|tag| tag.header()));
        if json.code.status() == StatusCode::REQUEST_TIMEOUT {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// Answers at every address that there is not.
pub async fn unknown_route() -> Problem {
    nothing_here()
}

/// Answers every method that an address does not have.
pub async fn wrong_method() -> Problem {
    let detail = "the address does not have this method: see Allow for those it has";
    Problem::new(Code::MethodNotAllowed, detail)
}

/// The problem of an address that there is not.
pub fn nothing_here() -> Problem {
    let detail = "there is nothing at this address: see /openapi.json for what there is";
    Problem::new(Code::UnknownRoute, detail)
}

/// The problem of a panic; what it said is for the log alone.
pub fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let said = panic.downcast_ref::<&str>().map(|said| (*said).to_owned());
    let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
    Problem::internal(&said.unwrap_or_else(|| "a panic".to_owned())).into_response()
}

/// A code as it is sent.
pub fn name(code: Code) -> String {
    match serde_json::to_value(code) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}
