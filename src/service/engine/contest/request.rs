//! Parameters of a match.

use std::path::PathBuf;
use std::time::Duration;

use super::sprt::Sprt;
use joseki_game::{BoardSize, Color, Move, Variant};
use joseki_ledger::OpponentName;
use joseki_peer::EngineLimits;

/// Placeholder for the game's number in a command line, so that engines can use it as a seed.
const GAME: &str = "{game}";

/// One of the two engines of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, clap::ValueEnum)]
pub enum Seat {
    /// The engine of --black.
    ///
    /// It plays Black in the first game.
    #[value(name = "black")]
    First,
    /// The engine of --white.
    #[value(name = "white")]
    Second,
}

/// A match between two engines.
#[derive(Clone, Debug)]
pub struct ContestRequest {
    /// Command lines of the engines; the first is that of [`Seat::First`].
    pub engines: [String; 2],
    /// Number of games.
    pub games: u32,
    /// Whether colours alternate; if not, the first engine always plays Black.
    pub alternate: bool,
    /// The game. Engines of Go speak GTP, those of five in a row Gomocup's protocol, those of xiangqi
    /// UCI or UCCI.
    pub variant: Variant,
    /// Moves that begin the games, one opening after the other; with alternating colours each is
    /// played twice in a row. None: games begin at the start.
    pub openings: Vec<Vec<Move>>,
    /// Limits of the engines' searches, except in Go.
    pub limits: [EngineLimits; 2],
    /// Options of the engines with their values, except in Go.
    pub options: [Vec<(String, String)>; 2],
    /// Ends the match when one of two hypotheses is accepted.
    pub sprt: Option<Sprt>,
    /// Games played in parallel.
    pub parallel: usize,
    /// Lines of the board.
    pub size: BoardSize,
    /// Compensation for White in points.
    pub komi: f64,
    /// How games are scored.
    pub scorer: Scorer,
    /// Move limit: a game is then scored as it stands.
    pub max_moves: usize,
    /// Response timeout of an engine.
    pub timeout: Duration,
    /// Folder that stores the games. A match that has games there is resumed.
    pub folder: Option<PathBuf>,
    /// Which engine's results are learned, if any.
    pub learn: Option<LearnFrom>,
    /// Environment variables of the engines.
    pub variables: Vec<(String, String)>,
    /// Author of the results.
    pub who: String,
}

/// Which engine of a match to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnFrom {
    /// The engine that uses the book.
    pub seat: Seat,
    /// Name of the other engine.
    pub opponent: OpponentName,
    /// Class of the opponent.
    pub class: Option<String>,
}

/// How a game is scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scorer {
    /// The players, by `final_score`. If they disagree, nobody wins; if neither can score, the
    /// board decides.
    Players,
    /// Area on the board; if both sides passed, without the stones that an estimate finds dead.
    Board,
    /// Another engine, by its command line.
    Engine(String),
}

impl Seat {
    /// Returns the other seat.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

impl ContestRequest {
    /// Returns the engine that has a colour in a game; games are numbered from 1.
    #[must_use]
    pub const fn seat(&self, game: u32, color: Color) -> Seat {
        let turned = self.alternate && game.is_multiple_of(2);
        match (color, turned) {
            (Color::Black, false) | (Color::White, true) => Seat::First,
            (Color::White, false) | (Color::Black, true) => Seat::Second,
        }
    }

    /// Returns the command line of an engine in a game.
    #[must_use]
    pub fn command(&self, seat: Seat, game: u32) -> String {
        Self::numbered(&self.engines[seat as usize], game)
    }

    /// Returns a command line with the number of a game.
    #[must_use]
    pub fn numbered(command: &str, game: u32) -> String {
        command.replace(GAME, &game.to_string())
    }

    /// Whether the engines of one game can play another: not if a command line contains the game's
    /// number.
    #[must_use]
    pub fn keeps_engines(&self) -> bool {
        !self.engines.iter().any(|command| command.contains(GAME))
    }

    /// Returns the moves that begin a game; games are numbered from 1.
    #[must_use]
    pub fn opening(&self, game: u32) -> &[Move] {
        let number = if self.alternate { (game - 1) / 2 } else { game - 1 };
        match self.openings.len() {
            0 => &[],
            openings => &self.openings[number as usize % openings],
        }
    }

    /// Returns the colour that an engine has in a game.
    #[must_use]
    pub fn color(&self, game: u32, seat: Seat) -> Color {
        if self.seat(game, Color::Black) == seat { Color::Black } else { Color::White }
    }
}
