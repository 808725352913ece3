//! Names of opponents and their versions.

use std::fmt;
use std::str::FromStr;

/// Maximum length of an opponent's name, in characters.
const MAX_LENGTH: usize = 200;

/// An opponent with a version: `katago@1.15` is version `1.15` of `katago`. Results against all
/// versions determine the opponent's strength; moves are learned per version.
///
/// ```
/// use joseki_ledger::{OpponentName, OpponentNameError};
///
/// let katago: OpponentName = "katago@1.15".parse()?;
/// assert_eq!((katago.name(), katago.version()), ("katago", "1.15"));
/// assert_eq!(katago.with_version("1.16").to_string(), "katago@1.16");
/// let plain: OpponentName = " gnugo-3.8 ".parse()?;
/// assert_eq!((plain.name(), plain.version()), ("gnugo-3.8", ""));
/// assert_eq!("@1.15".parse::<OpponentName>(), Err(OpponentNameError::Empty));
/// # Ok::<(), OpponentNameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpponentName {
    name: String,
    version: String,
}

/// Error for a text that is not an opponent's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpponentNameError {
    /// Empty, or only a version.
    #[error("the name is empty: expected at least one letter before any @")]
    Empty,
    /// Too long.
    #[error("the name is longer than {MAX_LENGTH} characters")]
    TooLong,
    /// Contains a control character.
    #[error("the name contains a control character, such as a line break")]
    Control,
}

impl OpponentName {
    /// The name without the version.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version; empty if none was given.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Builds a name from the parts that [`OpponentName::name`] and [`OpponentName::version`]
    /// return; `None` if they are not valid.
    #[must_use]
    pub fn from_parts(name: &str, version: &str) -> Option<OpponentName> {
        let parts = OpponentName { name: name.to_owned(), version: version.to_owned() };
        let read: OpponentName = parts.to_string().parse().ok()?;
        (read == parts).then_some(parts)
    }

    /// Returns another version of the same opponent.
    #[must_use]
    pub fn with_version(&self, version: &str) -> OpponentName {
        OpponentName { name: self.name.clone(), version: version.to_owned() }
    }
}

impl FromStr for OpponentName {
    type Err = OpponentNameError;

    /// Parses a name; white space around name and version is ignored.
    fn from_str(text: &str) -> Result<OpponentName, OpponentNameError> {
        let text = check_name(text)?;
        let (name, version) = text.rsplit_once('@').unwrap_or((text, ""));
        if name.trim().is_empty() {
            return Err(OpponentNameError::Empty);
        }
        Ok(OpponentName { name: name.trim().to_owned(), version: version.trim().to_owned() })
    }
}

/// Checks the name of an opponent or a class; returns it without surrounding white space.
///
/// # Errors
/// If it is empty, too long, or contains a control character.
pub fn check_name(text: &str) -> Result<&str, OpponentNameError> {
    let text = text.trim();
    if text.is_empty() {
        Err(OpponentNameError::Empty)
    } else if text.chars().count() > MAX_LENGTH {
        Err(OpponentNameError::TooLong)
    } else if text.contains(char::is_control) {
        Err(OpponentNameError::Control)
    } else {
        Ok(text)
    }
}

impl fmt::Display for OpponentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match self.version.as_str() {
            // Without a trailing @, the one in the name would start a version.
            "" if self.name.contains('@') => f.write_str("@"),
            "" => Ok(()),
            version => write!(f, "@{version}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn names_read_back(text in "[ @a本]{1,8}") {
            if let Ok(name) = text.parse::<OpponentName>() {
                prop_assert_eq!(name.to_string().parse(), Ok(name.clone()));
                prop_assert_eq!(OpponentName::from_parts(name.name(), name.version()), Some(name));
            }
        }
    }

    #[test]
    fn a_version_follows_the_last_at_sign() {
        let check = |text: &str, name: &str, version: &str| {
            let found: OpponentName = text.parse().expect("a name");
            assert_eq!((found.name(), found.version()), (name, version), "{text}");
        };
        check("gnugo-3.8", "gnugo-3.8", "");
        check("katago@1.15", "katago", "1.15");
        check("a@b@c", "a@b", "c");
        check(" katago @ 1.15 ", "katago", "1.15");
        check("katago@", "katago", "");
        assert_eq!("katago@".parse::<OpponentName>().expect("a name").to_string(), "katago");
        assert_eq!("本因坊@二".parse::<OpponentName>().expect("a name").to_string(), "本因坊@二");
    }

    #[test]
    fn what_is_no_name_says_why() {
        for (text, error) in [
            ("", OpponentNameError::Empty),
            ("  ", OpponentNameError::Empty),
            ("@2", OpponentNameError::Empty),
            ("a\nb", OpponentNameError::Control),
        ] {
            assert_eq!(text.parse::<OpponentName>(), Err(error), "{text:?}");
        }
        for (name, version) in [("", "2"), ("a", "b@c"), (" a", ""), ("a", "b ")] {
            assert_eq!(OpponentName::from_parts(name, version), None);
        }
        let longest = "名".repeat(MAX_LENGTH);
        assert!(OpponentName::from_parts(&longest, "").is_some());
        assert!(longest.parse::<OpponentName>().is_ok());
        assert_eq!((longest + "x").parse::<OpponentName>(), Err(OpponentNameError::TooLong));
    }
}
