//! The game between the controller and this engine.

use joseki_game::go::{GameEntry, GoGame, Position, Rules};
use joseki_game::{BoardSize, Color, IllegalMove, Move, Point, Variant};
use joseki_ledger::BoardRecord;

/// A game with its board size, komi and time settings.
#[derive(Clone, Debug)]
pub struct GtpBoard {
    size: BoardSize,
    /// White's compensation, if set.
    komi: Option<f64>,
    game: GoGame,
    /// Time settings as the controller sent them.
    pub time_settings: Option<String>,
    rules: Rules,
}

impl GtpBoard {
    /// Creates an empty board of 19 lines. Whether suicide is legal depends on rules that only the
    /// engine behind knows; with an engine it is allowed here, so that the engine decides.
    #[must_use]
    pub fn new(suicide: bool) -> GtpBoard {
        let rules = Rules { suicide, superko: false };
        GtpBoard {
            size: BoardSize::NINETEEN,
            komi: None,
            game: GoGame::new(BoardSize::NINETEEN, rules),
            time_settings: None,
            rules,
        }
    }

    /// Returns the board size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the komi; default 6.5.
    #[must_use]
    pub fn komi(&self) -> f64 {
        self.komi.unwrap_or(6.5)
    }

    /// Returns the komi, if set.
    #[must_use]
    pub fn explicit_komi(&self) -> Option<f64> {
        self.komi
    }

    /// Sets the komi.
    pub fn set_komi(&mut self, komi: f64) {
        self.komi = Some(komi);
    }

    /// Returns the present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Clears the board and sets its size; komi and time settings stay.
    pub fn clear(&mut self, size: BoardSize) {
        self.size = size;
        self.game = GoGame::new(size, self.rules);
    }

    /// Returns whether no move was played and no stone was placed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.game.entries().len() == 0
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is illegal; the game is unchanged.
    pub fn play(&mut self, color: Color, played: Move) -> Result<(), IllegalMove> {
        self.game.play(color, played).map(drop)
    }

    /// Checks whether a move is legal.
    ///
    /// # Errors
    /// The reason why it is illegal.
    pub fn is_legal(&self, color: Color, played: Move) -> Result<(), IllegalMove> {
        self.game.is_legal(color, played)
    }

    /// Checks whether a move repeats an earlier position of the stones, which not all rules allow.
    #[must_use]
    pub fn repeats(&self, color: Color, played: Move) -> bool {
        self.game.would_repeat(color, played)
    }

    /// Places a setup stone.
    pub fn place(&mut self, color: Color, point: Point) {
        self.game.place(color, point);
    }

    /// Undoes the last move; false if there is none. Setup stones stay.
    pub fn undo(&mut self) -> bool {
        let played = matches!(self.game.entries().next_back(), Some(GameEntry::Play(..)));
        played && self.game.undo().is_some()
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.game.moves().count()
    }

    /// Returns the last move.
    #[must_use]
    pub fn last(&self) -> Option<(Color, Move)> {
        self.game.moves().next_back()
    }

    /// Returns whether both sides passed in succession.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let mut moves = self.game.moves().rev();
        match (moves.next(), moves.next()) {
            (Some((last, Move::Pass)), Some((before, Move::Pass))) => last != before,
            _ => false,
        }
    }

    /// Returns the game record: the setup stones, then the moves.
    #[must_use]
    pub fn record(&self) -> BoardRecord {
        let initial = self.game.entries().filter_map(|entry| match entry {
            GameEntry::Place(color, point) => Some((color, point)),
            GameEntry::Play(..) | GameEntry::Clear(_) => None,
        });
        BoardRecord {
            variant: Variant::GO,
            size: self.size,
            initial: initial.collect(),
            moves: self.game.moves().collect(),
        }
    }
}
