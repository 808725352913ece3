//! Points that renju forbids to Black: request and response.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::five_stones;
use crate::error::RequestError;
use joseki_game::five::{FiveBoard, FiveRules, Foul};
use joseki_game::{Color, Variant};

/// A board of renju with Black to move. Other fields are ignored, so that a file of expected
/// answers can be sent as it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(example = json!({"black": "c13 c14 d12 f12", "white": "c10 h8"}))]
pub struct ForbiddenRequest {
    /// Black's stones, such as `c13 d10`, separated by spaces or commas.
    pub black: String,
    /// White's stones.
    pub white: String,
}

impl ForbiddenRequest {
    /// Parses the board.
    ///
    /// # Errors
    /// The first invalid point, or one that has a stone already.
    pub fn to_board(&self) -> Result<FiveBoard, RequestError> {
        let size = Variant::RENJU.size();
        let mut board = FiveBoard::new(FiveRules::Renju, size);
        for (color, field, text) in
            [(Color::Black, "black", &self.black), (Color::White, "white", &self.white)]
        {
            for word in five_stones::words(text) {
                five_stones::place(&mut board, color, field, word)?;
            }
        }
        Ok(board)
    }
}

/// The points that are forbidden to Black, by kind, in reading order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"33": ["c12"], "44": [], "6": []}))]
pub struct ForbiddenResponse {
    /// Double threes.
    #[serde(rename = "33")]
    double_threes: Vec<String>,
    /// Double fours.
    #[serde(rename = "44")]
    double_fours: Vec<String>,
    /// Overlines.
    #[serde(rename = "6")]
    overlines: Vec<String>,
}

impl From<&FiveBoard> for ForbiddenResponse {
    fn from(board: &FiveBoard) -> ForbiddenResponse {
        let points = board.forbidden_points();
        let of_kind = |foul: Foul| {
            let points = points.iter().filter(|(_, kind)| *kind == foul);
            points.map(|(point, _)| point.to_letter_number(board.size())).collect()
        };
        ForbiddenResponse {
            double_threes: of_kind(Foul::DoubleThree),
            double_fours: of_kind(Foul::DoubleFour),
            overlines: of_kind(Foul::Overline),
        }
    }
}
