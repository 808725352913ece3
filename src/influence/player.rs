//! A plain player: captures, rescues from atari, else the largest ΔSFB.

use std::cmp::Reverse;

use super::life::is_eye;
use super::{Mechanical, MoveGain, Whole};
use joseki_game::go::{LADDER_BUDGET, LadderOutcome, PointSet, Position, read_ladder_from};
use joseki_game::{Color, Point};

/// Move that captures chains in atari or rescues own ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UrgentMove {
    /// Point of the move.
    pub point: Point,
    /// Number of stones that it captures.
    pub captured: u32,
    /// Number of own stones that were in atari and are safe after it.
    pub rescued: u32,
}

impl UrgentMove {
    /// Returns the number of stones at stake.
    #[must_use]
    pub const fn stones(&self) -> u32 {
        self.captured + self.rescued
    }
}

/// Returns the moves that capture a chain in atari or rescue an own one: the most stones at stake
/// first, of equals the most captured ones, then in reading order.
///
/// A chain is rescued if it has three liberties after the move, or two and no ladder captures it. A
/// move that leaves more stones in atari than it captures is not listed: they would be captured at
/// once.
///
/// ```
/// use joseki_game::go::diagram;
/// use joseki_game::{Color, Point};
/// use joseki_influence::urgent_moves;
///
/// // White's stone in atari runs to three liberties, or Black captures it.
/// let board = diagram::parse(". . . . .\n. X . . .\nX O . . .\n. X . . .\n. . . . .")?;
/// for (color, captured, rescued) in [(Color::Black, 1, 0), (Color::White, 0, 1)] {
///     let urgent = urgent_moves(&board, color);
///     assert_eq!(urgent.len(), 1);
///     assert_eq!(urgent[0].point, Point::new(2, 2));
///     assert_eq!((urgent[0].captured, urgent[0].rescued), (captured, rescued));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn urgent_moves(board: &Position, color: Color) -> Vec<UrgentMove> {
    let own = in_atari(board, color);
    let chains = own.iter().copied().chain(in_atari(board, color.opposite()));
    let points: PointSet = chains.filter_map(|chain| liberties(board, chain).first()).collect();
    let mut urgent: Vec<UrgentMove> =
        points.into_iter().filter_map(|point| urgent_move(board, color, point, &own)).collect();
    urgent.sort_by_key(|found| Reverse((found.stones(), found.captured)));
    urgent
}

/// Returns the legal moves that fill no own eye and gain in SFB, the best first; see
/// [`Whole::values`].
#[must_use]
pub fn gaining_moves(board: &Position, color: Color) -> Vec<MoveGain> {
    let mut values = Whole::new(board, Mechanical::default()).values(color);
    values.retain(|value| value.gain(color) > 0.0 && !is_eye(board, color, value.point));
    values
}

fn urgent_move(
    board: &Position,
    color: Color,
    point: Point,
    own: &[PointSet],
) -> Option<UrgentMove> {
    let mut after = *board;
    let captured = after.play(color, point).ok()?.len();
    let is_lost = after.liberties(point).len() == 1 && after.chain(point).len() > captured;
    let saved = own.iter().filter(|chain| is_safe(&after, color, **chain));
    let rescued = saved.map(PointSet::len).sum();
    let found = UrgentMove { point, captured, rescued };
    (found.stones() > 0 && !is_lost).then_some(found)
}

/// Checks that a chain cannot be captured by atari after atari, with the other side to move.
fn is_safe(board: &Position, color: Color, chain: PointSet) -> bool {
    chain.first().is_some_and(|stone| match board.liberties(stone).len() {
        0 | 1 => false,
        2 => {
            let reading = read_ladder_from(board, stone, color.opposite(), LADDER_BUDGET);
            reading.is_some_and(|reading| reading.outcome == LadderOutcome::Escapes)
        }
        _ => true,
    })
}

fn in_atari(board: &Position, color: Color) -> Vec<PointSet> {
    let mut left = board.stones(color);
    let mut found = Vec::new();
    while let Some(stone) = left.first() {
        let chain = board.chain(stone);
        left = left.difference(chain);
        if board.liberties(stone).len() == 1 {
            found.push(chain);
        }
    }
    found
}

fn liberties(board: &Position, chain: PointSet) -> PointSet {
    chain.neighbours(board.size()).intersection(board.empty())
}
