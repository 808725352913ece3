//! Strength bands: the strength of the players of a counted game.

use std::str::FromStr;

use strum::{IntoStaticStr, VariantArray};

use joseki_base::named::{Named, UnknownName};

/// The strength of a game: that of its weaker player, as far as known. In rising order; stores keep
/// names and codes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Band {
    /// The strength is unknown.
    #[default]
    Unknown,
    /// Kyu players.
    Kyu,
    /// Amateurs of 1 to 6 dan.
    Dan,
    /// Amateurs of 7 dan and above, such as the strongest accounts on servers.
    HighDan,
    /// Professionals.
    Pro,
    /// Programs on both sides.
    Engine,
}

/// The kind of the players of a game, in rising order of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum PlayerKind {
    /// Amateurs, and players of unknown strength.
    Other,
    /// Professionals.
    Professional,
    /// Programs on both sides.
    Engine,
}

impl PlayerKind {
    /// Number of kinds.
    pub const COUNT: usize = PlayerKind::VARIANTS.len();
}

impl Band {
    /// Returns the kind of players of this strength.
    #[must_use]
    pub const fn kind(self) -> PlayerKind {
        match self {
            Band::Engine => PlayerKind::Engine,
            Band::Pro => PlayerKind::Professional,
            Band::Unknown | Band::Kyu | Band::Dan | Band::HighDan => PlayerKind::Other,
        }
    }
}

impl FromStr for Band {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Band, UnknownName> {
        Band::parse("strength", text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_the_order_is_kept() {
        for (code, band) in Band::VARIANTS.iter().enumerate() {
            assert_eq!(<&str>::from(band).parse(), Ok(*band));
            assert_eq!(*band as usize, code);
        }
        assert!("strong".parse::<Band>().is_err());
    }
}
