//! What can go wrong.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use serde::Deserialize;
use ureq::Body;
use ureq::http::{Response, header};

use crate::{is_of_type, json_of};

/// Error of a request.
#[derive(Debug)]
pub enum Error {
    /// The server refused the request.
    Refused(Problem),
    /// The server cannot be reached, or did not answer in time.
    NoAnswer(ureq::Error),
    /// What answered is not a joseki service.
    NotJoseki,
}

/// Problem document of the server. Match on `code`, which is stable.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Problem {
    /// HTTP status.
    #[serde(default)]
    pub status: u16,
    /// Stable code.
    pub code: String,
    /// What is wrong and what to do, for people.
    #[serde(default)]
    pub detail: String,
    /// Field at fault, such as `moves[1]`.
    pub field: Option<String>,
    /// Time after which the server takes the request.
    #[serde(skip)]
    pub retry_after: Option<Duration>,
}

impl Error {
    /// Returns what a response without success says.
    pub(crate) fn of(response: Response<Body>) -> Error {
        let status = response.status().as_u16();
        let after = response.headers().get(header::RETRY_AFTER);
        let seconds = after.and_then(|value| value.to_str().ok()?.parse().ok());
        let is_problem = is_of_type(&response, "application/problem+json");
        let stated = is_problem.then(|| json_of::<Problem>(response).ok()).flatten();
        let problem = match stated {
            Some(problem) => problem,
            // A proxy in front of the server may say that it is busy.
            None if passes(status) => {
                Problem { code: format!("http_{status}"), ..Problem::default() }
            }
            None => return Error::NotJoseki,
        };
        let retry_after = seconds.map(Duration::from_secs);
        Error::Refused(Problem { status, retry_after, ..problem })
    }

    /// Whether the same request may succeed later.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Error::Refused(problem) => {
                passes(problem.status) && (problem.status != 429 || problem.retry_after.is_some())
            }
            Error::NoAnswer(_) => true,
            Error::NotJoseki => false,
        }
    }

    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Error::Refused(problem) => problem.retry_after,
            Error::NoAnswer(_) | Error::NotJoseki => None,
        }
    }
}

fn passes(status: u16) -> bool {
    matches!(status, 429 | 502..=504)
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Error::Refused(Problem { code, detail, field: Some(field), .. }) => {
                write!(f, "{code}: {detail} (in {field})")
            }
            Error::Refused(Problem { code, detail, .. }) => write!(f, "{code}: {detail}"),
            Error::NoAnswer(error) => write!(f, "no answer: {error}"),
            Error::NotJoseki => f.write_str("not an answer of a joseki service"),
        }
    }
}

impl std::error::Error for Error {}
