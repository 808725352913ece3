//! How candidates are ordered: by priority inside a corner, by urgency between corners.

use std::cmp::Ordering;

use super::query::{Candidate, NextQuery};
use crate::book::{Asked, CornerState, Verdict};
use crate::game::Color;
use crate::priority::{self, Edge, Known, beliefs, random};

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

/// Gives the candidates of one corner their priorities: what verdicts and counted games say, or a draw
/// around it if the question has a seed.
pub fn prioritise(candidates: &mut [Candidate], ply: usize, query: &NextQuery, to_play: Color) {
    let edge = |candidate: &Candidate| Edge {
        known: known(candidate),
        ..Edge::default()
    };
    let edges: Vec<Edge> = candidates.iter().map(edge).collect();
    let asked = priority::Asked {
        ply,
        ..priority::Asked::default()
    };
    let opponent = random::of_text(query.opponent.as_deref().unwrap_or_default());
    for (candidate, belief) in candidates.iter_mut().zip(beliefs(&edges, &asked)) {
        let turn = query.moves.len() * 8 + candidate.corner.index() * 2 + to_play as usize;
        let edge = || random::of_text(&candidate.leads_to.to_string());
        candidate.priority = match query.seed {
            Some(seed) => belief.drawn(seed, opponent, edge(), turn as u64),
            None => belief.priority(),
        };
    }
}

/// How often the move is chosen here counts, not how often its position came about in other orders;
/// results are of the position.
fn known(candidate: &Candidate) -> Known {
    let verdict = value(candidate);
    let Some(statistics) = &candidate.statistics else {
        return Known {
            verdict,
            ..Known::default()
        };
    };
    let counted = statistics.position;
    Known {
        verdict,
        plays: statistics.played,
        games: counted.scored,
        points: counted.points,
        win_rate_lost: counted.lost.and_then(|lost| lost.win_rate),
    }
}

/// The order inside a corner: moves whose conditions fail last, then by priority, then by step.
#[must_use]
pub fn in_corner(a: &Candidate, b: &Candidate) -> Ordering {
    let failed = a.holds().cmp(&b.holds()).reverse();
    let priority = b.priority.total_cmp(&a.priority);
    failed.then(priority).then_with(|| a.step.cmp(&b.step))
}

/// The order over all corners: moves whose conditions fail last, then by score, corner and step.
#[must_use]
pub fn over_corners(a: &Candidate, b: &Candidate) -> Ordering {
    let failed = a.holds().cmp(&b.holds()).reverse();
    let score = b.score.total_cmp(&a.score);
    failed
        .then(score)
        .then(a.corner.cmp(&b.corner))
        .then_with(|| in_corner(a, b))
}
