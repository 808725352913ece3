//! Assessment of one game: queries the book before each move as a bot would.

use super::measures::{Guess, Measures};
use crate::book::Book;
use crate::error::ServiceError;
use crate::next::ReplayedGame;
use crate::next::answer::NextAnswer;
use crate::next::candidate::CandidateMove;
use crate::next::query::NextQuery;
use joseki_game::go::CornerStones;
use joseki_game::{BoardSize, Color, Corner, Frame, Move, Point, Reach};
use joseki_ledger::ResultTotals;

/// Measures a book on the first `last` moves of a game on a 19x19 board.
///
/// # Errors
/// Illegal move.
pub fn assess_game(
    book: &Book,
    moves: &[(Color, Move)],
    last: usize,
) -> Result<Measures, ServiceError> {
    let mut query = NextQuery { limit: usize::MAX, ..NextQuery::new(BoardSize::NINETEEN) };
    let mut followed = ReplayedGame::replay(&book.index, &query)?;
    // Assessment uses games between others, so results learned from our own games are left out.
    let none = ResultTotals::default();
    let mut corners = CornerMoves::default();
    let mut measures = Measures::of_a_game();
    for (color, played) in moves.iter().take(last) {
        query.to_play = Some(*color);
        let answer = followed.answer(&book.info.name, book.info.version, &none, &query);
        let point = played.point();
        measures.board_move(point.and_then(|point| candidates_before(&answer, point)));
        if let Some(point) = point {
            corners.note(&mut measures, &answer, point);
        }
        followed.play(*color, *played)?;
        query.moves.push((*color, *played));
    }
    Ok(measures)
}

/// Corner moves so far.
#[derive(Default)]
struct CornerMoves([(CornerStones, usize); 4]);

impl CornerMoves {
    /// Measures a stone if it is a corner move.
    fn note(&mut self, measures: &mut Measures, answer: &NextAnswer, point: Point) {
        if let Some((corner, depth)) = self.take(point) {
            measures.corner_move(depth, guess(answer, corner, point).as_ref());
            measures.first_corner += u64::from(is_first(answer, corner));
        }
    }

    /// Returns the corner that a stone is near to and the number of the corner move, from 1. A
    /// point that is near to one corner is not inside another.
    fn take(&mut self, point: Point) -> Option<(Corner, usize)> {
        let size = BoardSize::NINETEEN;
        Corner::ALL.into_iter().find_map(|corner| {
            let step = Frame::clockwise(corner).step_at(point, size)?;
            let (stones, number) = &mut self.0[corner.index()];
            if stones.reach(step, size) != Reach::Near {
                return None;
            }
            stones.add(step);
            *number += 1;
            Some((corner, *number))
        })
    }
}

/// Returns the book's moves in a corner; none without a candidate.
fn guess(answer: &NextAnswer, corner: Corner, played: Point) -> Option<Guess> {
    let candidates: Vec<&CandidateMove> = answer.in_region(corner).collect();
    let corners = |candidate: &&CandidateMove| {
        let statistics = candidate.statistics.as_ref();
        statistics.map_or(0, |statistics| statistics.played)
    };
    let is_played = |candidate: &&CandidateMove| candidate.points().contains(&played);
    (!candidates.is_empty()).then(|| Guess {
        corners: candidates.iter().map(corners).collect(),
        played: candidates.iter().position(is_played),
    })
}

/// Whether no other corner has a better first move.
fn is_first(answer: &NextAnswer, corner: Corner) -> bool {
    let best = answer.in_region(corner).next();
    best.zip(answer.moves.first()).is_some_and(|(best, first)| !is_better(first, best))
}

/// Returns how many candidates rank before the move at a point.
fn candidates_before(answer: &NextAnswer, point: Point) -> Option<usize> {
    let moves = &answer.moves;
    let place = moves.iter().position(|candidate| candidate.points().contains(&point))?;
    let found = &moves[place];
    let before = moves[..place]
        .iter()
        .filter(|other| other.region == found.region || is_better(other, found));
    Some(before.count())
}

/// Whether a candidate ranks before another one regardless of corner.
fn is_better(a: &CandidateMove, b: &CandidateMove) -> bool {
    (a.holds(), a.score).partial_cmp(&(b.holds(), b.score)) == Some(std::cmp::Ordering::Greater)
}
