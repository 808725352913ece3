//! Errors of the commands.

use std::io;

use joseki_service::ServiceError;

/// Error that ends a command.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// Games cannot be read.
    #[error(transparent)]
    Games(#[from] ServiceError),
    /// Standard output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}
