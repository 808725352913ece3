//! The two sides of a line, whatever their colours.

use strum::{IntoStaticStr, VariantArray};

/// The player of a step: odd steps of a line belong to the first mover, even ones to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Side {
    /// The side that played the line's first step.
    First,
    /// The side that answered it.
    Second,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn opposite(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// The side to move after this many steps, tenukis included.
    #[must_use]
    pub const fn to_move_after(steps: usize) -> Side {
        if steps.is_multiple_of(2) { Side::First } else { Side::Second }
    }
}
