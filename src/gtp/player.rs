//! Book moves that clear the bar.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::board::GtpBoard;
use super::settings::{Bar, GtpSettings};
use joseki_book::{RegionState, Verdict};
use joseki_game::{BoardSize, Color, Move, Point, Step};
use joseki_service::{
    Service, ServiceError,
    engine::analysis::{AnalysedMove, AnalysisQuery, ProhibitedMoves},
    next::{CandidateMove, FailedConditions, NextAnswer, NextQuery, RegionAnswer},
};

/// The lines of a full board: on smaller ones the corners overlap.
const FULL_SIZE: u8 = BoardSize::NINETEEN.get();

/// How far from a stone, in lines, a move may be an attack on it.
const NEAR: u8 = 4;

/// The least urgency of a corner that waits no longer: below, games are usually played elsewhere.
const LEAST_URGENCY: f64 = 0.15;

/// Maximum number of continuation moves in an analysis line.
const LINE_LENGTH: usize = 12;

/// Returns the book's moves for a colour that clear the bar, best first; none in settled corners and
/// on unsupported board sizes.
///
/// With an engine behind, the book plays only where it is usually right ([`Bar`]), and after a move
/// of the opponent that is not in the book only in empty corners, as that move may be an attack.
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
    let bar = &settings.bar;
    let size = board.size().get();
    let past = bar.until_move.is_some_and(|last| board.moves() >= last);
    let small = settings.engine.is_some() && size < FULL_SIZE;
    if past || !(9..=FULL_SIZE).contains(&size) || (small && !bar.small_boards) {
        return Ok(Vec::new());
    }
    let query = query(settings, board, color, game);
    let may_be_attack =
        settings.engine.is_some() && !bar.after_any_move && !knows_last_move(service, &query)?;
    if may_be_attack && is_near_own(board, color) {
        return Ok(Vec::new());
    }
    let Some(answer) = query_book(service, &query)? else {
        return Ok(Vec::new());
    };
    let mut points = BTreeSet::new();
    let moves = answer.moves.iter().map(Arc::as_ref).filter(|candidate| {
        let corner = answer.regions.iter().find(|region| region.region == candidate.region);
        corner.is_some_and(|corner| {
            corner.settled.is_none()
                && (!may_be_attack || corner.state == RegionState::Empty)
                && (settings.engine.is_none() || is_usually_right(bar, candidate, corner, size))
                && clears(bar, candidate, corner, color)
        })
    });
    // A point on a middle line may be a move of two corners.
    let moves = moves.filter(|candidate| points.insert(candidate.points().first().copied()));
    Ok(moves.cloned().collect())
}

/// Whether the last move is near a stone of a colour.
fn is_near_own(board: &GtpBoard, color: Color) -> bool {
    let Some((_, Move::Play(last))) = board.last() else {
        return false;
    };
    let far =
        |point: Point| point.x().abs_diff(last.x()) > NEAR || point.y().abs_diff(last.y()) > NEAR;
    let position = board.position();
    let stones = position.size().points().filter(|point| position.at(*point) == Some(color));
    stones.into_iter().any(|point| !far(point))
}

/// Whether a book move usually beats what an engine would play: an end of a line that few players
/// choose does not. Nor does a move in a corner that waits no longer, unless a curator recommends it
/// and games go on there. On small boards, neither does an answer to other stones, unless a depth is
/// given, or a line that reaches beyond half of the board.
fn is_usually_right(bar: &Bar, candidate: &CandidateMove, corner: &RegionAnswer, size: u8) -> bool {
    let recommended =
        candidate.is_curated() && candidate.verdict.is_some_and(|verdict| verdict.value() > 0);
    let over = matches!(corner.state, RegionState::Interrupted | RegionState::Finished);
    let quiet = over && corner.urgency < LEAST_URGENCY && bar.min_urgency.is_none();
    let counted = candidate.statistics.as_ref().filter(|counted| counted.reached > 0);
    let rare = candidate.verdict.is_none()
        && counted.is_some_and(|counted| counted.share() < bar.min_share);
    let half = size.div_ceil(2);
    let wide = |step: &Step| step.coordinates().is_some_and(|(u, v)| u.max(v) >= half);
    let answers = bar.depth.is_none() && candidate.leads_to.len() > 1;
    let large = answers || candidate.leads_to.steps().iter().any(wide);
    (recommended || (!over && !rare)) && !quiet && (size == FULL_SIZE || !large)
}

/// Queries the book; `None` for a board that only the engine's rules allow.
fn query_book(service: &Service, query: &NextQuery) -> Result<Option<NextAnswer>, ServiceError> {
    match service.next_moves().next(query) {
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
    Ok(moves.flat_map(|candidate| candidate.points()).any(|found| found == point))
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
    let done: Result<(), ServiceError> = service.engines().analyse(&asked, &mut |turn| {
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
        limit: usize::MAX,
        whole_board: settings.bar.min_gain.is_some(),
        failed_conditions: FailedConditions::Hide,
        ..NextQuery::new(record.size)
    }
}

/// Whether a move clears the bar. A line that was begun is finished: the bar is for beginning one.
fn clears(bar: &Bar, candidate: &CandidateMove, corner: &RegionAnswer, color: Color) -> bool {
    let value = candidate.verdict.map_or(0, Verdict::value);
    let gain = candidate.whole_board.as_ref().map(|line| line.change);
    let begins = || {
        bar.min_verdict.is_none_or(|least| value >= least.value())
            && bar.min_priority.is_none_or(|least| candidate.priority >= least)
            && bar.min_games.is_none_or(|least| candidate.games() >= least)
            && bar.min_urgency.is_none_or(|least| corner.urgency >= least)
            && bar.min_gain.is_none_or(|least| gain.is_some_and(|gain| gain >= least))
    };
    (bar.min_verdict.is_some() || value >= 0)
        && (is_begun(corner, color) || begins())
        && bar.depth.is_none_or(|most| candidate.leads_to.len() <= most)
}

/// Whether a line in the corner waits for a colour that has a stone in it.
fn is_begun(corner: &RegionAnswer, color: Color) -> bool {
    let first = usize::from(corner.first_mover != Some(color));
    let mut own = corner.steps.steps().iter().skip(first).step_by(2);
    matches!(corner.state, RegionState::Ongoing | RegionState::Tenuki)
        && own.any(|step| !step.is_tenuki())
}
