//! The choice of Swap2: a colour of three stones, or two more stones that balance.

use std::sync::Arc;

use super::grades::{FourthGrades, grade_fourths};
use super::position::FivePosition;
use super::tables::FiveTables;
use crate::{SearchLimits, WINNING};
use joseki_base::cancel::Cancelled;
use joseki_game::five::FiveBoard;
use joseki_game::{Color, Point};

/// Value, in points of table A, that changes the odds of the side that is better by a factor of e. A
/// convention, by which open twos and sleeping threes count in an opening; not measured on games.
const SCALE: f64 = 50.0;

/// Least expected result at which a colour is taken: below, two stones more may be better balanced.
const CLEAR: f64 = 0.55;

/// Number of pairs that are named.
const MAX_PAIRS: usize = 10;

/// Returns the expected result, 0 to 1, of a side for which a position has a value.
#[must_use]
pub fn expected_result(value: i32) -> f64 {
    match value {
        WINNING.. => 1.0,
        _ if value <= -WINNING => 0.0,
        _ => 1.0 / (1.0 + (-f64::from(value) / SCALE).exp()),
    }
}

/// What the player who is asked does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Swap2Choice {
    /// Stays with White, who is to move.
    Stay,
    /// Swaps: takes Black.
    Swap,
    /// Adds a white and a black stone, and lets the other player choose.
    Pair,
}

/// Two stones more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap2Pair {
    /// The white stone.
    pub white: Point,
    /// The black stone.
    pub black: Point,
    /// The value for Black.
    pub value: i32,
}

/// An answer to three stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap2Advice {
    /// What to do.
    pub choice: Swap2Choice,
    /// The value of the three stones for Black, with White's best move.
    pub value: i32,
    /// Pairs of stones, the best balanced first.
    pub pairs: Vec<Swap2Pair>,
    /// Depth of the search in plies after the fourth stone; 0 if positions were only judged.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
}

/// Chooses after three stones with White to move, within limits. Pairs are near the stones.
///
/// # Errors
/// The caller no longer waits.
pub fn swap2(
    board: &FiveBoard,
    tables: &Arc<FiveTables>,
    limits: &SearchLimits,
) -> Result<Swap2Advice, Cancelled> {
    let position = FivePosition::new(board.clone(), Color::White, Arc::clone(tables));
    let within = position.candidates();
    let FourthGrades { fourths, depth, nodes } =
        grade_fourths(board, Color::White, within, tables, limits)?;
    let best = fourths.iter().filter_map(|fourth| fourth.fifths.first());
    let value = best.map(|fifth| fifth.value).min().unwrap_or_default();
    let mut pairs: Vec<Swap2Pair> = Vec::new();
    for fourth in &fourths {
        for fifth in &fourth.fifths {
            let stones = fourth.points.first().zip(fifth.points.first());
            pairs.extend(stones.map(|(white, black)| Swap2Pair {
                white: *white,
                black: *black,
                value: fifth.value,
            }));
        }
    }
    pairs.sort_by_key(|pair| (pair.value.abs(), pair.white, pair.black));
    pairs.truncate(MAX_PAIRS);
    let expected = expected_result(value);
    let is_better = pairs.first().is_some_and(|pair| pair.value.abs() < value.abs());
    let choice = match () {
        () if expected >= CLEAR => Swap2Choice::Swap,
        () if expected <= 1.0 - CLEAR => Swap2Choice::Stay,
        () if is_better => Swap2Choice::Pair,
        () if value > 0 => Swap2Choice::Swap,
        () => Swap2Choice::Stay,
    };
    Ok(Swap2Advice { choice, value, pairs, depth, nodes })
}
