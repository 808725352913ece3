//! The whole board of a game, as it is played.

use super::five::FiveBoard;
use super::go::Position;
#[cfg(feature = "test-game")]
use super::stones::Stones;
use super::{BoardSize, Color, Game, IllegalMove, Move, Point};

/// The board of a game at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// A board of Go.
    Go(Position),
    /// A board of five in a row.
    Five(FiveBoard),
    /// A board of one of the games for tests.
    #[cfg(feature = "test-game")]
    Stones(Stones),
}

impl Board {
    /// Creates the board at the beginning of a game.
    #[must_use]
    pub fn new(game: Game, size: BoardSize) -> Board {
        match (game, game.five_rules()) {
            (_, Some(rules)) => Board::Five(FiveBoard::new(rules, size)),
            #[cfg(feature = "test-game")]
            (Game::TestSquare | Game::TestOblong, None) => Board::Stones(Stones::new(size)),
            (_, None) => Board::Go(Position::new(size)),
        }
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        match self {
            Board::Go(board) => board.size(),
            Board::Five(board) => board.size(),
            #[cfg(feature = "test-game")]
            Board::Stones(board) => board.size(),
        }
    }

    /// The board of Go, for features that only Go has; `None` in another game.
    #[must_use]
    pub const fn go(&self) -> Option<&Position> {
        match self {
            Board::Go(board) => Some(board),
            _ => None,
        }
    }

    /// The colour of the stone on a point; `None` when the point is empty or off the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        match self {
            Board::Go(board) => board.at(point),
            Board::Five(board) => board.at(point),
            #[cfg(feature = "test-game")]
            Board::Stones(board) => board.at(point),
        }
    }

    /// Sets up a stone.
    pub fn place(&mut self, color: Color, point: Point) {
        match self {
            Board::Go(board) => drop(board.place(color, point)),
            Board::Five(board) => board.place(color, point),
            #[cfg(feature = "test-game")]
            Board::Stones(board) => board.place(color, point),
        }
    }

    /// Takes back a stone that was set up, in games where stones stay.
    pub fn remove(&mut self, color: Color, point: Point) {
        match self {
            Board::Go(_) => {}
            Board::Five(board) => board.remove(color, point),
            #[cfg(feature = "test-game")]
            Board::Stones(board) => board.remove(color, point),
        }
    }

    /// Returns whether a stone that was set up could not be there in a game.
    #[must_use]
    pub fn is_impossible(&self, point: Point) -> bool {
        match self {
            Board::Go(board) => board.liberties(point).is_empty(),
            _ => false,
        }
    }

    /// The board of five in a row, for features that only it has; `None` in another game.
    #[must_use]
    pub const fn five(&self) -> Option<&FiveBoard> {
        match self {
            Board::Five(board) => Some(board),
            _ => None,
        }
    }

    /// Checks whether a colour may play on a point.
    ///
    /// # Errors
    /// The reason, as [`Board::play`] would return it; besides, that the move is forbidden in
    /// renju, where [`Board::play`] plays it, because it stands in records.
    pub fn is_legal(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        match self {
            Board::Go(board) => board.is_legal(color, point),
            Board::Five(board) => board.is_legal(color, point),
            #[cfg(feature = "test-game")]
            Board::Stones(board) => board.is_legal(point),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is illegal; the board is then unchanged.
    pub fn play(&mut self, color: Color, played: Move) -> Result<(), IllegalMove> {
        match (self, played) {
            (Board::Go(board), Move::Play(point)) => board.play(color, point).map(drop),
            (Board::Go(board), Move::Pass) => {
                board.pass();
                Ok(())
            }
            (Board::Five(board), played) => board.play(color, played).map(drop),
            #[cfg(feature = "test-game")]
            (Board::Stones(board), played) => board.play(color, played),
        }
    }
}
