//! Counted games.

use serde::Serialize;
use utoipa::ToSchema;

use crate::service::{Book, ExampleGame};

/// A counted game in a few words.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "00c0ffee00c0ffee", "black": "Honinbo Shusaku", "black_rank": "4d", "white": "Inoue Gennan Inseki",
    "white_rank": "8d", "date": "1846-09-11", "result": "B+2", "source": "pro", "event": null
}))]
pub struct ExampleJson {
    /// Its identity, 16 hexadecimal digits: `GET /v1/books/{book}/games/{id}` gives the game.
    pub id: String,
    /// The player of the black stones; empty if nobody says.
    pub black: String,
    /// The rank, as the record writes it.
    pub black_rank: Option<String>,
    /// The player of the white stones; empty if nobody says.
    pub white: String,
    /// The rank, as the record writes it.
    pub white_rank: Option<String>,
    /// As far as it is known: `2008-01-31`, `2008-01` or `2008`.
    pub date: Option<String>,
    /// As the record writes it; null if it does not.
    pub result: Option<String>,
    /// The collection that it came with.
    pub source: String,
    /// The event.
    pub event: Option<String>,
}

/// A counted game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameJson {
    /// The book that counted it.
    pub book: super::BookVersionJson,
    /// The game.
    #[serde(flatten)]
    pub game: ExampleJson,
    /// White's compensation in points, as the record writes it.
    pub komi: Option<String>,
    /// By whom it is counted: `unknown`, `kyu`, `dan`, `high_dan`, `pro` or `engine`.
    pub strength: &'static str,
    /// Whether the moves were kept, so that `?format=sgf` gives the record.
    pub record: bool,
}

impl From<&ExampleGame> for ExampleJson {
    fn from(game: &ExampleGame) -> ExampleJson {
        let row = &game.row;
        ExampleJson {
            id: game.id.clone(),
            black: row.black.clone(),
            black_rank: row.black_rank.clone(),
            white: row.white.clone(),
            white_rank: row.white_rank.clone(),
            date: game.date(),
            result: Some(row.result.clone()).filter(|result| !result.is_empty()),
            source: game.source.clone(),
            event: row.event.clone(),
        }
    }
}

impl GameJson {
    /// A game that a book counted.
    #[must_use]
    pub fn new(book: &Book, game: &ExampleGame) -> GameJson {
        GameJson {
            book: super::BookVersionJson {
                name: book.info.name.clone(),
                version: book.info.version,
            },
            game: game.into(),
            komi: game.row.komi.clone(),
            strength: game.band.name(),
            record: game.row.moves.is_some(),
        }
    }
}
