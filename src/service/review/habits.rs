//! Habits of a player: repeated costly moves, and positions in which the player repeatedly leaves
//! the book.

use std::collections::BTreeMap;

use super::gather::PlayedSide;
use super::profile::{Habit, Instance, LeaveRow};
use super::side::{BookLeave, MovePlace, SuboptimalPlay};
use joseki_book::Line;
use joseki_game::Step;

/// Minimum number of repetitions of a habit.
const HABIT: usize = 2;
/// Minimum average cost in expected result, unless the move was a fault.
const LEAST: f64 = 0.02;
/// Maximum number of rows in a profile.
const MAX_ROWS: usize = 10;
/// Maximum number of example games.
const EXAMPLES: usize = 3;

type Of<'a, T> = (PlayedSide<'a>, &'a T);

/// Returns the costliest habits, combining transpositions, orientations and colours.
pub fn habits(played: &[PlayedSide<'_>]) -> Vec<Habit> {
    let mut by_edge: BTreeMap<u64, Vec<Of<'_, SuboptimalPlay>>> = BTreeMap::new();
    for game in played {
        for play in &game.side.plays {
            by_edge.entry(play.edge).or_default().push((*game, play));
        }
    }
    let often = by_edge.into_values().filter(|plays| plays.len() >= HABIT);
    let mut habits: Vec<Habit> = often
        .filter_map(|plays| habit(&plays))
        .filter(|habit| habit.total / f64::from(habit.times) >= LEAST || habit.faults > 0)
        .collect();
    habits.sort_by(|a, b| {
        let cost = b.total.total_cmp(&a.total);
        cost.then(b.times.cmp(&a.times)).then_with(|| a.node.cmp(&b.node))
    });
    habits.truncate(MAX_ROWS);
    habits
}

fn habit(plays: &[Of<'_, SuboptimalPlay>]) -> Option<Habit> {
    let measured = plays.iter().filter_map(|(_, play)| play.evaluation);
    let measured: Vec<f64> = measured.collect();
    let evaluation = (!measured.is_empty()).then(|| {
        let mean = measured.iter().sum::<f64>() / measured.len() as f64;
        (mean, count(measured.len()))
    });
    Some(Habit {
        node: shortest(plays.iter().map(|(_, play)| &play.node))?,
        better: usual(plays.iter().map(|(_, play)| &play.better))?,
        times: count(plays.len()),
        faults: count(plays.iter().filter(|(_, play)| play.fault).count()),
        total: plays.iter().map(|(_, play)| play.win_rate).sum(),
        evaluation,
        examples: examples(plays.iter().map(|(game, play)| (*game, play.spot))),
    })
}

/// Returns the positions left most often.
pub fn leaves(played: &[PlayedSide<'_>]) -> Vec<LeaveRow> {
    let mut by_position: BTreeMap<(u64, Line), Vec<Of<'_, BookLeave>>> = BTreeMap::new();
    for game in played {
        for leave in &game.side.leaves {
            let line = match leave.position {
                0 => leave.node.clone(),
                _ => Line::new(),
            };
            let key = (leave.position, line);
            by_position.entry(key).or_default().push((*game, leave));
        }
    }
    let often = by_position.into_values().filter(|leaves| leaves.len() >= HABIT);
    let mut rows: Vec<LeaveRow> = often.filter_map(|leaves| row(&leaves)).collect();
    rows.sort_by(|a, b| b.times.cmp(&a.times).then_with(|| a.node.cmp(&b.node)));
    rows.truncate(MAX_ROWS);
    rows
}

fn row(leaves: &[Of<'_, BookLeave>]) -> Option<LeaveRow> {
    let mut played: BTreeMap<Step, u32> = BTreeMap::new();
    for (_, leave) in leaves {
        *played.entry(leave.step).or_default() += 1;
    }
    let mut played: Vec<(Step, u32)> = played.into_iter().collect();
    played.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    Some(LeaveRow {
        node: shortest(leaves.iter().map(|(_, leave)| &leave.node))?,
        expected: usual(leaves.iter().map(|(_, leave)| &leave.expected))?,
        times: count(leaves.len()),
        played,
        examples: examples(leaves.iter().map(|(game, leave)| (*game, leave.spot))),
    })
}

fn shortest<'a>(lines: impl Iterator<Item = &'a Line>) -> Option<Line> {
    lines.min_by_key(|line| (line.len(), *line)).cloned()
}

/// Returns the most frequent line; of several the first.
fn usual<'a>(lines: impl Iterator<Item = &'a Line>) -> Option<Line> {
    let mut times: BTreeMap<&Line, usize> = BTreeMap::new();
    for line in lines {
        *times.entry(line).or_default() += 1;
    }
    let most = times.iter().min_by_key(|(_, times)| std::cmp::Reverse(**times));
    most.map(|(line, _)| (*line).clone())
}

fn examples<'a>(of: impl Iterator<Item = (PlayedSide<'a>, MovePlace)>) -> Vec<Instance> {
    let instance = |(game, spot): (PlayedSide<'a>, MovePlace)| Instance {
        game: game.place.clone(),
        size: game.size,
        number: spot.number,
        color: spot.color,
        played: spot.played,
        corner: spot.corner,
    };
    of.take(EXAMPLES).map(instance).collect()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
