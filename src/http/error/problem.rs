//! Errors as RFC 9457 problems.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::rejected::Reason;
use joseki_service::Code;
use joseki_wire::{BookJson, ContradictionJson, NodeJson};

/// The media type of problems.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// RFC 9457 problem document. Members that do not apply are left out.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "type": "/problems#illegal_move", "title": "Illegal move", "status": 422, "code": "illegal_move",
    "detail": "move 3, W Q16: the point is occupied", "field": "moves[2]",
    "move": {"number": 3, "color": "W", "point": "Q16", "reason": "occupied"}
}))]
pub struct ProblemJson {
    /// URI of the code's explanation: `/problems#` and the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// Short summary of the problem type.
    pub title: &'static str,
    /// HTTP status of the response.
    pub status: u16,
    /// What is wrong, and what to do about it.
    pub detail: Cow<'static, str>,
    /// Stable code for programs to match on.
    pub code: Code,
    /// The field or parameter at fault, for example `moves[3]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The illegal move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub illegal_move: Option<IllegalMoveJson>,
    /// Line in the body or file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column in that line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Name of the imported file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The names that exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<Vec<String>>,
    /// The step that cannot be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<IllegalStepJson>,
    /// Present state of a resource that failed its precondition; null if it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub current: Option<CurrentJson>,
    /// The node where a table is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Conflicts with later changes, at most 1000, and the result if those changes were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradictions: Option<Vec<ContradictionJson>>,
}

/// Present state of a resource that failed its precondition.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum CurrentJson {
    /// The resource was deleted.
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
    /// Number of the step, from 1.
    pub number: usize,
    /// The step.
    pub step: String,
    /// `off_board`, `occupied`, `suicide`, `ko` or `superko`.
    pub reason: &'static str,
}

/// An illegal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct IllegalMoveJson {
    /// Number of the move, from 1.
    pub number: usize,
    /// Colour to play, `B` or `W`.
    pub color: String,
    /// The point, in the request's coordinates.
    pub point: String,
    /// `off_board`, `occupied`, `suicide`, `ko` or `superko`.
    pub reason: &'static str,
}

/// Problem response under construction.
#[derive(Clone, Debug)]
pub struct Problem(Box<ProblemParts>);

#[derive(Clone, Debug)]
struct ProblemParts {
    json: ProblemJson,
    retry_after: Option<u32>,
    challenge: Option<HeaderValue>,
    tag: Option<(HeaderName, HeaderValue)>,
    reason: Option<Reason>,
}

impl Problem {
    /// Creates a problem with its code's title and status.
    #[must_use]
    pub fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Problem {
        let json = ProblemJson {
            kind: format!("/problems#{}", code_name(code)),
            title: code.title(),
            status: code.status(),
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
            node: None,
            contradictions: None,
        };
        Problem(Box::new(ProblemParts {
            json,
            retry_after: None,
            challenge: None,
            tag: None,
            reason: None,
        }))
    }

    /// Creates an `internal` problem. The cause goes to the log and not to the client.
    #[must_use]
    pub fn internal(what: &dyn std::fmt::Display) -> Problem {
        tracing::error!(%what, "internal error");
        Problem::new(Code::Internal, "internal error: the log has the details under the request id")
    }

    /// Creates a `timeout` problem.
    #[must_use]
    pub fn timeout() -> Problem {
        let detail = "the request timed out and was cancelled: nothing was changed; try again later, or ask for less";
        Problem::new(Code::Timeout, detail).retry_after(5)
    }

    /// Sets the field at fault.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Problem {
        self.0.json.field = Some(field.into());
        self
    }

    /// Sets the location in the body.
    #[must_use]
    pub fn at(mut self, line: usize, column: Option<usize>) -> Problem {
        self.0.json.line = Some(line);
        self.0.json.column = column;
        self
    }

    /// Sets `Retry-After`, in seconds.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Problem {
        self.0.retry_after = Some(seconds);
        self
    }

    /// Sets the rejection reason to count; the default is that of the code.
    #[must_use]
    pub fn with_reason(mut self, reason: Reason) -> Problem {
        self.0.reason = Some(reason);
        self
    }

    /// Renames the prefix of the field, for requests that use another name for it.
    #[must_use]
    pub fn rename_field(mut self, from: &str, to: &str) -> Problem {
        if let Some(field) = &mut self.0.json.field
            && let Some(rest) = field.strip_prefix(from)
        {
            *field = format!("{to}{rest}");
        }
        self
    }

    /// Appends `more` to the detail.
    #[must_use]
    pub fn append_detail(mut self, more: &str) -> Problem {
        self.0.json.detail = format!("{}; {more}", self.0.json.detail).into();
        self
    }

    /// Omits the detail's words before the first colon.
    #[must_use]
    pub fn without_start(mut self) -> Problem {
        let rest = self.0.json.detail.split_once(": ").map(|(_, rest)| rest.to_owned());
        self.0.json.detail = rest.unwrap_or_default().into();
        self
    }

    /// Sets the `WWW-Authenticate` challenge.
    #[must_use]
    pub fn challenge(mut self, challenge: &'static str) -> Problem {
        self.0.challenge = Some(HeaderValue::from_static(challenge));
        self
    }

    /// Sets the resource's present state, and its entity tag if it exists.
    #[must_use]
    pub fn current(
        mut self,
        current: CurrentJson,
        tag: Option<(HeaderName, HeaderValue)>,
    ) -> Problem {
        self.0.json.current = Some(current);
        self.0.tag = tag;
        self
    }

    /// Modifies the problem document.
    #[must_use]
    pub fn with(mut self, more: impl FnOnce(&mut ProblemJson)) -> Problem {
        more(&mut self.0.json);
        self
    }

    /// Replaces the code, with its title and status; the detail stays.
    #[must_use]
    pub fn with_code(mut self, code: Code) -> Problem {
        let json = Problem::new(code, "").into_json();
        let held = &mut self.0.json;
        (held.kind, held.title, held.status, held.code) =
            (json.kind, json.title, json.status, json.code);
        self
    }

    /// Returns the problem's code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.json.code
    }

    /// Returns the problem document.
    #[must_use]
    pub fn into_json(self) -> ProblemJson {
        self.0.json
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let ProblemParts { json, retry_after, challenge, tag, reason } = *self.0;
        // Numbers, strings and lists: serialization cannot fail.
        let body = serde_json::to_vec(&json).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status(json.code);
        if let Some(reason) = reason.or(Reason::from_code(json.code)) {
            response.extensions_mut().insert(reason);
        }
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(retry_after.map(|after| (header::RETRY_AFTER, HeaderValue::from(after))));
        headers.extend(challenge.map(|challenge| (header::WWW_AUTHENTICATE, challenge)));
        headers.extend(tag);
        if status(json.code) == StatusCode::REQUEST_TIMEOUT {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// Fallback handler for unknown paths: 404.
pub async fn unknown_route() -> Problem {
    unknown_path()
}

/// Fallback handler for unsupported methods: 405.
pub async fn wrong_method() -> Problem {
    let detail = "this path does not support the method: see Allow for the supported ones";
    Problem::new(Code::MethodNotAllowed, detail)
}

/// Creates the problem of an unknown path.
pub fn unknown_path() -> Problem {
    let detail = "unknown path: see /openapi.json for the existing ones";
    Problem::new(Code::UnknownRoute, detail)
}

/// Creates the problem of a panic; its message goes to the log only.
pub fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let said = panic.downcast_ref::<&str>().map(|said| (*said).to_owned());
    let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
    Problem::internal(&said.unwrap_or_else(|| "a panic".to_owned())).into_response()
}

/// Returns the status of responses with a code.
pub fn status(code: Code) -> StatusCode {
    StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// Returns the code's name in JSON.
pub fn code_name(code: Code) -> String {
    match serde_json::to_value(code) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}
