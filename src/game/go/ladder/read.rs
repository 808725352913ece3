//! The doors of the reader.

use super::chase::Chase;
use super::frame::Found;
use super::memory::Line;
use super::search::Search;
use super::{LadderOutcome, LadderReading};
use crate::game::Color;
use crate::game::go::{Point, PointSet, Position};

/// Positions that a reading may look at unless more are asked for: a few milliseconds. A plain ladder across
/// the board takes some 60.
pub const LADDER_BUDGET: u32 = 16_000;

/// Reads the ladder of the chain on `target`: a chain in atari moves first, one with two liberties is
/// attacked first, one with more escapes at once. None when no stone stands there.
///
/// At most `budget` positions are looked at, see [`LADDER_BUDGET`]; the memory that is needed grows with them.
#[must_use]
pub fn read_ladder(position: &Position, target: Point, budget: u32) -> Option<LadderReading> {
    let defender = position.at(target)?;
    let first = match position.liberties(target).len() {
        1 => defender,
        _ => defender.opposite(),
    };
    read_ladder_from(position, target, first, budget)
}

/// The same with `first` to play. A defender who begins with two liberties may play on either of them, take
/// what is in atari beside the chain, or play elsewhere.
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
        3.. => (Some(Found::at_once(LadderOutcome::Escapes)), first),
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

/// A defender to play with two liberties: what comes of it, and who begins.
fn ahead(
    search: &mut Search,
    position: &Position,
    target: Point,
    defender: Color,
) -> (Option<Found>, Color) {
    let mut left_alone = *position;
    left_alone.pass();
    let elsewhere = search.read(
        &Chase::new(&left_alone, target, defender),
        defender.opposite(),
    );
    if elsewhere.is_some_and(|found| found.outcome == LadderOutcome::Escapes) {
        return (Some(Found::at_once(LadderOutcome::Escapes)), defender);
    }
    let here = search.read(&Chase::new(position, target, defender), defender);
    let (Some(here), Some(elsewhere)) = (here, elsewhere) else {
        // An escape is one, whatever else there is.
        let is_out = |found: &Found| found.outcome == LadderOutcome::Escapes;
        return (here.filter(is_out), defender);
    };
    let shows_nothing = here.outcome == elsewhere.outcome && here.line == Line::END;
    if elsewhere.outcome < here.outcome || shows_nothing {
        (Some(elsewhere), defender.opposite())
    } else {
        (Some(here), defender)
    }
}
