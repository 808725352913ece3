//! The stream of changes, as an iterator.

use std::io::{BufRead, BufReader};
use std::mem::take;
use std::thread::sleep;
use std::time::Duration;

use serde::Deserialize;
use ureq::BodyReader;
use ureq::http::header;

use crate::{Client, Error, RETRIES, backoff, is_of_type};

/// Time after which the stream is opened again, in case its connection was lost without a word.
const RENEWAL: Duration = Duration::from_secs(300);

/// Event of the stream of changes.
#[derive(Clone, Debug)]
pub struct Event {
    /// Id to follow on after, in a later run.
    pub id: Option<String>,
    /// The change; none after a backup was restored: then read again what you keep.
    pub change: Option<Change>,
}

/// Change of a book.
#[derive(Clone, Debug, Deserialize)]
pub struct Change {
    /// Number in the log.
    pub id: i64,
    /// Name of the book.
    pub book: String,
    /// Version of the book after the change.
    pub version: u64,
    /// Kind: `edit`, `import` and others.
    pub kind: String,
    /// Who made it.
    pub who: String,
}

/// Iterator over the changes. A lost connection is retried and continues after the last event; it
/// ends only with an error that does not pass.
pub struct Changes {
    client: Client,
    book: Option<String>,
    after: Option<String>,
    lines: Option<BufReader<BodyReader<'static>>>,
    was_open: bool,
    failed: u32,
    has_ended: bool,
}

impl Changes {
    pub(crate) fn new(client: Client, book: Option<&str>, after: Option<&str>) -> Changes {
        let [book, after] = [book, after].map(|text| text.map(str::to_owned));
        Changes { client, book, after, lines: None, was_open: false, failed: 0, has_ended: false }
    }

    fn open(&mut self) -> Result<(), Error> {
        let address = format!("{}/v1/changes/stream", self.client.url);
        let mut request =
            self.client.agent.get(address).header(header::ACCEPT, "text/event-stream");
        for (name, value) in [("book", &self.book), ("after", &self.after)] {
            if let Some(value) = value {
                request = request.query(name, value);
            }
        }
        if let Some(key) = &self.client.key {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        let timed = request.config().timeout_recv_body(Some(RENEWAL)).build();
        let response = timed.call().map_err(Error::NoAnswer)?;
        if !response.status().is_success() {
            return Err(Error::of(response));
        }
        if !is_of_type(&response, "text/event-stream") {
            return Err(Error::NotJoseki);
        }
        self.lines = Some(BufReader::new(response.into_body().into_reader()));
        (self.was_open, self.failed) = (true, 0);
        Ok(())
    }

    /// Reads an event; none where the stream breaks off.
    fn read(&mut self) -> Option<Result<Event, Error>> {
        let lines = self.lines.as_mut()?;
        let (mut id, mut name, mut data) = (self.after.clone(), String::new(), String::new());
        loop {
            let mut line = String::new();
            if lines.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end_matches(['\r', '\n']);
            let (field, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                "" if line.is_empty() => {
                    self.after.clone_from(&id);
                    let (name, data) = (take(&mut name), take(&mut data));
                    if name == "restart" {
                        return Some(Ok(Event { id, change: None }));
                    }
                    if name == "change" {
                        let change = serde_json::from_str(&data).map_err(|_| Error::NotJoseki);
                        return Some(change.map(|change| Event { id, change: Some(change) }));
                    }
                }
                "id" => id = Some(value.to_owned()),
                "event" => value.clone_into(&mut name),
                "data" => {
                    if !data.is_empty() {
                        data.push('\n');
                    }
                    data.push_str(value);
                }
                _ => {}
            }
        }
    }
}

impl Iterator for Changes {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Result<Event, Error>> {
        while !self.has_ended {
            if self.lines.is_some() {
                if let Some(event) = self.read() {
                    self.has_ended = event.is_err();
                    return Some(event);
                }
                self.lines = None;
            }
            if let Err(error) = self.open() {
                if !error.may_pass() || !self.was_open && self.failed == RETRIES {
                    self.has_ended = true;
                    return Some(Err(error));
                }
                sleep(error.retry_after().unwrap_or_else(|| backoff(self.failed)));
                self.failed += 1;
            }
        }
        None
    }
}
