//! Counted games.

use serde::Serialize;
use utoipa::ToSchema;

use super::coords::Coords;
use super::next_response::letter;
use super::quiz_response::move_text;
use crate::format::record::Record;
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
    /// Whether the moves were kept, so that `?format=sgf` gives the record and `?format=moves` the moves.
    pub record: bool,
}

/// A counted game with its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayedGameJson {
    /// The game.
    #[serde(flatten)]
    pub game: GameJson,
    /// How points are written.
    pub coords: Coords,
    /// Lines of the board.
    pub board_size: u8,
    /// Its board and moves.
    #[serde(flatten)]
    pub played: BoardMovesJson,
}

/// A board and the moves on it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "initial_stones": [["B", "D4"]], "moves": [["W", "Q16"], ["B", "O17"], ["W", "pass"]]
}))]
pub struct BoardMovesJson {
    /// Handicap and setup stones, each colour and point.
    pub initial_stones: Vec<[String; 2]>,
    /// The moves, each colour and point; `pass` for a pass.
    pub moves: Vec<[String; 2]>,
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

impl PlayedGameJson {
    /// A counted game and what was played in it, with its points as the caller writes them.
    #[must_use]
    pub fn new(game: GameJson, record: &Record, coords: Coords) -> PlayedGameJson {
        PlayedGameJson {
            game,
            coords,
            board_size: record.size.get(),
            played: BoardMovesJson::new(record, coords),
        }
    }
}

impl BoardMovesJson {
    /// A board and its moves, with its points as the caller writes them.
    #[must_use]
    pub fn new(record: &Record, coords: Coords) -> BoardMovesJson {
        let size = record.size;
        let stone = |(color, point): &(_, _)| [letter(*color), coords.point(*point, size)];
        let played = |(color, played): &(_, _)| [letter(*color), move_text(*played, coords, size)];
        BoardMovesJson {
            initial_stones: record.initial.iter().map(stone).collect(),
            moves: record.moves.iter().map(played).collect(),
        }
    }
}
