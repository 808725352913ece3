//! Replaying a game on the board and through a book.

use crate::book::{Index, Tracker};
use crate::game::Color;
use crate::game::go::{BoardSize, Move, Point, Position};
use crate::service::error::ServiceError;
use crate::service::next::query::NextQuery;

/// A game replayed move by move, on the board and through a book.
#[derive(Clone)]
pub struct ReplayedGame<'a> {
    board: Position,
    tracker: Tracker<'a>,
}

impl<'a> ReplayedGame<'a> {
    /// Replays the board of a query through a book.
    ///
    /// # Errors
    /// See [`super::answer`].
    pub fn replay(index: &'a Index, query: &NextQuery) -> Result<ReplayedGame<'a>, ServiceError> {
        Ok(ReplayedGame {
            board: replay(query.size, &query.initial, &query.moves)?,
            tracker: Tracker::replay(index, query.size, &query.initial, &query.moves),
        })
    }

    /// Plays one more move.
    ///
    /// # Errors
    /// The move is illegal.
    pub fn play(&mut self, color: Color, played: Move) -> Result<(), ServiceError> {
        let index = self.tracker.moves().len();
        play(&mut self.board, index, color, played)?;
        self.tracker.play(color, played);
        Ok(())
    }

    /// Returns the tracker of the moves so far.
    #[must_use]
    pub fn tracker(&self) -> &Tracker<'a> {
        &self.tracker
    }

    /// Returns the current board.
    #[must_use]
    pub fn board(&self) -> &Position {
        &self.board
    }
}

fn check_size(size: BoardSize) -> Result<(), ServiceError> {
    match size.get() {
        9..=19 => Ok(()),
        lines => Err(ServiceError::UnsupportedSize { lines }),
    }
}

/// Sets up a board, checking every move.
///
/// # Errors
/// Unsupported board size, initial stones without liberties or on the same point, illegal move.
pub fn replay(
    size: BoardSize,
    initial: &[(Color, Point)],
    moves: &[(Color, Move)],
) -> Result<Position, ServiceError> {
    check_size(size)?;
    set_up(size, initial, moves)
}

/// Does the same for a board of any size.
///
/// # Errors
/// Initial stones without liberties or on the same point, illegal move.
pub fn set_up(
    size: BoardSize,
    initial: &[(Color, Point)],
    moves: &[(Color, Move)],
) -> Result<Position, ServiceError> {
    let mut board = Position::new(size);
    for (index, (color, point)) in initial.iter().enumerate() {
        if board.at(*point).is_some() {
            return Err(ServiceError::InitialStoneTwice { index, point: *point });
        }
        board.place(*color, *point);
    }
    if let Some((index, (_, point))) =
        initial.iter().enumerate().find(|(_, (_, point))| board.liberties(*point).is_empty())
    {
        return Err(ServiceError::InitialStoneWithoutLiberty { index, point: *point });
    }
    for (index, (color, played)) in moves.iter().enumerate() {
        play(&mut board, index, *color, *played)?;
    }
    Ok(board)
}

fn play(
    board: &mut Position,
    index: usize,
    color: Color,
    played: Move,
) -> Result<(), ServiceError> {
    let Move::Play(point) = played else {
        board.pass();
        return Ok(());
    };
    let illegal = |reason| ServiceError::IllegalMove { index, color, point, reason };
    board.play(color, point).map(drop).map_err(illegal)
}
