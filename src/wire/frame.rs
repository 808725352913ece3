//! Orientation of a book on the board, as chosen by the client.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::go::{Corner, Frame, Handedness};

/// Corner of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CornerChoice {
    /// Upper left.
    UpperLeft,
    /// Upper right, as usual in dictionaries.
    #[default]
    UpperRight,
    /// Lower left.
    LowerLeft,
    /// Lower right.
    LowerRight,
}

/// Direction in which a corner is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HandednessChoice {
    /// Clockwise, as the book stores it.
    #[default]
    Clockwise,
    /// Counter-clockwise, the mirror image.
    CounterClockwise,
}

impl CornerChoice {
    /// Returns the frame of this corner.
    #[must_use]
    pub const fn frame(self, handedness: HandednessChoice) -> Frame {
        Frame {
            corner: match self {
                CornerChoice::UpperLeft => Corner::UpperLeft,
                CornerChoice::UpperRight => Corner::UpperRight,
                CornerChoice::LowerLeft => Corner::LowerLeft,
                CornerChoice::LowerRight => Corner::LowerRight,
            },
            handedness: match handedness {
                HandednessChoice::Clockwise => Handedness::Clockwise,
                HandednessChoice::CounterClockwise => Handedness::CounterClockwise,
            },
        }
    }
}
