//! Enums of the domain as values of flags, under their names.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use strum::{EnumMessage, VariantArray};

use crate::format::book_file::Weight;
use crate::format::dictionary::Phrases;
use crate::format::xiangqi::pgn::PgnNotation;
use crate::game::go::Handedness;
use crate::game::{Color, Corner};
use crate::patterns::AnchorWord;

/// Lists the values of enums with the first line of their documentation as help.
macro_rules! by_name {
    ($($type:ty),+) => {$(
        impl ValueEnum for $type {
            fn value_variants<'a>() -> &'a [$type] {
                <$type>::VARIANTS
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                let help = self.get_documentation()?.lines().next()?;
                let value = PossibleValue::new(<&str>::from(self));
                Some(value.help(help.trim_end_matches('.')))
            }
        }
    )+};
}

by_name!(AnchorWord, Corner, Handedness, PgnNotation, Phrases, Weight);

impl ValueEnum for Color {
    fn value_variants<'a>() -> &'a [Color] {
        Color::VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let value = PossibleValue::new(<&str>::from(self)).alias(self.name());
        Some(value.help(self.name()))
    }
}
