//! Ladders on a board: the question and its answer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{BoardAsked, check_points, pairs, parse_color};
use super::condition::turn;
use super::coords::Coords;
use super::error::RequestError;
use crate::book::Words;
use crate::game::go::{BoardSize, Point};
use crate::ledger::Record;
use crate::service::{LadderAnswer, LadderQuery};

/// A board, and the chains whose ladders are asked about.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({
    "moves": [["B", "Q16"], ["W", "P16"], ["B", "P17"], ["W", "K3"], ["B", "O17"], ["W", "R4"], ["B", "P15"]],
    "points": ["P16"]
}))]
pub struct LadderRequest {
    /// Lines of the board, 2 to 25; 19 unless said.
    pub board_size: Option<u8>,
    /// How points are written, here and in the answer.
    pub coords: Coords,
    /// The moves so far, each colour and point (`"pass"` for a pass).
    #[serde(deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
    /// Handicap and setup stones, each colour and point.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// A stone of each chain; all chains with one or two liberties unless said.
    pub points: Vec<String>,
    /// Who moves first, `B` or `W`. Unless said: the runner if it is in atari, the chaser if it has two liberties.
    pub first: Option<String>,
}

impl LadderRequest {
    /// The question, every field understood.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub fn into_query(&self) -> Result<LadderQuery, RequestError> {
        let board = BoardAsked {
            size: self.board_size,
            coords: self.coords,
            initial: &self.initial_stones,
            moves: &self.moves,
        };
        self.on_board(board.understood()?)
    }

    /// The question on a board that comes from elsewhere.
    ///
    /// # Errors
    /// As [`LadderRequest::into_query`].
    pub fn on_board(&self, board: Record) -> Result<LadderQuery, RequestError> {
        Ok(LadderQuery {
            points: check_points("points", &self.points, self.coords, board.size)?,
            first: match &self.first {
                Some(color) => Some(parse_color(|| "first".to_owned(), color)?),
                None => None,
            },
            board,
        })
    }
}

/// The ladders of a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LadderResponse {
    /// Lines of the board.
    pub board_size: u8,
    /// How points are written.
    pub coords: Coords,
    /// In the order of the points, or in reading order.
    pub ladders: Vec<LadderJson>,
}

/// What becomes of one chain.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LadderJson {
    /// A stone of the chain.
    pub point: String,
    /// Its colour, `B` or `W`.
    pub color: String,
    /// How many liberties it has.
    pub liberties: u32,
    /// `captured`, `escapes`, `ko` (who has the ko threat decides) or `unknown` (too long to be read).
    pub outcome: &'static str,
    /// For whom the ladder is good; nothing for `ko` and `unknown`.
    pub winner: Option<String>,
    /// The moves of both sides.
    pub moves: Vec<[String; 2]>,
    /// The same in words.
    pub why: String,
    /// Positions that were looked at.
    pub nodes: u32,
}

impl LadderResponse {
    /// The answer as it is sent.
    ///
    /// # Errors
    /// No stone stands at a point that was asked about.
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
        let message = format!("no stone stands at {at}");
        let field = format!("points[{index}]");
        return Err(RequestError::new("invalid_point", field, message));
    };
    Ok(LadderJson {
        point: at,
        color: reading.defender.letter().to_string(),
        liberties: answer.liberties,
        outcome: reading.outcome.name(),
        winner: reading.winner().map(|color| color.letter().to_string()),
        moves: reading
            .moves
            .iter()
            .map(|moved| turn(moved, point))
            .collect(),
        why: Words { point }.ladder(answer.point, reading),
        nodes: reading.nodes,
    })
}
