//! A book of xiangqi asked as the cloud book of chessdb is: moves of a position with scores.

use crate::next::NextMoves;
use std::sync::Arc;

use crate::book::Book;
use crate::error::ServiceError;
use crate::next::answer::NextAnswer;
use crate::next::candidate::CandidateMove;
use crate::next::query::NextQuery;
use crate::next::{self, order};
use joseki_book::{Index, NodeId};
use joseki_game::xiangqi::{Shift, XiangqiBoard, XiangqiGame, XiangqiRules};
use joseki_game::{BoardSize, Game, Move, PAWNS};

/// Nodes that are visited to find how deep a book goes on.
const MAX_VISITED: usize = 2000;
/// The longest line that is answered.
const MAX_LINE_LENGTH: usize = 40;
/// Moves whose priorities differ by less are equally good.
const ALIKE: f64 = 0.005;
/// Expectations are held this far from certainty.
const CERTAIN: f64 = 0.02;
/// Least score that means a mate.
const MATE: i64 = 10_000;
/// Centipawns by which the odds of an expectation grow by e.
const SCALE: f64 = 100.0 * PAWNS;

/// A move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloudMove {
    /// The move.
    pub shift: Shift,
    /// In centipawns, of the side to move.
    pub score: i64,
    /// 2 for the first and those that are as good, 1 for others that the book advises, 0 for the
    /// rest.
    pub rank: u8,
    /// Moves that the book knows after it.
    pub replies: usize,
    /// Moves to the end of the longest line after it.
    pub depth: usize,
}

impl CloudMove {
    /// The share of points that the score means, from 0 to 1; `None` for a mate.
    #[must_use]
    pub fn win_rate(&self) -> Option<f64> {
        let pawns = self.score as f64 / 100.0;
        Game::Xiangqi.expected_of(pawns).filter(|_| self.score.abs() < MATE)
    }
}

/// What a book knows of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CloudPosition {
    /// The moves, the highest score first.
    pub moves: Vec<CloudMove>,
    /// Moves from the start of a game to the position in the book; 0 if it is not there.
    pub ply: usize,
}

/// What the rules say of a move that repeats a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum CloudRule {
    /// Nothing.
    None,
    /// The game is drawn.
    Draw,
    /// The mover loses.
    Ban,
}

impl NextMoves<'_> {
    /// Returns what a book knows of a position, without some moves.
    ///
    /// # Errors
    /// Unknown book, or one of another game.
    pub fn cloud_position(
        &self,
        book: &str,
        board: &XiangqiBoard,
        banned: &[Shift],
    ) -> Result<CloudPosition, ServiceError> {
        let book = self.cloud_book(book)?;
        let answer = self.cloud_answer(&book, board)?;
        let plays = plays(&answer, banned);
        let best = plays.first().map_or(0.0, |(candidate, _)| candidate.priority);
        let mut moves: Vec<CloudMove> = plays
            .iter()
            .map(|(candidate, shift)| CloudMove {
                shift: *shift,
                score: score(candidate),
                rank: if best - candidate.priority < ALIKE {
                    2
                } else {
                    u8::from(candidate.holds() && order::value(candidate) >= 0)
                },
                replies: book.index.children(candidate.node).len(),
                depth: height(&book.index, candidate.node),
            })
            .collect();
        moves.sort_by(|one, other| {
            let by_score = other.score.cmp(&one.score).then(one.depth.cmp(&other.depth));
            by_score.then(other.replies.cmp(&one.replies)).then(one.shift.cmp(&other.shift))
        });
        let ply = answer.moves.first().map_or(0, |first| first.leads_to.len().saturating_sub(1));
        Ok(CloudPosition { moves, ply })
    }

    /// Returns the book's line from a position, by its order of moves, and the score of its first.
    ///
    /// # Errors
    /// See `NextMoves::cloud_position`.
    pub fn cloud_line(
        &self,
        book: &str,
        mut board: XiangqiBoard,
        banned: &[Shift],
    ) -> Result<Option<(i64, Vec<Shift>)>, ServiceError> {
        let book = self.cloud_book(book)?;
        let mut line = Vec::new();
        let mut of_first = None;
        while line.len() < MAX_LINE_LENGTH {
            let answer = self.cloud_answer(&book, &board)?;
            let banned = if line.is_empty() { banned } else { &[] };
            let Some((candidate, shift)) = plays(&answer, banned).into_iter().next() else { break };
            of_first.get_or_insert_with(|| score(candidate));
            let _ = board.make(shift);
            line.push(shift);
        }
        Ok(of_first.map(|score| (score, line)))
    }

    fn cloud_book(&self, name: &str) -> Result<Arc<Book>, ServiceError> {
        let book = self.service.book(name)?;
        match book.index.variant().game() {
            Game::Xiangqi => Ok(book),
            game => Err(ServiceError::OtherGame {
                feature: "cloud books",
                only: "xiangqi",
                book: name.to_owned(),
                game,
            }),
        }
    }

    fn cloud_answer(&self, book: &Book, board: &XiangqiBoard) -> Result<NextAnswer, ServiceError> {
        let query = NextQuery {
            position: Some(Box::new(*board)),
            limit: usize::MAX,
            ..NextQuery::new(BoardSize::XIANGQI)
        };
        next::answer(
            &book.info.name,
            book.info.version,
            &book.index,
            &*self.service.learning().standing()?,
            &query,
        )
    }
}

/// The moves of an answer in the book's order, without some.
fn plays<'a>(answer: &'a NextAnswer, banned: &[Shift]) -> Vec<(&'a CandidateMove, Shift)> {
    let plays = answer.moves.iter().map(Arc::as_ref).flat_map(|candidate| {
        candidate.plays.iter().filter_map(move |played| match played {
            Move::Shift(shift) => Some((candidate, *shift)),
            Move::Play(_) | Move::Pass => None,
        })
    });
    plays.filter(|(_, shift)| !banned.contains(shift)).collect()
}

/// Returns the verdict of the rules on each legal move after some moves, if it leads to a position
/// that occurred `times` times before; `None` if one of the moves is illegal.
#[must_use]
pub fn cloud_rules(
    start: XiangqiBoard,
    moves: &[Shift],
    times: usize,
) -> Option<Vec<(Shift, CloudRule)>> {
    let rules = XiangqiRules { occurrences: times + 1, ..XiangqiRules::default() };
    let mut game = XiangqiGame::new(start, rules);
    for shift in moves {
        game.play(*shift).ok()?;
    }
    let mover = game.board().to_move();
    let legal = game.board().legal_moves().into_iter();
    let judged = legal.map(|shift| {
        let rule = match game.play(shift).ok().and_then(|()| game.repetition()) {
            None => CloudRule::None,
            Some(repetition) => match repetition.loser() {
                None => CloudRule::Draw,
                Some(loser) if loser == mover => CloudRule::Ban,
                Some(_) => CloudRule::None,
            },
        };
        game.undo();
        (shift, rule)
    });
    Some(judged.collect())
}

/// A curator's or an engine's value in centipawns, else that of what is expected of the move.
fn score(candidate: &CandidateMove) -> i64 {
    let value = candidate.advantage.map(|pawns| 100.0 * pawns).unwrap_or_else(|| {
        let expected = candidate.evidence.map_or(0.5, |evidence| evidence.belief.expected());
        let expected = expected.clamp(CERTAIN, 1.0 - CERTAIN);
        SCALE * (expected / (1.0 - expected)).ln()
    });
    // The largest mates of the protocol are below 30,000.
    value.round().clamp(-29_999.0, 29_999.0) as i64
}

/// The length of the longest line below a node, among a limited number of nodes.
fn height(index: &Index, node: NodeId) -> usize {
    let mut deepest = 0;
    let mut waiting = vec![(0, node)];
    let mut visited = 0;
    while let Some((depth, node)) = waiting.pop() {
        deepest = deepest.max(depth);
        visited += 1;
        if visited >= MAX_VISITED {
            break;
        }
        waiting.extend(index.children(node).map(|child| (depth + 1, child)));
    }
    deepest
}
