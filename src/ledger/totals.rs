//! Sums over many opponents, by move and class.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::game::BoardSize;
use crate::priority::PooledGames;

/// The value of a won game in sums.
pub const MILLION: i64 = 1_000_000;

/// Number of levels to which baselines are rounded, for results of many opponents.
pub(super) const LEVELS: i64 = 64;

/// Number of a class in a [`super::ResultTotals`]; 0 for opponents without a class.
pub(super) type Class = u32;

/// Hash table for keys that are already hashes.
pub(super) type KeyTable<K, V> = HashMap<K, V, BuildHasherDefault<KeyHasher>>;

/// The games with a move, over many opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveTotal {
    pub(super) games: i64,
    /// Σ(r − b) in millionths.
    pub(super) above: i64,
    /// Number of versions of opponents with such a game.
    pub(super) contenders: u32,
    /// Number of classes with such a game; only maintained in the totals of all classes.
    pub(super) classes: u32,
}

/// Totals of every move, overall and by class.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    all: KeyTable<EdgeKey, MoveTotal>,
    of_class: KeyTable<(Class, EdgeKey), MoveTotal>,
}

impl Totals {
    pub(super) fn all(&self, edge: EdgeKey) -> MoveTotal {
        self.all.get(&edge).copied().unwrap_or_default()
    }

    pub(super) fn of_class(&self, class: Class, edge: EdgeKey) -> MoveTotal {
        self.of_class.get(&(class, edge)).copied().unwrap_or_default()
    }

    /// Adds or subtracts games of one opponent; `contenders` is the change in the number of
    /// versions that have the move.
    pub(super) fn add(
        &mut self,
        class: Class,
        edge: EdgeKey,
        games: i64,
        above: i64,
        contenders: i32,
    ) {
        let of_class = self.of_class.entry((class, edge)).or_default();
        let before = of_class.contenders > 0;
        of_class.add(games, above, contenders);
        let after = of_class.contenders > 0;
        if of_class.is_nothing() {
            self.of_class.remove(&(class, edge));
        }
        let all = self.all.entry(edge).or_default();
        all.add(games, above, contenders);
        all.classes = all.classes.saturating_add_signed(i32::from(after) - i32::from(before));
        if all.is_nothing() {
            self.all.remove(&edge);
        }
    }
}

impl MoveTotal {
    /// Checks that it contains no game. Zero contenders are not enough while changes arrive out of
    /// order.
    fn is_nothing(&self) -> bool {
        *self == MoveTotal::default()
    }

    fn add(&mut self, games: i64, above: i64, contenders: i32) {
        self.games += games;
        self.above += above;
        self.contenders = self.contenders.saturating_add_signed(contenders);
    }

    /// Returns the total minus these games.
    pub(super) fn without(self, other: MoveTotal) -> MoveTotal {
        MoveTotal {
            games: self.games - other.games,
            above: self.above - other.above,
            contenders: self.contenders.saturating_sub(other.contenders),
            classes: self.classes.saturating_sub(other.classes),
        }
    }

    pub(super) fn pool(self) -> PooledGames {
        PooledGames {
            games: self.games as f64,
            above: self.above as f64 / MILLION as f64,
            opponents: self.contenders,
            classes: self.classes,
        }
    }
}

/// Hasher for keys that are hashes already, or small.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

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
