//! What games say of a move: how often it was played, what came of it, and when the corner was left.

use smallvec::SmallVec;

use super::band::Band;

/// The number of a cohort in its book.
pub type CohortId = u32;
/// The number of a counted game in its book.
pub type GameNumber = u32;

/// The counts of one move, or of the empty corner at the root. Counts only ever add up, so that
/// they are the same in whatever order games come.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The counts by cohort, in the order of their numbers.
    pub cells: SmallVec<[Cell; 1]>,
    /// How the game went on in the position after the move.
    pub turns: Turns,
    /// A few games that went this way, the strongest and most recent first.
    pub examples: SmallVec<[GameNumber; 1]>,
}

impl Clone for Tally {
    /// In one piece; the derived one copies cell by cell.
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
pub struct Cell {
    /// The cohort.
    pub cohort: CohortId,
    /// What was counted.
    pub count: Count,
}

/// Games, corners, results and losses. A game is counted once however many of its corners went this
/// way; a corner is counted each time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Games in which any corner went this way.
    pub games: u32,
    /// Corners that went this way.
    pub corners: u32,
    /// The games whose result is known.
    pub scored: u32,
    /// Two for each of those that the first mover of the line won, one for a draw, and one for a game
    /// in which either colour was first mover of such a corner.
    pub half_points: u32,
    /// What the move lost in points, as engines see it, by corner; in hundredths.
    pub points_lost: Spread,
    /// What it lost in win rate; in ten-thousandths.
    pub win_rate_lost: Spread,
}

/// A sum with what its mean and deviation need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// How many values.
    pub count: u32,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

/// How the two players went on after a position: in this corner, or elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// The turns of the player to answer, directly after the position came about.
    pub at_once: Asked,
    /// The later turns of the same player; in an empty corner all turns.
    pub later: Asked,
    /// The turns of the player who made the last move, which make a tenuki of the other's.
    pub again: Asked,
}

/// Turns, and how many of them were played here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The turns.
    pub turns: u32,
    /// Those that were played in this corner.
    pub here: u32,
}

/// Games are counted by where they come from, when and by whom they were played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cohort {
    /// The collection, as it was named when it was mined.
    pub source: String,
    /// The year; 0 if it is unknown.
    pub year: u16,
    /// The strength of the weaker player.
    pub band: Band,
    /// Whether the counts came with an imported book rather than from games that were mined here.
    pub imported: bool,
}

impl Tally {
    /// The most examples that are kept of a move.
    pub const EXAMPLES: usize = 4;

    /// The counts of all cohorts together.
    #[must_use]
    pub fn total(&self) -> Count {
        self.count_of(|_| true)
    }

    /// The counts of some cohorts together.
    #[must_use]
    pub fn count_of(&self, wanted: impl Fn(CohortId) -> bool) -> Count {
        let mut total = Count::default();
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
            // There are few: looking ranks up again takes less than making room for them.
            self.examples.sort_by_key(|game| rank(*game));
            self.examples.dedup();
            self.examples.truncate(Tally::EXAMPLES);
        }
    }

    /// The counts of a cohort, to add to.
    pub fn cell(&mut self, cohort: CohortId) -> &mut Count {
        let found = self.cells.binary_search_by_key(&cohort, |cell| cell.cohort);
        let place = found.unwrap_or_else(|place| {
            let count = Count::default();
            self.cells.insert(place, Cell { cohort, count });
            place
        });
        &mut self.cells[place].count
    }
}

impl Count {
    /// Adds other counts.
    pub fn add(&mut self, other: &Count) {
        self.games = self.games.saturating_add(other.games);
        self.corners = self.corners.saturating_add(other.corners);
        self.scored = self.scored.saturating_add(other.scored);
        self.half_points = self.half_points.saturating_add(other.half_points);
        self.points_lost.add(&other.points_lost);
        self.win_rate_lost.add(&other.win_rate_lost);
    }

    /// The wins and half the draws of the line's first mover.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Count::default()
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

    /// The mean; `None` of no values.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / f64::from(self.count))
    }

    /// The standard error of the mean; `None` of fewer than two values.
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

impl Asked {
    /// Adds other turns.
    pub fn add(&mut self, other: Asked) {
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

    fn any_count() -> impl Strategy<Value = Count> {
        (
            1u32..9,
            0u32..9,
            0u32..9,
            0u32..9,
            any_spread(),
            any_spread(),
        )
            .prop_map(
                |(games, more, scored, half_points, points_lost, win_rate_lost)| Count {
                    games,
                    corners: games + more,
                    scored,
                    half_points,
                    points_lost,
                    win_rate_lost,
                },
            )
    }

    pub(crate) fn any_tally() -> impl Strategy<Value = Tally> {
        let cells = proptest::collection::btree_map(0u32..5, any_count(), 0..4);
        let asked = || {
            (0u32..9, 0u32..9).prop_map(|(more, here)| Asked {
                turns: if here > 0 { here + more } else { more },
                here,
            })
        };
        let examples = proptest::collection::btree_set(0u32..99, 0..=Tally::EXAMPLES);
        (cells, asked(), asked(), asked(), examples).prop_map(
            |(cells, at_once, later, again, examples)| Tally {
                cells: cells
                    .into_iter()
                    .map(|(cohort, count)| Cell { cohort, count })
                    .collect(),
                turns: Turns {
                    at_once,
                    later,
                    again,
                },
                examples: examples.into_iter().collect(),
            },
        )
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
        [10, 20, 30, 40]
            .into_iter()
            .for_each(|value| spread.push(value));
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
