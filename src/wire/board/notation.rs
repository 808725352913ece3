//! Moves of xiangqi in every notation.

use serde::{Deserialize, Serialize};

use joseki_game::xiangqi::{FenError, NotationError, Script, Shift, XiangqiBoard};

/// A position and a move. Other fields are ignored, so that a file of expected answers can be sent as
/// it is.
#[derive(Clone, Debug, Deserialize)]
pub struct NotationRequest {
    /// The position as FEN.
    fen: String,
    /// The move, in any notation.
    #[serde(rename = "move")]
    text: String,
    /// Number of the first rank in coordinates: 0 or 1.
    #[serde(default)]
    ranks_from: u8,
}

/// A move in every notation.
#[derive(Clone, Debug, Serialize)]
pub struct NotationResponse {
    /// Coordinates with ranks from 0, such as `h2e2`.
    uci: String,
    /// As in PGN, such as `H2-E2`.
    iccs: String,
    /// In Chinese, simplified.
    zh: String,
    /// As the World Xiangqi Federation writes it.
    wxf: String,
    /// The position after the move.
    fen: String,
}

impl NotationRequest {
    /// Parses the position.
    ///
    /// # Errors
    /// See [`FenError`].
    pub fn board(&self) -> Result<XiangqiBoard, FenError> {
        self.fen.parse()
    }

    /// Reads the move.
    ///
    /// # Errors
    /// See [`XiangqiBoard::read_move`].
    pub fn read(&self, board: &XiangqiBoard) -> Result<Shift, NotationError> {
        let text = self.text.trim();
        match Shift::parse_with_ranks_from_one(text).filter(|_| self.ranks_from == 1) {
            Some(shift) => board.read_move(&shift.to_string()),
            None => board.read_move(text),
        }
    }
}

impl NotationResponse {
    /// Writes a legal move of a position in every notation.
    #[must_use]
    pub fn new(board: &XiangqiBoard, shift: Shift) -> NotationResponse {
        let mut after = *board;
        // Nobody takes it back.
        let _ = after.make(shift);
        NotationResponse {
            uci: shift.to_string(),
            iccs: shift.iccs(),
            zh: board.chinese(shift, Script::Simplified),
            wxf: board.wxf(shift),
            fen: after.fen(),
        }
    }
}
