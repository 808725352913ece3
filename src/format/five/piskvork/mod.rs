//! Game records of Piskvork and of Gomocup (`.psq`), and of Gomotur (`.rec`).
//!
//! A `.psq` file has a head, `Piskvorky 15x15, 11:11, 0`, a line `x,y,milliseconds` a move,
//! counted from 1 at the upper left, the names of the two players, an end code, and in Gomocup's
//! archives the result and the group, `1,Freestyle15_1`. A `.rec` file starts with the names, of
//! whoever began first, is of 20×20 and counts from 0.

mod lines;
mod read;
mod result;

#[cfg(test)]
mod tests;

pub use read::{PiskvorkError, PiskvorkReading, PiskvorkWarning, is_piskvork, is_rec, read};

use crate::format::five::sgf_text::{Move, Point, game_text, push_if_present, push_property};

/// A game of Piskvork.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiskvorkGame {
    /// Lines of the board.
    pub size: u8,
    /// The name of the player with the black stones, who began, often the name of a program's
    /// file. Empty if the file does not name the players.
    pub black: String,
    /// The name of the player with the white stones.
    pub white: String,
    /// The moves, Black's first.
    pub moves: Vec<Point>,
    /// How many moves at the start were set by the tournament: those that took no time. 0 if no
    /// move took any, as then the file has no times.
    pub opening: usize,
    /// The result, from the file or from the last move.
    pub result: Option<GameResult>,
    /// The code for the reason why the game ended.
    pub end_code: Option<i64>,
    /// The group or league, such as `Freestyle15_1`.
    pub group: Option<String>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
}

impl GameResult {
    /// Returns the value of the SGF property `RE`.
    #[must_use]
    pub fn sgf_value(self) -> &'static str {
        match self {
            Self::Black => "B+",
            Self::White => "W+",
            Self::Draw => "0",
        }
    }
}

/// The rule set of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleSet {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win.
    Standard,
    /// Renju, with forbidden moves for Black.
    Renju,
}

impl RuleSet {
    /// Determines the rule set from the name of a Gomocup group or folder, such as
    /// `Freestyle15_1` or `Fastgame`. Unknown groups and `Caro` give `None`.
    #[must_use]
    pub fn from_group(group: &str) -> Option<Self> {
        let lower = group.to_lowercase();
        let names = [
            ("renju", Self::Renju),
            ("standard", Self::Standard),
            ("freestyle", Self::Freestyle),
            ("fastgame", Self::Freestyle),
        ];
        names.into_iter().find(|(name, _)| lower.contains(name)).map(|(_, rule)| rule)
    }

    /// Returns the value of the SGF property `RU`.
    #[must_use]
    pub fn sgf_value(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
        }
    }
}

impl PiskvorkGame {
    /// Returns the rule set that the group names.
    #[must_use]
    pub fn rule_set(&self) -> Option<RuleSet> {
        self.group.as_deref().and_then(RuleSet::from_group)
    }

    /// Writes the game as SGF, one node a line. `JF` is the number of moves at the start that
    /// were not chosen by the players.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let mut root = String::new();
        push_if_present(&mut root, "PB", &self.black);
        push_if_present(&mut root, "PW", &self.white);
        if let Some(result) = self.result {
            push_property(&mut root, "RE", result.sgf_value());
        }
        if let Some(group) = &self.group {
            push_property(&mut root, "EV", group);
        }
        if let Some(rule) = self.rule_set() {
            push_property(&mut root, "RU", rule.sgf_value());
        }
        if self.opening > 0 {
            push_property(&mut root, "JF", &self.opening.to_string());
        }
        let moves: Vec<Move> = self.moves.iter().copied().map(Some).collect();
        game_text(self.size, &root, &moves)
    }
}
