//! The entry points of the ladder reader.

use super::chase::Chase;
use super::frame::LadderResult;
use super::memory::LineRef;
use super::search::Search;
use super::{LadderOutcome, LadderReading};
use crate::Color;
use crate::go::{Point, PointSet, Position};

/// The usual budget of positions for one reading: a few milliseconds. A plain ladder across the
/// board takes about 60.
pub const LADDER_BUDGET: u32 = 16_000;

/// Reads the ladder of the chain on `target`. A chain in atari moves first, one with two liberties
/// is attacked first, and one with more escapes at once. Returns `None` when the point is empty.
///
/// Visits at most `budget` positions, see [`LADDER_BUDGET`]; the memory needed grows with them.
///
/// ```
/// use joseki_game::{Color, Point};
/// use joseki_game::go::{LADDER_BUDGET, LadderOutcome, diagram, read_ladder};
///
/// // Black can only crawl along the edge.
/// let edge = ["X O . . .", ". . . . .", ". . . . .", ". . . . .", ". . . . ."];
/// let board = diagram::parse(&edge.join("\n"))?;
/// let reading = read_ladder(&board, Point::new(0, 0), LADDER_BUDGET).unwrap();
/// assert_eq!(reading.outcome, LadderOutcome::Captured);
/// assert_eq!(reading.winner(), Some(Color::White));
/// assert!(read_ladder(&board, Point::new(4, 4), LADDER_BUDGET).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn read_ladder(position: &Position, target: Point, budget: u32) -> Option<LadderReading> {
    let defender = position.at(target)?;
    let first = match position.liberties(target).len() {
        1 => defender,
        _ => defender.opposite(),
    };
    read_ladder_from(position, target, first, budget)
}

/// Like [`read_ladder`], with `first` to play. A defender who begins with two liberties may play on
/// either of them, capture a neighbouring chain in atari, or play elsewhere.
#[must_use]
pub fn read_ladder_from(
    position: &Position,
    target: Point,
    first: Color,
    budget: u32,
) -> Option<LadderReading> {
    let defender = position.at(target)?;
    let liberties = position.liberties(target).len();
    let mut search = Search::new(budget);
    let (found, first) = match liberties {
        3.. => (Some(LadderResult::immediate(LadderOutcome::Escapes)), first),
        2 if first == defender => ahead(&mut search, position, target, defender),
        _ => {
            let chase = Chase::new(position, target, defender);
            (search.read(&chase, first), first)
        }
    };
    let reading = LadderReading {
        outcome: found.map_or(LadderOutcome::Unknown, |found| found.outcome),
        defender,
        moves: found.map_or_else(Vec::new, |found| search.moves(found, first)),
        met: None,
        taken: PointSet::EMPTY,
        nodes: search.nodes(),
    };
    Some(reading.explained(position, target))
}

/// Reads a chain with two liberties whose defender is to play. Returns the result and the side that
/// begins.
fn ahead(
    search: &mut Search,
    position: &Position,
    target: Point,
    defender: Color,
) -> (Option<LadderResult>, Color) {
    let mut left_alone = *position;
    left_alone.pass();
    let elsewhere = search.read(&Chase::new(&left_alone, target, defender), defender.opposite());
    if elsewhere.is_some_and(|found| found.outcome == LadderOutcome::Escapes) {
        return (Some(LadderResult::immediate(LadderOutcome::Escapes)), defender);
    }
    let here = search.read(&Chase::new(position, target, defender), defender);
    let (Some(here), Some(elsewhere)) = (here, elsewhere) else {
        // An escape is an escape, whatever the other reading says.
        let is_out = |found: &LadderResult| found.outcome == LadderOutcome::Escapes;
        return (here.filter(is_out), defender);
    };
    let shows_nothing = here.outcome == elsewhere.outcome && here.line == LineRef::END;
    if elsewhere.outcome < here.outcome || shows_nothing {
        (Some(elsewhere), defender.opposite())
    } else {
        (Some(here), defender)
    }
}
