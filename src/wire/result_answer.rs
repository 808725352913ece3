//! What became of a result, and a result as it is kept.

use serde::Serialize;
use utoipa::ToSchema;

use super::coords::Coords;
use super::next_response::letter;
use super::time::rfc3339;
use crate::book::Line;
use crate::game::go::Move;
use crate::ledger::MILLION;
use crate::service::PostedResult;
use crate::store::{LedgerRow, LedgerStatus};

/// What became of a result.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "game_id": "2026-01-31-17", "status": "counted", "learned": 3,
    "lines": {"upper_left": null, "upper_right": "DDCFFC", "lower_left": null, "lower_right": null}
}))]
pub struct PostedJson {
    /// The game's identity.
    pub game_id: String,
    /// `counted`; `unchanged` if the same result was there already; `corrected`.
    pub status: &'static str,
    /// The moves of all books in it, of both sides: what learned from it.
    pub learned: usize,
    /// How far the books knew each corner.
    pub lines: CornerLinesJson,
}

/// The line that each corner went, as far as any book knows it; null where no book knows a move of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CornerLinesJson {
    /// The upper left corner.
    pub upper_left: Option<String>,
    /// The upper right corner.
    pub upper_right: Option<String>,
    /// The lower left corner.
    pub lower_left: Option<String>,
    /// The lower right corner.
    pub lower_right: Option<String>,
}

/// What became of a withdrawal.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"game_id": "2026-01-31-17", "status": "withdrawn"}))]
pub struct WithdrawnJson {
    /// The game's identity.
    pub game_id: String,
    /// `withdrawn`; `unchanged` if it was withdrawn already.
    pub status: &'static str,
}

/// A result as it is kept, without its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ResultHeadJson {
    /// The game's identity.
    pub game_id: String,
    /// Against whom, the version after the last `@`.
    pub opponent: String,
    /// The class that was said with it.
    pub class: Option<String>,
    /// Our colour, `B` or `W`.
    pub color: String,
    /// How it ended for us: `win`, `loss` or `draw`.
    pub result: &'static str,
    /// The points by which it was decided.
    pub margin: Option<f64>,
    /// What it counts for, 0 to 1: 1, 0.5 or 0; with a margin, a fifth of it goes by the margin.
    pub points: f64,
    /// When it was first entered (RFC 3339, UTC).
    pub received: String,
    /// 1 when it was entered; each correction and withdrawal makes it one more.
    pub revision: u32,
    /// Whether it was withdrawn and counts no more.
    pub withdrawn: bool,
    /// The moves of all books in it, of both sides: what learned from it.
    pub learned: usize,
}

/// A result as it is kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "game_id": "2026-01-31-17", "opponent": "gnugo@3.8", "class": "engine", "color": "B", "result": "win",
    "margin": 3.5, "points": 0.9227, "received": "2026-01-31T13:05:07.000001Z", "revision": 1,
    "withdrawn": false, "learned": 3, "board_size": 19, "coords": "gtp", "initial_stones": [],
    "moves": [["B", "Q16"], ["W", "O17"], ["B", "R14"]]
}))]
pub struct ResultJson {
    /// The result.
    #[serde(flatten)]
    pub head: ResultHeadJson,
    /// Lines of the board.
    pub board_size: u8,
    /// How points are written.
    pub coords: Coords,
    /// Handicap and setup stones, each colour and point.
    pub initial_stones: Vec<[String; 2]>,
    /// The moves, each colour and point.
    pub moves: Vec<[String; 2]>,
}

impl From<&PostedResult> for PostedJson {
    fn from(posted: &PostedResult) -> PostedJson {
        PostedJson {
            game_id: posted.game.clone(),
            status: match posted.status {
                LedgerStatus::Counted => "counted",
                LedgerStatus::Corrected => "corrected",
                _ => "unchanged",
            },
            learned: posted.learned,
            lines: (&posted.lines).into(),
        }
    }
}

impl From<&[Line; 4]> for CornerLinesJson {
    fn from(lines: &[Line; 4]) -> CornerLinesJson {
        let [upper_left, upper_right, lower_left, lower_right] = lines
            .each_ref()
            .map(|line| Some(line.to_string()).filter(|line| !line.is_empty()));
        CornerLinesJson {
            upper_left,
            upper_right,
            lower_left,
            lower_right,
        }
    }
}

impl WithdrawnJson {
    /// What became of the withdrawal of a game, which counted until now or did not.
    #[must_use]
    pub fn new(game: String, counted: bool) -> WithdrawnJson {
        WithdrawnJson {
            game_id: game,
            status: if counted { "withdrawn" } else { "unchanged" },
        }
    }
}

impl From<&LedgerRow> for ResultHeadJson {
    fn from(row: &LedgerRow) -> ResultHeadJson {
        let entry = &row.entry;
        ResultHeadJson {
            game_id: entry.game.clone(),
            opponent: entry.opponent.to_string(),
            class: entry.class.clone(),
            color: letter(entry.color),
            result: entry.outcome.name(),
            margin: entry.margin,
            points: entry.points() as f64 / MILLION as f64,
            received: rfc3339(row.received),
            revision: row.revision,
            withdrawn: row.withdrawn,
            learned: entry.edges.len(),
        }
    }
}

impl ResultJson {
    /// A result with its points as the caller writes them.
    #[must_use]
    pub fn new(row: &LedgerRow, coords: Coords) -> ResultJson {
        let record = &row.entry.record;
        let stone = |(color, point)| [letter(color), coords.point(point, record.size)];
        let played = |(color, played)| match played {
            Move::Play(point) => stone((color, point)),
            Move::Pass => [letter(color), "pass".to_owned()],
        };
        ResultJson {
            head: row.into(),
            board_size: record.size.get(),
            coords,
            initial_stones: record.initial.iter().copied().map(stone).collect(),
            moves: record.moves.iter().copied().map(played).collect(),
        }
    }
}
