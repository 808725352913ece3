//! One region of a query: its candidates, filtered and ranked.

use std::cell::{Cell, OnceCell, RefCell};

use smallvec::SmallVec;

use super::ReplayedGame;
use crate::next::answer::{NoMoveReason, PlacedLine, RegionAnswer, Tenuki};
use crate::next::board_check::{BoardCheck, check};
use crate::next::candidate::CandidateMove;
use crate::next::order;
use crate::next::priorities::SelectedResults;
use crate::next::query::{FailedConditions, NextQuery};
use crate::next::region_cache::AnsweredRegion;
use crate::next::settled::{PositionTurns, Settled, SettledRegion};
use crate::next::statistics::{SelectedGames, Statistics};
use crate::next::whole_board::{MAX_WHOLE_LINES, WholeBoardEvaluation};
use joseki_book::{
    ConditionResult, Continuation, ForcedResult, Index, Interpretation, NodeId, RegionMove,
    RegionMoves, RegionState, Tracker, Truth, TurnKind,
};
use joseki_game::five::Foul;
use joseki_game::{Board, Color, Frame, Move, Point, Region, Step, Symmetries, Symmetry};
use joseki_ledger::Results;

/// A query with its board set up.
pub struct RegionQuery<'a> {
    query: &'a NextQuery,
    /// Results of games as selected by the query.
    results: OnceCell<SelectedResults<'a>>,
    standing: &'a dyn Results,
    board: &'a Board,
    tracker: &'a Tracker<'a>,
    to_play: Color,
    /// The games that count.
    games: OnceCell<SelectedGames>,
    /// Position of the last lookup and the corners that reached it: siblings share it.
    reached: Cell<Option<(NodeId, u32)>>,
    /// Checks of the board for the current region.
    checks: RefCell<Vec<BoardCheck>>,
    /// Whole-board evaluation, if requested.
    whole: Option<WholeBoardEvaluation<'a>>,
}

impl<'a> RegionQuery<'a> {
    /// Prepares a query for a replayed game.
    pub fn new(
        game: &'a ReplayedGame<'_>,
        standing: &'a dyn Results,
        query: &'a NextQuery,
    ) -> RegionQuery<'a> {
        RegionQuery {
            query,
            results: OnceCell::new(),
            standing,
            board: game.board(),
            tracker: game.tracker(),
            to_play: query.to_play(),
            games: OnceCell::new(),
            reached: Cell::new(None),
            checks: RefCell::default(),
            whole: query.whole_board.then(|| WholeBoardEvaluation::new(game, standing, query)),
        }
    }

    /// Returns the whole-board evaluation, if requested.
    pub fn whole_board(&self) -> Option<&WholeBoardEvaluation<'a>> {
        self.whole.as_ref()
    }
}

impl RegionQuery<'_> {
    /// Answers one region.
    pub fn answer(&self, region: Region) -> AnsweredRegion {
        let found = self.found(region);
        let mut moves = Vec::with_capacity(found.len());
        let answer = self.region(region, &found, &mut moves);
        let mut twins = found.iter().map(|found| found.continuation.twins);
        AnsweredRegion {
            is_asymmetric: !found.is_empty() && twins.all(|twins| twins.len() == 1),
            answer,
            moves,
            checks: self.checks.take(),
        }
    }

    fn region(
        &self,
        region: Region,
        found: &[RegionMove<'_>],
        moves: &mut Vec<CandidateMove>,
    ) -> RegionAnswer {
        let track = self.tracker.region(region);
        let state = self.tracker.state(region);
        let longest = track.longest();
        let mut answer = RegionAnswer {
            region,
            state,
            first_mover: longest.and_then(Interpretation::first_mover),
            steps: longest.map(|reading| reading.line().canonical()).unwrap_or_default(),
            orientations: longest
                .map_or(Symmetries::SQUARE, |reading| reading.line().orientations()),
            node: self.placed(region),
            left_book: track.left_book().cloned().map(Box::new),
            urgency: 0.0,
            tenuki: None,
            settled: None,
            forbidden: self.forbidden(region, found),
            reason: None,
            filtered_by_verdict: 0,
            filtered_by_conditions: 0,
            filtered_by_games: 0,
            whole_board: None,
        };
        self.candidates(region, found, moves);
        let candidates = &mut moves[..];
        let legal = candidates.len();
        let position = self.position(region);
        let count = |(reading, turns): &(&Interpretation, PositionTurns<'_>)| {
            turns.count(self.turn_kind(reading))
        };
        let turns = position.as_ref().map(count).unwrap_or_default();
        answer.urgency = order::urgency(state, answer.steps.len(), &turns, candidates);
        let settled = position.as_ref().and_then(|(reading, turns)| {
            let answers = reading.last_color() != Some(self.to_play);
            Some(SettledRegion::new(Settled::judge(turns)?, answers))
        });
        answer.settled = settled.map(Box::new);
        answer.tenuki = self.tenuki(region, state, position, candidates).map(Box::new);
        let kept = self.filter(&mut answer, candidates);
        let kept = self.rank(&answer, &mut candidates[..kept]);
        moves.truncate(kept);
        if kept == 0 {
            answer.reason = Some(if found.is_empty() {
                self.reason(region)
            } else {
                nothing_left(&answer, legal)
            });
        }
        answer
    }

    /// Returns the book's node of a region in its orientation on the board.
    fn placed(&self, region: Region) -> Option<PlacedLine> {
        let index = self.tracker.index();
        let reading = self.tracker.region(region).known().next()?;
        let (node, symmetry) = reading.placed_node(index)?;
        let line = reading.line_at(index, node);
        let last = reading.last_color()?;
        let last_is_first = line.len() % 2 == 1;
        Some(PlacedLine {
            line,
            symmetry,
            first_mover: if last_is_first { last } else { last.opposite() },
        })
    }

    /// Returns the book's moves of a region that fit the board.
    fn found(&self, region: Region) -> RegionMoves<'_> {
        let track = self.tracker.region(region);
        let Some(voice) = track.voice(self.tracker.index(), self.to_play) else {
            return RegionMoves::new();
        };
        let is_it = |reading: &Interpretation| std::ptr::eq(reading, voice.interpretation);
        let speaks = track.readings().iter().position(is_it).unwrap_or_default();
        let (moves, fits) = voice.judge();
        self.checks.borrow_mut().push(BoardCheck::Fits(region, speaks, fits));
        moves
    }

    /// Appends the found moves that are legal on this board, with their priorities.
    fn candidates(&self, region: Region, found: &[RegionMove<'_>], moves: &mut Vec<CandidateMove>) {
        let index = self.tracker.index();
        moves.extend(found.iter().filter_map(|found| self.candidate(region, found, index)));
        if !moves.is_empty() {
            let results =
                self.results.get_or_init(|| SelectedResults::new(self.standing, self.query));
            results.prioritise(index, moves, self.query, self.to_play);
        }
        if found.iter().all(|found| found.is_whole) {
            return;
        }
        let is_whole = |candidate: &CandidateMove| {
            let is_it = |found: &&RegionMove<'_>| found.continuation.node == candidate.node;
            found.iter().find(is_it).is_none_or(|found| found.is_whole)
        };
        moves
            .iter_mut()
            .filter(|candidate| !is_whole(candidate))
            .for_each(CandidateMove::leave_out);
    }

    /// Returns the found moves that renju forbids to Black on this board.
    fn forbidden(&self, region: Region, found: &[RegionMove<'_>]) -> Vec<(Point, Foul)> {
        let Some(board) = self.board.five().filter(|_| self.to_play == Color::Black) else {
            return Vec::new();
        };
        let places = found.iter().flat_map(|found| found.continuation.places());
        let mut fouls: Vec<(Point, Foul)> = places
            .filter_map(|(step, _)| {
                let point = Frame::plain(region).point_of(step, self.query.size).ok()?;
                Some((point, board.foul(point)?))
            })
            .collect();
        fouls.sort_unstable();
        fouls.dedup();
        fouls
    }

    fn candidate(
        &self,
        region: Region,
        found: &RegionMove<'_>,
        index: &Index,
    ) -> Option<CandidateMove> {
        let RegionMove { interpretation: reading, continuation, .. } = found;
        let data = index.shared_data(continuation.node);
        let places = self.places(region, continuation);
        let (_, step, symmetry) = *places.first()?;
        let leads_to = reading.line_to(index, self.to_play, continuation);
        let frame = Frame { region, symmetry };
        let mover_is_first = leads_to.len() % 2 == 1;
        let first_mover = if mover_is_first { self.to_play } else { self.to_play.opposite() };
        let in_view = |advantage: f64| {
            if mover_is_first { advantage } else { 0.0 - advantage }
        };
        let mut plays: SmallVec<[Move; 2]> = places.iter().map(|(played, ..)| *played).collect();
        plays.dedup();
        let proposal = index.proposal(continuation.node);
        let curated = data.as_ref().and_then(|data| data.verdict);
        // In corners nothing is decided by force.
        let whole_data = data.as_deref().filter(|_| region == Region::Board);
        let forced = whole_data.and_then(ForcedResult::from_data);
        Some(CandidateMove {
            node: continuation.node,
            plays,
            region,
            frame,
            // Of twins, the one of the book's line.
            step: if continuation.by_line {
                index.step(continuation.node)
            } else {
                reading.canonical_step(step)
            },
            advantage: data.as_ref().and_then(|data| data.advantage).map(in_view),
            conditions: self.check(continuation.node, frame),
            verdict: curated.or(proposal.map(|proposal| proposal.verdict)),
            proposal,
            statistics: self.statistics(continuation.node),
            data,
            priority: 0.0,
            evidence: None,
            score: 0.0,
            by_transposition: !continuation.by_line,
            is_whole: true,
            forced,
            loses: None,
            leaf: !index.has_children(continuation.node),
            whole_board: None,
            leads_to,
            first_mover,
        })
    }

    /// Returns the legal places of a move in reading order. Of the twins in a symmetric position,
    /// only those whose conditions hold, if any do.
    fn places(
        &self,
        region: Region,
        continuation: &Continuation,
    ) -> SmallVec<[(Move, Step, Symmetry); 2]> {
        let legal = continuation.places().filter_map(|(step, symmetry)| {
            let played = Frame::plain(region).move_of(step, self.query.size).ok()?;
            let is_legal = self.board.is_legal(self.to_play, played).is_ok();
            self.checks.borrow_mut().push(BoardCheck::IsLegal(played, is_legal));
            is_legal.then_some((played, step, symmetry))
        });
        let mut places: SmallVec<[(Move, Step, Symmetry); 2]> = legal.collect();
        let holds = |(_, _, symmetry): &(Move, Step, Symmetry)| {
            let frame = Frame { region, symmetry: *symmetry };
            self.check(continuation.node, frame).iter().all(|checked| checked.holds != Truth::False)
        };
        if places.len() > 1 && places.iter().any(holds) {
            places.retain(|place| holds(place));
        }
        places.sort_unstable();
        places
    }

    /// Checks the conditions of a node's move on this board; `frame` is the node's orientation.
    fn check(&self, node: NodeId, frame: Frame) -> Vec<ConditionResult> {
        let checked = check(self.tracker.index(), self.board, self.to_play, node, frame);
        if !checked.is_empty() {
            let done = BoardCheck::Conditions(node, frame, checked.clone());
            self.checks.borrow_mut().push(done);
        }
        checked
    }

    fn statistics(&self, node: NodeId) -> Option<Statistics> {
        let index = self.tracker.index();
        let select = || self.query.games.select(index.cohorts(), self.query.weights);
        let games = self.games.get_or_init(select);
        let parent = index.parent(node);
        let reached = match self.reached.get() {
            Some((known, reached)) if known == parent => reached,
            _ => Statistics::reached(index, parent, games)?,
        };
        self.reached.set(Some((parent, reached)));
        let mut statistics = Statistics::after(index, node, games, reached);
        if self.query.examples > 0 {
            statistics.add_examples(index, node, self.query.examples);
        }
        if self.query.trend {
            statistics.add_years(index, node, games);
        }
        if self.query.kinds {
            statistics.add_kinds(index, node, games);
        }
        Some(statistics)
    }

    /// Returns the first known reading of a region, and how games went on after it.
    fn position(&self, region: Region) -> Option<(&Interpretation, PositionTurns<'_>)> {
        let index = self.tracker.index();
        let reading = self.tracker.region(region).known().next()?;
        let node = reading.position_node(index)?;
        Some((reading, PositionTurns::new(index, node, self.query.weights)))
    }

    /// Returns the kind of the turn that the side to move has after a position.
    fn turn_kind(&self, reading: &Interpretation) -> TurnKind {
        let again = reading.last_color() == Some(self.to_play);
        let at_once = reading.last_move() == self.tracker.moves().len();
        match (reading.line().is_empty(), again, at_once) {
            (false, true, _) => TurnKind::Again,
            (false, false, true) => TurnKind::AtOnce,
            _ => TurnKind::Later,
        }
    }

    /// Returns the tenuki of the player to move, who is to answer in this region, if the book or
    /// counted games contain it.
    fn tenuki(
        &self,
        region: Region,
        state: RegionState,
        position: Option<(&Interpretation, PositionTurns<'_>)>,
        candidates: &[CandidateMove],
    ) -> Option<Tenuki> {
        let index = self.tracker.index();
        // On a whole board every move is here.
        if region == Region::Board {
            return None;
        }
        let answers = |reading: &&Interpretation| {
            reading.last_color().is_some_and(|last| last != self.to_play)
        };
        let reading = self.tracker.region(region).known().find(answers)?;
        let node = reading.position_node(index)?;
        let child = index.child(node, Step::TENUKI);
        // The opponent's move waits for an answer.
        if reading.last_move() != self.tracker.moves().len() {
            return None;
        }
        let turns = match position {
            Some((known, turns)) if std::ptr::eq(known, reading) => turns,
            _ => PositionTurns::new(index, node, self.query.weights),
        };
        let counted = turns.has(TurnKind::AtOnce);
        if child.is_none() && !counted {
            return None;
        }
        let after = match (child, state) {
            (Some(_), _) => RegionState::Tenuki,
            (None, RegionState::Finished) => state,
            (None, _) => RegionState::Interrupted,
        };
        let mut leads_to = reading.line_at(index, node);
        leads_to.push(Step::TENUKI);
        let share = counted.then(|| turns.share_elsewhere(TurnKind::AtOnce));
        Some(Tenuki {
            statistics: child.and_then(|child| self.statistics(child)),
            share,
            is_commonest: share.is_some_and(|share| is_commonest(share, candidates)),
            urgency: order::urgency(after, leads_to.len(), &turns.count(TurnKind::Again), &[]),
            leads_to,
        })
    }

    /// Moves candidates that are filtered out to the end, and returns how many are left.
    fn filter(&self, answer: &mut RegionAnswer, candidates: &mut [CandidateMove]) -> usize {
        let all = candidates.len();
        let by_games = match self.query.min_games {
            Some(least) => keep(candidates, |candidate| candidate.games() >= least),
            None => all,
        };
        answer.filtered_by_games = all - by_games;
        let candidates = &mut candidates[..by_games];
        let by_verdict = match self.query.min_verdict {
            Some(least) => keep(candidates, |candidate| order::value(candidate) >= least.value()),
            None => by_games,
        };
        answer.filtered_by_verdict = by_games - by_verdict;
        let candidates = &mut candidates[..by_verdict];
        let by_conditions = match self.query.failed_conditions {
            FailedConditions::Hide => keep(candidates, CandidateMove::holds),
            FailedConditions::Mark => by_verdict,
        };
        answer.filtered_by_conditions = by_verdict - by_conditions;
        by_conditions
    }

    /// Sorts the candidates, best first, and returns how many are included in the answer.
    fn rank(&self, answer: &RegionAnswer, candidates: &mut [CandidateMove]) -> usize {
        let best = candidates.iter().map(|candidate| candidate.priority).max_by(f64::total_cmp);
        for candidate in candidates.iter_mut() {
            let best = best.unwrap_or(candidate.priority);
            candidate.score = order::score(answer.urgency, candidate.priority, best);
        }
        order::sort(candidates, order::in_region);
        if let Some(whole) = &self.whole {
            self.reckon(whole, candidates);
        }
        candidates.len().min(self.query.limit)
    }

    /// Sorts equal moves by the whole board: those in the answer, and those that tie with the last
    /// of them, since no others can enter the answer. At most [`MAX_WHOLE_LINES`] are evaluated
    /// and stay before the rest.
    fn reckon(&self, whole: &WholeBoardEvaluation<'_>, candidates: &mut [CandidateMove]) {
        let mut kept = candidates.len();
        if let Some(last) = candidates.get(self.query.limit.saturating_sub(1)) {
            let tied = |other: &CandidateMove| order::by_book(other, last).is_le();
            kept = candidates.partition_point(tied);
        }
        let candidates = &mut candidates[..kept];
        for candidate in candidates.iter_mut().take(MAX_WHOLE_LINES) {
            candidate.whole_board = whole.evaluate(candidate).map(Box::new);
        }
        order::sort(candidates, order::in_region);
    }

    /// Returns why the book has no continuation.
    fn reason(&self, region: Region) -> NoMoveReason {
        let index = self.tracker.index();
        let track = self.tracker.region(region);
        if index.is_empty() {
            return NoMoveReason::EmptyBook;
        }
        let Some(longest) = track.known().next() else {
            return match self.tracker.state(region) {
                RegionState::Finished => NoMoveReason::Finished,
                _ => NoMoveReason::UnknownPosition,
            };
        };
        if !longest.has_continuation(index) {
            NoMoveReason::Finished
        } else if longest.is_only_tenuki(index, self.to_play) {
            NoMoveReason::TenukiOnly
        } else if track.voice(index, self.to_play).is_some() {
            // Its moves are those of a board without stones that stand beside them.
            NoMoveReason::UnknownPosition
        } else if longest.is_position_known_for(index, self.to_play) {
            NoMoveReason::Finished
        } else {
            NoMoveReason::TenukiUnknown
        }
    }
}

/// Whether a share of turns elsewhere is larger than the share of any move.
fn is_commonest(elsewhere: f64, candidates: &[CandidateMove]) -> bool {
    let mut counted = candidates.iter().filter_map(|candidate| candidate.statistics.as_ref());
    counted.all(|statistics| elsewhere > statistics.share())
}

/// Moves the wanted candidates to the front in their order, and returns their number.
fn keep(candidates: &mut [CandidateMove], wanted: impl Fn(&CandidateMove) -> bool) -> usize {
    let mut kept = 0;
    for at in 0..candidates.len() {
        if wanted(&candidates[at]) {
            candidates.swap(kept, at);
            kept += 1;
        }
    }
    kept
}

/// Returns why no move of a region is offered; `legal` is the number of its legal moves.
fn nothing_left(answer: &RegionAnswer, legal: usize) -> NoMoveReason {
    if legal == 0 {
        return if answer.forbidden.is_empty() {
            NoMoveReason::Illegal
        } else {
            NoMoveReason::Forbidden
        };
    }
    match answer.filtered_by_verdict + answer.filtered_by_games {
        0 => NoMoveReason::ConditionsFail,
        _ => NoMoveReason::AllFiltered,
    }
}
