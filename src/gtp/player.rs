//! Book moves that clear the bar.

use std::collections::BTreeSet;

use super::board::GtpBoard;
use super::settings::{Bar, GtpSettings};
use crate::game::Color;
use crate::game::go::Move;
use crate::service::{
    AnalysedMove, AnalysisQuery, CandidateMove, FailedConditions, NextAnswer, NextQuery,
    ProhibitedMoves, Service, ServiceError,
};

/// Maximum number of continuation moves in an analysis line.
const LINE_LENGTH: usize = 12;

/// Returns the book's moves for a colour that clear the bar, best first; none on unsupported board
/// sizes.
///
/// With an engine behind, also returns none if the opponent's last move is not in the book: it may
/// be an attack, and a move in another corner would leave it unanswered.
///
/// # Errors
/// The book does not exist, or the store cannot be read.
pub fn book_moves(
    service: &Service,
    settings: &GtpSettings,
    board: &GtpBoard,
    color: Color,
    game: u64,
) -> Result<Vec<CandidateMove>, ServiceError> {
    let past = settings.bar.until_move.is_some_and(|last| board.moves() >= last);
    if past || !(9..=19).contains(&board.size().get()) {
        return Ok(Vec::new());
    }
    let query = query(settings, board, color, game);
    if settings.engine.is_some()
        && !settings.bar.after_any_move
        && !knows_last_move(service, &query)?
    {
        return Ok(Vec::new());
    }
    let Some(answer) = query_book(service, &query)? else {
        return Ok(Vec::new());
    };
    let mut points = BTreeSet::new();
    let moves = answer.moves.iter();
    let moves = moves.filter(|candidate| clears(&settings.bar, candidate, &answer));
    // A point on a middle line may be a move of two corners.
    let moves = moves.filter(|candidate| points.insert(candidate.points.first().copied()));
    Ok(moves.cloned().collect())
}

/// Queries the book; `None` for a board that only the engine's rules allow.
fn query_book(service: &Service, query: &NextQuery) -> Result<Option<NextAnswer>, ServiceError> {
    match service.next(query) {
        Ok(answer) => Ok(Some(answer)),
        Err(ServiceError::IllegalMove { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns whether the opponent's last move is in the book; a pass or the start of a game counts as
/// such.
fn knows_last_move(service: &Service, query: &NextQuery) -> Result<bool, ServiceError> {
    let mut before = query.clone();
    let Some((color, Move::Play(point))) = before.moves.pop() else {
        return Ok(true);
    };
    if Some(color) == query.to_play {
        return Ok(true);
    }
    let asked = NextQuery {
        to_play: Some(color),
        limit: usize::MAX,
        min_verdict: None,
        min_games: None,
        seed: None,
        failed_conditions: FailedConditions::Mark,
        whole_board: false,
        ..before
    };
    let answer = query_book(service, &asked)?;
    let moves = answer.iter().flat_map(|answer| &answer.moves);
    Ok(moves.flat_map(|found| &found.points).any(|found| *found == point))
}

/// Returns the book's analysis of its moves for a colour, with lines, whether or not they clear the
/// bar.
///
/// # Errors
/// Those of [`book_moves`].
pub fn analysed(
    service: &Service,
    settings: &GtpSettings,
    board: &GtpBoard,
    color: Color,
    game: u64,
) -> Result<Vec<AnalysedMove>, ServiceError> {
    let how = query(settings, board, color, game);
    let mut moves = how.moves.clone();
    if moves.last().is_some_and(|(last, _)| *last == color) {
        // The colour that moved last is to move again: insert a pass of the other side.
        moves.push((color.opposite(), Move::Pass));
    }
    let mut turns = vec![false; moves.len()];
    turns.push(true);
    let asked = AnalysisQuery {
        size: how.size,
        initial: how.initial.clone(),
        moves,
        initial_player: Some(color),
        turns,
        komi: Some(board.komi()),
        line: LINE_LENGTH,
        prohibited: ProhibitedMoves::default(),
        parameters: how,
    };
    let mut found = Vec::new();
    let done: Result<(), ServiceError> = service.analyse(&asked, &mut |turn| {
        found = turn.moves;
        Ok(())
    });
    match done {
        Ok(()) | Err(ServiceError::IllegalMove { .. }) => Ok(found),
        Err(error) => Err(error),
    }
}

fn query(settings: &GtpSettings, board: &GtpBoard, color: Color, game: u64) -> NextQuery {
    let record = board.record();
    NextQuery {
        initial: record.initial,
        moves: record.moves,
        to_play: Some(color),
        book: Some(settings.book.clone()),
        opponent: settings.opponent.clone(),
        class: settings.class.clone(),
        seed: settings.seed.map(|seed| seed.wrapping_add(game)),
        min_verdict: settings.bar.min_verdict,
        min_games: settings.bar.min_games,
        whole_board: settings.bar.min_gain.is_some(),
        failed_conditions: FailedConditions::Hide,
        ..NextQuery::new(record.size)
    }
}

fn clears(bar: &Bar, candidate: &CandidateMove, answer: &NextAnswer) -> bool {
    let corner = answer.corners.iter().find(|c| c.corner == candidate.corner);
    let urgency = corner.map_or(0.0, |corner| corner.urgency);
    let gain = candidate.whole_board.as_ref().map(|line| line.change);
    let worse = candidate.verdict.is_some_and(|verdict| verdict.value() < 0);
    (bar.min_verdict.is_some() || !worse)
        && bar.min_priority.is_none_or(|least| candidate.priority >= least)
        && bar.min_urgency.is_none_or(|least| urgency >= least)
        && bar.min_gain.is_none_or(|least| gain.is_some_and(|gain| gain >= least))
        && bar.depth.is_none_or(|most| candidate.leads_to.len() <= most)
}
