//! Quiz questions about a corner, and grading of answers against the right moves.

use super::merit::{self, Merit};
use super::openings::makes;
use super::query::QuizLoss;
use crate::next::ReplayedGame;
use crate::next::{CandidateMove, NextQuery, NoMoveReason};
use joseki_book::{Index, Line, NodeId};
use joseki_game::five::Opening;
use joseki_game::{Move, Region};
use joseki_ledger::training::{Grade, MAX_EXPECTED};
use joseki_ledger::{EdgeKey, Results};

/// Maximum number of moves of a refutation.
const MAX_REFUTATION_MOVES: usize = 3;

/// Moves of a corner, right ones first.
pub struct QuizMoves {
    /// Corner of the question.
    pub corner: Region,
    /// Canonical line played there.
    pub line: Line,
    /// All book moves: right ones first, best first among them.
    pub moves: Vec<CandidateMove>,
    /// Number of right moves.
    pub right: usize,
    /// Key of the position.
    pub position: u64,
    /// The opening that the right move makes; other moves are mistakes then.
    pub opening: Option<&'static Opening>,
}

impl QuizMoves {
    /// Returns the moves of the corner in question: the given one, else the one with the latest
    /// move among those for which the book has a move. Among equals, as on an empty board, prefers
    /// the one that contains `answer`. Nothing is asked about a settled corner; an answer there is
    /// judged.
    ///
    /// # Errors
    /// The book has no move there, and why.
    pub fn find(
        followed: &ReplayedGame<'_>,
        standing: &dyn Results,
        query: &NextQuery,
        corner: Option<Region>,
        answer: Option<Move>,
        tolerance: f64,
    ) -> Result<QuizMoves, NoMoveReason> {
        let regions = followed.tracker().index().variant().game().regions();
        let mut reasons = Vec::new();
        let mut found: Vec<(usize, bool, QuizMoves)> = Vec::new();
        for corner in
            regions.iter().copied().filter(|one| corner.is_none_or(|wanted| wanted == *one))
        {
            let (answer_here, candidates) = followed.in_region(standing, query, corner);
            let is_settled = answer.is_none() && answer_here.settled.is_some();
            reasons.extend(answer_here.reason.or(is_settled.then_some(NoMoveReason::Settled)));
            if is_settled {
                continue;
            }
            let longest = followed.tracker().region(corner).longest();
            let last = longest.map_or(0, |reading| reading.last_move());
            let has = |played: Move| candidates.iter().any(|one| one.plays.contains(&played));
            let has = answer.is_some_and(has);
            let index = followed.tracker().index();
            if let Some(answers) =
                QuizMoves::new(index, answer_here.steps, corner, candidates, tolerance)
            {
                found.push((last, has, answers));
            }
        }
        // The sort is stable: among equals the first corner wins.
        found.sort_by_key(|(last, has, _)| std::cmp::Reverse((*last, *has)));
        let first = found.into_iter().next().map(|(.., answers)| answers);
        first.ok_or_else(|| match reasons.split_first() {
            Some((first, rest)) if rest.iter().all(|reason| reason == first) => *first,
            _ => NoMoveReason::Mixed,
        })
    }

    fn new(
        index: &Index,
        line: Line,
        corner: Region,
        candidates: Vec<CandidateMove>,
        tolerance: f64,
    ) -> Option<QuizMoves> {
        let merits: Vec<Merit> = candidates.iter().map(Merit::new).collect();
        let places = merit::right_moves(&merits, tolerance);
        let best = &candidates[*places.first()?];
        let position = index.key(index.parent(best.node))?.key;
        let mut moves: Vec<Option<CandidateMove>> = candidates.into_iter().map(Some).collect();
        let mut sorted: Vec<CandidateMove> = Vec::with_capacity(moves.len());
        sorted.extend(places.iter().filter_map(|place| moves[*place].take()));
        sorted.extend(moves.into_iter().flatten());
        let right = places.len();
        Some(QuizMoves { corner, line, moves: sorted, right, position, opening: None })
    }

    /// Makes the move right that makes an opening with the stones on the board, and no other.
    ///
    /// # Errors
    /// No move of the book does.
    pub fn for_opening(
        mut self,
        opening: &'static Opening,
        query: &NextQuery,
    ) -> Result<QuizMoves, NoMoveReason> {
        let place = self.moves.iter().position(|one| makes(opening, query, one));
        let right = self.moves.remove(place.ok_or(NoMoveReason::UnknownPosition)?);
        self.moves.insert(0, right);
        Ok(QuizMoves { right: 1, opening: Some(opening), ..self })
    }

    /// Whether a move is worth playing, so that a question is meaningful.
    pub fn is_question(&self) -> bool {
        self.moves.first().is_some_and(|best| Merit::new(best).is_sound())
    }

    /// Returns the grade of a move, and the book's candidate at that point.
    pub fn grade(&self, played: Move) -> (Grade, Option<&CandidateMove>) {
        let is_it = |one: &CandidateMove| one.plays.contains(&played);
        let Some(place) = self.moves.iter().position(is_it) else {
            return (Grade::Unknown, None);
        };
        let chosen = &self.moves[place];
        let grade = match place {
            0 => Grade::Best,
            place if place < self.right => Grade::Equal,
            _ if self.opening.is_some() => Grade::Mistake,
            _ if Merit::new(chosen).is_sound() => Grade::Playable,
            _ => Grade::Mistake,
        };
        (grade, Some(chosen))
    }

    /// Returns all moves in reading order.
    pub fn choices(&self) -> Vec<Move> {
        let plays = self.moves.iter().flat_map(|one| one.plays.iter().copied());
        let mut plays: Vec<Move> = plays.collect();
        plays.sort_unstable();
        plays.dedup();
        plays
    }

    /// Returns the keys of the right moves, best first.
    pub fn expected(&self, index: &Index, query: &NextQuery) -> Vec<EdgeKey> {
        let right = self.moves.iter().take(self.right.min(MAX_EXPECTED));
        let mut keys: Vec<EdgeKey> = Vec::new();
        for key in right.map(|one| edge_key(index, one, query)) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// Returns how much worse a move is than the best one.
    pub fn lost(&self, chosen: &CandidateMove) -> Option<QuizLoss> {
        if self.opening.is_some() {
            return None;
        }
        let (best, own) = (Merit::new(self.moves.first()?), Merit::new(chosen));
        let advantage = best.advantage.zip(own.advantage);
        Some(QuizLoss {
            mean: best.mean - own.mean,
            advantage: advantage.map(|(best, own)| best - own),
        })
    }

    /// Returns the names along the line, last one first.
    pub fn names(&self, index: &Index) -> Vec<String> {
        let Some(best) = self.moves.first() else {
            return Vec::new();
        };
        names_along(index, index.parent(best.node))
    }
}

/// Returns the names along the line to a node, last one first.
pub fn names_along(index: &Index, node: NodeId) -> Vec<String> {
    let parent = |node: &NodeId| (*node != NodeId::ROOT).then(|| index.parent(*node));
    let nodes = std::iter::successors(Some(node), parent);
    let data = nodes.filter_map(|node| index.data(node));
    data.flat_map(|data| data.names.iter().cloned()).collect()
}

/// Returns the key under which a player's answers refer to a book move.
pub fn edge_key(index: &Index, candidate: &CandidateMove, query: &NextQuery) -> EdgeKey {
    EdgeKey::new(index.edge(candidate.node), true).on_board(query.size)
}

/// Returns the best replies to a wrong move, if the book has any.
pub fn refutation(
    mut followed: ReplayedGame<'_>,
    standing: &dyn Results,
    query: &NextQuery,
    corner: Region,
    played: Move,
    tolerance: f64,
) -> Vec<CandidateMove> {
    let color = query.to_play();
    let mut after = query.clone();
    after.moves.push((color, played));
    after.to_play = Some(color.opposite());
    if followed.play(color, played).is_err() {
        return Vec::new();
    }
    let answers = QuizMoves::find(&followed, standing, &after, Some(corner), None, tolerance);
    let Some(answers) = answers.ok().filter(QuizMoves::is_question) else {
        return Vec::new();
    };
    let right = answers.moves.into_iter().take(answers.right.min(MAX_REFUTATION_MOVES));
    right.collect()
}
