//! A move of the book as results are kept for it.

/// A move of the book and who made it: we or the opponent. Frozen: it is kept in stores.
///
/// It is the number that [`crate::book::Index::edge`] gives, with the lowest bit set for our own moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeKey(pub u64);

impl EdgeKey {
    /// A move of the book, made by us or by the opponent.
    #[must_use]
    pub const fn new(edge: u64, ours: bool) -> EdgeKey {
        EdgeKey(edge & !1 | ours as u64)
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
