//! Perspective of win rates and leads.

use crate::game::Color;
use crate::service::Figures;

/// Side whose view win rates and leads take: KataGo's `reportAnalysisWinratesAs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perspective {
    /// Black's.
    #[default]
    Black,
    /// White's.
    White,
    /// The side to move.
    SideToMove,
}

impl Perspective {
    /// Name in the protocol.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Perspective::Black => "BLACK",
            Perspective::White => "WHITE",
            Perspective::SideToMove => "SIDETOMOVE",
        }
    }

    /// Parses a name, ignoring case.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Perspective> {
        match name.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Perspective::Black),
            "w" | "white" => Some(Perspective::White),
            "sidetomove" => Some(Perspective::SideToMove),
            _ => None,
        }
    }

    /// Converts figures from the view of the side to move.
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
