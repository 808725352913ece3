//! Value of moves and corners on the whole board.

use serde::Serialize;
use utoipa::ToSchema;

use super::response::letter;
use crate::coords::Coords;
use joseki_game::{BoardSize, Color, Point};
use joseki_service::next::{WholeBoard, WholeCorner, WholeLine};

/// Effect of a move and the book's continuation on the whole board: the change of SFB (ΔSFB) under
/// the mechanical model of influence, in points, positive for `to_play`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "move": 5.148629, "line": 1.25, "line_moves": [["B", "R14"], ["W", "R17"]], "last": "W"
}))]
pub struct WholeLineJson {
    /// ΔSFB of the move alone.
    #[serde(rename = "move")]
    pub change: f64,
    /// ΔSFB of the whole line. A line whose `last` move is by `to_play` has one more stone of that
    /// side, and the other side is to move: compare it only with other such lines.
    pub line: f64,
    /// The line, each move `[colour, point]`: the move (of two symmetric ones the better), then the
    /// book's best sound moves for both sides in the corner, to the end of the book's line, at most
    /// 40.
    pub line_moves: Vec<[String; 2]>,
    /// Colour of the last move, `B` or `W`; null for an empty line.
    pub last: Option<String>,
}

/// Stakes in a corner, in points of SFB, positive for `to_play`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "line": 7.5, "opponent_line": -6.25, "opponent_moves": [["W", "R17"]], "swing": 13.75
}))]
pub struct WholeCornerJson {
    /// ΔSFB of the line of the corner's first move; null if it has none.
    pub line: Option<f64>,
    /// ΔSFB of the line that starts with the other side's best sound move, as if it were to move;
    /// mostly negative. Null if there is no such move.
    pub opponent_line: Option<f64>,
    /// That line, each move `[colour, point]`; empty if there is none.
    pub opponent_moves: Vec<[String; 2]>,
    /// `line` minus `opponent_line`: the value of playing here first; null unless both are known.
    pub swing: Option<f64>,
}

/// The board as a whole.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"lead": -0.662781, "biggest_corner": "upper_right", "by": "swing"}))]
pub struct WholeBoardJson {
    /// SFB of the current board, positive if `to_play` leads.
    pub lead: f64,
    /// Corner with the highest stakes; null if no corner has a first move that the book does not
    /// advise against.
    pub biggest_corner: Option<&'static str>,
    /// Criterion of `biggest_corner`: `swing` if all corners have one, otherwise `line`; null if
    /// there is no biggest corner.
    pub by: Option<&'static str>,
}

impl WholeLineJson {
    /// Creates the line with points in the given notation.
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
    /// Creates the corner with points in the given notation.
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
            biggest_corner: whole.biggest.map(|biggest| biggest.corner.into()),
            by: whole.biggest.map(|biggest| biggest.by.into()),
        }
    }
}

fn moves(line: &[(Color, Point)], coords: Coords, size: BoardSize) -> Vec<[String; 2]> {
    let written = line.iter().map(|(color, point)| [letter(*color), coords.point(*point, size)]);
    written.collect()
}
