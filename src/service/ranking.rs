//! How candidates are ordered: by priority inside a corner, by urgency between corners.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::query::Candidate;
use crate::book::{Asked, CornerState, Verdict};

/// What the verdict of a candidate is worth; none is worth 0.
#[must_use]
pub fn value(candidate: &Candidate) -> i8 {
    candidate.verdict().map_or(0, Verdict::value)
}

/// The default urgency counts like so many turns against what games say.
const DEFAULT_TURNS: f64 = 40.0;

/// How urgent a corner is for the player to move, 0 to 1: the share of turns like this one that were
/// played here, in counted games, smoothed with a default by state; a lone stone is less urgent than an
/// empty corner, as openings go. Where the book has nothing but moves that it advises against, going on
/// is a tenth as urgent.
#[must_use]
pub fn urgency(state: CornerState, stones: usize, counted: Asked, candidates: &[Candidate]) -> f64 {
    let default = match state {
        CornerState::Empty => 0.50,
        CornerState::Finished | CornerState::Terminated => 0.05,
        _ if stones == 1 => 0.30,
        CornerState::Ongoing | CornerState::Tenuki => 0.90,
        CornerState::Interrupted => 0.10,
    };
    let (turns, here) = (
        f64::from(counted.turns),
        f64::from(counted.here.min(counted.turns)),
    );
    let smoothed = (here + DEFAULT_TURNS * default) / (turns + DEFAULT_TURNS);
    let advised_against = |candidate: &Candidate| value(candidate) < 0 || !candidate.holds();
    if !candidates.is_empty() && candidates.iter().all(advised_against) {
        smoothed / 10.0
    } else {
        smoothed
    }
}

/// The rank of a move over all corners: `urgency · e^priority`. It keeps the order of the priorities
/// inside a corner.
#[must_use]
pub fn score(urgency: f64, priority: f64) -> f64 {
    urgency * priority.exp()
}

/// Sorts candidates, equal ones as they stood. They are large, so that places are sorted, and each candidate then put
/// where it belongs.
pub fn sort(candidates: &mut [Candidate], order: impl Fn(&Candidate, &Candidate) -> Ordering) {
    let mut places: SmallVec<[usize; 64]> = (0..candidates.len()).collect();
    places.sort_by(|a, b| order(&candidates[*a], &candidates[*b]));
    for at in 0..places.len() {
        let mut from = places[at];
        // What stood there made way for another, and went where that one had been.
        while from < at {
            from = places[from];
        }
        if from != at {
            candidates.swap(at, from);
        }
    }
}

/// The order inside a corner: moves whose conditions fail last, then by priority, by what their lines do to the whole
/// board if that was asked for, by counted games, and by step.
#[must_use]
pub fn in_corner(a: &Candidate, b: &Candidate) -> Ordering {
    by_book(a, b)
        .then_with(|| by_board(a, b))
        .then_with(|| b.games().cmp(&a.games()))
        .then_with(|| a.step.cmp(&b.step))
}

/// The part of the order inside a corner that the whole board does not touch: failed conditions and priority.
#[must_use]
pub fn by_book(a: &Candidate, b: &Candidate) -> Ordering {
    let failed = a.holds().cmp(&b.holds()).reverse();
    failed.then(b.priority.total_cmp(&a.priority))
}

/// The order over all corners: moves whose conditions fail last, then by score, by what their lines do to the whole
/// board if that was asked for, by corner and by step.
#[must_use]
pub fn over_corners(a: &Candidate, b: &Candidate) -> Ordering {
    let failed = a.holds().cmp(&b.holds()).reverse();
    let score = b.score.total_cmp(&a.score);
    failed
        .then(score)
        .then_with(|| by_board(a, b))
        .then(a.corner.cmp(&b.corner))
        .then_with(|| in_corner(a, b))
}

fn by_board(a: &Candidate, b: &Candidate) -> Ordering {
    let line = |candidate: &Candidate| {
        let whole = candidate.whole_board.as_ref();
        // Those that were not looked at come last, and are all equal.
        whole.map_or(f64::NEG_INFINITY, |whole| whole.change)
    };
    line(b).total_cmp(&line(a))
}
