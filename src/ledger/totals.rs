//! Sums over many opponents, by move and class.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::EdgeKey;
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
        self.of_class
            .get(&(class, edge))
            .copied()
            .unwrap_or_default()
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
        all.classes = all
            .classes
            .saturating_add_signed(i32::from(after) - i32::from(before));
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
        bytes
            .iter()
            .for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
