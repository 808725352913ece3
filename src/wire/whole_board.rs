//! What moves and corners are worth on the whole board.

use serde::Serialize;
use utoipa::ToSchema;

use super::coords::Coords;
use super::next_response::letter;
use crate::game::Color;
use crate::game::go::{BoardSize, Point};
use crate::service::{WholeBoard, WholeCorner, WholeLine};

/// What a move and the book's line from it do to the whole board: the change of SFB (ΔSFB) under the mechanical model
/// of influence, in points, from the view of `to_play`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "move": 5.148629, "line": 1.25, "line_moves": [["B", "R14"], ["W", "R17"]], "last": "W"
}))]
pub struct WholeLineJson {
    /// ΔSFB of the move alone.
    #[serde(rename = "move")]
    pub change: f64,
    /// ΔSFB of its whole line. A line whose `last` move is that of `to_play` has one stone more of that side, and
    /// the other side has the turn then; compare it with other such lines.
    pub line: f64,
    /// The line, each colour and point: the move (of twins the one that is worth more), then the book's best sound
    /// moves for both sides in the corner, to the end of the book's line, at most 40.
    pub line_moves: Vec<[String; 2]>,
    /// Who made the last of them, `B` or `W`.
    pub last: Option<String>,
}

/// What is at stake in a corner, in points of SFB from the view of `to_play`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "line": 7.5, "opponent_line": -6.25, "opponent_moves": [["W", "R17"]], "swing": 13.75
}))]
pub struct WholeCornerJson {
    /// The `line` of its first move; null if it has none.
    pub line: Option<f64>,
    /// ΔSFB of the line that the other side's best sound move begins here, as if it were its turn; null if it has
    /// none. From the view of `to_play`, so mostly negative.
    pub opponent_line: Option<f64>,
    /// That line, each colour and point.
    pub opponent_moves: Vec<[String; 2]>,
    /// `line` less `opponent_line`: what depends on who plays here first; null unless both are known.
    pub swing: Option<f64>,
}

/// The board as a whole.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"lead": -0.662781, "biggest_corner": "upper_right", "by": "swing"}))]
pub struct WholeBoardJson {
    /// SFB as the board stands, from the view of `to_play`: positive if that side leads, whatever its colour.
    pub lead: f64,
    /// The corner where most is at stake; null if no corner has a first move that the book does not advise against.
    pub biggest_corner: Option<&'static str>,
    /// What was compared: the corners' `swing` if all of them have one, else their `line`; null if there is no
    /// biggest corner.
    pub by: Option<&'static str>,
}

impl WholeLineJson {
    /// A line with its points as the caller writes them.
    #[must_use]
    pub fn new(line: &WholeLine, coords: Coords, size: BoardSize) -> WholeLineJson {
        WholeLineJson {
            change: line.first,
            line: line.change,
            line_moves: moves(&line.moves, coords, size),
            last: line.last().map(letter),
        }
    }
}

impl WholeCornerJson {
    /// A corner with its points as the caller writes them.
    #[must_use]
    pub fn new(corner: &WholeCorner, coords: Coords, size: BoardSize) -> WholeCornerJson {
        let opponent = corner.opponent.as_ref();
        let theirs = opponent.map(|line| moves(&line.moves, coords, size));
        WholeCornerJson {
            line: corner.line,
            opponent_line: opponent.map(|line| line.change),
            opponent_moves: theirs.unwrap_or_default(),
            swing: corner.swing(),
        }
    }
}

impl From<&WholeBoard> for WholeBoardJson {
    fn from(whole: &WholeBoard) -> WholeBoardJson {
        WholeBoardJson {
            lead: whole.lead,
            biggest_corner: whole.biggest.map(|biggest| biggest.corner.name()),
            by: whole.biggest.map(|biggest| biggest.by.name()),
        }
    }
}

fn moves(line: &[(Color, Point)], coords: Coords, size: BoardSize) -> Vec<[String; 2]> {
    let written = line
        .iter()
        .map(|(color, point)| [letter(*color), coords.point(*point, size)]);
    written.collect()
}
