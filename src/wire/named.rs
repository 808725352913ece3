//! Enums of the domain in JSON and URLs, under their names.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::format::book_file::Weight;
use crate::format::dictionary::Phrases;
use crate::game::go::Handedness;
use crate::game::{Color, Corner};
use crate::ledger::OwnOutcome;
use crate::named::Named;
use crate::patterns::AnchorWord;

/// Reads and writes enums as strings. A value that is not a string is an invalid value, where
/// serde's own enums report malformed JSON.
macro_rules! by_name {
    ($($type:ty: $what:literal, $schema:literal, $about:literal;)+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.into())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let name = String::deserialize(deserializer)?;
                <$type>::parse($what, &name).map_err(D::Error::custom)
            }
        }

        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                let schema = ObjectBuilder::new().schema_type(Type::String);
                schema.description(Some($about)).enum_values(Some(<$type>::names())).into()
            }
        }

        impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                $schema.into()
            }
        }
    )+};
}

by_name! {
    AnchorWord: "anchor", "AnchorName", "Where a pattern may be.";
    Color: "colour", "FirstMover", "Colour of the first move.";
    Corner: "corner", "CornerChoice", "Corner of the board.";
    Handedness: "handedness", "HandednessChoice", "Direction in which a corner is read.";
    OwnOutcome: "result", "ResultChoice", "Result of a game from our side.";
    Phrases: "treatment", "PhrasesChoice", "Treatment of sentences that state what a move depends on.";
    Weight: "weight", "ExportWeight", "Weight of a move.";
}
