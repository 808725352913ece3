//! Enums of the domain in JSON, URLs and flags, under their names.
//!
//! A field has `#[serde(with = "named")]`, or `named::optional` for an `Option`, and the schema of its
//! enum; a flag has [`flag`] as its parser.

use std::borrow::Cow;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};
use strum::EnumMessage;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use joseki_base::named::Named;
use joseki_format::book_file::Weight;
use joseki_format::dictionary::Phrases;
use joseki_format::xiangqi::pgn::PgnNotation;
use joseki_game::go::Handedness;
use joseki_game::{Color, Corner};
use joseki_ledger::OwnOutcome;
use joseki_patterns::AnchorWord;

/// An enum whose values requests name.
pub trait Choice: Named + PartialEq + Send + Sync + 'static {
    /// What it is, for errors.
    const WHAT: &'static str;

    /// Returns the value as one of a flag; `None` if no flag accepts it.
    fn possible(&self) -> Option<PossibleValue>;
}

/// Writes a value as its name.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<T: Choice, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str((*value).into())
}

/// Reads a value by its name. One that is not a string is an invalid value, where serde's own enums
/// report malformed JSON.
///
/// # Errors
/// Not a string, or no name of a value.
pub fn deserialize<'de, T: Choice, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let name = String::deserialize(deserializer)?;
    T::parse(T::WHAT, &name).map_err(D::Error::custom)
}

/// The same for values that may be missing.
pub mod optional {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Choice;

    /// Writes a value as its name, or null.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<T: Choice, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.serialize_some::<str>((*value).into()),
            None => serializer.serialize_none(),
        }
    }

    /// Reads a value by its name, or null.
    ///
    /// # Errors
    /// As [`super::deserialize`].
    pub fn deserialize<'de, T: Choice, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let name = Option::<String>::deserialize(deserializer)?;
        name.map(|name| T::parse(T::WHAT, &name)).transpose().map_err(D::Error::custom)
    }
}

/// Reads the value of a flag by its name.
pub fn flag<T: Choice>() -> impl TypedValueParser<Value = T> {
    let possible = T::VARIANTS.iter().filter_map(Choice::possible);
    PossibleValuesParser::new(possible).try_map(|name| {
        let is_it = |value: &&T| value.possible().is_some_and(|it| it.matches(&name, true));
        T::VARIANTS.iter().find(is_it).copied().map_or_else(|| T::parse(T::WHAT, &name), Ok)
    })
}

/// A value of a flag with the first line of its documentation as help.
fn documented<T: Choice + EnumMessage>(value: &T) -> Option<PossibleValue> {
    let help = value.get_documentation()?.lines().next()?;
    Some(PossibleValue::new((*value).into()).help(help.trim_end_matches('.')))
}

/// Defines the schemas of enums, and how errors name these.
macro_rules! choices {
    ($($type:ty: $what:literal, $schema:ident, $about:literal, $possible:expr;)+) => {$(
        impl Choice for $type {
            const WHAT: &'static str = $what;

            fn possible(&self) -> Option<PossibleValue> {
                $possible(self)
            }
        }

        #[doc = $about]
        #[derive(Debug)]
        pub struct $schema;

        impl PartialSchema for $schema {
            fn schema() -> RefOr<Schema> {
                let schema = ObjectBuilder::new().schema_type(Type::String);
                schema.description(Some($about)).enum_values(Some(<$type>::names())).into()
            }
        }

        impl ToSchema for $schema {
            fn name() -> Cow<'static, str> {
                stringify!($schema).into()
            }
        }
    )+};
}

/// For values that no flag has.
const fn no_flag<T>(_: &T) -> Option<PossibleValue> {
    None
}

fn color_flag(color: &Color) -> Option<PossibleValue> {
    let value = PossibleValue::new(<&str>::from(color)).alias(color.name());
    Some(value.help(color.name()))
}

impl Choice for PgnNotation {
    const WHAT: &'static str = "notation";

    fn possible(&self) -> Option<PossibleValue> {
        documented(self)
    }
}

choices! {
    AnchorWord: "anchor", AnchorChoice, "Where a pattern may be.", documented;
    Color: "colour", FirstMover, "Colour of the first move.", color_flag;
    Corner: "corner", CornerChoice, "Corner of the board.", documented;
    Handedness: "handedness", HandednessChoice, "Direction in which a corner is read.", documented;
    OwnOutcome: "result", ResultChoice, "Result of a game from our side.", no_flag;
    Phrases: "treatment", PhrasesChoice, "Treatment of sentences that state what a move depends on.", documented;
    Weight: "weight", ExportWeight, "Weight of a move.", documented;
}
