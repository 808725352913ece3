//! The game that a controller plays with us.

use crate::game::Color;
use crate::game::go::{BoardSize, Entry, Game, IllegalMove, Move, Point, Position, Rules};
use crate::ledger::Record;

/// A game with its size, komi and clock.
#[derive(Clone, Debug)]
pub struct Board {
    size: BoardSize,
    /// White's points for moving second, if they were said.
    komi: Option<f64>,
    game: Game,
    /// The time settings as they were said.
    pub time_settings: Option<String>,
    rules: Rules,
}

impl Board {
    /// An empty board of 19 lines. Whether suicide is allowed is a matter of the rules,
    /// which only an engine behind us knows: then it is, so that the engine can decide.
    #[must_use]
    pub fn new(suicide: bool) -> Board {
        let rules = Rules {
            suicide,
            superko: false,
        };
        Board {
            size: BoardSize::NINETEEN,
            komi: None,
            game: Game::new(BoardSize::NINETEEN, rules),
            time_settings: None,
            rules,
        }
    }

    /// Lines of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// White's points for moving second; 6.5 unless said.
    #[must_use]
    pub fn komi(&self) -> f64 {
        self.komi.unwrap_or(6.5)
    }

    /// The komi, if it was said.
    #[must_use]
    pub fn said_komi(&self) -> Option<f64> {
        self.komi
    }

    /// Says the komi.
    pub fn set_komi(&mut self, komi: f64) {
        self.komi = Some(komi);
    }

    /// The stones now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// An empty board of this size; komi and clock stay.
    pub fn clear(&mut self, size: BoardSize) {
        self.size = size;
        self.game = Game::new(size, self.rules);
    }

    /// Whether nothing was played or set up.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.game.entries().len() == 0
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The move is illegal; nothing is changed.
    pub fn play(&mut self, color: Color, played: Move) -> Result<(), IllegalMove> {
        self.game.play(color, played).map(drop)
    }

    /// Whether a move may be made.
    ///
    /// # Errors
    /// Why not.
    pub fn is_legal(&self, color: Color, played: Move) -> Result<(), IllegalMove> {
        self.game.is_legal(color, played)
    }

    /// Sets a stone up.
    pub fn place(&mut self, color: Color, point: Point) {
        self.game.place(color, point);
    }

    /// Takes the last move back; false if there is none. Stones that were set up stay.
    pub fn undo(&mut self) -> bool {
        let played = matches!(self.game.entries().next_back(), Some(Entry::Play(..)));
        played && self.game.undo().is_some()
    }

    /// The number of moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.game.moves().count()
    }

    /// The last move.
    #[must_use]
    pub fn last(&self) -> Option<(Color, Move)> {
        self.game.moves().next_back()
    }

    /// Whether both sides passed, one after the other.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let mut moves = self.game.moves().rev();
        match (moves.next(), moves.next()) {
            (Some((last, Move::Pass)), Some((before, Move::Pass))) => last != before,
            _ => false,
        }
    }

    /// The game as it is kept: first the stones that were set up, then the moves.
    #[must_use]
    pub fn record(&self) -> Record {
        let initial = self.game.entries().filter_map(|entry| match entry {
            Entry::Place(color, point) => Some((color, point)),
            Entry::Play(..) | Entry::Clear(_) => None,
        });
        Record {
            size: self.size,
            initial: initial.collect(),
            moves: self.game.moves().collect(),
        }
    }
}
