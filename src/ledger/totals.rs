//! Sums over many opponents, by move and class.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use smallvec::SmallVec;

use super::sums::OwnerId;
use joseki_game::BoardSize;
use joseki_priority::{Estimate, Estimator, PooledGames, Spread};

/// The value of a won game in sums.
pub const MILLION: i64 = 1_000_000;

/// Number of levels to which baselines are rounded, for results of many opponents.
pub(super) const LEVELS: i64 = 64;

/// Number of a class in a [`super::ResultTotals`]; 0 for opponents without a class.
pub(super) type Class = u32;

/// Hash table for keys that are already hashes.
pub(super) type KeyTable<K, V> = HashMap<K, V, BuildHasherDefault<KeyHasher>>;

/// The games of one opponent with a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RowSum {
    pub(super) games: i64,
    /// Σ(r − b) in millionths.
    pub(super) above: i64,
}

impl RowSum {
    /// Returns the games that are not among others.
    pub(super) fn without(self, other: RowSum) -> RowSum {
        RowSum { games: self.games - other.games, above: self.above - other.above }
    }

    /// Returns these games as those of a number of versions of opponents.
    pub(super) fn pool(self, opponents: u32) -> PooledGames {
        PooledGames {
            games: self.games as f64,
            above: self.above as f64 / MILLION as f64,
            opponents,
            ..PooledGames::default()
        }
    }
}

/// The games with a move that one owner entered of those opponents of a class that have equally many
/// of them: what they say together depends on how many games each of them has, and on nothing else
/// but their sum. A move has few groups: as many as there are numbers of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameGroup {
    owner: OwnerId,
    class: Class,
    /// Number of games of each opponent; below 1 only while changes arrive out of order.
    games: i64,
    /// Number of versions of opponents.
    contenders: i64,
    /// Σ(r − b) over all of them, in millionths.
    above: i64,
}

/// The groups of a move, sorted by owner, class and number of games.
pub(super) type GameGroups = SmallVec<[GameGroup; 1]>;

/// The games of every move, by group.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals(KeyTable<EdgeKey, GameGroups>);

impl Totals {
    /// Returns the groups of a move.
    pub(super) fn of(&self, edge: EdgeKey) -> &[GameGroup] {
        self.0.get(&edge).map_or(&[], SmallVec::as_slice)
    }

    /// Replaces an opponent's games with a move by others, also those of another class.
    pub(super) fn replace(
        &mut self,
        (edge, owner): (EdgeKey, OwnerId),
        (from, before): (Class, RowSum),
        (to, after): (Class, RowSum),
    ) {
        let groups = self.0.entry(edge).or_default();
        remove_row(groups, (owner, from), before);
        add_row(groups, (owner, to), after);
        if groups.is_empty() {
            self.0.remove(&edge);
        }
    }
}

/// Adds an opponent's games to the groups of a move.
pub(super) fn add_row(groups: &mut GameGroups, key: (OwnerId, Class), row: RowSum) {
    change_row(groups, key, row, 1);
}

/// Subtracts an opponent's games from the groups of a move.
pub(super) fn remove_row(groups: &mut GameGroups, key: (OwnerId, Class), row: RowSum) {
    change_row(groups, key, row, -1);
}

fn change_row(groups: &mut GameGroups, key: (OwnerId, Class), row: RowSum, sign: i64) {
    if row == RowSum::default() {
        return;
    }
    let (owner, class) = key;
    let key = (owner, class, row.games);
    match groups.binary_search_by_key(&key, |group| (group.owner, group.class, group.games)) {
        Ok(place) => {
            let group = &mut groups[place];
            group.contenders += sign;
            group.above += sign * row.above;
            if (group.contenders, group.above) == (0, 0) {
                groups.remove(place);
            }
        }
        Err(place) => {
            let (contenders, above) = (sign, sign * row.above);
            groups.insert(place, GameGroup { owner, class, games: row.games, contenders, above });
        }
    }
}

/// Returns the number of games in groups of a class, or in all.
pub(super) fn count_games(groups: &[GameGroup], class: Option<Class>) -> u64 {
    let counted = groups.iter().filter(|group| class.is_none_or(|class| group.class == class));
    counted.map(|group| group.games * group.contenders).sum::<i64>().unsigned_abs()
}

/// Pools the games of one class.
pub(super) fn pool_class(groups: &[GameGroup], class: Class, spread: &Spread) -> PooledGames {
    let mut pool = Pool::default();
    let owned = groups.chunk_by(|a, b| a.owner == b.owner);
    let estimates = owned.filter_map(|groups| {
        pool.add_class(groups.iter().filter(|group| group.class == class), spread)
    });
    let estimates = estimates.collect();
    pool.games(combine(estimates, spread.owner), 0)
}

/// Pools the games of all classes but one.
pub(super) fn pool_others(
    groups: &[GameGroup],
    except: Option<Class>,
    spread: &Spread,
) -> PooledGames {
    let mut pool = Pool::default();
    let mut owners = Estimates::new();
    let mut classes: SmallVec<[Class; 8]> = SmallVec::new();
    for owned in groups.chunk_by(|a, b| a.owner == b.owner) {
        let mut estimates = Estimates::new();
        for groups in owned.chunk_by(|a, b| a.class == b.class) {
            let class = groups.first().map(|group| group.class);
            if let Some(class) = class.filter(|class| Some(*class) != except)
                && let Some(estimate) = pool.add_class(groups.iter(), spread)
            {
                estimates.push(estimate);
                classes.push(class);
            }
        }
        owners.extend(combine(estimates, spread.class));
    }
    classes.sort_unstable();
    classes.dedup();
    let classes = u32::try_from(classes.len()).unwrap_or(u32::MAX);
    pool.games(combine(owners, spread.owner), classes)
}

type Estimates = SmallVec<[Estimate; 8]>;

/// Combines what classes or owners say, each with an error of its own of this variance.
fn combine(mut estimates: Estimates, spread: f64) -> Option<Estimate> {
    // Classes are numbered as they come, but sums must not depend on that.
    let by_value = |a: &Estimate, b: &Estimate| {
        a.variance.total_cmp(&b.variance).then(a.mean.total_cmp(&b.mean))
    };
    estimates.sort_unstable_by(by_value);
    let mut estimator = Estimator::default();
    for Estimate { mean, variance } in &estimates {
        estimator.add(Estimate { mean: *mean, variance: variance + spread });
    }
    estimator.estimate()
}

/// Sums of games while they are pooled.
#[derive(Default)]
struct Pool {
    games: i64,
    above: i64,
    opponents: i64,
}

impl Pool {
    /// Adds the games of a class; returns what they say.
    fn add_class<'g>(
        &mut self,
        groups: impl Iterator<Item = &'g GameGroup>,
        spread: &Spread,
    ) -> Option<Estimate> {
        let mut estimator = Estimator::default();
        for group in groups {
            self.games += group.games * group.contenders;
            self.above += group.above;
            if group.games > 0 && group.contenders > 0 {
                self.opponents += group.contenders;
                let (each, contenders) = (group.games as f64, group.contenders as f64);
                let above = group.above as f64 / MILLION as f64;
                let variance = spread.opponent + spread.game / each;
                estimator.add_equal(contenders, above / each, variance);
            }
        }
        estimator.estimate()
    }

    fn games(&self, estimate: Option<Estimate>, classes: u32) -> PooledGames {
        PooledGames {
            games: self.games as f64,
            above: self.above as f64 / MILLION as f64,
            opponents: u32::try_from(self.opponents).unwrap_or(u32::MAX),
            classes,
            estimate,
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
/// The number that [`joseki_book::Index::edge`] returns, with the lowest bit set for our own moves.
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
