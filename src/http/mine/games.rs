//! `/v1/books/{book}/games/{id}`: returns a counted game.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{AnyOfBuilder, Schema};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::Tag;
use crate::request::access::ReadAccess;
use crate::request::address::{Path, Query};
use crate::server::app::App;
use joseki_format::record::RecordedGame;
use joseki_game::Game;
use joseki_service::Code;
use joseki_wire::{Coords, GameJson, PlayedGameJson};

/// Form of a game in the response.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameFormat {
    /// Players, date and result.
    #[default]
    Json,
    /// The game record.
    Sgf,
    /// The fields of `json`, and the moves.
    Moves,
}

/// Form of the game and its points.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct GameParameters {
    /// Default `json`, the head only. If the moves were kept, `sgf` is the record with them (PGN for
    /// xiangqi), and `moves` the head and the moves as JSON.
    #[param(inline)]
    pub format: GameFormat,
    /// Notation of points, for `moves`; default `gtp`.
    #[param(inline)]
    pub coords: Option<Coords>,
}

/// A game in JSON.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum GameAnswer {
    /// The head.
    Head(GameJson),
    /// The head and the moves.
    Played(PlayedGameJson),
}

/// Returns a game that a book counted.
#[utoipa::path(
    get, path = "/v1/books/{book}/games/{id}", tag = "books", operation_id = "get_game", security((), ("key" = ["read"])),
    params(
        ("book" = String, Path, description = "The book's name", example = "main"),
        ("id" = String, Path, description = "The game's id, as in examples: 16 hexadecimal digits", example = "00c0ffee00c0ffee"),
        GameParameters
    ),
    responses(
        (status = 200, description = "The game",
         content((GameAnswer = "application/json"), (String = "application/x-go-sgf"), (String = "application/x-chess-pgn"))),
        (status = 304, description = "Not modified: the client has this version (`If-None-Match`)"),
        codes::Common, codes::Book, codes::Game
    )
)]
pub async fn get(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path((name, id)): Path<(String, String)>,
    Query(parameters): Query<GameParameters>,
) -> Result<Response, Problem> {
    parameters.check()?;
    let format = parameters.format;
    let found = app.read(move |service| {
        let (book, game) = service.mining().game(&name, &id)?;
        let kept = match format {
            GameFormat::Json => GamePart::Head,
            GameFormat::Sgf => GamePart::Sgf(service.mining().game_record(&name, &id)?),
            GameFormat::Moves => GamePart::Moves(service.mining().game_moves(&name, &id)?),
        };
        Ok((book, game, kept))
    });
    let (book, game, kept) = found.await?;
    let tag = Tag::new(&book.info.name, book.info.version, &app.service.history());
    let conditions = &reader.conditions;
    let head = GameJson::new(&book, &game);
    match kept {
        GamePart::Head => conditions.versioned(&tag, &GameAnswer::Head(head)),
        GamePart::Moves(record) => {
            let coords = parameters.coords.unwrap_or_default().for_game(record.variant.game());
            let played = PlayedGameJson::new(head, &record, coords);
            conditions.versioned(&tag, &GameAnswer::Played(played))
        }
        GamePart::Sgf(record) => Ok(match conditions.not_modified(&tag) {
            Some(response) => response,
            None => conditions.tagged(&tag, file(&game.id, book.info.variant.game(), record)),
        }),
    }
}

/// The requested part of a game.
enum GamePart {
    Head,
    Sgf(Vec<u8>),
    Moves(RecordedGame),
}

impl GameParameters {
    /// Rejects `coords` for formats without points in chosen coordinates.
    fn check(&self) -> Result<(), Problem> {
        if self.coords.is_none() || self.format == GameFormat::Moves {
            return Ok(());
        }
        let detail = "coords: only with format=moves";
        Err(Problem::new(Code::InvalidValue, detail).field("coords"))
    }
}

fn file(id: &str, game: Game, record: Vec<u8>) -> Response {
    let (kind, ending) = match game {
        Game::Xiangqi => ("application/x-chess-pgn; charset=utf-8", "pgn"),
        _ => ("application/x-go-sgf; charset=utf-8", "sgf"),
    };
    let mut response = Response::new(Body::from(record));
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static(kind);
    headers.insert(header::CONTENT_TYPE, kind);
    // The id consists of hexadecimal digits only.
    let disposition = format!("attachment; filename=\"{id}.{ending}\"");
    headers.extend(
        HeaderValue::try_from(disposition).map(|value| (header::CONTENT_DISPOSITION, value)),
    );
    response
}

// Written by hand: a game with its moves also matches the plain game, so `oneOf` would reject it.
impl PartialSchema for GameAnswer {
    fn schema() -> RefOr<Schema> {
        let either = AnyOfBuilder::new()
            .item(Ref::from_schema_name(GameJson::name()))
            .item(Ref::from_schema_name(PlayedGameJson::name()));
        RefOr::T(Schema::AnyOf(either.build()))
    }
}

impl ToSchema for GameAnswer {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        for (name, schema) in [
            (GameJson::name(), GameJson::schema()),
            (PlayedGameJson::name(), PlayedGameJson::schema()),
        ] {
            schemas.push((name.into_owned(), schema));
        }
        GameJson::schemas(schemas);
        PlayedGameJson::schemas(schemas);
    }
}
