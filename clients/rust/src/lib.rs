//! Client of joseki, a database service for Go joseki and openings of renju, gomoku and xiangqi.
//!
//! ```no_run
//! use joseki_client::{Client, Question};
//!
//! let client = Client::new("http://127.0.0.1:8361");
//! let moves = [("B", "Q16"), ("W", "O17")];
//! let answer = client.next(&Question { moves: &moves, ..Question::default() })?;
//! println!("{:?}", answer.best);
//! # Ok::<(), joseki_client::Error>(())
//! ```

mod changes;
mod error;

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use ureq::Agent;
use ureq::http::{Response, header};

pub use changes::{Change, Changes, Event};
pub use error::{Error, Problem};

const TIMEOUT: Duration = Duration::from_secs(10);
const RETRY_TIMEOUT: Duration = Duration::from_secs(30);
const RETRIES: u32 = 5;

/// A colour and a point: `("B", "Q16")`, or `("W", "pass")`.
pub type Move<'a> = (&'a str, &'a str);

/// Client of one service.
#[derive(Clone, Debug)]
pub struct Client {
    url: String,
    key: Option<String>,
    agent: Agent,
}

/// A board to ask the next move of; other fields of the API are left at their defaults.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Question<'a> {
    /// Moves so far.
    pub moves: &'a [Move<'a>],
    /// Book; default `main`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<&'a str>,
    /// Opponent, whose results change the order of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<&'a str>,
    /// Maximum number of moves for each corner; default 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// Candidates of all corners, best first.
#[derive(Clone, Debug, Deserialize)]
pub struct Answer {
    /// Colour that the moves are for.
    pub to_play: String,
    /// Point of the first move.
    pub best: Option<String>,
    /// Why there is no move.
    pub reason: Option<String>,
    /// Candidates.
    pub moves: Vec<Candidate>,
}

/// Move of the book.
#[derive(Clone, Debug, Deserialize)]
pub struct Candidate {
    /// Where to play.
    pub point: String,
    /// Corner that it continues.
    pub corner: String,
    /// Line of the book after the move.
    pub leads_to: String,
    /// Verdict: `ideal`, `good`, `mistake`, `trick` or `question`.
    pub verdict: Option<String>,
    /// Names, the main one first.
    pub names: Vec<String>,
    /// Orders the moves of a corner.
    pub priority: f64,
}

/// Game and how it ended for our side.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GameResult<'a> {
    /// Our name for the game: under it, the game counts once.
    pub game_id: &'a str,
    /// Who we played.
    pub opponent: &'a str,
    /// Our colour.
    pub color: &'a str,
    /// `win`, `loss` or `draw` for us.
    pub result: &'a str,
    /// All moves.
    pub moves: &'a [Move<'a>],
}

/// What was learned of a result.
#[derive(Clone, Debug, Deserialize)]
pub struct Reported {
    /// `counted` or `unchanged`.
    pub status: String,
    /// Number of moves that the result counts for.
    pub learned: u64,
}

impl Client {
    /// Returns a client of the service at `url`, without a key.
    pub fn new(url: impl Into<String>) -> Client {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(TIMEOUT))
            .timeout_recv_response(Some(TIMEOUT));
        let url = url.into().trim_end_matches('/').to_owned();
        Client { url, key: None, agent: config.build().into() }
    }

    /// Returns the client with an API key.
    #[must_use]
    pub fn with_key(self, key: impl Into<String>) -> Client {
        Client { key: Some(key.into()), ..self }
    }

    /// Returns the candidates on a board, best first.
    pub fn next(&self, question: &Question<'_>) -> Result<Answer, Error> {
        self.post("/v1/next", question)
    }

    /// Reports the result of a game. Sent again under its `game_id`, it counts once.
    pub fn report(&self, game: &GameResult<'_>) -> Result<Reported, Error> {
        self.post("/v1/results", game)
    }

    /// Follows the changes of a book, or of all books, forever.
    ///
    /// `after` is the id of an event of an earlier run; without one, only new changes follow.
    pub fn follow_changes(&self, book: Option<&str>, after: Option<&str>) -> Changes {
        Changes::new(self.clone(), book, after)
    }

    /// Sends what may be sent twice: a question, or a result, which counts once.
    fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Error> {
        let body = serde_json::to_vec(body).expect("texts and numbers are JSON");
        let give_up = Instant::now() + RETRY_TIMEOUT;
        let mut failed = 0;
        loop {
            let mut request = self.agent.post(format!("{}{path}", self.url));
            if let Some(key) = &self.key {
                request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
            }
            for name in [header::ACCEPT, header::CONTENT_TYPE] {
                request = request.header(name, "application/json");
            }
            let timed = request.config().timeout_global(Some(TIMEOUT)).build();
            let error = match timed.send(&body) {
                Ok(response) if response.status().is_success() => match json_of(response) {
                    Err(error @ Error::NoAnswer(_)) => error,
                    answer => return answer,
                },
                Ok(response) => Error::of(response),
                Err(error) => Error::NoAnswer(error),
            };
            let pause = error.retry_after().unwrap_or_else(|| backoff(failed));
            if !error.may_pass() || failed == RETRIES || Instant::now() + pause > give_up {
                return Err(error);
            }
            failed += 1;
            sleep(pause);
        }
    }
}

fn json_of<T: DeserializeOwned>(response: Response<ureq::Body>) -> Result<T, Error> {
    serde_json::from_reader(response.into_body().into_reader()).map_err(|error| {
        if error.is_io() {
            Error::NoAnswer(ureq::Error::Io(error.into()))
        } else {
            Error::NotJoseki
        }
    })
}

/// A random share of a time that doubles, at most 10 s.
fn backoff(failed: u32) -> Duration {
    Duration::from_millis(200 << failed.min(6)).min(TIMEOUT).mul_f64(0.5 + fastrand::f64() / 2.0)
}

fn is_of_type(response: &Response<ureq::Body>, kind: &str) -> bool {
    let found = response.headers().get(header::CONTENT_TYPE);
    found.and_then(|value| value.to_str().ok()).is_some_and(|value| value.starts_with(kind))
}
