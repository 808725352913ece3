//! Replaying a game on the board and through a book.

use crate::book::Book;
use crate::error::ServiceError;
use crate::go_only::GoFeature;
use crate::next::query::NextQuery;
use joseki_book::{Index, Tracker};
use joseki_game::go::Position;
use joseki_game::{Board, BoardSize, Color, Game, Move, Point, Variant};

/// A game replayed move by move, on the board and through a book.
#[derive(Clone)]
pub struct ReplayedGame<'a> {
    board: Board,
    tracker: Tracker<'a>,
}

impl ReplayedGame<'_> {
    /// Returns the board, of a game that was replayed through a book of Go.
    ///
    /// # Errors
    /// As [`Book::check_go`].
    pub(crate) fn go_board(
        &self,
        book: &Book,
        feature: GoFeature,
    ) -> Result<&Position, ServiceError> {
        self.board().go().ok_or_else(|| feature.other_game(&book.info))
    }
}

impl<'a> ReplayedGame<'a> {
    /// Replays the board of a query through a book.
    ///
    /// # Errors
    /// See [`answer()`](super::answer()).
    pub fn replay(index: &'a Index, query: &NextQuery) -> Result<ReplayedGame<'a>, ServiceError> {
        let variant = index.variant();
        if variant.game().moves_pieces() {
            let start = query.position.as_deref();
            let mut board = Board::Xiangqi(Box::new(start.copied().unwrap_or_default()));
            set_up_on(&mut board, &[], &query.moves)?;
            let tracker = Tracker::replay_from(index, start, &query.moves);
            return Ok(ReplayedGame { board, tracker });
        }
        Ok(ReplayedGame {
            board: replay_on(variant, query.size, &query.initial, &query.moves)?,
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
    pub fn board(&self) -> &Board {
        &self.board
    }
}

fn check_size(size: BoardSize) -> Result<(), ServiceError> {
    match size.get() {
        9..=19 => Ok(()),
        lines => Err(ServiceError::UnsupportedSize { lines }),
    }
}

/// Sets up a board of any game, checking every move.
///
/// # Errors
/// Unsupported board size, initial stones without liberties or on the same point, illegal move.
pub fn replay_on(
    variant: Variant,
    size: BoardSize,
    initial: &[(Color, Point)],
    moves: &[(Color, Move)],
) -> Result<Board, ServiceError> {
    if variant.game().serves_all_sizes() {
        check_size(size)?;
    } else if size != variant.size() {
        return Err(ServiceError::OtherSize { game: variant.game(), size: variant.size() });
    }
    let mut board = Board::new(variant.game(), size);
    set_up_on(&mut board, initial, moves)?;
    Ok(board)
}

/// Sets up a board of Go, checking every move.
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
    let mut board = Board::new(Game::Go, size);
    set_up_on(&mut board, initial, moves)?;
    Ok(board.go().copied().unwrap_or_else(|| Position::new(size)))
}

fn set_up_on(
    board: &mut Board,
    initial: &[(Color, Point)],
    moves: &[(Color, Move)],
) -> Result<(), ServiceError> {
    for (index, (color, point)) in initial.iter().enumerate() {
        if board.at(*point).is_some() {
            return Err(ServiceError::InitialStoneTwice { index, point: *point });
        }
        board.place(*color, *point);
    }
    let impossible = |(_, (_, point)): &(usize, &(Color, Point))| board.is_impossible(*point);
    if let Some((index, (_, point))) = initial.iter().enumerate().find(impossible) {
        return Err(ServiceError::InitialStoneWithoutLiberty { index, point: *point });
    }
    for (index, (color, played)) in moves.iter().enumerate() {
        play(board, index, *color, *played)?;
    }
    Ok(())
}

fn play(board: &mut Board, index: usize, color: Color, played: Move) -> Result<(), ServiceError> {
    let legal = board.play(color, played);
    legal.map_err(|reason| ServiceError::IllegalMove { index, color, played, reason })
}
