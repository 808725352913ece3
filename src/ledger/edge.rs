//! A move of the book as results are kept for it.

use crate::game::go::BoardSize;

/// A move of the book and who made it: we or the opponent. Frozen: it is kept in stores.
///
/// It is the number that [`crate::book::Index::edge`] gives, with the lowest bit set for our own moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeKey(pub u64);

impl EdgeKey {
    /// A move of the book on 19 lines, made by us or by the opponent.
    #[must_use]
    pub const fn new(edge: u64, ours: bool) -> EdgeKey {
        EdgeKey(edge & !1 | ours as u64)
    }

    /// The same move on a board of another size: a joseki is another one there. On 19 lines it is the move
    /// itself.
    #[must_use]
    pub const fn on_board(self, size: BoardSize) -> EdgeKey {
        if size.get() == BoardSize::NINETEEN.get() {
            return self;
        }
        let salt = (size.get() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        EdgeKey(self.0 ^ salt & !1)
    }

    /// Whether we made it.
    #[must_use]
    pub const fn is_ours(self) -> bool {
        self.0 & 1 == 1
    }

    /// The position in which it was made: the same for all its moves.
    #[must_use]
    pub const fn position(self) -> u64 {
        self.0 >> 32
    }

    /// The move of the book, whoever made it: the same for both keys of it.
    #[must_use]
    pub const fn edge(self) -> u64 {
        self.0 & !1
    }
}
