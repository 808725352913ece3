//! Errors as RFC 9457 problems, and the one place where the service's errors become them.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::code::Code;
use crate::format::sgf::{LimitKind, SgfError};
use crate::game::go::{BoardSize, IllegalMove};
use crate::service::{KeyError, ServiceError};
use crate::store::StoreError;
use crate::wire::{Coords, RequestError};

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
}

/// How points of an error are written: as in the request that caused it.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// The caller's coordinates.
    pub coords: Coords,
    /// The caller's board.
    pub size: BoardSize,
}

impl Default for Notation {
    fn default() -> Notation {
        Notation {
            coords: Coords::Gtp,
            size: BoardSize::NINETEEN,
        }
    }
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
        };
        Problem(Box::new(Outgoing {
            json,
            retry_after: None,
            challenge: None,
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

    /// What is sent.
    #[must_use]
    pub fn into_json(self) -> ProblemJson {
        self.0.json
    }

    /// The problem of a service error, its points written as the caller writes them.
    #[must_use]
    pub fn of(error: ServiceError, notation: Notation) -> Problem {
        let detail = error.to_string();
        match error {
            ServiceError::UnsupportedSize { .. } => {
                Problem::new(Code::UnsupportedSize, detail).field("board_size")
            }
            ServiceError::InitialStoneTwice { index, point } => stone(
                index,
                &notation.point(point),
                "a stone stands there already",
            ),
            ServiceError::InitialStoneWithoutLiberty { index, point } => {
                stone(index, &notation.point(point), "it has no liberty")
            }
            ServiceError::IllegalMove {
                index,
                color,
                point,
                reason,
            } => illegal(IllegalMoveJson {
                number: index + 1,
                color: color.letter().to_string(),
                point: notation.point(point),
                reason: reason_code(reason),
            }),
            ServiceError::UnknownBook { known, .. } => {
                let mut problem = Problem::new(Code::UnknownBook, detail).field("book");
                problem.0.json.known = Some(known);
                problem
            }
            ServiceError::UnknownNode { .. } => {
                Problem::new(Code::UnknownNode, detail).field("steps")
            }
            ServiceError::BookName { .. } => {
                Problem::new(Code::InvalidBookName, detail).field("book")
            }
            ServiceError::LinePrefix { .. } => {
                Problem::new(Code::InvalidLine, detail).field("prefix")
            }
            ServiceError::StaleNode { .. }
            | ServiceError::Edit { .. }
            | ServiceError::TooManyEdits { .. }
            | ServiceError::NotYet { .. }
            | ServiceError::UnknownChange { .. }
            | ServiceError::NotRevertible { .. }
            | ServiceError::Later { .. } => Problem::new(Code::Unprocessable, detail),
            ServiceError::Sgf { file, source } => sgf(file, &source),
            ServiceError::Key(error) => key(&error),
            ServiceError::UnknownGame { .. } | ServiceError::NoRecord { .. } => {
                Problem::new(Code::UnknownGame, detail).field("id")
            }
            ServiceError::UnknownSource { .. } => {
                Problem::new(Code::InvalidValue, detail).field("source")
            }
            ServiceError::Record(_) => Problem::new(Code::InvalidSgf, detail).field("sgf"),
            ServiceError::GameId => Problem::new(Code::InvalidValue, detail).field("game_id"),
            ServiceError::OtherResult { .. } => {
                Problem::new(Code::ResultConflict, detail).field("game_id")
            }
            ServiceError::WithdrawnResult { .. } => {
                Problem::new(Code::ResultWithdrawn, detail).field("game_id")
            }
            ServiceError::UnknownResult { .. } => {
                Problem::new(Code::UnknownResult, detail).field("game_id")
            }
            ServiceError::UnknownOpponent { .. } => {
                Problem::new(Code::UnknownOpponent, detail).field("opponent")
            }
            ServiceError::ChangedMeanwhile { .. } => Problem::new(Code::Conflict, detail),
            ServiceError::NothingCounted { .. } => {
                Problem::new(Code::NothingCounted, detail).field("book")
            }
            ServiceError::Quiet { .. }
            | ServiceError::Counts { .. }
            | ServiceError::CountsAgain { .. }
            | ServiceError::Records(_) => Problem::new(Code::Unprocessable, detail),
            ServiceError::Random(_) | ServiceError::Export(_) | ServiceError::Spool(_) => {
                Problem::internal(&detail)
            }
            ServiceError::Store(error) => store(error),
        }
    }
}

impl Notation {
    fn point(self, point: crate::game::go::Point) -> String {
        self.coords.point(point, self.size)
    }
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Problem {
        Problem::of(error, Notation::default())
    }
}

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Problem {
        let code = match error.code {
            "invalid_point" => Code::InvalidPoint,
            "invalid_color" => Code::InvalidColor,
            "too_many" => Code::TooMany,
            "missing_field" => Code::MissingField,
            "invalid_sgf" => Code::InvalidSgf,
            _ => Code::InvalidValue,
        };
        Problem::new(code, error.to_string()).field(error.field)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Outgoing {
            json,
            retry_after,
            challenge,
        } = *self.0;
        // Numbers, texts and lists of texts: there is nothing that could fail.
        let body = serde_json::to_vec(&json).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = json.code.status();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(retry_after.map(|after| (header::RETRY_AFTER, HeaderValue::from(after))));
        headers.extend(challenge.map(|challenge| (header::WWW_AUTHENTICATE, challenge)));
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

fn stone(index: usize, point: &str, why: &str) -> Problem {
    let detail = format!("initial stone {}, {point}: {why}", index + 1);
    Problem::new(Code::IllegalStone, detail).field(format!("initial_stones[{index}]"))
}

fn illegal(found: IllegalMoveJson) -> Problem {
    let why = match found.reason {
        "off_board" => "the point is off the board",
        "occupied" => "a stone stands there already",
        "suicide" => "it captures nothing and leaves its own stones without a liberty",
        "ko" => "it takes back the ko at once",
        _ => "it repeats an earlier position of the game",
    };
    let detail = format!(
        "move {}, {} {}: {why}",
        found.number, found.color, found.point
    );
    let field = format!("moves[{}]", found.number - 1);
    let mut problem = Problem::new(Code::IllegalMove, detail).field(field);
    problem.0.json.illegal_move = Some(found);
    problem
}

const fn reason_code(reason: IllegalMove) -> &'static str {
    match reason {
        IllegalMove::OffBoard => "off_board",
        IllegalMove::Occupied => "occupied",
        IllegalMove::Suicide => "suicide",
        IllegalMove::Ko => "ko",
        IllegalMove::Superko => "superko",
    }
}

fn sgf(file: String, error: &SgfError) -> Problem {
    let code = match error {
        SgfError::Limit {
            kind: LimitKind::Bytes,
            ..
        } => Code::BodyTooLarge,
        SgfError::Limit { .. } => Code::SgfLimit,
        _ => Code::InvalidSgf,
    };
    let line = usize::try_from(error.line()).unwrap_or(usize::MAX);
    let mut problem = Problem::new(code, format!("{file}: {error}")).at(line, None);
    problem.0.json.file = Some(file);
    problem
}

fn key(error: &KeyError) -> Problem {
    let (code, challenge) = match error {
        KeyError::Missing => (Code::KeyMissing, "Bearer realm=\"joseki\""),
        KeyError::Unknown | KeyError::Ended => (
            if *error == KeyError::Ended {
                Code::KeyEnded
            } else {
                Code::KeyUnknown
            },
            "Bearer realm=\"joseki\", error=\"invalid_token\"",
        ),
        KeyError::Scope { .. } => (
            Code::KeyScope,
            "Bearer realm=\"joseki\", error=\"insufficient_scope\"",
        ),
    };
    let mut problem = Problem::new(code, error.to_string());
    problem.0.challenge = Some(HeaderValue::from_static(challenge));
    problem
}

/// Details without the file's path, which is no business of a caller; the log has it.
fn store(error: StoreError) -> Problem {
    let detail = error.to_string();
    match error {
        StoreError::Conflict { .. } => Problem::new(Code::Conflict, detail).retry_after(1),
        StoreError::NotFound { .. } | StoreError::NoHistory { .. } => {
            Problem::new(Code::NotFound, detail)
        }
        StoreError::AlreadyExists { .. } => Problem::new(Code::AlreadyExists, detail),
        StoreError::Invalid { .. } | StoreError::Ledgers { .. } => {
            Problem::new(Code::Unprocessable, detail)
        }
        StoreError::Busy { .. } => {
            let detail = "another program holds the store: try again";
            Problem::new(Code::StoreBusy, detail).retry_after(1)
        }
        StoreError::Closed { .. } => {
            let detail = "the service is ending: try again in a moment";
            Problem::new(Code::StoreClosed, detail).retry_after(2)
        }
        StoreError::DiskFull { .. } => {
            tracing::error!(%detail, "the disk is full");
            let detail = "the disk is full: nothing was written and reading goes on";
            Problem::new(Code::DiskFull, detail)
        }
        StoreError::ReadOnly { .. } => {
            tracing::error!(%detail, "the store cannot be written");
            let detail = "the store cannot be written: nothing was changed and reading goes on";
            Problem::new(Code::StoreReadOnly, detail)
        }
        StoreError::Corrupt { .. }
        | StoreError::NotAStore { .. }
        | StoreError::NewerFile { .. }
        | StoreError::Source { .. }
        | StoreError::Other { .. } => {
            tracing::error!(%detail, "the store failed");
            let detail = "the store failed or is damaged: its owner has to look, the log says more";
            Problem::new(Code::StoreFailed, detail)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Color;
    use crate::game::go::Point;

    #[test]
    fn an_illegal_move_is_told_in_the_callers_coordinates() {
        let error = || ServiceError::IllegalMove {
            index: 2,
            color: Color::White,
            point: Point::new(15, 3),
            reason: IllegalMove::Occupied,
        };
        let gtp = Problem::from(error()).into_json();
        assert_eq!(gtp.detail, "move 3, W Q16: a stone stands there already");
        assert_eq!(gtp.field.as_deref(), Some("moves[2]"));
        let notation = Notation {
            coords: Coords::Sgf,
            size: BoardSize::NINETEEN,
        };
        let sgf = Problem::of(error(), notation).into_json();
        assert_eq!(sgf.detail, "move 3, W pd: a stone stands there already");
    }

    #[test]
    fn no_path_of_the_store_reaches_a_caller() {
        let file = || "/srv/secret/joseki.db".to_owned();
        let detail = || format!("{} says no", file());
        let errors = [
            StoreError::Busy { file: file() },
            StoreError::DiskFull { file: file() },
            StoreError::ReadOnly {
                file: file(),
                detail: detail(),
            },
            StoreError::Corrupt {
                file: file(),
                detail: detail(),
            },
            StoreError::NotAStore {
                file: file(),
                detail: detail(),
            },
            StoreError::NewerFile {
                file: file(),
                found: 9,
                known: 1,
            },
            StoreError::Closed { file: file() },
            StoreError::Source {
                what: file(),
                detail: detail(),
            },
            StoreError::Other {
                file: file(),
                detail: detail(),
            },
        ];
        for error in errors {
            let json = Problem::from(ServiceError::from(error)).into_json();
            assert!(!json.detail.contains("secret"), "{}", json.detail);
        }
    }
}
