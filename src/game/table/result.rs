//! How a game at a table ended.

use std::fmt;

use crate::go::Score;
use crate::{Color, EndReason, Game};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableResult {
    /// The winner; `None` of a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub reason: ResultReason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ResultReason {
    /// By the rules of the game.
    Rules(EndReason),
    /// By the count of a board of Go.
    Score(Score),
    /// A side resigned.
    Resignation,
    /// A side ran out of time.
    Time,
    /// A program played an illegal move.
    Forfeit,
    /// Both sides agreed on a draw.
    Agreement,
}

impl TableResult {
    /// The end with a winner.
    #[must_use]
    pub const fn won(winner: Color, reason: ResultReason) -> TableResult {
        TableResult { winner: Some(winner), reason }
    }

    /// The result as in SGF: `B+R`, `W+T`, `B+3.5`, `B+`, `0`.
    #[must_use]
    pub fn record(&self) -> String {
        if let ResultReason::Score(score) = self.reason {
            return score.to_string();
        }
        let Some(winner) = self.winner else { return "0".to_owned() };
        let reason = match self.reason {
            ResultReason::Resignation => "R",
            ResultReason::Time => "T",
            ResultReason::Forfeit => "F",
            ResultReason::Rules(_) | ResultReason::Score(_) | ResultReason::Agreement => "",
        };
        format!("{}+{reason}", winner.letter())
    }

    /// The result in words, as in `Red won: checkmate`.
    #[must_use]
    pub fn words(&self, game: Game) -> String {
        let side = |color| game.side_name(color);
        match (self.winner, self.reason) {
            (_, ResultReason::Score(score)) => score.to_string(),
            (Some(winner), ResultReason::Resignation) => {
                format!("{} loses by resignation", side(winner.opposite()))
            }
            (Some(winner), ResultReason::Time) => {
                format!("{} loses on time", side(winner.opposite()))
            }
            (Some(winner), ResultReason::Forfeit) => {
                format!("{} loses by an illegal move", side(winner.opposite()))
            }
            (Some(winner), ResultReason::Rules(reason)) => {
                format!("{} won: {reason}", side(winner))
            }
            (Some(winner), ResultReason::Agreement) => format!("{} won", side(winner)),
            (None, ResultReason::Rules(reason)) => format!("a draw: {reason}"),
            (None, _) => "a draw by agreement".to_owned(),
        }
    }
}

impl fmt::Display for TableResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.record())
    }
}
