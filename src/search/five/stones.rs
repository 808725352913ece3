//! The stones of a board of five in a row, with their hash.

use joseki_game::five::FiveBoard;
use joseki_game::go::zobrist;
use joseki_game::{Color, Point};

/// A board of five in a row with the hash of its stones kept up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FiveStones {
    board: FiveBoard,
    key: u64,
}

impl FiveStones {
    pub(super) fn new(board: FiveBoard) -> FiveStones {
        let stones = board.size().points().filter_map(|point| Some((board.at(point)?, point)));
        let key = stones.fold(0, |key, (color, point)| key ^ zobrist(color, point));
        FiveStones { board, key }
    }

    pub(super) const fn board(&self) -> &FiveBoard {
        &self.board
    }

    /// The Zobrist hash of the stones, without the side to move.
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    /// Places a stone on an empty point.
    pub(super) fn place(&mut self, color: Color, point: Point) {
        self.board.place(color, point);
        self.key ^= zobrist(color, point);
    }

    /// Removes a stone.
    pub(super) fn remove(&mut self, color: Color, point: Point) {
        self.board.remove(color, point);
        self.key ^= zobrist(color, point);
    }
}
