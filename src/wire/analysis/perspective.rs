//! From whose view win rates and leads are told.

use crate::game::Color;
use crate::service::Figures;

/// From whose view win rates and leads are told: KataGo's `reportAnalysisWinratesAs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perspective {
    /// Black's.
    #[default]
    Black,
    /// White's.
    White,
    /// That of the side to move.
    SideToMove,
}

impl Perspective {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Perspective::Black => "BLACK",
            Perspective::White => "WHITE",
            Perspective::SideToMove => "SIDETOMOVE",
        }
    }

    /// The perspective of a name, in any case.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Perspective> {
        match name.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Perspective::Black),
            "w" | "white" => Some(Perspective::White),
            "sidetomove" => Some(Perspective::SideToMove),
            _ => None,
        }
    }

    /// Figures of the side to move as they are told.
    #[must_use]
    pub fn told(self, figures: &Figures, to_play: Color) -> Figures {
        let own = match self {
            Perspective::Black => to_play == Color::Black,
            Perspective::White => to_play == Color::White,
            Perspective::SideToMove => true,
        };
        if own {
            return *figures;
        }
        Figures {
            win_rate: 1.0 - figures.win_rate,
            bound: 1.0 - figures.bound,
            lead: 0.0 - figures.lead,
            stdev: figures.stdev,
        }
    }
}
