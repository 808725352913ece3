//! Texts: values in JSON, and names in one form.

use std::fmt::Display;

use serde::Serializer;

/// Serializes a value as its text.
pub fn as_text<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Returns a name in lower case without white space.
pub(crate) fn normalize_name(name: &str) -> String {
    let seen = name.chars().filter(|c| !c.is_whitespace());
    seen.flat_map(char::to_lowercase).collect()
}
