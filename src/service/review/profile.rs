//! Profile of a player over many games: joseki with results, and the costliest habits.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::gather::PlayedSide;
use super::habits::{habits, leaves};
use super::judged::{GamePlace, JudgedKind, JudgedMove};
use super::side::{GameSide, JosekiIdentity};
use crate::text::as_text;
use joseki_book::Line;
use joseki_game::{BoardSize, Color, Move, Region, Step};

/// Maximum number of joseki in a profile.
const MAX_JOSEKI: usize = 30;

/// Profile of a player. A game counts once, even if it has several records.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Name as requested, or as most records spell it.
    pub name: String,
    /// Number of games.
    pub games: u32,
    /// Games with Black.
    pub black: u32,
    /// Games with White.
    pub white: u32,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Corners in which someone played.
    pub corners: u32,
    /// Judged moves by kind.
    pub kinds: KindCounts,
    /// Mean loss of the judged moves in points according to the records' engines, and the number of
    /// moves with such a loss.
    pub evaluation: Option<(f64, u32)>,
    /// Joseki, most frequent first; at most 30.
    pub josekis: Vec<JosekiRow>,
    /// Book moves played at least twice with the greatest total cost, costliest first.
    pub habits: Vec<Habit>,
    /// Positions in which the player left the book at least twice, most frequent first.
    pub leaves: Vec<LeaveRow>,
}

/// Judged moves by kind; excused moves are counted separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindCounts {
    /// Counts in the order of [`JudgedKind`].
    pub kinds: [u32; 6],
    /// Number of excused moves.
    pub excused: u32,
}

/// Statistics of one joseki of a player.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = JosekiRowJson)]
pub struct JosekiRow {
    /// Names of the deepest named node; null if no node has a name.
    pub name: Option<String>,
    /// Canonical line of that node; without a name, the first six steps that the book knows.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = String)]
    pub line: Line,
    /// Number of corners.
    pub corners: u32,
    /// Corners in which the player made the first move.
    pub first: u32,
    /// Number of games with this joseki.
    pub games: u32,
    /// Games with a known result.
    pub scored: u32,
    /// Wins plus half the draws in these games.
    pub points: f64,
    /// Corners that left the book.
    pub left: u32,
    /// Corners that left the book by a move of the player.
    pub left_by_player: u32,
}

/// A book move that a player repeats although a better one exists.
#[derive(Clone, Debug, PartialEq)]
pub struct Habit {
    /// Node of the move; the shortest, if it was reached by transposition.
    pub node: Line,
    /// Node of the move that the book prefers.
    pub better: Line,
    /// How often it was played.
    pub times: u32,
    /// How often it was a fault.
    pub faults: u32,
    /// Total cost in expected result; see [`super::Cost::win_rate`].
    pub total: f64,
    /// Mean loss in points according to the records' engines, and the number of plays with such a
    /// loss.
    pub evaluation: Option<(f64, u32)>,
    /// First three places where it was played.
    pub examples: Vec<Instance>,
}

/// A position in which a player repeatedly leaves the book.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaveRow {
    /// Node of the position; the shortest, if it was reached by transposition.
    pub node: Line,
    /// Node of the move that the book expected.
    pub expected: Line,
    /// Number of times.
    pub times: u32,
    /// Steps played instead, most frequent first.
    pub played: Vec<(Step, u32)>,
    /// First three places.
    pub examples: Vec<Instance>,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Origin of the game.
    pub game: GamePlace,
    /// Board size of the game.
    pub size: BoardSize,
    /// Number of the move.
    pub number: usize,
    /// Player of the move.
    pub color: Color,
    /// The move.
    pub played: Move,
    /// Corner of the move.
    pub corner: Region,
}

impl KindCounts {
    /// Counts a move.
    pub(super) fn add(&mut self, judged: &JudgedMove) {
        if judged.excused { self.excused += 1 } else { self.kinds[judged.kind as usize] += 1 }
    }

    /// Returns the number of moves of a kind.
    #[must_use]
    pub const fn get(&self, kind: JudgedKind) -> u32 {
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
    /// Builds a profile from the sides of its games in the order of their places.
    pub(super) fn new(name: String, played: &[PlayedSide<'_>]) -> Profile {
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
    fn score(&mut self, game: &[PlayedSide<'_>]) {
        if let [PlayedSide { side, .. }] = game {
            match side.half_points {
                Some(0) => self.lost += 1,
                Some(1) => self.drawn += 1,
                Some(_) => self.won += 1,
                None => {}
            }
        }
    }

    fn add(&mut self, side: &GameSide) {
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

fn josekis(played: &[PlayedSide<'_>]) -> Vec<JosekiRow> {
    let mut rows: BTreeMap<String, (JosekiRow, Option<&GamePlace>)> = BTreeMap::new();
    for PlayedSide { place, side, .. } in played {
        for corner in &side.corners {
            let (row, last) =
                rows.entry(key(&corner.joseki)).or_insert_with(|| (row(&corner.joseki), None));
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
    rows.truncate(MAX_JOSEKI);
    rows
}

/// Corners with the same name count as one joseki, regardless of move order.
fn key(joseki: &JosekiIdentity) -> String {
    let line = || format!(" {}", joseki.line);
    joseki.name.clone().unwrap_or_else(line)
}

fn row(joseki: &JosekiIdentity) -> JosekiRow {
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
