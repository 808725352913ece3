//! `/v1/tables`: makes tables, shows them, and takes what players do there.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::host::{HeldTable, TableHost, moved_on};
use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::{changed, json};
use crate::request::access::{AdminAccess, ReadAccess, key_label};
use crate::request::address::{NoParameters, Path, Query, limit};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use crate::server::client::{CALLER, caller};
use joseki_game::Color;
use joseki_game::table::TablePhase;
use joseki_service::{
    Code, ServiceError,
    play::{
        ClockReading, ListedTable, PlayedTable, RecordTexts, TableError, TableRecordFormat,
        TableSetup, TableStep, estimate,
    },
};
use joseki_store::TokenHash;
use joseki_wire::{
    Coords, NewTableJson, TableActionRequest, TableCommand, TableJson, TableView, day,
};

impl Payload for TableSetup {
    const BYTES: usize = 64 << 10;
}

impl Payload for TableActionRequest {
    const BYTES: usize = 4 << 10;
}

/// How a table is written.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct TableParameters {
    /// Notation of points; default that of the game's players.
    #[param(inline)]
    pub coords: Coords,
}

/// Format of a record.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct RecordParameters {
    /// `sgf`, `pgn` (xiangqi), `psq` (five in a row) or `go` (Go on 19 lines); default `pgn` in
    /// xiangqi, else `sgf`.
    #[param(inline)]
    pub format: Option<TableRecordFormat>,
}

/// Makes a table.
///
/// Its tokens, one for each side that a person plays and one to watch, are the only rights to it:
/// no key is needed. A table is removed 30 days after the last thing that was done there.
#[utoipa::path(
    post, path = "/v1/tables", tag = "play", operation_id = "create_table", security((), ("key" = ["read"])),
    request_body = TableSetup,
    responses(
        (status = 201, description = "The table", body = NewTableJson, headers(("Location" = String, description = "Its address for those who watch"))),
        codes::Common, codes::Body, codes::NewTable, codes::Write
    )
)]
pub async fn create(
    _: ReadAccess,
    State(app): State<Arc<App>>,
    Extension(tables): Extension<Arc<TableHost>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(setup): Json<TableSetup>,
) -> Result<Response, Problem> {
    let (node, most) = (app.options.node.clone(), app.options.max_tables as u64);
    let made = tables.made_by(caller());
    let mut made = made.lock().await;
    check_own_tables(&app, &mut made).await?;
    let new = app.write(move |service| service.tables().create(&setup, &node, most)).await?;
    if app.options.max_tables_per_address > 0 {
        made.push(new.table.tokens.watch);
    }
    drop(made);
    let location = format!("/v1/tables/{}", new.watch);
    let held = tables.hold(new.table.clone(), caller());
    let own = Color::ALL.into_iter().filter(|color| new.sides[*color as usize].is_some());
    let view = view(&held, own.collect(), Coords::default());
    let mut response = changed(StatusCode::CREATED, None, &NewTableJson::new(new, &view))?;
    if let Ok(location) = HeaderValue::try_from(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// Checks that a caller has not made too many tables whose games go on; forgets the others.
async fn check_own_tables(app: &Arc<App>, own: &mut Vec<TokenHash>) -> Result<(), Problem> {
    let most = app.options.max_tables_per_address;
    if most == 0 || own.len() < most {
        return Ok(());
    }
    let made = own.clone();
    let going_on = app.read(move |service| {
        let goes_on = |table: &TokenHash| match service.tables().get(table) {
            Ok(table) => Ok(table.table.result().is_none()),
            Err(error) if matches!(error.of(), Some(TableError::Unknown)) => Ok(false),
            Err(error) => Err(error),
        };
        let mut going_on = Vec::new();
        for table in made {
            if goes_on(&table)? {
                going_on.push(table);
            }
        }
        Ok(going_on)
    });
    *own = going_on.await?;
    if own.len() < most {
        return Ok(());
    }
    let detail = format!(
        "{most} games started from this address or with this key are still going on: end one first"
    );
    Err(Problem::new(Code::TooManyTables, detail).retry_after(60))
}

/// All tables.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TablesJson {
    /// Those touched last first.
    pub tables: Vec<ListedTable>,
}

/// Number of tables to list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct TablesParameters {
    /// Tables at most, 1 to 10000; default 1000.
    #[param(minimum = 1, maximum = 10_000)]
    pub limit: Option<usize>,
}

/// Lists the tables of all nodes, without their tokens.
#[utoipa::path(
    get, path = "/v1/tables", tag = "play", operation_id = "list_tables", params(TablesParameters),
    responses((status = 200, description = "The tables", body = TablesJson), codes::Common),
    security(("key" = ["admin"]))
)]
pub async fn list(
    _: AdminAccess,
    State(app): State<Arc<App>>,
    Query(parameters): Query<TablesParameters>,
) -> Result<Response, Problem> {
    let limit = limit(parameters.limit, 1000, 10_000)?;
    let tables = app.read(move |service| service.tables().list(limit)).await?;
    json(StatusCode::OK, &TablesJson { tables })
}

/// Closes a table, even during a game.
///
/// Removes the table with its game and notifies its followers. At another node the game ends with its
/// next action.
#[utoipa::path(
    post, path = "/v1/tables/{table}/close", tag = "play", operation_id = "close_table",
    params(("table" = String, Path, description = "The id of the table in the list, not a token", example = "0123456789abcdef")),
    responses((status = 200, description = "What the table was", body = ListedTable), codes::Common, codes::ClosedTable, codes::Write),
    security(("key" = ["admin"]))
)]
pub async fn close(
    AdminAccess(admin): AdminAccess,
    State(app): State<Arc<App>>,
    Extension(tables): Extension<Arc<TableHost>>,
    Path(id): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    // Completed even if the client disconnects, so that followers are notified.
    let closed = tokio::spawn(CALLER.scope(caller(), async move {
        let (table, watch) = app.write(move |service| service.tables().close(&id)).await?;
        tables.drop_closed(&watch).await;
        tracing::info!(table = table.id, by = key_label(&admin), "a table was closed");
        Ok::<_, Problem>(table)
    }));
    let table = closed.await.map_err(|_| Problem::new(Code::Internal, "closing failed"))??;
    json(StatusCode::OK, &table)
}

/// Returns the state of a table.
#[utoipa::path(
    get, path = "/v1/tables/{table}", tag = "play", operation_id = "get_table", security(()),
    params(("table" = String, Path, description = "A token of the table"), TableParameters),
    responses((status = 200, description = "The state", body = TableJson), codes::Common, codes::Table)
)]
pub async fn get(
    Extension(tables): Extension<Arc<TableHost>>,
    Path(token): Path<String>,
    Query(parameters): Query<TableParameters>,
) -> Result<Response, Problem> {
    let (table, token) = tables.find(&token).await?;
    let state = table.lock().await?;
    answer(&table, &state, state.sides_of(&token), parameters.coords)
}

/// Does something at a table, with the token of a side.
#[utoipa::path(
    post, path = "/v1/tables/{table}/actions", tag = "play", operation_id = "act_at_table", security(()),
    params(("table" = String, Path, description = "The token of a side")),
    request_body = TableActionRequest,
    responses((status = 200, description = "The state afterwards", body = TableJson), codes::Common, codes::Body, codes::TableAction, codes::Write)
)]
pub async fn act(
    State(app): State<Arc<App>>,
    Extension(tables): Extension<Arc<TableHost>>,
    Path(token): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<TableActionRequest>,
) -> Result<Response, Problem> {
    let (table, token) = tables.find(&token).await?;
    let mut state = table.lock().await?;
    let own = state.sides_of(&token);
    // The game as the player saw it.
    let seen = match request.version {
        Some(version) => state.game_at(version).ok_or_else(moved_on)?,
        None => state.table.game().clone(),
    };
    let by = request.side(&own, seen.to_move())?;
    let action = match request.parse(&seen)? {
        TableCommand::Act(action) => action,
        TableCommand::Stop if table.stop() => {
            return answer(&table, &state, own, request.coords);
        }
        TableCommand::Stop => {
            let detail = "no program thinks";
            return Err(Problem::new(Code::TableRefused, detail).field("action"));
        }
        TableCommand::Estimate => {
            let counted = state.table.clone();
            let is_counting = matches!(counted.phase(), TablePhase::Counting(_));
            match app.compute(move |_| Ok(estimate(&counted))).await? {
                Some(action) if is_counting => action,
                _ => {
                    let detail = "the board is counted after both sides have passed";
                    return Err(Problem::new(Code::TableRefused, detail).field("action"));
                }
            }
        }
    };
    if let Some(version) = request.version
        && version != state.version()
    {
        let done = state.event(version).filter(|done| done.by == by && done.action == action);
        return match done {
            // The answer to the first request was lost.
            Some(_) => answer(&table, &state, own, request.coords),
            None => Err(moved_on()),
        };
    }
    table.step(&app, &mut state, &TableStep { by, action, comment: None }).await?;
    answer(&table, &state, own, request.coords)
}

/// Returns the record of a game at a table.
#[utoipa::path(
    get, path = "/v1/tables/{table}/record", tag = "play", operation_id = "get_table_record", security(()),
    params(("table" = String, Path, description = "A token of the table"), RecordParameters),
    responses(
        (status = 200, description = "The record", content(
            (String = "application/x-go-sgf"), (String = "application/x-chess-pgn"), (String = "text/plain"), (Vec<u8> = "application/octet-stream")
        )),
        codes::Common, codes::Table, codes::Unwritable
    )
)]
pub async fn record(
    Extension(tables): Extension<Arc<TableHost>>,
    Path(token): Path<String>,
    Query(parameters): Query<RecordParameters>,
) -> Result<Response, Problem> {
    let (table, _) = tables.find(&token).await?;
    let state = table.lock().await?;
    let game = state.table.game().game();
    let format = parameters.format.unwrap_or(TableRecordFormat::usual(game));
    let day = day(state.made / 1000);
    let names = state.setup.sides().map(|side| side.to_string());
    let texts = RecordTexts { names: [&names[0], &names[1]], date: &day };
    let bytes = state
        .record(format, &texts)
        .map_err(|error| ServiceError::from(TableError::from(error)))?;
    let kind = match format {
        TableRecordFormat::Sgf => "application/x-go-sgf; charset=utf-8",
        TableRecordFormat::Pgn => "application/x-chess-pgn; charset=utf-8",
        TableRecordFormat::Psq => "text/plain; charset=utf-8",
        TableRecordFormat::Go => "application/octet-stream",
    };
    let name = format!("attachment; filename=\"{game}-{day}.{format}\"");
    let mut response = Response::new(bytes.into());
    let headers = response.headers_mut();
    for (header, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_DISPOSITION, &name),
    ] {
        if let Ok(value) = HeaderValue::try_from(value) {
            headers.insert(header, value);
        }
    }
    Ok(response)
}

/// Removes a table whose game is over, with the token of a side; a game between programs with any.
#[utoipa::path(
    delete, path = "/v1/tables/{table}", tag = "play", operation_id = "delete_table", security(()),
    params(("table" = String, Path, description = "A token of the table")),
    responses((status = 204, description = "The table is removed"), codes::Common, codes::TableAction, codes::Write)
)]
pub async fn delete(
    State(app): State<Arc<App>>,
    Extension(tables): Extension<Arc<TableHost>>,
    Path(token): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<StatusCode, Problem> {
    let (table, token) = tables.find(&token).await?;
    let state = table.lock().await?;
    let has_persons = state.tokens.sides.iter().any(Option::is_some);
    let refused = |detail| Problem::new(Code::TableRefused, detail);
    if has_persons && state.sides_of(&token).is_empty() {
        return Err(refused("this token may only watch: use that of a side"));
    }
    let is_begun = !state.table.game().moves().is_empty();
    if has_persons && is_begun && state.table.result().is_none() {
        return Err(refused("the game goes on: resign first"));
    }
    table.remove(&app, &state).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns what a viewer sees of a table now.
pub fn view(table: &HeldTable, own: Vec<Color>, coords: Coords) -> TableView {
    let thinking = table.thinking.borrow().as_ref().map(|thinking| thinking.turn.side);
    TableView { own, present: table.present(), thinking, now: ClockReading::now(), coords }
}

fn answer(
    table: &HeldTable,
    state: &PlayedTable,
    own: Vec<Color>,
    coords: Coords,
) -> Result<Response, Problem> {
    json(StatusCode::OK, &TableJson::new(state, &view(table, own, coords)))
}
