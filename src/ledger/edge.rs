//! Keys of book moves, under which results are stored.

use crate::game::go::BoardSize;

/// A move of the book and who made it, we or the opponent. Stored in files: never changed.
///
/// The number that [`crate::book::Index::edge`] returns, with the lowest bit set for our own moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeKey(pub u64);

impl EdgeKey {
    /// Creates the key of a book move on 19 lines, made by us or by the opponent.
    #[must_use]
    pub const fn new(edge: u64, ours: bool) -> EdgeKey {
        EdgeKey(edge & !1 | ours as u64)
    }

    /// Returns the key of the same move on a board of another size, where a joseki is a different
    /// one. On 19 lines the key is unchanged.
    #[must_use]
    pub const fn on_board(self, size: BoardSize) -> EdgeKey {
        if size.get() == BoardSize::NINETEEN.get() {
            return self;
        }
        let salt = (size.get() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        EdgeKey(self.0 ^ salt & !1)
    }

    /// Checks whether we made the move.
    #[must_use]
    pub const fn is_ours(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the position before the move; equal for all moves of a position.
    #[must_use]
    pub const fn position(self) -> u64 {
        self.0 >> 32
    }

    /// Returns the book move without its player; equal for both keys of a move.
    #[must_use]
    pub const fn edge(self) -> u64 {
        self.0 & !1
    }
}
