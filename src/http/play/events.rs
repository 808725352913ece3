//! `/v1/tables/{table}/events`: what happens at a table, as server-sent events.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::response::Response;
use tokio::sync::mpsc;
use tokio::time::sleep;
use utoipa::ToSchema;

use super::host::{TableFollower, TableHost, Thinking};
use super::tables::{TableParameters, view};
use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::address::{Path, Query};
use crate::server::app::App;
use crate::server::channel_body::{BodyPart, event_stream};
use crate::server::client::Client;
use joseki_game::Color;
use joseki_wire::{Coords, TableJson, TableThinkingJson, move_texts, side_word};

/// Events of a table: `table` is its state, `thinking` what a program thinks, `end` says that the
/// table was removed or the server stops.
#[derive(ToSchema)]
#[schema(value_type = String, example = "id: 17\nevent: table\ndata: {\"version\":17}\n\n")]
#[expect(dead_code, reason = "for the documentation")]
pub struct TableEvents(String);

/// Follows a table.
///
/// The first event is the state of the table, and one follows after each change, so a client that
/// reconnects misses nothing. While a program thinks, its best line follows after each depth.
/// Comments keep an idle stream alive. A side that follows with its token is shown as present.
#[utoipa::path(
    get, path = "/v1/tables/{table}/events", tag = "play", operation_id = "follow_table", security(()),
    params(("table" = String, Path, description = "A token of the table"), TableParameters),
    responses(
        (status = 200, description = "The events, until the client or the server closes the stream", body = TableEvents, content_type = "text/event-stream"),
        codes::Common, codes::Table
    )
)]
pub async fn get(
    State(app): State<Arc<App>>,
    Extension(tables): Extension<Arc<TableHost>>,
    Extension(client): Extension<Client>,
    Path(token): Path<String>,
    Query(parameters): Query<TableParameters>,
) -> Result<Response, Problem> {
    let (table, token) = tables.find(&token).await?;
    let own = table.lock().await?.sides_of(&token);
    let follower = TableFollower::new(&app, table, own.clone(), client.address)?;
    let (response, sender) = event_stream();
    let stream = TableStream { app, follower, sender, own, coords: parameters.coords };
    tokio::spawn(stream.run_to_end());
    Ok(response)
}

/// Event stream of one client.
struct TableStream {
    app: Arc<App>,
    follower: TableFollower,
    sender: mpsc::Sender<BodyPart>,
    own: Vec<Color>,
    coords: Coords,
}

impl TableStream {
    /// Sends events and, when the table is removed or the server shuts down, the end.
    async fn run_to_end(mut self) {
        self.run().await;
        // If these fail, the client is gone or takes nothing.
        drop(self.sender.try_send(BodyPart::Data("event: end\ndata: {}\n\n".into())));
        drop(self.sender.try_send(BodyPart::End));
    }

    async fn run(&mut self) {
        let table = Arc::clone(&self.follower.table);
        let mut changes = table.changed.subscribe();
        let mut thoughts = table.thinking.subscribe();
        changes.mark_changed();
        loop {
            let text = tokio::select! {
                () = self.sender.closed() => return,
                () = self.follower.follower.ended() => return,
                _ = changes.changed() => {
                    let Ok(state) = table.lock().await else { return };
                    let view = view(&table, self.own.clone(), self.coords);
                    let json = serde_json::to_string(&TableJson::new(&state, &view));
                    let id = state.version();
                    json.map(|json| format!("id: {id}\nevent: table\ndata: {json}\n\n"))
                }
                _ = thoughts.changed() => {
                    let thinking = thoughts.borrow_and_update().clone();
                    let Some(json) = thinking.and_then(|it| thinking_json(&it, self.coords)) else {
                        continue;
                    };
                    serde_json::to_string(&json)
                        .map(|json| format!("event: thinking\ndata: {json}\n\n"))
                }
                () = sleep(self.app.options.stream_keep_alive) => Ok(":\n\n".to_owned()),
            };
            let Ok(text) = text else { return };
            let is_sent = tokio::select! {
                biased;
                () = self.follower.follower.ended() => false,
                sent = self.sender.send(BodyPart::Data(text.into())) => sent.is_ok(),
            };
            if !is_sent {
                return;
            }
        }
    }
}

fn thinking_json(thinking: &Thinking, coords: Coords) -> Option<TableThinkingJson> {
    let (turn, best) = (&thinking.turn, thinking.best.as_ref()?);
    let colors = [turn.side, turn.side.opposite()].into_iter().cycle();
    let line: Vec<_> = colors.zip(best.line.iter().copied()).collect();
    let game = (*turn.game).clone();
    let coords = coords.for_game(game.game());
    Some(TableThinkingJson {
        side: side_word(turn.side),
        depth: best.depth,
        value: best.value,
        nodes: best.nodes,
        line: move_texts(coords, game, &line),
    })
}
