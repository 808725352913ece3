//! Errors and warnings of the analysis protocol.

use serde::Serialize;

/// What is wrong with a query: an error, after which it is not answered, or a warning, after which it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AnalysisNotice {
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What may be wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// The field that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl AnalysisNotice {
    /// An error of a line that is no query.
    #[must_use]
    pub fn error(text: impl Into<String>) -> AnalysisNotice {
        AnalysisNotice {
            error: Some(text.into()),
            ..AnalysisNotice::default()
        }
    }

    /// An error of a query's field.
    #[must_use]
    pub fn of_field(field: &str, text: impl Into<String>) -> AnalysisNotice {
        AnalysisNotice {
            field: Some(field.to_owned()),
            ..AnalysisNotice::error(text)
        }
    }

    /// A warning about a query's field.
    #[must_use]
    pub fn warning(field: &str, text: impl Into<String>) -> AnalysisNotice {
        AnalysisNotice {
            warning: Some(text.into()),
            field: Some(field.to_owned()),
            ..AnalysisNotice::default()
        }
    }

    /// The same about the query of this id.
    #[must_use]
    pub fn of_query(self, id: &str) -> AnalysisNotice {
        AnalysisNotice {
            id: Some(id.to_owned()),
            ..self
        }
    }
}
