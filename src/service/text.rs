//! Texts: values in JSON, and names in one form.

use std::fmt::Display;
use std::path::Path;

use serde::{Serialize, Serializer};

/// Serializes a value as its text.
pub fn as_text<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Does the same for one that may be missing.
pub fn as_optional_text<T: Display, S: Serializer>(
    value: &Option<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(to)
}

/// Serializes a path as it is shown.
pub fn as_path<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&path.display())
}

/// Serializes a value of an enum as its name.
pub fn as_name<T: Copy + Into<&'static str>, S: Serializer>(
    value: &T,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.serialize_str((*value).into())
}

/// Does the same for one that may be missing.
pub fn as_optional_name<T: Copy + Into<&'static str>, S: Serializer>(
    value: &Option<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    value.map(T::into).serialize(to)
}

/// Returns a name in lower case without white space.
pub(crate) fn normalize_name(name: &str) -> String {
    let seen = name.chars().filter(|c| !c.is_whitespace());
    seen.flat_map(char::to_lowercase).collect()
}
