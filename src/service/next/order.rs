//! Order of candidates: by priority within a corner, by urgency between corners.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::query::CandidateMove;
use crate::book::{CornerState, TurnCount, Verdict};

/// Returns the value of a candidate's verdict; 0 without one.
#[must_use]
pub fn value(candidate: &CandidateMove) -> i8 {
    candidate.verdict().map_or(0, Verdict::value)
}

/// Returns the value of the curator's verdict; 0 without one.
#[must_use]
pub fn curated_value(candidate: &CandidateMove) -> i8 {
    if candidate.is_curated() { value(candidate) } else { 0 }
}

/// Weight of the default urgency, in turns of counted games.
const DEFAULT_TURNS: f64 = 40.0;

/// Returns the urgency of a corner for the player to move, 0 to 1: in counted games, the share of
/// turns like this one that were played here, smoothed with a default by state. A lone stone is
/// less urgent than an empty corner, as in usual openings. If the book advises against all moves,
/// the urgency is a tenth.
#[must_use]
pub fn urgency(
    state: CornerState,
    stones: usize,
    counted: TurnCount,
    candidates: &[CandidateMove],
) -> f64 {
    let default = match state {
        CornerState::Empty => 0.50,
        CornerState::Finished | CornerState::Terminated => 0.05,
        _ if stones == 1 => 0.30,
        CornerState::Ongoing | CornerState::Tenuki => 0.90,
        CornerState::Interrupted => 0.10,
    };
    let (turns, here) = (f64::from(counted.turns), f64::from(counted.here.min(counted.turns)));
    let smoothed = (here + DEFAULT_TURNS * default) / (turns + DEFAULT_TURNS);
    let advised_against = |candidate: &CandidateMove| value(candidate) < 0 || !candidate.holds();
    if !candidates.is_empty() && candidates.iter().all(advised_against) {
        smoothed / 10.0
    } else {
        smoothed
    }
}

/// Returns the rank of a move over all corners: `urgency · e^priority`. It preserves the order of
/// priorities within a corner.
#[must_use]
pub fn score(urgency: f64, priority: f64) -> f64 {
    urgency * priority.exp()
}

/// Sorts candidates stably. Candidates are large, so indices are sorted and each candidate is then
/// moved into place.
pub fn sort(
    candidates: &mut [CandidateMove],
    order: impl Fn(&CandidateMove, &CandidateMove) -> Ordering,
) {
    let mut places: SmallVec<[usize; 64]> = (0..candidates.len()).collect();
    places.sort_by(|a, b| order(&candidates[*a], &candidates[*b]));
    for at in 0..places.len() {
        let mut from = places[at];
        // An earlier swap moved this candidate; follow it to its present place.
        while from < at {
            from = places[from];
        }
        if from != at {
            candidates.swap(at, from);
        }
    }
}

/// Orders within a corner: moves whose conditions fail last, then by priority, by effect on the
/// whole board if requested, by counted games, and by step.
#[must_use]
pub fn in_corner(a: &CandidateMove, b: &CandidateMove) -> Ordering {
    by_book(a, b)
        .then_with(|| by_board(a, b))
        .then_with(|| b.games().cmp(&a.games()))
        .then_with(|| a.step.cmp(&b.step))
}

/// Orders by failed conditions and priority, the criteria within a corner that precede the whole
/// board.
#[must_use]
pub fn by_book(a: &CandidateMove, b: &CandidateMove) -> Ordering {
    let failed = a.holds().cmp(&b.holds()).reverse();
    failed.then(b.priority.total_cmp(&a.priority))
}

/// Orders over all corners: moves whose conditions fail last, then by score, by effect on the whole
/// board if requested, by corner and by step.
#[must_use]
pub fn compare_over_corners(a: &CandidateMove, b: &CandidateMove) -> Ordering {
    let failed = a.holds().cmp(&b.holds()).reverse();
    let score = b.score.total_cmp(&a.score);
    failed
        .then(score)
        .then_with(|| by_board(a, b))
        .then(a.corner.cmp(&b.corner))
        .then_with(|| in_corner(a, b))
}

fn by_board(a: &CandidateMove, b: &CandidateMove) -> Ordering {
    let line = |candidate: &CandidateMove| {
        let whole = candidate.whole_board.as_ref();
        // Candidates that were not evaluated come last, and are all equal.
        whole.map_or(f64::NEG_INFINITY, |whole| whole.change)
    };
    line(b).total_cmp(&line(a))
}
