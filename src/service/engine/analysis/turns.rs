//! Analysis of a game: follows it turn by turn and analyses the requested turns.

use crate::engine::Engines;
use std::collections::HashMap;
use std::sync::Arc;

use super::{
    answer::{AnalysedMove, AnalysedTurn, FigureSource, Figures},
    figures::FigureInputs,
    hash::hash_board,
    query::{AnalysisQuery, ProhibitedMoves},
};
use crate::{
    Book, BookRef, DEFAULT_BOOK, GoFeature, ServiceError,
    engine::evaluate::StoredEvaluations,
    next::{CandidateMove, NextQuery, ReplayedGame, order, replay},
    review::follow::CornerContinuation,
};
use joseki_game::{BoardSize, Color, Move, Point, Region, Step};
use joseki_ledger::Results;

/// Visits that stand for a prior of 1 in a book without counted games.
const PSEUDO_VISITS: f64 = 1000.0;

impl Engines<'_> {
    /// Analyses the requested turns one by one. The whole game is validated before the first.
    ///
    /// # Errors
    /// Unknown book, unsupported board size, initial stones without liberties or on the same point,
    /// illegal move, and any error of `each`.
    pub fn analyse<E: From<ServiceError>>(
        &self,
        query: &AnalysisQuery,
        each: &mut dyn FnMut(AnalysedTurn) -> Result<(), E>,
    ) -> Result<(), E> {
        replay(query.size, &query.initial, &query.moves)?;
        let name = query.parameters.book.as_deref().unwrap_or(DEFAULT_BOOK);
        let asked = BookRef::at(name, query.parameters.as_of);
        // The next turn, from which a question that is asked again goes on.
        let (mut turn, mut ended) = (0, Ok(()));
        self.service.ask(&asked, |book| {
            book.check_go(GoFeature::Analysis)?;
            query.parameters.games.check(book)?;
            let mut next = NextQuery {
                size: query.size,
                initial: query.initial.clone(),
                moves: query.moves[..turn.min(query.moves.len())].to_vec(),
                ..query.parameters.clone()
            };
            let mut followed = ReplayedGame::replay(&book.index, &next)?;
            while turn <= query.moves.len() && ended.is_ok() {
                let wanted = query.turns.get(turn).copied().unwrap_or(false);
                if wanted {
                    next.to_play = Some(query.to_play(turn));
                    let analysed = self.analysed_turn(query, book, &followed, &next)?;
                    if book.index.has_failed() {
                        break;
                    }
                    ended = each(analysed);
                }
                if let Some((color, played)) = query.moves.get(turn) {
                    followed.play(*color, *played)?;
                    next.moves.push((*color, *played));
                }
                turn += 1;
            }
            Ok(())
        })?;
        ended
    }

    fn analysed_turn(
        &self,
        query: &AnalysisQuery,
        book: &Book,
        followed: &ReplayedGame<'_>,
        next: &NextQuery,
    ) -> Result<AnalysedTurn, ServiceError> {
        let to_play = next.to_play();
        let results = self.service.learning().live_results()?;
        let asked = if query.prohibited.is_empty() {
            next.clone()
        } else {
            // The limit applies after the exclusion.
            NextQuery { limit: usize::MAX, ..next.clone() }
        };
        let answer = followed.answer(&book.info.name, book.info.version, &results, &asked);
        let candidates = allowed(answer.moves, query, to_play, next.limit);
        let (root, figures) = self.figures(query, book, followed, to_play, &candidates)?;
        let turn = AnalysisTurn { query, followed, next, standing: &results, to_play };
        let moves = turn.moves(candidates, figures);
        let (hash, symmetric_hash) =
            hash_board(followed.go_board(book, GoFeature::Analysis)?, to_play);
        let points = query.size.points();
        Ok(AnalysedTurn {
            book: book.info.name.clone(),
            version: book.info.version,
            turn: next.moves.len(),
            to_play,
            root,
            visits: moves.iter().map(|one| one.visits).sum::<u64>() + 1,
            reason: answer.reason,
            hash,
            symmetric_hash,
            legal: points
                .map(|point| followed.board().is_legal(to_play, Move::Play(point)).is_ok())
                .collect(),
            moves,
        })
    }

    /// Returns the figures of the board, then those of each candidate with their source.
    fn figures(
        &self,
        query: &AnalysisQuery,
        book: &Book,
        followed: &ReplayedGame<'_>,
        to_play: Color,
        candidates: &[CandidateMove],
    ) -> Result<(Figures, Vec<(Figures, FigureSource)>), ServiceError> {
        let here = FigureInputs::here(followed.tracker(), to_play);
        let positions = FigureInputs::positions(&book.index, candidates, &here);
        let kept = StoredEvaluations::new(self.service.store.evaluations_of(&positions)?);
        let NextQuery { games, weights, .. } = &query.parameters;
        let games = games.select(book.index.cohorts(), *weights);
        let figuring = FigureInputs {
            index: &book.index,
            board: followed.go_board(book, GoFeature::Analysis)?,
            to_play,
            komi: query.komi,
            here,
            counted: FigureInputs::counted(followed.tracker(), &games, to_play),
            evaluations: &kept,
        };
        Ok(figuring.figures(candidates))
    }
}

/// Drops prohibited points and candidates without a point left; keeps at most `limit` candidates
/// per corner.
fn allowed(
    candidates: Vec<Arc<CandidateMove>>,
    query: &AnalysisQuery,
    to_play: Color,
    limit: usize,
) -> Vec<CandidateMove> {
    let mut of_region: HashMap<Region, usize> = HashMap::new();
    let mut left = Vec::new();
    for mut candidate in candidates.into_iter().map(Arc::unwrap_or_clone) {
        let allows = |played| query.prohibited.allows(to_play, played, 0);
        candidate.plays.retain(|played| allows(*played));
        let found = of_region.entry(candidate.region).or_default();
        if !candidate.plays.is_empty() && *found < limit {
            *found += 1;
            left.push(candidate);
        }
    }
    left
}

/// A turn with its board.
struct AnalysisTurn<'a> {
    query: &'a AnalysisQuery,
    followed: &'a ReplayedGame<'a>,
    next: &'a NextQuery,
    standing: &'a dyn Results,
    to_play: Color,
}

impl AnalysisTurn<'_> {
    /// Returns the moves by point, each once.
    fn moves(
        &self,
        candidates: Vec<CandidateMove>,
        figures: Vec<(Figures, FigureSource)>,
    ) -> Vec<AnalysedMove> {
        let mut moves: Vec<AnalysedMove> = Vec::new();
        for (candidate, (figures, source)) in candidates.into_iter().zip(figures) {
            let taken = |point| moves.iter().any(|one| one.point == point);
            let points: Vec<_> =
                candidate.points().into_iter().filter(|point| !taken(*point)).collect();
            let share = candidate.score / points.len().max(1) as f64;
            for point in &points {
                moves.push(AnalysedMove {
                    point: *point,
                    symmetry_of: points.first().copied().filter(|first| first != point),
                    candidate: candidate.clone(),
                    figures,
                    source: source.clone(),
                    visits: u64::from(candidate.games()),
                    prior: share,
                    line: Vec::new(),
                });
            }
        }
        let all: f64 = moves.iter().map(|one| one.prior).sum();
        let counts_games = self.followed.tracker().index().counts_games();
        for one in &mut moves {
            one.prior = if all > 0.0 { one.prior / all } else { 0.0 };
            if !counts_games {
                one.visits = (PSEUDO_VISITS * one.prior).round() as u64;
            }
            one.visits = one.visits.max(1);
            one.line = self.line(one);
        }
        moves
    }

    fn line(&self, first: &AnalysedMove) -> Vec<(joseki_game::Point, u64)> {
        let mut line = vec![(first.point, first.visits)];
        let mut followed = self.followed.clone();
        let played = Move::Play(first.point);
        if !fits(&first.candidate, self.query.size) {
            return line;
        }
        if first.candidate.leaf || followed.play(self.to_play, played).is_err() {
            return line;
        }
        let after = LineWalk {
            going: CornerContinuation { followed, standing: self.standing },
            query: NextQuery { whole_board: false, ..self.next.clone() },
            prohibited: &self.query.prohibited,
        };
        let region = first.candidate.region;
        line.extend(after.continue_line(region, self.to_play.opposite(), self.query.line));
        line
    }
}

/// Game after the first move of a line, ready to be continued.
pub struct LineWalk<'a> {
    pub going: CornerContinuation<'a>,
    /// Query parameters of the game.
    pub query: NextQuery,
    pub prohibited: &'a ProhibitedMoves,
}

impl LineWalk<'_> {
    /// Returns at most `most` moves, starting with `first`, up to a leaf, to where the book advises
    /// against every move, or to a move that does not fit on the board.
    pub fn continue_line(mut self, region: Region, first: Color, most: usize) -> Vec<(Point, u64)> {
        let mut line = Vec::new();
        let mut color = first;
        self.query.seed = None;
        while line.len() < most {
            self.query.to_play = Some(color);
            let depth = u32::try_from(line.len() + 1).unwrap_or(u32::MAX);
            let prohibited = self.prohibited;
            let allowed = |candidate: &CandidateMove| {
                let played = *candidate.plays.first()?;
                let allowed = prohibited.allows(color, played, depth);
                (allowed && order::is_sound(candidate)).then_some(played)
            };
            let next = self.going.step(&self.query, region, |found| {
                let mut found = found.into_iter();
                found.find_map(|one| allowed(&one).map(|played| (one, played)))
            });
            let Some((candidate, played)) = next else {
                break;
            };
            let Some(point) = played.point().filter(|_| fits(&candidate, self.query.size)) else {
                break;
            };
            line.push((point, u64::from(candidate.games().max(1))));
            if candidate.leaf {
                break;
            }
            color = color.opposite();
        }
        line
    }
}

/// Whether a candidate's last step is in its corner. Lines are those of 19 lines: on a smaller board
/// a step past the middle is along the edge of another corner, where it means something else.
fn fits(candidate: &CandidateMove, size: BoardSize) -> bool {
    let step = candidate.leads_to.steps().last().copied().and_then(Step::coordinates);
    size == BoardSize::NINETEEN || step.is_none_or(|(u, v)| 2 * u.max(v) < size.get())
}
