//! Probabilities of positions in play, and the moves that lead to them.

use std::collections::{HashMap, HashSet};

use super::plan::{Ply, QuizPositions};
use super::walk::{Dice, QuizBook};
use joseki_book::NodeId;

/// A position and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuizState {
    /// First node of the position.
    pub first: NodeId,
    /// Whether it is the player's turn; else the opponent's.
    pub ours: bool,
}

/// A possible start of questions' lines.
#[derive(Clone, Debug, PartialEq)]
pub struct QuizStart {
    /// Its position.
    pub state: QuizState,
    /// Relative weight.
    pub weight: f64,
    /// Moves that lead to it.
    pub path: Vec<Ply>,
}

/// Probabilities of positions: the product of the probabilities of the moves of a line, summed over
/// all lines that lead there.
pub struct QuizReach<'a> {
    map: QuizBook<'a>,
    starts: &'a [QuizStart],
    likely: HashMap<QuizState, f64>,
}

impl<'a> QuizReach<'a> {
    /// Computes the probability of reaching these positions from the starts.
    pub fn compute(
        map: QuizBook<'a>,
        starts: &'a [QuizStart],
        wanted: impl Iterator<Item = QuizState>,
    ) -> QuizReach<'a> {
        let mut states: Vec<QuizState> = Vec::new();
        let mut seen: HashSet<QuizState> = HashSet::new();
        let mut waiting: Vec<QuizState> = wanted.collect();
        while let Some(state) = waiting.pop() {
            if seen.insert(state) {
                states.push(state);
                waiting.extend(predecessors(map, state).into_iter().map(|(before, _)| before));
            }
        }
        states.sort_by_key(|state| (map.index.depth(state.first), state.first, state.ours));
        let mut reach = QuizReach { map, starts, likely: HashMap::with_capacity(states.len()) };
        // Predecessors have fewer moves and are computed first.
        for state in states {
            let likely = reach.ways_to(state).iter().map(|(_, likely)| likely).sum();
            reach.likely.insert(state, likely);
        }
        reach
    }

    /// Returns the probability of a position.
    pub fn likely(&self, state: QuizState) -> f64 {
        self.likely.get(&state).copied().unwrap_or(0.0)
    }

    /// Draws one of the lines to a position by probability; none if there is none.
    pub fn line_to(&self, mut state: QuizState, dice: &mut Dice) -> Option<Vec<Ply>> {
        let mut line = Vec::new();
        loop {
            let ways = self.ways_to(state);
            let drawn = dice.choose(ways.iter().map(|(_, likely)| *likely))?;
            match &ways[drawn].0 {
                Predecessor::Start(start) => {
                    let start = &self.starts[*start];
                    let moves = line.into_iter().rev();
                    return Some(start.path.iter().copied().chain(moves).collect());
                }
                Predecessor::Move(before, ply) => {
                    line.push(*ply);
                    state = *before;
                }
            }
        }
    }

    fn ways_to(&self, state: QuizState) -> Vec<(Predecessor, f64)> {
        let starts = self.starts.iter().enumerate();
        let starts = starts.filter(|(_, start)| start.state == state);
        let starts = starts.map(|(place, start)| (Predecessor::Start(place), start.weight));
        let moves = predecessors(self.map, state).into_iter();
        let moves = moves.map(|(before, ply)| {
            let likely = self.likely(before) * self.taken(before, ply);
            (Predecessor::Move(before, ply), likely)
        });
        starts.chain(moves).collect()
    }

    fn taken(&self, state: QuizState, ply: Ply) -> f64 {
        let spot = self.map.spot(state);
        let place = spot.ways.iter().position(|way| way.ply == ply);
        let likely = spot.likely(state.ours, self.map.tolerance);
        place.map_or(0.0, |place| likely[place])
    }
}

enum Predecessor {
    /// The line starts here.
    Start(usize),
    /// This move from this position.
    Move(QuizState, Ply),
}

/// Returns the predecessors of a position that have fewer moves, with the connecting moves.
fn predecessors(map: QuizBook<'_>, state: QuizState) -> Vec<(QuizState, Ply)> {
    let index = map.index;
    let rank = index.depth(state.first);
    let mut found: Vec<(QuizState, Ply)> = Vec::new();
    for node in index.same_position(state.first).filter(|node| *node != NodeId::ROOT) {
        let parent = QuizPositions::first(index, index.parent(node));
        let Some(first) = parent.filter(|first| index.depth(*first) < rank) else {
            continue;
        };
        let before = QuizState { first, ours: !state.ours };
        let ply = Ply { edge: index.edge(node), tenuki: index.step(node).is_tenuki() };
        if !found.contains(&(before, ply)) {
            found.push((before, ply));
        }
    }
    found
}
