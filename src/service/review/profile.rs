//! A player over many games: which joseki, with what results, and the costliest habits.

use std::collections::BTreeMap;

use super::gather::Played;
use super::habits::{habits, leaves};
use super::judged::{Judged, Kind};
use super::place::Place;
use super::side::{Joseki, Side};
use crate::book::Line;
use crate::game::go::{BoardSize, Corner, Point};
use crate::game::{Color, Step};

/// How many joseki are told.
const JOSEKIS: usize = 30;

/// A player's games together. A game counts once, however many records of it there are.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The name as it was asked for, or as most records write it.
    pub name: String,
    /// Games.
    pub games: u32,
    /// With Black.
    pub black: u32,
    /// With White.
    pub white: u32,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Corners in which somebody played.
    pub corners: u32,
    /// The judged moves by kind.
    pub kinds: KindCounts,
    /// What engines in the records say that a judged move lost, in points, and of how many moves they say it.
    pub evaluation: Option<(f64, u32)>,
    /// By joseki, the most frequent first; at most thirty.
    pub josekis: Vec<JosekiRow>,
    /// Moves of the book that were played at least twice and cost most together, the costliest first.
    pub habits: Vec<Habit>,
    /// Positions in which the player left the book most often, at least twice.
    pub leaves: Vec<LeaveRow>,
}

/// Judged moves by kind; those that are excused are counted by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindCounts {
    /// In the order of [`Kind::ALL`].
    pub kinds: [u32; 6],
    /// Excused.
    pub excused: u32,
}

/// One joseki of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct JosekiRow {
    /// The names of the deepest node with a name, if there is one.
    pub name: Option<String>,
    /// The line of that node, or else the first six steps.
    pub line: Line,
    /// Corners.
    pub corners: u32,
    /// Of these, the player made the first move.
    pub first: u32,
    /// Games in which it came about.
    pub games: u32,
    /// Those with a result.
    pub scored: u32,
    /// Wins and half the draws, of those.
    pub points: f64,
    /// Corners that left the book.
    pub left: u32,
    /// Of these, by a move of the player.
    pub left_by_player: u32,
}

/// A move of the book that a player makes again and again though there is a better one.
#[derive(Clone, Debug, PartialEq)]
pub struct Habit {
    /// The node of the move; the shortest of those by which it came about.
    pub node: Line,
    /// The node of the move that the book prefers.
    pub better: Line,
    /// How often it was played.
    pub times: u32,
    /// How often that was a fault.
    pub faults: u32,
    /// What it cost together in expected results, see [`super::Cost::win_rate`].
    pub total: f64,
    /// What engines in the records say that it lost on average, in points, and how often they say it.
    pub evaluation: Option<(f64, u32)>,
    /// Where it was played; the first three.
    pub examples: Vec<Instance>,
}

/// A position in which a player leaves the book again and again.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaveRow {
    /// The node of the position; the shortest of those by which it came about.
    pub node: Line,
    /// The node of the move that the book expected.
    pub expected: Line,
    /// How often.
    pub times: u32,
    /// What was played instead, as steps, the most frequent first.
    pub played: Vec<(Step, u32)>,
    /// Where; the first three.
    pub examples: Vec<Instance>,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The game.
    pub game: Place,
    /// Its board.
    pub size: BoardSize,
    /// The number of the move.
    pub number: usize,
    /// Who played it.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// In which corner.
    pub corner: Corner,
}

impl KindCounts {
    /// Counts a move.
    pub(super) fn add(&mut self, judged: &Judged) {
        match judged.excused {
            true => self.excused += 1,
            false => self.kinds[judged.kind as usize] += 1,
        }
    }

    /// The moves of a kind.
    #[must_use]
    pub const fn of(&self, kind: Kind) -> u32 {
        self.kinds[kind as usize]
    }

    fn merge(&mut self, other: &KindCounts) {
        self.excused += other.excused;
        for (sum, more) in self.kinds.iter_mut().zip(other.kinds) {
            *sum += more;
        }
    }
}

impl Profile {
    /// A player, by the sides of its games in the order of their places.
    pub(super) fn of(name: String, played: &[Played<'_>]) -> Profile {
        let mut profile = Profile {
            name,
            games: 0,
            black: 0,
            white: 0,
            won: 0,
            lost: 0,
            drawn: 0,
            corners: 0,
            kinds: KindCounts::default(),
            evaluation: None,
            josekis: josekis(played),
            habits: habits(played),
            leaves: leaves(played),
        };
        for game in played.chunk_by(|a, b| a.place == b.place) {
            profile.games += 1;
            profile.score(game);
            game.iter().for_each(|played| profile.add(played.side));
        }
        profile
    }

    /// A player against itself has no result.
    fn score(&mut self, game: &[Played<'_>]) {
        if let [Played { side, .. }] = game {
            match side.half_points {
                Some(0) => self.lost += 1,
                Some(1) => self.drawn += 1,
                Some(_) => self.won += 1,
                None => {}
            }
        }
    }

    fn add(&mut self, side: &Side) {
        match side.color {
            Color::Black => self.black += 1,
            Color::White => self.white += 1,
        }
        self.kinds.merge(&side.kinds);
        let corners = u32::try_from(side.corners.len()).unwrap_or(u32::MAX);
        self.corners = self.corners.saturating_add(corners);
        if side.evaluation.1 > 0 {
            let (sum, moves) = self.evaluation.unwrap_or_default();
            self.evaluation = Some((sum + side.evaluation.0, moves + side.evaluation.1));
        }
    }
}

fn josekis(played: &[Played<'_>]) -> Vec<JosekiRow> {
    let mut rows: BTreeMap<String, (JosekiRow, Option<&Place>)> = BTreeMap::new();
    for Played { place, side, .. } in played {
        for corner in &side.corners {
            let (row, last) = rows
                .entry(key(&corner.joseki))
                .or_insert_with(|| (row(&corner.joseki), None));
            if corner.joseki.line < row.line {
                row.line = corner.joseki.line.clone();
            }
            row.corners += 1;
            row.first += u32::from(corner.first);
            row.left += u32::from(corner.left.is_some());
            row.left_by_player += u32::from(corner.left == Some(true));
            if *last != Some(*place) {
                *last = Some(*place);
                row.games += 1;
                if let Some(half) = side.half_points {
                    row.scored += 1;
                    row.points += f64::from(half) / 2.0;
                }
            }
        }
    }
    let mut rows: Vec<JosekiRow> = rows.into_values().map(|(row, _)| row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.corners));
    rows.truncate(JOSEKIS);
    rows
}

/// One name is one joseki, by whichever order it came about.
fn key(joseki: &Joseki) -> String {
    let line = || format!(" {}", joseki.line);
    joseki.name.clone().unwrap_or_else(line)
}

fn row(joseki: &Joseki) -> JosekiRow {
    JosekiRow {
        name: joseki.name.clone(),
        line: joseki.line.clone(),
        corners: 0,
        first: 0,
        games: 0,
        scored: 0,
        points: 0.0,
        left: 0,
        left_by_player: 0,
    }
}
