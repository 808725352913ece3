//! `/v1/changes/stream`: streams the change log as server-sent events.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::sleep;
use utoipa::{IntoParams, ToSchema};

use super::history::hide_folders;
use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::request::address::Query;
use crate::server::app::App;
use crate::server::channel_body::{BodyPart, event_stream};
use crate::server::client::Client;
use crate::server::feed::Follower;
use joseki_service::{
    Code, Service, ServiceError,
    curate::{ChangeError, ChangePage},
};
use joseki_store::ChangeQuery;
use joseki_wire::ChangeJson;

/// Changes per read from the store.
const PAGE: usize = 256;
/// Pause after a failed read of the store.
const RETRY: Duration = Duration::from_secs(1);

/// Selection of changes to follow.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct StreamParameters {
    /// Only changes of this book; default all books.
    pub book: Option<String>,
    /// Only changes after this number, or after the change of this event's id. `Last-Event-ID` takes
    /// precedence; without either, only new changes.
    #[param(pattern = "^[0-9]+(@[0-9a-f]+)?$", example = "1")]
    pub after: Option<String>,
}

/// Changes as events: `id` is the number and the mark of the store's history, `event` is `change`,
/// `data` is the change as in `GET /v1/changes`. The event `restart` says that the id to resume
/// after is of another history.
#[derive(ToSchema)]
#[schema(value_type = String, example = "id: 17@5f70bf18a0860070\nevent: change\ndata: {\"id\":17,\"book\":\"main\"}\n\n")]
#[expect(dead_code, reason = "for the documentation")]
pub struct ChangeEvents(String);

/// Follows the change log.
///
/// Every change of a book is one event, regardless of its author, in the order of the numbers. A
/// client that reconnects with `Last-Event-ID` misses none. Comments keep an idle stream alive.
///
/// After a restore of a backup, ids received before belong to another history. The stream then
/// begins with an event `restart`, after which the client must read again what it keeps; only new
/// changes follow. A number without a mark is taken as one of the present history.
#[utoipa::path(
    get, path = "/v1/changes/stream", tag = "history", operation_id = "follow_changes", security((), ("key" = ["read"])),
    params(StreamParameters,
        ("Last-Event-ID" = Option<String>, Header, description = "Id of the last event received", example = "1")),
    responses(
        (status = 200, description = "The events, until the client or the server closes the stream", body = ChangeEvents, content_type = "text/event-stream"),
        codes::Common, codes::Book, codes::Change
    )
)]
pub async fn get(
    _: ReadAccess,
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Query(parameters): Query<StreamParameters>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let after = parameters.after.map(|after| EventId::parse("after", &after)).transpose()?;
    let from = last_event(&headers)?.or(after);
    let history = &app.service.history();
    let restarted = from.as_ref().is_some_and(|from| !from.belongs_to(history));
    let from = from.filter(|_| !restarted).map(|from| from.change);
    let follower = app.feed.follow(client.address)?;
    let book = parameters.book;
    let wanted = book.clone();
    let after = app.read(move |service| start(service, wanted, from)).await?;
    let (response, sender) = event_stream();
    // The id lets a client that disconnects before the first event resume here. The channel has
    // room.
    let mut greeting = format!(": changes after {after}\nid: {after}@{history}\n");
    if restarted {
        greeting += &format!("event: restart\ndata: {{\"after\":{after}}}\n");
    }
    greeting.push('\n');
    drop(sender.try_send(BodyPart::Data(greeting.into())));
    let telling = ChangeStream { app: Arc::clone(&app), follower, sender, book, after };
    tokio::spawn(telling.run_to_end());
    Ok(response)
}

/// Id of an event: the number of a change, with the mark of its history unless an earlier version
/// sent it.
struct EventId {
    change: i64,
    history: Option<String>,
}

impl EventId {
    fn parse(field: &'static str, text: &str) -> Result<EventId, Problem> {
        let (number, history) = match text.split_once('@') {
            Some((number, history)) => (number, Some(history.to_owned())),
            None => (text, None),
        };
        let change = number.parse().ok().filter(|change| *change >= 0);
        change.map(|change| EventId { change, history }).ok_or_else(|| {
            let detail = format!("{field}: expected the number of a change or the id of an event");
            Problem::new(Code::InvalidValue, detail).field(field)
        })
    }

    fn belongs_to(&self, history: &str) -> bool {
        self.history.as_ref().is_none_or(|own| own == history)
    }
}

fn last_event(headers: &HeaderMap) -> Result<Option<EventId>, Problem> {
    let value = headers.get("last-event-id");
    let text = value.map(|value| value.to_str().unwrap_or_default());
    text.map(|text| EventId::parse("Last-Event-ID", text)).transpose()
}

/// Returns the number of the change after which the events begin.
fn start(service: &Service, book: Option<String>, from: Option<i64>) -> Result<i64, ServiceError> {
    if book.is_some() {
        // Reports an unknown book before the stream starts.
        page(service, book, 0, 1)?;
    }
    let last = service.curation().last_change()?;
    match from {
        // A client of another database would wait forever.
        Some(from) if from > last => Err(ChangeError::Unknown { id: from }.into()),
        from => Ok(from.unwrap_or(last)),
    }
}

fn page(
    service: &Service,
    book: Option<String>,
    after: i64,
    limit: usize,
) -> Result<ChangePage, ServiceError> {
    service.curation().changes(&ChangeQuery { book, before: None, after: Some(after), limit })
}

/// Event stream of one client.
struct ChangeStream {
    app: Arc<App>,
    follower: Follower,
    sender: mpsc::Sender<BodyPart>,
    book: Option<String>,
    after: i64,
}

impl ChangeStream {
    /// Sends changes and, when the server shuts down, the end.
    async fn run_to_end(mut self) {
        self.run().await;
        // If this fails, the client is gone or takes nothing.
        drop(self.sender.try_send(BodyPart::End));
    }

    /// Sends changes until the client or the server closes the stream.
    async fn run(&mut self) {
        let mut going_on = true;
        while going_on {
            self.follower.mark_seen();
            let pause = match self.send_changes().await {
                Ok(true) => self.app.options.stream_keep_alive,
                Ok(false) => return,
                Err(problem) => {
                    tracing::debug!(code = ?problem.code(), "cannot read the changes for a stream");
                    RETRY.min(self.app.options.stream_keep_alive)
                }
            };
            going_on = tokio::select! {
                () = self.sender.closed() => false,
                going_on = self.follower.changed() => going_on,
                () = sleep(pause) => self.send(":\n\n".to_owned()).await,
            };
        }
    }

    /// Sends all new changes; false if the client is gone.
    async fn send_changes(&mut self) -> Result<bool, Problem> {
        loop {
            let (book, after) = (self.book.clone(), self.after);
            let page = self.app.read(move |service| page(service, book, after, PAGE));
            let page = page.await?;
            for row in &page.changes {
                let mut change = row.into();
                hide_folders(&self.app, &mut change);
                if !self.send(event(&change, &self.app.service.history())?).await {
                    return Ok(false);
                }
                self.after = row.id;
            }
            if page.next.is_none() {
                return Ok(true);
            }
        }
    }

    async fn send(&mut self, text: String) -> bool {
        tokio::select! {
            biased;
            () = self.follower.ended() => false,
            sent = self.sender.send(BodyPart::Data(text.into())) => sent.is_ok(),
        }
    }
}

fn event(change: &ChangeJson, history: &str) -> Result<String, Problem> {
    let data = serde_json::to_string(change).map_err(|error| Problem::internal(&error))?;
    Ok(format!("id: {}@{history}\nevent: change\ndata: {data}\n\n", change.id))
}
