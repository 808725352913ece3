//! Enums whose values have names: in stores, JSON, addresses and flags.

use strum::VariantArray;

/// An enum without data whose values have names.
pub trait Named: Copy + Into<&'static str> + VariantArray {
    /// Returns the names of all values.
    fn names() -> Vec<&'static str> {
        let all = Self::VARIANTS.iter().copied();
        all.map(Into::into).collect()
    }

    /// Returns the value with this name.
    fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::VARIANTS.iter().copied();
        all.find(|value| name == (*value).into())
    }

    /// Parses a name of `what`, which the error mentions.
    ///
    /// # Errors
    /// The name is unknown.
    fn parse(what: &'static str, name: &str) -> Result<Self, UnknownName> {
        Self::from_name(name).ok_or_else(|| UnknownName {
            what,
            name: name.to_owned(),
            known: Self::names(),
        })
    }
}

impl<T: Copy + Into<&'static str> + VariantArray> Named for T {}

/// The error for an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} \"{name}\": expected {}", one_of(.known))]
pub struct UnknownName {
    what: &'static str,
    name: String,
    known: Vec<&'static str>,
}

/// Writes a choice: `keep, take or both`.
fn one_of(names: &[&str]) -> String {
    match names {
        [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        _ => names.concat(),
    }
}
