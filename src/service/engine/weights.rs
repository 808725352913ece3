//! Weights of the evaluations of our own engines, kept by name and version.

use crate::engine::Engines;
use std::str::FromStr;

use crate::code::Code;
use crate::error::{ErrorInfo, Fault, ServiceError, excerpt, list};
use crate::service::check_name;
use joseki_search::{FiveTables, ParseWeightsError, XiangqiWeights};
use joseki_store::{NewWeights, WeightsVersion};

/// Maximum length of the text of weights, in bytes.
pub const MAX_WEIGHTS_LENGTH: usize = 64 << 10;

/// Weights of one of the evaluations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineWeights {
    /// The tables of five in a row.
    Five(FiveTables),
    /// The weights of xiangqi.
    Xiangqi(Box<XiangqiWeights>),
}

impl EngineWeights {
    /// Returns the name of the evaluation: `five` or `xiangqi`.
    #[must_use]
    pub const fn evaluation(&self) -> &'static str {
        match self {
            EngineWeights::Five(_) => "five",
            EngineWeights::Xiangqi(_) => "xiangqi",
        }
    }
}

/// Reads the weights of either evaluation: only the text of five in a row begins with a version.
impl FromStr for EngineWeights {
    type Err = ParseWeightsError;

    fn from_str(text: &str) -> Result<EngineWeights, ParseWeightsError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
        let mut words = lines.flat_map(str::split_whitespace);
        match words.next() {
            Some("version") => text.parse().map(EngineWeights::Five),
            _ => text.parse().map(|weights| EngineWeights::Xiangqi(Box::new(weights))),
        }
    }
}

/// The name of weights, with a version unless the last one is meant: `sharp` or `sharp@2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsRef {
    /// The name.
    pub name: String,
    /// The version.
    pub version: Option<u32>,
}

impl FromStr for WeightsRef {
    type Err = ServiceError;

    fn from_str(text: &str) -> Result<WeightsRef, ServiceError> {
        let (name, version) = match text.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (text, None),
        };
        let invalid = || WeightsError::InvalidName { name: text.to_owned() };
        check_name(name).map_err(|_| invalid())?;
        let version = version.map(|version| version.parse().map_err(|_| invalid())).transpose()?;
        Ok(WeightsRef { name: name.to_owned(), version })
    }
}

impl Engines<'_> {
    /// Returns all versions of all weights, by name and version.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn all_weights(&self) -> Result<Vec<WeightsVersion>, ServiceError> {
        Ok(self.service.store.weights(None)?)
    }

    /// Returns all versions of the weights of a name, the first one first.
    ///
    /// # Errors
    /// There are no weights of that name; the store cannot be read.
    pub fn weights_history(&self, name: &str) -> Result<Vec<WeightsVersion>, ServiceError> {
        let versions = self.service.store.weights(Some(name))?;
        if versions.is_empty() {
            let mut known: Vec<String> =
                self.all_weights()?.into_iter().map(|version| version.name).collect();
            known.dedup();
            return Err(WeightsError::Unknown { name: name.to_owned(), known }.into());
        }
        Ok(versions)
    }

    /// Returns a version of weights.
    ///
    /// # Errors
    /// There are no weights of that name, or no such version; the store cannot be read.
    pub fn weights(&self, wanted: &WeightsRef) -> Result<WeightsVersion, ServiceError> {
        let mut versions = self.weights_history(&wanted.name)?;
        let newest = versions.last().map_or(0, |version| version.version);
        let asked = wanted.version.unwrap_or(newest);
        let place = versions.iter().position(|version| version.version == asked);
        match place {
            Some(place) => Ok(versions.swap_remove(place)),
            None => {
                let name = wanted.name.clone();
                Err(WeightsError::UnknownVersion { name, asked, newest }.into())
            }
        }
    }

    /// Writes weights as the next version of a name, unless its last version has the same text.
    /// Returns the last version, and whether it is new.
    ///
    /// # Errors
    /// The name or the weights are invalid, or the name has weights for another evaluation; the
    /// store cannot be written.
    pub fn set_weights(
        &self,
        name: &str,
        text: &str,
        comment: &str,
        by: &str,
    ) -> Result<(WeightsVersion, bool), ServiceError> {
        check_name(name).map_err(|_| WeightsError::InvalidName { name: name.to_owned() })?;
        if text.len() > MAX_WEIGHTS_LENGTH {
            return Err(WeightsError::TooLong.into());
        }
        let weights: EngineWeights = text.parse().map_err(WeightsError::from)?;
        let new = NewWeights {
            name: name.to_owned(),
            evaluation: weights.evaluation().to_owned(),
            text: text.to_owned(),
            comment: comment.to_owned(),
            by: by.to_owned(),
        };
        Ok(self.service.store.append_weights(&new)?)
    }
}

/// Why weights cannot be read or stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// Invalid name for weights.
    #[error(
        "invalid name of weights \"{}\": use 1 to 64 letters, digits, dots, dashes and underscores, not starting with a dash, and `@` and a version after it if not the last one is meant",
        excerpt(name)
    )]
    InvalidName {
        /// The name.
        name: String,
    },
    /// No weights with that name.
    #[error("unknown weights \"{}\"; known weights: {}", excerpt(name), list(known))]
    Unknown {
        /// Requested name.
        name: String,
        /// Names of all weights.
        known: Vec<String>,
    },
    /// No such version of weights.
    #[error("weights \"{name}\" have no version {asked}: the last one is {newest}")]
    UnknownVersion {
        /// Name of the weights.
        name: String,
        /// Requested version.
        asked: u32,
        /// Last version.
        newest: u32,
    },
    /// Weights that cannot be read.
    #[error("invalid weights, {0}")]
    Invalid(#[from] ParseWeightsError),
    /// Text of weights that is too long.
    #[error("the weights are longer than {MAX_WEIGHTS_LENGTH} bytes")]
    TooLong,
}

impl Fault for WeightsError {
    fn info(&self) -> ErrorInfo {
        let field = Code::InvalidValue.at("weights");
        match self {
            WeightsError::InvalidName { .. } => field,
            WeightsError::Unknown { .. } => field.hint("see `joseki weights list`"),
            WeightsError::UnknownVersion { .. } => field.hint("see `joseki weights history NAME`"),
            WeightsError::Invalid(_) | WeightsError::TooLong => field.hint(
                "nothing was written; `--print-weights` of `joseki gomocup` and `joseki uci` prints weights as they should be",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_evaluation_is_recognised_by_its_text() {
        let five = FiveTables::source();
        let read: EngineWeights = format!("# mine\n{five}").parse().unwrap();
        assert_eq!(read, EngineWeights::Five(five));
        let xiangqi = XiangqiWeights::source();
        let read: EngineWeights = xiangqi.to_string().parse().unwrap();
        assert_eq!((read.evaluation(), read), ("xiangqi", EngineWeights::Xiangqi(xiangqi.into())));
        for (text, line) in [("version 1\ntable_a\nown_four x", 3), ("general material", 1)] {
            assert_eq!(text.parse::<EngineWeights>().unwrap_err().line, line, "{text}");
        }
    }

    #[test]
    fn a_reference_is_a_name_and_perhaps_a_version() {
        let read = |text: &str| text.parse::<WeightsRef>().ok().map(|it| (it.name, it.version));
        assert_eq!(read("sharp"), Some(("sharp".to_owned(), None)));
        assert_eq!(read("sharp.2@17"), Some(("sharp.2".to_owned(), Some(17))));
        for text in ["", "a/b", "./a", "a@", "a@x", "a@1@2", "@1", "-a", "a b", "a@-1"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
