//! Counted games.

use serde::Serialize;
use utoipa::ToSchema;

use crate::coords::Coords;
use joseki_format::record::RecordedGame;
use joseki_service::{Book, next::ExampleGame};
use joseki_store::BookVersion;

/// Counted game in brief.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "00c0ffee00c0ffee", "black": "Honinbo Shusaku", "black_rank": "4d", "white": "Inoue Gennan Inseki",
    "white_rank": "8d", "date": "1846-09-11", "result": "B+2", "source": "pro", "event": null
}))]
pub struct ExampleJson {
    /// Id of the game, 16 hexadecimal digits, for `GET /v1/books/{book}/games/{id}`.
    pub id: String,
    /// Name of the Black player; empty if unknown.
    pub black: String,
    /// Rank of the Black player as in the record; null if unknown.
    pub black_rank: Option<String>,
    /// Name of the White player; empty if unknown.
    pub white: String,
    /// Rank of the White player as in the record; null if unknown.
    pub white_rank: Option<String>,
    /// Date as precisely as known: `2008-01-31`, `2008-01` or `2008`; null if unknown.
    pub date: Option<String>,
    /// Result as in the record, e.g. `B+2`; null if unknown.
    pub result: Option<String>,
    /// Name of the collection.
    pub source: String,
    /// Name of the event; null if unknown.
    pub event: Option<String>,
}

/// Counted game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameJson {
    /// The book that counts it.
    pub book: BookVersion,
    /// The game in brief.
    #[serde(flatten)]
    pub game: ExampleJson,
    /// Komi in points, as in the record; null if unknown.
    pub komi: Option<String>,
    /// Strength of the players: `unknown`, `kyu`, `dan`, `high_dan`, `pro` or `engine`.
    pub strength: &'static str,
    /// Whether the moves are stored, so that `?format=sgf` returns the record and `?format=moves`
    /// the moves.
    pub record: bool,
}

/// Counted game with its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayedGameJson {
    /// The game.
    #[serde(flatten)]
    pub game: GameJson,
    /// Notation of points.
    pub coords: Coords,
    /// Board size in lines.
    pub board_size: u8,
    /// Stones and moves.
    #[serde(flatten)]
    pub played: BoardMovesJson,
}

/// Setup stones and moves of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "initial_stones": [["B", "D4"]], "moves": [["W", "Q16"], ["B", "O17"], ["W", "pass"]]
}))]
pub struct BoardMovesJson {
    /// Handicap and setup stones, each `[colour, point]`.
    pub initial_stones: Vec<[String; 2]>,
    /// Moves, each `[colour, point]`; `pass` for a pass.
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
    /// Creates a game counted by a book.
    #[must_use]
    pub fn new(book: &Book, game: &ExampleGame) -> GameJson {
        GameJson {
            book: (&book.info).into(),
            game: game.into(),
            komi: game.row.komi.clone(),
            strength: game.band.into(),
            record: game.row.moves.is_some(),
        }
    }
}

impl PlayedGameJson {
    /// Creates a game with its moves, its points in the given notation.
    #[must_use]
    pub fn new(game: GameJson, record: &RecordedGame, coords: Coords) -> PlayedGameJson {
        PlayedGameJson {
            game,
            coords,
            board_size: record.size.get(),
            played: BoardMovesJson::new(record, coords),
        }
    }
}

impl BoardMovesJson {
    /// Creates the stones and moves with points in the given notation.
    #[must_use]
    pub fn new(record: &RecordedGame, coords: Coords) -> BoardMovesJson {
        let size = record.size;
        let stone = |(color, point): &(_, _)| {
            [coords.letter(*color).to_owned(), coords.point(*point, size)]
        };
        BoardMovesJson {
            initial_stones: record.initial.iter().map(stone).collect(),
            moves: coords.game_moves(&record.moves, size),
        }
    }
}
