//! Maps errors to the text after a GTP `?`.

use joseki_peer::{PeerError, PeerRequestError};
use joseki_service::ServiceError;

/// Error text of a failed command, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GtpError(String);

impl GtpError {
    /// Creates an error. Lines are joined, since a blank line would end the response.
    #[must_use]
    pub fn new(text: impl AsRef<str>) -> GtpError {
        let text = text.as_ref().lines().map(str::trim);
        let lines: Vec<&str> = text.filter(|line| !line.is_empty()).collect();
        GtpError(lines.join(" / "))
    }

    /// Creates the standard's "syntax error", with the correct usage.
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

impl From<PeerRequestError> for GtpError {
    fn from(error: PeerRequestError) -> GtpError {
        GtpError::new(error.to_string())
    }
}
