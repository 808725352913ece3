//! Weights of the evaluations of our own engines.

use serde::Serialize;

use crate::time::rfc3339_seconds;
use joseki_store::WeightsVersion;

/// Version of weights.
#[derive(Clone, Debug, Serialize)]
pub struct WeightsJson {
    /// Name.
    pub name: String,
    /// Number of the version, from 1.
    pub version: u32,
    /// Evaluation that they are for: `five` or `xiangqi`.
    pub evaluation: String,
    /// When it was written.
    pub at: String,
    /// Author.
    pub by: String,
    /// What the author says of it.
    pub comment: String,
    /// The weights; left out of lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl WeightsJson {
    /// Creates the description of a version without its text.
    #[must_use]
    pub fn head(version: &WeightsVersion) -> WeightsJson {
        WeightsJson {
            name: version.name.clone(),
            version: version.version,
            evaluation: version.evaluation.clone(),
            at: rfc3339_seconds(version.at),
            by: version.by.clone(),
            comment: version.comment.clone(),
            text: None,
        }
    }

    /// Creates the description of a version with its text.
    #[must_use]
    pub fn whole(version: &WeightsVersion) -> WeightsJson {
        WeightsJson { text: Some(version.text.clone()), ..WeightsJson::head(version) }
    }
}
