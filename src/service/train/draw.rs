//! Selection of a quiz position: forgotten and likely to occur, or new.

use std::collections::{BTreeMap, HashSet};

use super::plan::{Ply, QuizPosition, QuizPositions};
use super::query::{QuestionOrigin, QuizFilter, QuizQuery, QuizSubject};
use super::reach::{QuizReach, QuizStart, QuizState};
use super::walk::{Dice, QuizBook, QuizWalk};
use crate::next::opening_rules::BEFORE_FIFTH;
use joseki_book::NodeId;
use joseki_ledger::EdgeKey;
use joseki_ledger::training::Lessons;

/// Random games from which a new position is drawn.
const WALKS: usize = 64;
/// Attempts of that many games each.
const ROUNDS: usize = 4;

/// Inputs of the draw of a position.
///
/// The probability that a position occurs is the product of the probabilities of the moves before
/// it: for an opponent, the move's share in play; for the player, equal shares of the right moves.
/// A position met before is drawn with that probability times the probability that it is forgotten.
/// A new one is drawn with that probability alone, from the turns of 64 simulated games. First it
/// is decided whether the position is to be new: with the configured share if anything needs
/// repeating, and with a higher probability the less there is to repeat (the probabilities of being
/// forgotten sum to less than one).
pub struct QuizDraw<'a> {
    map: QuizBook<'a>,
    filter: &'a QuizFilter,
    ask: QuizSubject,
    starts: Vec<QuizStart>,
    /// Positions that the player has met.
    met: HashSet<NodeId>,
    /// Positions eligible for review.
    reviews: Vec<Review>,
    reach: Vec<f64>,
}

/// A position met before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Review {
    /// First node of the position.
    pub first: NodeId,
    /// Probability that it is remembered.
    pub recall: f64,
}

/// A position selected for a question.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenPosition {
    /// Moves that lead to it.
    pub path: Vec<Ply>,
    /// First node of the position.
    pub first: NodeId,
    /// New position or review.
    pub drawn: QuestionOrigin,
    /// Probability that it is remembered, if it was met before.
    pub recall: Option<f64>,
}

impl<'a> QuizDraw<'a> {
    /// Prepares a draw for a player with these lessons; none for an anonymous player. `below`
    /// restricts it to positions under these nodes; `None` allows the whole book.
    pub fn new(
        map: QuizBook<'a>,
        query: &'a QuizQuery,
        below: Option<Vec<NodeId>>,
        lessons: Option<&Lessons>,
        now: i64,
    ) -> QuizDraw<'a> {
        let (filter, ask) = (&query.filter, query.ask);
        let starts = starts(map, below);
        let met = met_positions(map, filter, lessons, now);
        let may_be_asked = |review: &Review| {
            let due = review.recall <= 0.5 || !filter.only_due;
            due && is_eligible(filter, ask, &map.plan.spot(map.index, review.first))
        };
        let mut draw = QuizDraw {
            map,
            filter,
            ask,
            starts,
            met: met.iter().map(|review| review.first).collect(),
            reviews: met.into_iter().filter(may_be_asked).collect(),
            reach: Vec::new(),
        };
        let states: Vec<QuizState> =
            draw.reviews.iter().map(|review| player_state(review.first)).collect();
        let reach = QuizReach::compute(map, &draw.starts, states.iter().copied());
        let likely = states.into_iter().map(|state| reach.likely(state));
        draw.reach = likely.collect();
        draw
    }

    /// Draws a position; none if there is none.
    pub fn draw(&mut self, dice: &mut Dice) -> Option<ChosenPosition> {
        if dice.throw() < self.new_share() {
            return self.new_one(dice).or_else(|| self.review(dice));
        }
        self.review(dice).or_else(|| self.new_one(dice))
    }

    /// Excludes a position from later draws because it cannot be asked.
    pub fn leave_out(&mut self, first: NodeId) {
        self.met.insert(first);
        let place = self.reviews.iter().position(|review| review.first == first);
        if let Some(place) = place {
            self.reviews.remove(place);
            self.reach.remove(place);
        }
    }

    /// Returns the probability that the next position is new.
    pub fn new_share(&self) -> f64 {
        let askable = self.reviews.iter().zip(&self.reach);
        let askable = askable.filter(|(_, reach)| **reach > 0.0);
        let forgotten: f64 = askable.map(|(review, _)| 1.0 - review.recall).sum();
        self.filter.chance_of_new(forgotten)
    }

    /// Returns the weight of each review.
    pub fn weights(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        let reviews = self.reviews.iter().zip(&self.reach);
        reviews.map(|(review, reach)| reach * (1.0 - review.recall))
    }

    fn review(&self, dice: &mut Dice) -> Option<ChosenPosition> {
        let review = self.reviews[dice.choose(self.weights())?];
        let state = player_state(review.first);
        let reach = QuizReach::compute(self.map, &self.starts, std::iter::once(state));
        Some(ChosenPosition {
            path: reach.line_to(state, dice)?,
            first: review.first,
            drawn: QuestionOrigin::Review,
            recall: Some(review.recall),
        })
    }

    fn new_one(&self, dice: &mut Dice) -> Option<ChosenPosition> {
        if self.filter.only_due {
            return None;
        }
        (0..ROUNDS).find_map(|_| {
            let mut found: Vec<(Vec<Ply>, NodeId)> = Vec::new();
            for _ in 0..WALKS {
                let walk = QuizWalk::draw(self.map, &self.starts, dice)?;
                let turns = walk.turns.iter().filter(|(_, state)| self.is_new(*state));
                found.extend(
                    turns.map(|(moves, state)| (walk.moves[..*moves].to_vec(), state.first)),
                );
            }
            let drawn = dice.below(found.len());
            let (path, first) = found.into_iter().nth(drawn)?;
            Some(ChosenPosition { path, first, drawn: QuestionOrigin::New, recall: None })
        })
    }

    fn is_new(&self, state: QuizState) -> bool {
        !self.met.contains(&state.first)
            && is_eligible(self.filter, self.ask, &self.map.spot(state))
    }
}

/// Whether a position may be asked: it has a move worth playing and is not an empty corner, where
/// any first move of the book would do.
fn is_eligible(filter: &QuizFilter, ask: QuizSubject, spot: &QuizPosition) -> bool {
    let is_subject = ask != QuizSubject::Fifths || spot.rank == BEFORE_FIFTH;
    is_subject
        && spot.rank > 0
        && !spot.is_opening
        && filter.max_depth.is_none_or(|most| spot.rank <= most)
        && spot.games >= filter.min_games
        && spot.is_question()
}

fn player_state(first: NodeId) -> QuizState {
    QuizState { first, ours: true }
}

/// Returns the starts of lines: the empty corner, or the given nodes weighted by their probability.
fn starts(map: QuizBook<'_>, below: Option<Vec<NodeId>>) -> Vec<QuizStart> {
    let both = |first| [true, false].map(|ours| QuizState { first, ours });
    let start = |state, weight, path| QuizStart { state, weight, path };
    let root = both(NodeId::ROOT).map(|state| start(state, 0.5, Vec::new()));
    let Some(below) = below else {
        return root.to_vec();
    };
    let nodes = below.into_iter();
    let nodes = nodes.filter_map(|node| Some((node, QuizPositions::first(map.index, node)?)));
    let nodes: Vec<(NodeId, NodeId)> = nodes.collect();
    let states = nodes.iter().flat_map(|(_, first)| both(*first));
    let reach = QuizReach::compute(map, &root, states);
    let mut starts: Vec<QuizStart> = Vec::new();
    for (node, first) in nodes {
        for state in both(first) {
            if !starts.iter().any(|other| other.state == state) {
                starts.push(start(state, reach.likely(state), path_to(map, node)));
            }
        }
    }
    if starts.iter().all(|start| start.weight <= 0.0) {
        // Right play never leads there; the request takes precedence.
        starts.iter_mut().for_each(|start| start.weight = 1.0);
    }
    starts
}

/// Returns the moves of a node's own line.
fn path_to(map: QuizBook<'_>, node: NodeId) -> Vec<Ply> {
    let parent = |node: &NodeId| (*node != NodeId::ROOT).then(|| map.index.parent(*node));
    let nodes = std::iter::successors(Some(node), parent).filter(|node| *node != NodeId::ROOT);
    let mut path: Vec<Ply> = nodes
        .map(|node| Ply { edge: map.index.edge(node), tenuki: map.index.step(node).is_tenuki() })
        .collect();
    path.reverse();
    path
}

/// Returns the positions that a player has met, each with the recall of its best-known right move.
fn met_positions(
    map: QuizBook<'_>,
    filter: &QuizFilter,
    lessons: Option<&Lessons>,
    now: i64,
) -> Vec<Review> {
    let mut by_position: BTreeMap<u64, Vec<(EdgeKey, f64)>> = BTreeMap::new();
    for (edge, lesson) in lessons.iter().flat_map(|lessons| &lessons.0) {
        if let Some(memory) = lesson.memory {
            let known = (*edge, memory.recall(now));
            by_position.entry(lesson.position).or_default().push(known);
        }
    }
    let met = by_position.into_iter().filter_map(|(position, known)| {
        let first = QuizPositions::find(map.index, position)?;
        let spot = map.plan.spot(map.index, first);
        let right = spot.right(map.tolerance);
        let right = right.iter().map(|place| key(spot.ways[*place].ply, filter));
        let recalls = right.filter_map(|edge| Some(known.iter().find(|known| known.0 == edge)?.1));
        let recall = recalls
            .fold(None, |best: Option<f64>, one| Some(best.map_or(one, |best| best.max(one))))?;
        Some(Review { first, recall })
    });
    met.collect()
}

fn key(ply: Ply, filter: &QuizFilter) -> EdgeKey {
    EdgeKey::new(ply.edge, true).on_board(filter.size)
}
