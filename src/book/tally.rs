//! Tallies: the counts of games for a move, with plays, results and the turns after it.

use smallvec::SmallVec;

use super::band::{Band, PlayerKind};

/// Index of a cohort in its book.
pub type CohortId = u32;
/// Index of a counted game in its book.
pub type GameNumber = u32;

/// The counts of one move, or of the empty corner at the root. Counts are only added, so they do
/// not depend on the order of the games.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The counts by cohort, sorted by id.
    pub cells: SmallVec<[CohortCount; 1]>,
    /// How the games continued in the position after the move.
    pub turns: TurnsByKind,
    /// A few games with the move, the strongest and most recent first.
    pub examples: SmallVec<[GameNumber; 1]>,
}

impl Clone for Tally {
    /// Clones with block copies; the derived impl would clone cell by cell.
    fn clone(&self) -> Tally {
        Tally {
            cells: SmallVec::from_slice(&self.cells),
            turns: self.turns,
            examples: SmallVec::from_slice(&self.examples),
        }
    }
}

/// The counts of a move in the games of one cohort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CohortCount {
    /// The cohort.
    pub cohort: CohortId,
    /// The counts.
    pub count: GameCount,
}

/// Games, corners, results and losses. A game counts once however many of its corners contain the
/// move; a corner counts each time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCount {
    /// Games in which any corner contains the move.
    pub games: u32,
    /// Corners that contain the move.
    pub corners: u32,
    /// Games with a known result.
    pub scored: u32,
    /// Half points of the line's first mover: two for a win, one for a draw, and one for a game in
    /// which both colours were first mover of such a corner.
    pub half_points: u32,
    /// What the line's first mover would be expected to score in the games with a known result, from
    /// the strength of both players, colour and komi; in thousandths of a point.
    pub expected: u64,
    /// The points lost by the move, by engine evaluation, per corner; in hundredths.
    pub points_lost: Spread,
    /// The win rate lost by the move; in ten-thousandths.
    pub win_rate_lost: Spread,
}

/// A sum with what its mean and standard error need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The number of values.
    pub count: u32,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

/// How the two players continued after a position: in this corner or elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// The turns of the player to respond, directly after the position arose.
    pub at_once: TurnCount,
    /// The later turns of the same player; in an empty corner all turns.
    pub later: TurnCount,
    /// The turns of the player who made the last move, after a tenuki of the opponent.
    pub again: TurnCount,
}

/// Kind of a turn after a position; see [`Turns`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// That of the player to respond, directly after the position arose.
    AtOnce,
    /// A later one of the same player, or any in an empty corner.
    Later,
    /// One of the player who made the last move.
    Again,
}

impl Turns {
    /// Returns the turns of one kind.
    #[must_use]
    pub const fn count(&self, kind: TurnKind) -> TurnCount {
        match kind {
            TurnKind::AtOnce => self.at_once,
            TurnKind::Later => self.later,
            TurnKind::Again => self.again,
        }
    }
}

/// Turns by the kind of the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnsByKind([Turns; PlayerKind::COUNT]);

impl TurnsByKind {
    /// The turns of one kind of players.
    #[must_use]
    pub fn of(&self, kind: PlayerKind) -> &Turns {
        &self.0[kind as usize]
    }

    /// The turns of one kind of players, for adding.
    pub fn of_mut(&mut self, kind: PlayerKind) -> &mut Turns {
        &mut self.0[kind as usize]
    }

    /// The turns of all players.
    #[must_use]
    pub fn total(&self) -> Turns {
        let mut total = Turns::default();
        self.0.iter().for_each(|turns| total.add(turns));
        total
    }

    /// Adds other turns.
    pub fn add(&mut self, other: &TurnsByKind) {
        self.0.iter_mut().zip(&other.0).for_each(|(turns, other)| turns.add(other));
    }
}

/// A number of turns, and how many of them were played here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnCount {
    /// All turns.
    pub turns: u32,
    /// The turns played in this corner.
    pub here: u32,
}

/// A group of counted games with the same source, year and strength.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cohort {
    /// The collection, as named when it was mined.
    pub source: String,
    /// The year; 0 if unknown.
    pub year: u16,
    /// The strength of the weaker player.
    pub band: Band,
    /// Whether the counts came with an imported book instead of games mined here.
    pub imported: bool,
}

impl Tally {
    /// The most examples kept for a move.
    pub const EXAMPLES: usize = 4;

    /// The counts of all cohorts together.
    #[must_use]
    pub fn total(&self) -> GameCount {
        self.count_of(|_| true)
    }

    /// The counts of the `wanted` cohorts together.
    #[must_use]
    pub fn count_of(&self, wanted: impl Fn(CohortId) -> bool) -> GameCount {
        let mut total = GameCount::default();
        let cells = self.cells.iter().filter(|cell| wanted(cell.cohort));
        cells.for_each(|cell| total.add(&cell.count));
        total
    }

    /// Adds the counts of other games. `rank` orders games, the best example first.
    pub fn add<K: Ord>(&mut self, other: &Tally, rank: impl Fn(GameNumber) -> K) {
        other.cells.iter().for_each(|cell| {
            self.cell(cell.cohort).add(&cell.count);
        });
        self.turns.add(&other.turns);
        if self.examples.is_empty() {
            self.examples.clone_from(&other.examples);
        } else if !other.examples.is_empty() {
            self.examples.extend_from_slice(&other.examples);
            // There are few: looking ranks up again is cheaper than allocating for them.
            self.examples.sort_by_key(|game| rank(*game));
            self.examples.dedup();
            self.examples.truncate(Tally::EXAMPLES);
        }
    }

    /// The counts of a cohort, for adding.
    pub fn cell(&mut self, cohort: CohortId) -> &mut GameCount {
        let found = self.cells.binary_search_by_key(&cohort, |cell| cell.cohort);
        let place = found.unwrap_or_else(|place| {
            let count = GameCount::default();
            self.cells.insert(place, CohortCount { cohort, count });
            place
        });
        &mut self.cells[place].count
    }
}

impl GameCount {
    /// Adds other counts.
    pub fn add(&mut self, other: &GameCount) {
        self.games = self.games.saturating_add(other.games);
        self.corners = self.corners.saturating_add(other.corners);
        self.scored = self.scored.saturating_add(other.scored);
        self.half_points = self.half_points.saturating_add(other.half_points);
        self.expected = self.expected.saturating_add(other.expected);
        self.points_lost.add(&other.points_lost);
        self.win_rate_lost.add(&other.win_rate_lost);
    }

    /// The first mover's points: wins plus half the draws.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    /// What is expected of as many games between equals, in thousandths of a point.
    #[must_use]
    pub fn even(scored: u32) -> u64 {
        500 * u64::from(scored)
    }

    /// The points that the first mover would be expected to score in the same games.
    #[must_use]
    pub fn expected_points(&self) -> f64 {
        self.expected as f64 / 1000.0
    }

    /// The same counts from the other side's view.
    #[must_use]
    pub fn reversed(&self) -> GameCount {
        GameCount {
            half_points: (2 * self.scored).saturating_sub(self.half_points),
            expected: (2 * GameCount::even(self.scored)).saturating_sub(self.expected),
            ..*self
        }
    }

    /// Whether all counts are zero.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == GameCount::default()
    }
}

impl Spread {
    /// Adds a value.
    pub fn push(&mut self, value: i64) {
        self.count = self.count.saturating_add(1);
        self.sum = self.sum.saturating_add(value);
        let square = value.unsigned_abs().saturating_mul(value.unsigned_abs());
        self.squares = self.squares.saturating_add(square);
    }

    /// Adds other values.
    pub fn add(&mut self, other: &Spread) {
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The mean; `None` without values.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / f64::from(self.count))
    }

    /// The standard error of the mean; `None` for fewer than two values.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let (mean, count) = (self.mean()?, f64::from(self.count));
        let variance = (self.squares as f64 - count * mean * mean).max(0.0) / (count - 1.0);
        (self.count > 1).then(|| (variance / count).sqrt())
    }
}

impl Turns {
    /// Adds other turns.
    pub fn add(&mut self, other: &Turns) {
        self.at_once.add(other.at_once);
        self.later.add(other.later);
        self.again.add(other.again);
    }
}

impl TurnCount {
    /// Adds other turns.
    pub fn add(&mut self, other: TurnCount) {
        self.turns = self.turns.saturating_add(other.turns);
        self.here = self.here.saturating_add(other.here);
    }
}

#[cfg(test)]
pub(crate) mod tests_support {
    use super::*;
    use proptest::prelude::*;

    fn any_spread() -> impl Strategy<Value = Spread> {
        proptest::collection::vec(-300i64..300, 0..4).prop_map(|values| {
            let mut spread = Spread::default();
            values.into_iter().for_each(|value| spread.push(value));
            spread
        })
    }

    fn any_count() -> impl Strategy<Value = GameCount> {
        let expected = 0u64..9_000;
        (1u32..9, 0u32..9, 0u32..9, 0u32..9, expected, any_spread(), any_spread()).prop_map(
            |(games, more, scored, half_points, expected, points_lost, win_rate_lost)| GameCount {
                games,
                corners: games + more,
                scored,
                half_points,
                expected,
                points_lost,
                win_rate_lost,
            },
        )
    }

    pub(crate) fn any_tally() -> impl Strategy<Value = Tally> {
        let cells = proptest::collection::btree_map(0u32..5, any_count(), 0..4);
        let asked = || {
            (0u32..9, 0u32..9).prop_map(|(more, here)| TurnCount {
                turns: if here > 0 { here + more } else { more },
                here,
            })
        };
        let examples = proptest::collection::btree_set(0u32..99, 0..=Tally::EXAMPLES);
        let turns = (asked(), asked(), asked()).prop_map(|(at_once, later, again)| Turns {
            at_once,
            later,
            again,
        });
        let kinds = proptest::array::uniform3(proptest::option::of(turns));
        (cells, kinds, examples).prop_map(|(cells, kinds, examples)| Tally {
            cells: cells.into_iter().map(|(cohort, count)| CohortCount { cohort, count }).collect(),
            turns: TurnsByKind(kinds.map(Option::unwrap_or_default)),
            examples: examples.into_iter().collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::tests_support::any_tally;
    use super::*;
    use proptest::prelude::*;

    fn sum(parts: &[&Tally]) -> Tally {
        let mut sum = Tally::default();
        parts.iter().for_each(|part| sum.add(part, |game| game));
        sum
    }

    #[test]
    fn a_spread_knows_mean_and_error() {
        let mut spread = Spread::default();
        assert_eq!((spread.mean(), spread.standard_error()), (None, None));
        [10, 20, 30, 40].into_iter().for_each(|value| spread.push(value));
        assert_eq!(spread.mean(), Some(25.0));
        // The sample's deviation is sqrt(500 / 3), that of the mean half of it.
        let error = spread.standard_error().unwrap();
        assert!((error - (500.0f64 / 3.0).sqrt() / 2.0).abs() < 1e-12);
    }

    #[test]
    fn cohorts_can_be_left_out() {
        let mut tally = Tally::default();
        tally.cell(7).games = 5;
        tally.cell(2).games = 3;
        assert_eq!(tally.total().games, 8);
        assert_eq!(tally.count_of(|cohort| cohort == 2).games, 3);
        assert!(tally.cells.is_sorted_by_key(|cell| cell.cohort));
    }

    proptest! {
        #[test]
        fn adding_is_commutative_and_associative(a in any_tally(), b in any_tally(), c in any_tally()) {
            prop_assert_eq!(sum(&[&a, &b]), sum(&[&b, &a]));
            prop_assert_eq!(sum(&[&sum(&[&a, &b]), &c]), sum(&[&a, &sum(&[&b, &c])]));
            prop_assert_eq!(sum(&[&a]), a);
        }
    }
}
