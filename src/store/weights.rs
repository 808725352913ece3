//! Weights of engines' evaluations, in versions.

/// A version of the weights of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsVersion {
    /// The name.
    pub name: String,
    /// The number of the version, from 1.
    pub version: u32,
    /// The evaluation that the weights are for: `five` or `xiangqi`.
    pub evaluation: String,
    /// The weights, as the evaluation reads them.
    pub text: String,
    /// What the author says of the version.
    pub comment: String,
    /// When it was written, in seconds since 1970 UTC.
    pub at: i64,
    /// The author.
    pub by: String,
}

/// Weights to write as the next version of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWeights {
    /// The name.
    pub name: String,
    /// The evaluation that they are for: `five` or `xiangqi`.
    pub evaluation: String,
    /// The weights.
    pub text: String,
    /// What the author says of them.
    pub comment: String,
    /// The author.
    pub by: String,
}
