//! Xiangqi for the search: a position that is judged by four parts.
//!
//! The parts are those of the course report that the project began with: material, places, mobility,
//! and how pieces stand to each other. The report has them without numbers; those of
//! [`XiangqiWeights::source`] are of the program that it follows.

mod mate;
mod position;
mod relations;
mod weights;

pub use mate::{MAX_MATE_LENGTH, Mate, MateAnswer, solve_mate};
pub use position::XiangqiPosition;
pub use relations::Relation;
pub use weights::{ParseWeightsError, XiangqiParts, XiangqiWeights};

/// What each part says of a position, Red's minus Black's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvaluationParts {
    /// The pieces.
    pub material: i32,
    /// Where they stand.
    pub places: i32,
    /// Where they can go.
    pub mobility: i32,
    /// How they stand to each other.
    pub relations: i32,
}

impl EvaluationParts {
    /// The sum of all parts.
    #[must_use]
    pub const fn total(self) -> i32 {
        self.material + self.places + self.mobility + self.relations
    }
}
