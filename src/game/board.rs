//! The whole board of a game, as it is played.

use super::five::FiveBoard;
use super::go::diagram::{Drawing, render_marked};
use super::go::{PointSet, Position};
#[cfg(feature = "test-game")]
use super::stones::Stones;
use super::xiangqi::{Shift, Square, XiangqiBoard, XiangqiUndo};
use super::{BoardSize, Color, Game, IllegalMove, Move, Point};

/// The board of a game at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// A board of Go.
    Go(Position),
    /// A board of five in a row.
    Five(FiveBoard),
    /// A board of xiangqi.
    Xiangqi(Box<XiangqiBoard>),
    /// A board of one of the games for tests.
    #[cfg(feature = "test-game")]
    Stones(Stones),
}

/// What takes a move back: see [`Board::take_back`].
#[derive(Clone, Copy, Debug)]
pub enum BoardUndo {
    /// A stone was placed.
    Stone(Color, Point),
    /// A piece moved.
    Shift(Shift, XiangqiUndo),
    /// Nothing changed.
    Pass,
}

impl Board {
    /// Draws the board as [`diagram`](super::go::diagram) does, with a given character at some points
    /// and columns as players of the game name them. Only boards of Go have star points.
    #[must_use]
    pub fn diagram(&self, marks: impl IntoIterator<Item = (Point, char)>) -> String {
        match self.go() {
            Some(position) => render_marked(position, marks),
            None => {
                let at = |point| self.at(point);
                let (marks, stars) = (marks.into_iter().collect(), PointSet::EMPTY);
                let column = |x| char::from(b'a' + x);
                Drawing { size: self.size(), at, marks, stars, column }.draw()
            }
        }
    }

    /// Creates the board at the beginning of a game.
    #[must_use]
    pub fn new(game: Game, size: BoardSize) -> Board {
        match (game, game.five_rules()) {
            (_, Some(rules)) => Board::Five(FiveBoard::new(rules, size)),
            (Game::Xiangqi, _) => Board::Xiangqi(Box::default()),
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
            Board::Xiangqi(_) => BoardSize::XIANGQI,
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

    /// The colour of the stone or piece on a point; `None` when the point is empty or off the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        match self {
            Board::Go(board) => board.at(point),
            Board::Five(board) => board.at(point),
            Board::Xiangqi(board) => {
                let piece = Square::from_point(point).and_then(|square| board.at(square));
                piece.map(|piece| Color::from_side(piece.side))
            }
            #[cfg(feature = "test-game")]
            Board::Stones(board) => board.at(point),
        }
    }

    /// Sets up a stone, in games of stones.
    pub fn place(&mut self, color: Color, point: Point) {
        match self {
            Board::Go(board) => drop(board.place(color, point)),
            Board::Five(board) => board.place(color, point),
            Board::Xiangqi(_) => {}
            #[cfg(feature = "test-game")]
            Board::Stones(board) => board.place(color, point),
        }
    }

    /// Makes a move of a tree on the whole board, which may go on after the end of a game: places a
    /// stone, or moves a piece. A pass changes nothing.
    ///
    /// # Errors
    /// The point is occupied, or the piece may not move so; the board is unchanged then.
    pub fn put(&mut self, color: Color, played: Move) -> Result<BoardUndo, IllegalMove> {
        if let (Board::Xiangqi(board), Move::Shift(shift)) = (&mut *self, played) {
            board.is_legal_for(color.side(), shift).map_err(IllegalMove::Shift)?;
            return Ok(BoardUndo::Shift(shift, board.make(shift)));
        }
        match played {
            Move::Play(point) if self.at(point).is_some() => Err(IllegalMove::Occupied),
            Move::Play(point) => {
                self.place(color, point);
                Ok(BoardUndo::Stone(color, point))
            }
            Move::Pass => Ok(BoardUndo::Pass),
            Move::Shift(_) => Err(IllegalMove::OtherGame),
        }
    }

    /// Takes back what [`Board::put`] did last, in games of the whole board.
    pub fn take_back(&mut self, undo: BoardUndo) {
        match (self, undo) {
            (Board::Five(board), BoardUndo::Stone(color, point)) => board.remove(color, point),
            #[cfg(feature = "test-game")]
            (Board::Stones(board), BoardUndo::Stone(color, point)) => board.remove(color, point),
            (Board::Xiangqi(board), BoardUndo::Shift(shift, undo)) => board.undo(shift, undo),
            _ => {}
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

    /// The board of xiangqi, for features that only it has; `None` in another game.
    #[must_use]
    pub const fn xiangqi(&self) -> Option<&XiangqiBoard> {
        match self {
            Board::Xiangqi(board) => Some(board),
            _ => None,
        }
    }

    /// Checks whether a colour may make a move.
    ///
    /// # Errors
    /// The reason, as [`Board::play`] would return it; besides, that the move is forbidden in
    /// renju, where [`Board::play`] plays it, because it stands in records.
    pub fn is_legal(&self, color: Color, played: Move) -> Result<(), IllegalMove> {
        match (self, played) {
            (Board::Five(board), Move::Pass) => board.may_pass(),
            (Board::Xiangqi(_), Move::Pass) => Err(IllegalMove::Pass),
            (_, Move::Pass) => Ok(()),
            (Board::Go(board), Move::Play(point)) => board.is_legal(color, point),
            (Board::Five(board), Move::Play(point)) => board.is_legal(color, point),
            (Board::Xiangqi(board), Move::Shift(shift)) => {
                board.is_legal_for(color.side(), shift).map_err(IllegalMove::Shift)
            }
            #[cfg(feature = "test-game")]
            (Board::Stones(board), Move::Play(point)) => board.is_legal(point),
            (_, Move::Play(_) | Move::Shift(_)) => Err(IllegalMove::OtherGame),
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
            (Board::Xiangqi(board), Move::Shift(shift)) => {
                board.is_legal_for(color.side(), shift).map_err(IllegalMove::Shift)?;
                let _ = board.make(shift);
                Ok(())
            }
            (Board::Xiangqi(_), Move::Pass) => Err(IllegalMove::Pass),
            #[cfg(feature = "test-game")]
            (Board::Stones(board), played) => board.play(color, played),
            (Board::Go(_) | Board::Xiangqi(_), _) => Err(IllegalMove::OtherGame),
        }
    }
}
