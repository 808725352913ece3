//! Ladders on a board: request and response.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BoardFields, pairs, parse_color, parse_points};
use crate::coords::{Coords, move_pair};
use crate::error::RequestError;
use joseki_book::FactWriter;
use joseki_game::{BoardSize, Game, Point, Variant};
use joseki_ledger::BoardRecord;
use joseki_service::Code;
use joseki_service::board::{LadderAnswer, LadderQuery};

/// Ladder query: a board and the chains to read.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({
    "moves": [["B", "Q16"], ["W", "P16"], ["B", "P17"], ["W", "K3"], ["B", "O17"], ["W", "R4"], ["B", "P15"]],
    "points": ["P16"]
}))]
pub struct LadderRequest {
    /// Board size in lines, 2 to 25; default 19.
    pub board_size: Option<u8>,
    /// Notation of points in the request and the response; default `gtp`.
    pub coords: Coords,
    /// Moves so far, each `[colour, point]`; `"pass"` for a pass.
    #[serde(deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
    /// Handicap and setup stones, each `[colour, point]`.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// One stone of each chain to read; default: all chains with one or two liberties.
    pub points: Vec<String>,
    /// Colour that moves first, `B` or `W`; default: the runner if it is in atari, the chaser if it
    /// has two liberties.
    pub first: Option<String>,
}

impl LadderRequest {
    /// Parses all fields.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn to_query(&self) -> Result<LadderQuery, RequestError> {
        let board = BoardFields {
            variant: Variant::GO,
            size: self.board_size,
            coords: self.coords,
            initial: &self.initial_stones,
            moves: &self.moves,
        };
        self.on_board(board.parse()?)
    }

    /// Parses all fields but the board, which is given.
    ///
    /// # Errors
    /// See [`LadderRequest::to_query`].
    pub fn on_board(&self, board: BoardRecord) -> Result<LadderQuery, RequestError> {
        Ok(LadderQuery {
            points: parse_points("points", &self.points, self.coords, board.size)?,
            first: match &self.first {
                Some(color) => Some(parse_color(Game::Go, || "first".to_owned(), color)?),
                None => None,
            },
            board,
        })
    }
}

/// Ladders on a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LadderResponse {
    /// Board size in lines.
    pub board_size: u8,
    /// Notation of points.
    pub coords: Coords,
    /// Ladders, in the order of the requested points or else in reading order.
    pub ladders: Vec<LadderJson>,
}

/// Outcome of the ladder of one chain.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LadderJson {
    /// A stone of the chain.
    pub point: String,
    /// Colour of the chain, `B` or `W`.
    pub color: String,
    /// Number of liberties of the chain.
    pub liberties: u32,
    /// Outcome: `captured`, `escapes`, `ko` (ko threats decide) or `unknown` (too long to read).
    pub outcome: &'static str,
    /// Colour that the ladder favours, `B` or `W`; null for `ko` and `unknown`.
    pub winner: Option<String>,
    /// Moves of both sides, each `[colour, point]`.
    pub moves: Vec<[String; 2]>,
    /// The outcome as a sentence.
    pub why: String,
    /// Number of positions searched.
    pub nodes: u32,
}

impl LadderResponse {
    /// Creates the response.
    ///
    /// # Errors
    /// A requested point has no stone.
    pub fn new(
        answers: &[LadderAnswer],
        coords: Coords,
        size: BoardSize,
    ) -> Result<LadderResponse, RequestError> {
        let point = |point| coords.point(point, size);
        let ladders = answers.iter().enumerate();
        let ladders = ladders.map(|(index, answer)| ladder(&point, index, answer));
        Ok(LadderResponse {
            board_size: size.get(),
            coords,
            ladders: ladders.collect::<Result<_, _>>()?,
        })
    }
}

fn ladder(
    point: &dyn Fn(Point) -> String,
    index: usize,
    answer: &LadderAnswer,
) -> Result<LadderJson, RequestError> {
    let at = point(answer.point);
    let Some(reading) = &answer.reading else {
        let message = format!("no stone at {at}");
        let field = format!("points[{index}]");
        return Err(RequestError::new(Code::InvalidPoint, field, message));
    };
    Ok(LadderJson {
        point: at,
        color: reading.defender.letter().to_string(),
        liberties: answer.liberties,
        outcome: reading.outcome.into(),
        winner: reading.winner().map(|color| color.letter().to_string()),
        moves: reading.moves.iter().map(|moved| move_pair(moved, point)).collect(),
        why: FactWriter { point }.ladder(answer.point, reading),
        nodes: reading.nodes,
    })
}
