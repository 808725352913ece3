//! The direction in which a corner is read, as answers show it.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::{Corner, Frame};
use crate::{Region, Symmetries, Symmetry};

/// The direction in which a corner is read.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Handedness {
    /// As in the book.
    /// The frame is a pure rotation of the board.
    #[default]
    Clockwise,
    /// Mirrored.
    /// The rotation with `u` and `v` swapped.
    CounterClockwise,
}

impl Handedness {
    /// Counter-clockwise if `mirror`, else clockwise.
    #[must_use]
    pub const fn mirrored(mirror: bool) -> Handedness {
        if mirror { Handedness::CounterClockwise } else { Handedness::Clockwise }
    }

    /// Returns the direction of a line with these orientations; `None` while it is undetermined.
    #[must_use]
    pub fn determined_by(orientations: Symmetries) -> Option<Handedness> {
        (orientations.len() == 1).then(|| orientations.first().into())
    }

    /// The frame of a corner that is read in this direction.
    #[must_use]
    pub const fn frame(self, corner: Corner) -> Frame {
        let mirrored = matches!(self, Handedness::CounterClockwise);
        Frame { region: Region::Corner(corner), symmetry: Symmetry::transpose_if(mirrored) }
    }
}

impl From<Symmetry> for Handedness {
    /// The direction of a frame with this symmetry.
    fn from(symmetry: Symmetry) -> Handedness {
        Handedness::mirrored(symmetry.transposes())
    }
}
