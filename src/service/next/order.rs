//! Order of candidates: by priority within a corner, by urgency between corners.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::candidate::CandidateMove;
use joseki_book::{ForcedResult, PlayerKind, RegionState, TurnCount, Verdict};
use joseki_priority::GROUP_WEIGHTS;

/// Returns the value of a candidate's verdict; 0 without one.
#[must_use]
pub fn value(candidate: &CandidateMove) -> i8 {
    candidate.verdict().map_or(0, Verdict::value)
}

/// Whether the book does not advise against a move on this board.
pub fn is_sound(candidate: &CandidateMove) -> bool {
    candidate.holds() && value(candidate) >= 0
}

/// Returns the value of the curator's verdict; 0 without one.
#[must_use]
pub fn curated_value(candidate: &CandidateMove) -> i8 {
    if candidate.is_curated() { value(candidate) } else { 0 }
}

/// Weight of the default urgency, in turns of counted games, and of that of weaker players beside
/// the turns of stronger ones.
const DEFAULT_TURNS: f64 = 40.0;

/// Turns like the one of a query in counted games, by kind of players, weakest first.
pub type TurnCounts = [TurnCount; PlayerKind::COUNT];

/// Returns the urgency of a corner for the player to move, 0 to 1: the share of turns like this one
/// that were played here, see [`share_here`], smoothed with a default by state. A lone stone is less
/// urgent than an empty corner, as in usual openings. If the book advises against all moves, the
/// urgency is a tenth.
#[must_use]
pub fn urgency(
    state: RegionState,
    stones: usize,
    counted: &TurnCounts,
    candidates: &[CandidateMove],
) -> f64 {
    let default = match state {
        RegionState::Empty => 0.50,
        RegionState::Finished | RegionState::Terminated => 0.05,
        _ if stones == 1 => 0.30,
        RegionState::Ongoing | RegionState::Tenuki => 0.90,
        RegionState::Interrupted => 0.10,
    };
    let smoothed = share_here(counted, default);
    let advised_against = |candidate: &CandidateMove| value(candidate) < 0 || !candidate.holds();
    if !candidates.is_empty() && candidates.iter().all(advised_against) {
        smoothed / 10.0
    } else {
        smoothed
    }
}

/// Returns the share of turns that were played here. As in the choice of moves, each kind of
/// players is smoothed with the weaker ones, and the kinds that had such turns are pooled.
#[must_use]
pub fn share_here(counted: &TurnCounts, default: f64) -> f64 {
    let (mut share, mut sum, mut weights) = (default, 0.0, 0.0);
    for (counted, weight) in counted.iter().zip(GROUP_WEIGHTS) {
        if counted.turns > 0 {
            let turns = f64::from(counted.turns);
            let here = f64::from(counted.here.min(counted.turns));
            share = (here + DEFAULT_TURNS * share) / (turns + DEFAULT_TURNS);
            sum += weight * share;
            weights += weight;
        }
    }
    if weights > 0.0 { sum / weights } else { default }
}

/// Returns the rank of a move over all corners: `urgency · e^(priority − best)`, where `best` is the
/// highest priority of its corner. It preserves the order of priorities within a corner.
#[must_use]
pub fn score(urgency: f64, priority: f64, best: f64) -> f64 {
    urgency * (priority - best).exp()
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

/// Orders within a region: moves whose conditions fail last, then by wins by force, by priority, by
/// effect on the whole board if requested, by counted games, and by step.
#[must_use]
pub fn in_region(a: &CandidateMove, b: &CandidateMove) -> Ordering {
    by_book(a, b)
        .then_with(|| by_board(a, b))
        .then_with(|| b.games().cmp(&a.games()))
        .then_with(|| a.step.cmp(&b.step))
}

/// Orders by failed conditions, wins by force and priority, the criteria within a corner that precede
/// the whole board.
#[must_use]
pub fn by_book(a: &CandidateMove, b: &CandidateMove) -> Ordering {
    let failed = a.holds().cmp(&b.holds()).reverse();
    failed.then(by_force(a, b)).then(b.priority.total_cmp(&a.priority))
}

/// Orders over all regions: moves whose conditions fail last, then by wins by force, by score, by
/// effect on the whole board if requested, by region and by step.
#[must_use]
pub fn compare_over_regions(a: &CandidateMove, b: &CandidateMove) -> Ordering {
    let failed = a.holds().cmp(&b.holds()).reverse();
    let score = b.score.total_cmp(&a.score);
    failed
        .then(by_force(a, b))
        .then(score)
        .then_with(|| by_board(a, b))
        .then(a.region.cmp(&b.region))
        .then_with(|| in_region(a, b))
}

/// Orders moves that win by force first, and those that lose by force last.
fn by_force(a: &CandidateMove, b: &CandidateMove) -> Ordering {
    ForcedResult::place(a.forced).cmp(&ForcedResult::place(b.forced))
}

fn by_board(a: &CandidateMove, b: &CandidateMove) -> Ordering {
    let line = |candidate: &CandidateMove| {
        let whole = candidate.whole_board.as_ref();
        // Candidates that were not evaluated come last, and are all equal.
        whole.map_or(f64::NEG_INFINITY, |whole| whole.change)
    };
    line(b).total_cmp(&line(a))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: amateurs 30 of 60 turns, engines 5 of 10, with a default of 0.9 for 40 turns.
    #[test]
    fn engines_are_smoothed_with_amateurs_and_both_are_pooled() {
        let counted = |turns, here| TurnCount { turns, here };
        let amateurs = (30.0 + 40.0 * 0.9) / 100.0;
        let found = share_here(&[counted(60, 30), TurnCount::default(), counted(10, 5)], 0.9);
        let engines = (5.0 + 40.0 * amateurs) / 50.0;
        assert!((found - (2.0 * amateurs + 3.0 * engines) / 5.0).abs() < 1e-12);
        assert_eq!(share_here(&[TurnCount::default(); 3], 0.3), 0.3);
        assert_eq!(score(0.5, -0.2, -0.2), 0.5);
    }
}
