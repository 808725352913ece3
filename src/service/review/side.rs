//! One player's side of a game, as input for profiles.

use super::game::{CornerReview, GameReview};
use super::judged::{JudgedKind, JudgedMove};
use super::profile::KindCounts;
use crate::text::normalize_name;
use joseki_book::{Index, Line, Verdict};
use joseki_format::game_info::{GameOutcome, Player};
use joseki_game::{Color, Move, Region, Step};

/// Steps that identify a joseki without a name.
const STEPS: usize = 6;

/// One side of a game.
#[derive(Clone, Debug)]
pub struct GameSide {
    pub name: String,
    pub color: Color,
    /// Two for a win, one for a draw; none if the result is unknown.
    pub half_points: Option<u8>,
    pub corners: Vec<CornerNote>,
    pub kinds: KindCounts,
    /// Sum and number of its moves' losses according to the record's engine, in points.
    pub evaluation: (f64, u32),
    /// Book moves that were not the best.
    pub plays: Vec<SuboptimalPlay>,
    /// Positions where it left the book.
    pub leaves: Vec<BookLeave>,
}

/// A corner of a side.
#[derive(Clone, Debug)]
pub struct CornerNote {
    pub joseki: JosekiIdentity,
    /// Whether this side moved first.
    pub first: bool,
    /// Whether this side made the corner leave the book; none if it did not leave.
    pub left: Option<bool>,
}

/// Identity of a corner's joseki: its main name, or else its first steps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JosekiIdentity {
    pub name: Option<String>,
    pub line: Line,
}

/// Place of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePlace {
    pub number: usize,
    pub color: Color,
    pub played: Move,
    pub corner: Region,
}

/// A book move that was not the best.
#[derive(Clone, Debug)]
pub struct SuboptimalPlay {
    pub edge: u64,
    pub node: Line,
    pub better: Line,
    pub win_rate: f64,
    pub evaluation: Option<f64>,
    pub fault: bool,
    pub spot: MovePlace,
}

/// A position in which the book was left.
#[derive(Clone, Debug)]
pub struct BookLeave {
    /// Key of the position, common to all transpositions; 0 if it has none.
    pub position: u64,
    pub node: Line,
    pub expected: Line,
    pub step: Step,
    pub spot: MovePlace,
}

impl GameSide {
    /// Extracts a side of a reviewed game.
    pub fn new(review: &GameReview, color: Color, index: &Index) -> GameSide {
        let player = player(review, color);
        let mut side = GameSide {
            name: player.name.clone(),
            color,
            half_points: match (review.info.result, review.info.result.winner()) {
                (GameOutcome::Draw, _) => Some(1),
                (_, Some(winner)) => Some(if winner == color { 2 } else { 0 }),
                (_, None) => None,
            },
            corners: Vec::new(),
            kinds: KindCounts::default(),
            evaluation: (0.0, 0),
            plays: Vec::new(),
            leaves: Vec::new(),
        };
        let itself =
            normalize_name(&review.info.black.name) == normalize_name(&review.info.white.name);
        for corner in &review.corners {
            // A player against itself has each corner only once.
            if color == Color::Black || !itself {
                side.corners.extend(note(corner, color));
            }
            let own = corner.moves.iter().filter(|judged| judged.color == color);
            own.for_each(|judged| side.take(corner, judged, index));
        }
        side.add_evaluations(review);
        side
    }

    fn take(&mut self, corner: &CornerReview, judged: &JudgedMove, index: &Index) {
        self.kinds.add(judged);
        if judged.played == Move::Pass {
            return;
        }
        let spot = MovePlace {
            number: judged.number,
            color: judged.color,
            played: judged.played,
            corner: judged.corner,
        };
        self.plays.extend(play(judged, spot));
        if judged.kind == JudgedKind::Left && judged.is_fault() {
            self.leaves.extend(leave(corner, judged, spot, index));
        }
    }

    /// Adds the loss of each move once, even if it is judged in several corners.
    fn add_evaluations(&mut self, review: &GameReview) {
        let mut numbers: Vec<(usize, f64)> = review
            .judged()
            .into_iter()
            .filter(|judged| judged.color == self.color)
            .filter_map(|judged| Some((judged.number, points_lost(judged)?)))
            .collect();
        numbers.dedup_by_key(|(number, _)| *number);
        for (_, lost) in numbers {
            self.evaluation.0 += lost;
            self.evaluation.1 += 1;
        }
    }
}

pub fn player(review: &GameReview, color: Color) -> &Player {
    match color {
        Color::Black => &review.info.black,
        Color::White => &review.info.white,
    }
}

fn points_lost(judged: &JudgedMove) -> Option<f64> {
    judged.cost.evaluation?.points.map(f64::from)
}

fn note(corner: &CornerReview, color: Color) -> Option<CornerNote> {
    let first = corner.first_mover? == color;
    let name = corner.names.first().cloned();
    let line = match (&name, corner.known.is_empty()) {
        (Some(_), _) => corner.named.clone(),
        (None, true) => start(&corner.steps, 1),
        (None, false) => start(&corner.known, STEPS),
    };
    Some(CornerNote {
        joseki: JosekiIdentity { name, line },
        first,
        left: corner.left.as_ref().map(|left| left.by == color),
    })
}

fn start(line: &Line, steps: usize) -> Line {
    let mut start: Line = line.steps().iter().take(steps).copied().collect();
    while start.ends_in_tenuki() {
        start.pop();
    }
    start
}

/// Returns a book move that was not the best; none if a verdict praises it or the record's engine
/// clears it, unless it is a fault anyway.
fn play(judged: &JudgedMove, spot: MovePlace) -> Option<SuboptimalPlay> {
    let better = judged.better().filter(|_| !judged.excused)?;
    let praised = judged.verdict.map_or(0, Verdict::value) > 0;
    if !judged.is_fault() && (praised || judged.cost.is_cleared()) {
        return None;
    }
    Some(SuboptimalPlay {
        edge: judged.edge?,
        node: judged.node.clone(),
        better: better.leads_to.clone(),
        win_rate: judged.cost.win_rate.unwrap_or_default(),
        evaluation: points_lost(judged),
        fault: judged.is_fault(),
        spot,
    })
}

/// Returns the position that was left; none if the book had no move that it does not advise
/// against.
fn leave(
    corner: &CornerReview,
    judged: &JudgedMove,
    spot: MovePlace,
    index: &Index,
) -> Option<BookLeave> {
    let expected = judged.better()?;
    let mut node = judged.node.clone();
    let turn = match node.len() % 2 {
        0 => corner.first_mover?,
        _ => corner.first_mover?.opposite(),
    };
    if turn != judged.color {
        node.push(Step::TENUKI);
    }
    let key = index.find(&node).and_then(|node| index.key(node));
    Some(BookLeave {
        position: key.map_or(0, |key| key.key),
        node,
        expected: expected.leads_to.clone(),
        step: judged.step,
        spot,
    })
}
