//! A question about a corner, and an answer held against the moves that are right there.

use super::merit::{self, Merit};
use super::query::Lost;
use crate::book::{Index, Line, NodeId};
use crate::game::go::{Corner, Move, Point};
use crate::ledger::training::{Grade, MOST_EXPECTED};
use crate::ledger::{EdgeKey, Standing};
use crate::service::next::Followed;
use crate::service::{Candidate, NextQuery, Reason};

/// The moves of a refutation that are told.
const MOST_REFUTING: usize = 3;

/// The moves of a corner, those that are right first.
pub struct Answers {
    /// The corner.
    pub corner: Corner,
    /// The canonical line that was played there.
    pub line: Line,
    /// All moves of the book, those that are right first, the best first of all.
    pub moves: Vec<Candidate>,
    /// How many are right.
    pub right: usize,
    /// The key of the position.
    pub position: u64,
}

impl Answers {
    /// The moves of the corner that is asked about: this one, or the one in which a move was made last and for
    /// which the book has a move. Where several are meant, as on an empty board, the one that has `answer`.
    ///
    /// # Errors
    /// The book has no move there, and why.
    pub fn on(
        followed: &Followed<'_>,
        standing: &Standing,
        query: &NextQuery,
        corner: Option<Corner>,
        answer: Option<Move>,
        tolerance: f64,
    ) -> Result<Answers, Reason> {
        let mut reasons = Vec::new();
        let mut found: Vec<(usize, bool, Answers)> = Vec::new();
        for corner in Corner::ALL
            .into_iter()
            .filter(|one| corner.is_none_or(|said| said == *one))
        {
            let (told, candidates) = followed.in_corner(standing, query, corner);
            reasons.extend(told.reason);
            let longest = followed.tracker().corner(corner).longest();
            let last = longest.map_or(0, |reading| reading.last_move());
            let has = |point: Point| candidates.iter().any(|one| one.points.contains(&point));
            let has = answer.and_then(Move::point).is_some_and(has);
            let index = followed.tracker().index();
            if let Some(answers) = Answers::of(index, told.steps, corner, candidates, tolerance) {
                found.push((last, has, answers));
            }
        }
        // Of equals the first corner.
        found.sort_by_key(|(last, has, _)| std::cmp::Reverse((*last, *has)));
        let first = found.into_iter().next().map(|(.., answers)| answers);
        first.ok_or_else(|| match reasons.split_first() {
            Some((first, rest)) if rest.iter().all(|reason| reason == first) => *first,
            _ => Reason::Mixed,
        })
    }

    fn of(
        index: &Index,
        line: Line,
        corner: Corner,
        candidates: Vec<Candidate>,
        tolerance: f64,
    ) -> Option<Answers> {
        let merits: Vec<Merit> = candidates.iter().map(Merit::of).collect();
        let places = merit::right(&merits, tolerance);
        let best = &candidates[*places.first()?];
        let position = index.key(index.parent(best.node))?.key;
        let mut moves: Vec<Option<Candidate>> = candidates.into_iter().map(Some).collect();
        let mut sorted: Vec<Candidate> = Vec::with_capacity(moves.len());
        sorted.extend(places.iter().filter_map(|place| moves[*place].take()));
        sorted.extend(moves.into_iter().flatten());
        Some(Answers {
            corner,
            line,
            right: places.len(),
            moves: sorted,
            position,
        })
    }

    /// Whether a move is worth playing, so that the question makes sense.
    pub fn is_question(&self) -> bool {
        self.moves
            .first()
            .is_some_and(|best| Merit::of(best).is_sound())
    }

    /// The move of the book at a point, and how good it is.
    pub fn grade(&self, played: Move) -> (Grade, Option<&Candidate>) {
        let point = played.point();
        let is_it = |one: &Candidate| point.is_some_and(|point| one.points.contains(&point));
        let Some(place) = self.moves.iter().position(is_it) else {
            return (Grade::Unknown, None);
        };
        let chosen = &self.moves[place];
        let grade = match place {
            0 => Grade::Best,
            place if place < self.right => Grade::Equal,
            _ if Merit::of(chosen).is_sound() => Grade::Playable,
            _ => Grade::Mistake,
        };
        (grade, Some(chosen))
    }

    /// The points of all moves, in reading order.
    pub fn choices(&self) -> Vec<Point> {
        let points = self.moves.iter().flat_map(|one| one.points.iter().copied());
        let mut points: Vec<Point> = points.collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// The identities of the moves that are right, the best first.
    pub fn expected(&self, index: &Index, query: &NextQuery) -> Vec<EdgeKey> {
        let right = self.moves.iter().take(self.right.min(MOST_EXPECTED));
        let mut keys: Vec<EdgeKey> = Vec::new();
        for key in right.map(|one| edge_key(index, one, query)) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// What a move is worse by than the best one.
    pub fn lost(&self, chosen: &Candidate) -> Option<Lost> {
        let (best, own) = (Merit::of(self.moves.first()?), Merit::of(chosen));
        let advantage = best.advantage.zip(own.advantage);
        Some(Lost {
            mean: best.mean - own.mean,
            advantage: advantage.map(|(best, own)| best - own),
        })
    }

    /// The names along the line, the last one first.
    pub fn names(&self, index: &Index) -> Vec<String> {
        let Some(best) = self.moves.first() else {
            return Vec::new();
        };
        names_along(index, index.parent(best.node))
    }
}

/// The names along the line to a node, the last one first.
pub fn names_along(index: &Index, node: NodeId) -> Vec<String> {
    let parent = |node: &NodeId| (*node != NodeId::ROOT).then(|| index.parent(*node));
    let nodes = std::iter::successors(Some(node), parent);
    let data = nodes.filter_map(|node| index.data(node));
    data.flat_map(|data| data.names.iter().cloned()).collect()
}

/// A move of the book as a player's answers name it.
pub fn edge_key(index: &Index, candidate: &Candidate, query: &NextQuery) -> EdgeKey {
    EdgeKey::new(index.edge(candidate.node), true).on_board(query.size)
}

/// The best answers to a wrong move, if the book has any.
pub fn refutation(
    mut followed: Followed<'_>,
    standing: &Standing,
    query: &NextQuery,
    corner: Corner,
    played: Move,
    tolerance: f64,
) -> Vec<Candidate> {
    let color = query.to_play();
    let mut after = query.clone();
    after.moves.push((color, played));
    after.to_play = Some(color.opposite());
    if followed.play(color, played).is_err() {
        return Vec::new();
    }
    let answers = Answers::on(&followed, standing, &after, Some(corner), None, tolerance);
    let Some(answers) = answers.ok().filter(Answers::is_question) else {
        return Vec::new();
    };
    let right = answers
        .moves
        .into_iter()
        .take(answers.right.min(MOST_REFUTING));
    right.collect()
}
