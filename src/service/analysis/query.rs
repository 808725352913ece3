//! What is asked of a book as of an engine.

use crate::game::Color;
use crate::game::go::{BoardSize, Move, Point};
use crate::service::NextQuery;

/// A game and the turns of it that are asked about.
#[derive(Clone, Debug)]
pub struct AnalysisQuery {
    /// Lines of the board.
    pub size: BoardSize,
    /// Handicap and setup stones.
    pub initial: Vec<(Color, Point)>,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
    /// Who is to move before any move, if that is said.
    pub initial_player: Option<Color>,
    /// By turn, whether it is asked about; turn 0 is before any move. As long as the moves and one more.
    pub turns: Vec<bool>,
    /// Komi in points, if it is said.
    pub komi: Option<f64>,
    /// Lines go on for so many moves after the first.
    pub line: usize,
    /// Moves that are not to be looked at.
    pub prohibited: Prohibited,
    /// How the book is asked: its name, the opponent, verdicts and the like. The board in it does not count.
    pub how: NextQuery,
}

/// Moves that are not to be looked at, each until a depth of a line; the first move has depth 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prohibited {
    avoided: Vec<(Color, Move, u32)>,
    allowed: Option<(Color, Vec<Move>, u32)>,
}

impl AnalysisQuery {
    /// Who is to move at a turn: the colour that is said to begin, else that of the first move, else White after a
    /// handicap and Black without; later the other colour of the last move.
    #[must_use]
    pub fn to_play(&self, turn: usize) -> Color {
        let last = turn.checked_sub(1).and_then(|last| self.moves.get(last));
        if let Some((color, _)) = last {
            return color.opposite();
        }
        let first = || self.moves.first().map(|(color, _)| *color);
        let start = || {
            let mut board = NextQuery::new(self.size);
            board.initial.clone_from(&self.initial);
            board.to_play()
        };
        self.initial_player.or_else(first).unwrap_or_else(start)
    }
}

impl Prohibited {
    /// Prohibits a move of a player before a depth.
    pub fn avoid(&mut self, player: Color, played: Move, until: u32) {
        self.avoided.push((player, played, until));
    }

    /// Prohibits all moves of a player but these before a depth.
    pub fn allow_only(&mut self, player: Color, moves: Vec<Move>, until: u32) {
        self.allowed = Some((player, moves, until));
    }

    /// Whether nothing is prohibited.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.avoided.is_empty() && self.allowed.is_none()
    }

    /// Whether a move may be looked at.
    #[must_use]
    pub fn allows(&self, player: Color, played: Move, depth: u32) -> bool {
        let avoided = self
            .avoided
            .iter()
            .any(|(of, other, until)| (*of, *other) == (player, played) && depth < *until);
        let left_out = self.allowed.as_ref().is_some_and(|(of, moves, until)| {
            *of == player && depth < *until && !moves.contains(&played)
        });
        !avoided && !left_out
    }
}
