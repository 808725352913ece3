//! What a match is.

use std::path::PathBuf;
use std::time::Duration;

use crate::game::Color;
use crate::game::go::BoardSize;
use crate::ledger::OpponentName;

/// One of the two engines of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// The one that has Black in the first game.
    First,
    /// The other one.
    Second,
}

/// A match between two engines.
#[derive(Clone, Debug)]
pub struct ContestRequest {
    /// The command lines of the engines, the first being that of [`Seat::First`].
    pub engines: [String; 2],
    /// How many games.
    pub games: u32,
    /// Whether colours alternate; if not, the first engine always has Black.
    pub alternate: bool,
    /// How many games are played at a time.
    pub parallel: usize,
    /// Lines of the board.
    pub size: BoardSize,
    /// White's points for moving second.
    pub komi: f64,
    /// Who says how a game ended.
    pub scorer: Scorer,
    /// A game is scored as it stands after so many moves.
    pub most_moves: usize,
    /// How long an engine may take for an answer.
    pub patience: Duration,
    /// Where the games are kept. A match that has games there goes on.
    pub folder: Option<PathBuf>,
    /// For whom results are learned, if they are.
    pub learn: Option<LearnFrom>,
    /// Variables of the environment for the engines.
    pub variables: Vec<(String, String)>,
    /// Who enters the results.
    pub who: String,
}

/// For whom a match is learned from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnFrom {
    /// The engine that uses the book.
    pub seat: Seat,
    /// What the other one is called.
    pub opponent: OpponentName,
    /// What kind of opponent that is.
    pub class: Option<String>,
}

/// Who says how a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scorer {
    /// The players, by `final_score`. If they do not agree who won, nobody has; if neither can say, the board counts.
    Players,
    /// The area on the board, without the stones that an estimate finds dead if both sides passed.
    Board,
    /// Another engine, by its command line.
    Engine(String),
}

impl Seat {
    /// Both of them.
    pub const ALL: [Seat; 2] = [Seat::First, Seat::Second];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

impl ContestRequest {
    /// Who has a colour in a game; games are numbered from 1.
    #[must_use]
    pub const fn seat(&self, game: u32, color: Color) -> Seat {
        let turned = self.alternate && game.is_multiple_of(2);
        match (color, turned) {
            (Color::Black, false) | (Color::White, true) => Seat::First,
            (Color::White, false) | (Color::Black, true) => Seat::Second,
        }
    }

    /// The colour that an engine has in a game.
    #[must_use]
    pub fn color(&self, game: u32, seat: Seat) -> Color {
        match self.seat(game, Color::Black) == seat {
            true => Color::Black,
            false => Color::White,
        }
    }
}
