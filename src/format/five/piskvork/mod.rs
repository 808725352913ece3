//! Game records of Piskvork and of Gomocup (`.psq`), and of Gomotur (`.rec`).
//!
//! A `.psq` file has a head, `Piskvorky 15x15, 11:11, 0`, a line `x,y,milliseconds` a move,
//! counted from 1 at the upper left, the names of the two players, an end code, and in Gomocup's
//! archives the result and the group, `1,Freestyle15_1`. A `.rec` file starts with the names, the
//! first player's first, is of 20×20 and counts from 0.

mod lines;
mod read;
mod result;

#[cfg(test)]
mod tests;

pub use read::{PiskvorkError, PiskvorkReading, PiskvorkWarning, is_piskvork, is_rec, read};

use crate::five::sgf_text::{Move, Point, game_text, push_if_present, push_property};
use crate::game_info::{GameOutcome, five_game_in};
use joseki_game::Game;

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
    pub result: GameOutcome,
    /// The code for the reason why the game ended.
    pub end_code: Option<i64>,
    /// The group or league, such as `Freestyle15_1`.
    pub group: Option<String>,
}

impl PiskvorkGame {
    /// The rules that the group names; `None` for Caro and unknown groups.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        self.group.as_deref().and_then(five_game_in)
    }

    /// Writes the game as SGF, one node a line. `JF` is the number of moves at the start that
    /// were not chosen by the players.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let mut root = String::new();
        push_if_present(&mut root, "PB", &self.black);
        push_if_present(&mut root, "PW", &self.white);
        push_if_present(&mut root, "RE", result_text(self.result));
        if let Some(group) = &self.group {
            push_property(&mut root, "EV", group);
        }
        if let Some(game) = self.game() {
            push_property(&mut root, "RU", game.into());
        }
        if self.opening > 0 {
            push_property(&mut root, "JF", &self.opening.to_string());
        }
        let moves: Vec<Move> = self.moves.iter().copied().map(Some).collect();
        game_text(self.size, &root, &moves)
    }
}

/// Writes a game as `.psq`: its points, Black's first, and the names of Black and White. Times are 0.
#[must_use]
pub fn write_psq(
    size: joseki_game::BoardSize,
    points: &[joseki_game::Point],
    names: [&str; 2],
) -> String {
    let mut text = format!("Piskvorky {size}, 11:11, 0\n");
    for point in points {
        text += &format!("{},{},0\n", point.x() + 1, point.y() + 1);
    }
    for name in names {
        // A line each, so that no name can be read as a move.
        text += &format!("{}\n", name.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    text + "-1\n"
}

/// The value of `RE`, empty if the result is unknown.
const fn result_text(result: GameOutcome) -> &'static str {
    match result {
        GameOutcome::Black => "B+",
        GameOutcome::White => "W+",
        GameOutcome::Draw => "0",
        GameOutcome::Unknown => "",
    }
}
