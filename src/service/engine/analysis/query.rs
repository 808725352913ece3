//! Parameters of an analysis query.

use crate::next::NextQuery;
use joseki_game::{BoardSize, Color, Move, Point};

/// A game and the turns to analyse.
#[derive(Clone, Debug)]
pub struct AnalysisQuery {
    /// Lines of the board.
    pub size: BoardSize,
    /// Handicap and setup stones.
    pub initial: Vec<(Color, Point)>,
    /// Moves of the game.
    pub moves: Vec<(Color, Move)>,
    /// Side to move before the first move, if given.
    pub initial_player: Option<Color>,
    /// Whether each turn is to be analysed; turn 0 is before any move, so there is one entry more
    /// than moves.
    pub turns: Vec<bool>,
    /// Komi in points, if given.
    pub komi: Option<f64>,
    /// Moves of a line after its first.
    pub line: usize,
    /// Moves excluded from the analysis.
    pub prohibited: ProhibitedMoves,
    /// Other parameters of the book query: book, opponent, verdicts and the like; its board is
    /// ignored.
    pub parameters: NextQuery,
}

/// Excluded moves, each up to a depth of a line; the first move has depth 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProhibitedMoves {
    avoided: Vec<(Color, Move, u32)>,
    allowed: Vec<(Color, Vec<Move>, u32)>,
}

impl AnalysisQuery {
    /// Returns the side to move at a turn: the opponent of the last mover. At turn 0 it is the
    /// given initial player, else the colour of the first move, else White after a handicap and
    /// Black without.
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

impl ProhibitedMoves {
    /// Prohibits a move of a player at depths below `until`.
    pub fn avoid(&mut self, player: Color, played: Move, until: u32) {
        self.avoided.push((player, played, until));
    }

    /// Prohibits all other moves of a player at depths below `until`, except those of other calls.
    pub fn allow_only(&mut self, player: Color, moves: Vec<Move>, until: u32) {
        self.allowed.push((player, moves, until));
    }

    /// Whether nothing is prohibited.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.avoided.is_empty() && self.allowed.is_empty()
    }

    /// Returns the beginning of a variation, whose first move `first` makes, up to a prohibited move.
    #[must_use]
    pub fn allowed_part(&self, first: Color, mut line: Vec<(Point, u64)>) -> Vec<(Point, u64)> {
        let movers = [first, first.opposite()].into_iter().cycle();
        let mut moves = line.iter().zip(movers).zip(0..);
        let prohibited = moves.position(|(((point, _), color), depth)| {
            !self.allows(color, Move::Play(*point), depth)
        });
        line.truncate(prohibited.unwrap_or(line.len()));
        line
    }

    /// Whether a move may be considered.
    #[must_use]
    pub fn allows(&self, player: Color, played: Move, depth: u32) -> bool {
        let avoided = self
            .avoided
            .iter()
            .any(|(of, other, until)| (*of, *other) == (player, played) && depth < *until);
        let mut lists =
            self.allowed.iter().filter(|(of, _, until)| *of == player && depth < *until);
        let is_listed = lists.clone().any(|(_, moves, _)| moves.contains(&played));
        !avoided && (is_listed || lists.next().is_none())
    }
}
