//! Standard output.

use std::io::{self, Write};

use serde::Serialize;

use crate::error::LabError;

/// Writes a value as one line of JSON.
pub fn json(out: &mut impl Write, value: &impl Serialize) -> Result<(), LabError> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}
