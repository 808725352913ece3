//! Serialization of values as their text.

use std::fmt::Display;

use serde::Serializer;

/// Serializes a value as its text.
pub fn as_text<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}
