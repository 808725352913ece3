//! `/v1/books/{book}/games/{id}`: a counted game.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::access::Reader;
use super::address::{Path, Query};
use super::app::App;
use super::cache::Tag;
use super::problem::Problem;
use super::refusals::ReadingGame;
use crate::wire::GameJson;

/// What of a game is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameFormat {
    /// Who played it, when, and how it ended.
    #[default]
    Json,
    /// The record.
    Sgf,
}

/// How a game is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct GameParameters {
    /// `json`, its head, unless said; `sgf` is the record with its moves, if they were kept.
    #[param(inline)]
    pub format: GameFormat,
}

/// A game that a book counted.
#[utoipa::path(
    get, path = "/v1/books/{book}/games/{id}", tag = "books", operation_id = "get_game", security((), ("key" = ["read"])),
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("id" = String, Path, description = "The game's identity, as examples have it: 16 hexadecimal digits", example = "00c0ffee00c0ffee"),
        GameParameters
    ),
    responses(
        (status = 200, description = "The game",
         content((GameJson = "application/json"), (String = "application/x-go-sgf"))),
        (status = 304, description = "The caller has this version already (`If-None-Match`)"),
        ReadingGame
    )
)]
pub async fn get(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path((name, id)): Path<(String, String)>,
    Query(asked): Query<GameParameters>,
) -> Result<Response, Problem> {
    let record = asked.format == GameFormat::Sgf;
    let found = app.read(move |service| {
        let (book, game) = service.game(&name, &id)?;
        let record = record
            .then(|| service.game_record(&name, &id))
            .transpose()?;
        Ok((book, game, record))
    });
    let (book, game, record) = found.await?;
    let tag = Tag::new(&book.info.name, book.info.version);
    let Some(record) = record else {
        return reader
            .conditions
            .versioned(&tag, &GameJson::new(&book, &game));
    };
    if let Some(response) = reader.conditions.not_modified(&tag) {
        return Ok(response);
    }
    let mut response = Response::new(Body::from(record));
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("application/x-go-sgf; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, kind);
    // The identity is hexadecimal digits and nothing else.
    let disposition = format!("attachment; filename=\"{}.sgf\"", game.id);
    headers.extend(
        HeaderValue::try_from(disposition).map(|value| (header::CONTENT_DISPOSITION, value)),
    );
    Ok(reader.conditions.tagged(&tag, response))
}
