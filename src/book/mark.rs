//! Marks: triangles, labels, lines and the like that a source drew beside a move.

use crate::game::Step;

/// One mark on the board, in the frame of the node that carries it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// The SGF property that it came as (`TR`, `LB`, `AR`, …).
    pub property: String,
    /// Where it stands, or starts.
    pub step: Step,
    /// Where an arrow or a line ends.
    pub to: Option<Step>,
    /// The text of a label.
    pub label: Option<String>,
}

impl Mark {
    /// The mark in the other handedness.
    #[must_use]
    pub fn mirror(&self) -> Mark {
        Mark {
            step: self.step.mirror(),
            to: self.to.map(Step::mirror),
            ..self.clone()
        }
    }
}
