//! How a caller wants a book laid on the board.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::go::{Corner, Frame, Handedness};

/// A corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CornerChoice {
    /// Upper left.
    UpperLeft,
    /// Upper right, as dictionaries usually have it.
    #[default]
    UpperRight,
    /// Lower left.
    LowerLeft,
    /// Lower right.
    LowerRight,
}

/// The direction in which a corner is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HandednessChoice {
    /// As the book has it.
    #[default]
    Clockwise,
    /// Its mirror image.
    CounterClockwise,
}

impl CornerChoice {
    /// The frame of this corner.
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
