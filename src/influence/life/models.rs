//! Dead groups according to a model of influence.

use super::benson::Unconditional;
use super::groups::{Group, groups};
use crate::Model;
use joseki_game::Color;
use joseki_game::go::{PointSet, Position};

/// Finds groups without two eyes where the field without them favours the other side. Groups are
/// checked in order of stones plus liberties, and dead ones removed at once, since groups around a
/// dead one may live by it.
pub fn dead(board: &Position, certain: &Unconditional, model: &Model) -> PointSet {
    let mut board = *board;
    let mut dead = PointSet::EMPTY;
    while let Some(group) = weakest(&board, certain, model) {
        dead = dead.union(group.stones);
        for stone in group.stones {
            board.clear(stone);
        }
    }
    dead
}

fn weakest(board: &Position, certain: &Unconditional, model: &Model) -> Option<Group> {
    let mut weak: Vec<Group> = groups(board)
        .into_iter()
        .filter(|group| group.half_eyes < 4)
        .filter(|group| group.stones.is_disjoint(&certain.alive(group.color)))
        .collect();
    weak.sort_by_key(|group| (group.stones.len() + liberties(board, group).len(), group.stones));
    weak.into_iter().find(|group| is_held(board, group, model))
}

fn liberties(board: &Position, group: &Group) -> PointSet {
    let beside = group.stones.neighbours(board.size());
    beside.intersection(board.empty())
}

/// Checks whether the points of a group and its liberties belong to the other side once it is
/// removed.
fn is_held(board: &Position, group: &Group, model: &Model) -> bool {
    let mut without = *board;
    for stone in group.stones {
        without.clear(stone);
    }
    let field = model.field(&without);
    let sign = if group.color == Color::Black { 1 } else { -1 };
    let place = group.stones.union(liberties(board, group));
    let sum: i64 = place.iter().map(|point| i64::from(field.at(point)) * sign).sum();
    sum < 0
}
