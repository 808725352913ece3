//! Errors and warnings of the analysis protocol.

use serde::Serialize;

/// Error, which ends a query, or warning, which does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AnalysisNotice {
    /// Error message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Warning message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// The field concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Id of the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl AnalysisNotice {
    /// Creates an error for a line that is not a query.
    #[must_use]
    pub fn error(text: impl Into<String>) -> AnalysisNotice {
        AnalysisNotice {
            error: Some(text.into()),
            ..AnalysisNotice::default()
        }
    }

    /// Creates an error about a field.
    #[must_use]
    pub fn for_field(field: &str, text: impl Into<String>) -> AnalysisNotice {
        AnalysisNotice {
            field: Some(field.to_owned()),
            ..AnalysisNotice::error(text)
        }
    }

    /// Creates a warning about a field.
    #[must_use]
    pub fn warning(field: &str, text: impl Into<String>) -> AnalysisNotice {
        AnalysisNotice {
            warning: Some(text.into()),
            field: Some(field.to_owned()),
            ..AnalysisNotice::default()
        }
    }

    /// Adds the id of the query.
    #[must_use]
    pub fn with_id(self, id: &str) -> AnalysisNotice {
        AnalysisNotice {
            id: Some(id.to_owned()),
            ..self
        }
    }
}
