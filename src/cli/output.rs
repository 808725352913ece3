//! Standard output.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

use super::error::CliError;

/// Standard output, locked and buffered. Whoever takes it has to flush it.
pub fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Writes an answer as one line of JSON.
pub fn json(out: &mut impl Write, answer: &impl Serialize) -> Result<(), CliError> {
    serde_json::to_writer(&mut *out, answer).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}
