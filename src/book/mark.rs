//! Marks: triangles, labels, lines and the like that a source drew next to a move.

use std::fmt;

use crate::game::Step;

/// One mark on the board, in the frame of the node that carries it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// The SGF property of the source (`TR`, `LB`, `AR`, …).
    pub property: String,
    /// The point of the mark, or its start.
    pub step: Step,
    /// The end of an arrow or a line.
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

impl fmt::Display for Mark {
    /// Writes `TR DD`, `LB CF A`, `AR CC-FC`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.property, self.step)?;
        self.to.map_or(Ok(()), |to| write!(f, "-{to}"))?;
        let label = self.label.as_deref();
        label.map_or(Ok(()), |label| write!(f, " {label}"))
    }
}
