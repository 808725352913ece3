//! The one place where errors become the text behind a `?`.

use crate::peer::{AskError, PeerError};
use crate::service::ServiceError;

/// Why a command has no answer, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GtpError(String);

impl GtpError {
    /// An error that says this. Lines become one, as a blank line would end the answer.
    #[must_use]
    pub fn new(text: impl AsRef<str>) -> GtpError {
        let text = text.as_ref().lines().map(str::trim);
        let lines: Vec<&str> = text.filter(|line| !line.is_empty()).collect();
        GtpError(lines.join(" / "))
    }

    /// The standard's word for arguments that make no sense, and what would.
    #[must_use]
    pub fn syntax(usage: &str) -> GtpError {
        GtpError(format!("syntax error: {usage}"))
    }
}

impl From<ServiceError> for GtpError {
    fn from(error: ServiceError) -> GtpError {
        GtpError::new(error.to_string())
    }
}

impl From<PeerError> for GtpError {
    fn from(error: PeerError) -> GtpError {
        GtpError::new(error.to_string())
    }
}

impl From<AskError> for GtpError {
    fn from(error: AskError) -> GtpError {
        GtpError::new(error.to_string())
    }
}
