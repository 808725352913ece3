//! Client for a running service of ours, over HTTP.

use std::time::Duration;

use ureq::{Agent, RequestBuilder};

/// Timeout of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum size of a response body that is read.
const MAX_BODY_BYTES: u64 = 16 << 10;

/// A running service and the key to access it.
#[derive(Debug)]
pub struct RunningService {
    agent: Agent,
    url: String,
    key: Option<String>,
}

impl RunningService {
    /// Creates a client for the service at an address such as `http://127.0.0.1:8361`.
    #[must_use]
    pub fn new(url: &str, key: Option<&str>) -> RunningService {
        let config = Agent::config_builder()
            .timeout_global(Some(REQUEST_TIMEOUT))
            .http_status_as_error(false);
        RunningService {
            agent: config.build().into(),
            url: url.trim_end_matches('/').to_owned(),
            key: key.map(str::to_owned),
        }
    }

    /// Sends JSON by POST; returns the response body.
    ///
    /// # Errors
    /// A message if the service is unreachable or rejects the request, with its problem.
    pub fn post(&self, path: &str, json: &str) -> Result<String, String> {
        let request = self.agent.post(format!("{}{path}", self.url));
        let request = request.header("content-type", "application/json");
        self.answer(self.with_key(request).send(json))
    }

    /// Sends JSON by PUT; returns the response body.
    ///
    /// # Errors
    /// Those of [`RunningService::post`].
    pub fn put(&self, path: &str, json: &str) -> Result<String, String> {
        let request = self.agent.put(format!("{}{path}", self.url));
        let request = request.header("content-type", "application/json");
        self.answer(self.with_key(request).send(json))
    }

    /// Sends a GET request; returns the response body.
    ///
    /// # Errors
    /// Those of [`RunningService::post`].
    pub fn get(&self, path: &str) -> Result<String, String> {
        let request = self.agent.get(format!("{}{path}", self.url));
        self.answer(self.with_key(request).call())
    }

    /// Sends a GET request that is answered within a time; returns the response body.
    ///
    /// # Errors
    /// Those of [`RunningService::post`].
    pub fn get_within(&self, path: &str, time: Duration) -> Result<String, String> {
        let request = self.agent.get(format!("{}{path}", self.url));
        let request = request.config().timeout_global(Some(time.min(REQUEST_TIMEOUT))).build();
        self.answer(self.with_key(request).call())
    }

    /// Sends a DELETE request; returns the response body.
    ///
    /// # Errors
    /// Those of [`RunningService::post`].
    pub fn delete(&self, path: &str) -> Result<String, String> {
        let request = self.agent.delete(format!("{}{path}", self.url));
        self.answer(self.with_key(request).call())
    }

    fn with_key<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.key {
            Some(key) => request.header("authorization", format!("Bearer {key}")),
            None => request,
        }
    }

    fn answer(
        &self,
        answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<String, String> {
        let mut answer = answer.map_err(|error| format!("{}: {error}", self.url))?;
        let status = answer.status();
        let body = answer.body_mut().with_config().limit(MAX_BODY_BYTES).read_to_string();
        let body = body.unwrap_or_default();
        if status.is_success() {
            Ok(body)
        } else {
            Err(format!("{} returned {status}: {}", self.url, body.trim()))
        }
    }
}
