//! Perspective of win rates and leads.

use clap::ValueEnum;

use crate::game::Color;
use crate::service::Figures;

/// Side whose view win rates and leads take: KataGo's `reportAnalysisWinratesAs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr, ValueEnum)]
#[strum(serialize_all = "UPPERCASE")]
#[value(rename_all = "UPPER")]
pub enum Perspective {
    /// Black's view.
    #[default]
    Black,
    /// White's view.
    White,
    /// The view of the side to move.
    SideToMove,
}

impl Perspective {
    /// Parses a name, ignoring case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Perspective> {
        match name.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Perspective::Black),
            "w" | "white" => Some(Perspective::White),
            "sidetomove" => Some(Perspective::SideToMove),
            _ => None,
        }
    }

    /// Converts figures from the view of the side to move.
    #[must_use]
    pub fn apply(self, figures: &Figures, to_play: Color) -> Figures {
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
