//! Evaluation by engines of five in a row and xiangqi.

use crate::engine::Engines;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use super::plan::{EvaluationPlan, EvaluationTask};
use super::run::{key, now};
use super::{EvaluateOutcome, EvaluateProgress, EvaluateRequest, PlannedPosition};
use crate::ServiceError;
use joseki_game::{Game, Variant};
use joseki_peer::{
    EngineAnswer, EngineLimits, EnginePosition, EngineSetup, EngineValue, MoveInfo,
    PeerRequestError, RootEvaluation, SearchEngine, SearchWatch, Stderr,
};
use joseki_store::{PositionEvaluation, StoredChoice};

/// Points of an engine of five in a row that an e-fold of the odds to win takes: Rapfi's own scale.
const FIVE_SCALE: f64 = 200.0;
/// Points to a unit of a lead: a pawn of xiangqi has a hundred.
const UNIT: f64 = 100.0;
/// The largest lead that is stored, in units; that of a forced win.
const MAX_LEAD: f64 = 1000.0;

/// An answered position, or why it was not.
type SearchedPosition = (EvaluationTask, Result<EngineAnswer, PeerRequestError>);

impl Engines<'_> {
    /// Has an engine of five in a row or xiangqi evaluate positions; see [`Service::evaluate`].
    /// Visits are positions searched.
    pub(super) fn evaluate_by_search(
        &self,
        variant: Variant,
        plan: EvaluationPlan,
        request: &EvaluateRequest,
        progress: &mut dyn FnMut(EvaluateProgress),
    ) -> Result<EvaluateOutcome, ServiceError> {
        // Neither rules nor komi are the engine's to choose.
        let request =
            &EvaluateRequest { rules: variant.game().to_string(), komi: 0, ..request.clone() };
        let mut first = engine(variant.game(), request);
        let mut outcome = EvaluateOutcome {
            variant,
            engine: first.name()?,
            positions: plan.tasks.len() as u64,
            unplayable: plan.unplayable,
            ..EvaluateOutcome::default()
        };
        let tasks = self.pending_tasks(plan, request, &mut outcome)?;
        if request.dry_run {
            first.quit();
            outcome.sent = tasks.len() as u64;
            outcome.planned = tasks.into_iter().map(PlannedPosition::from).collect();
            return Ok(outcome);
        }
        let total = tasks.len() as u64;
        let workers = request.in_flight.clamp(1, tasks.len().max(1));
        let tasks: VecDeque<EvaluationTask> = tasks.into_iter().map(|(task, _)| task).collect();
        let tasks = Mutex::new(tasks);
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let (sender, answers) = channel();
            let engines = std::iter::once(first)
                .chain(std::iter::repeat_with(|| engine(variant.game(), request)));
            for engine in engines.take(workers) {
                let (sender, tasks, stop) = (sender.clone(), &tasks, &stop);
                scope.spawn(move || search(engine, variant, request, tasks, stop, &sender));
            }
            drop(sender);
            for (task, answer) in answers {
                outcome.sent += 1;
                let done = self.searched(&task, answer, request, &mut outcome);
                if let Err(error) = done {
                    stop.store(true, Ordering::Relaxed);
                    outcome.stopped.get_or_insert(error);
                }
                progress(EvaluateProgress { done: outcome.evaluated + outcome.refused, total });
            }
        });
        Ok(outcome)
    }

    /// Stores an answer.
    fn searched(
        &self,
        task: &EvaluationTask,
        answer: Result<EngineAnswer, PeerRequestError>,
        request: &EvaluateRequest,
        outcome: &mut EvaluateOutcome,
    ) -> Result<(), ServiceError> {
        let answer = match answer {
            Ok(answer) => answer,
            Err(PeerRequestError::Rejected(why)) => {
                outcome.refuse(&task.line, why);
                return Ok(());
            }
            Err(PeerRequestError::Lost(error)) => return Err(error.into()),
        };
        let Some(value) = answer.value else {
            outcome.refuse(&task.line, "the engine reported no value".to_owned());
            return Ok(());
        };
        let variant = outcome.variant;
        let (win_rate, lead) = win_rate(variant.game(), value);
        let visits = answer.nodes.unwrap_or_else(|| request.visits.into());
        let visits = u32::try_from(visits).unwrap_or(u32::MAX).max(1);
        // The position has the value of its best move.
        let best = answer.played.map(|played| StoredChoice {
            step: task.placed(variant).step(played),
            visits,
            win_rate,
            lead,
            policy: None,
        });
        let evaluation = PositionEvaluation {
            key: key(task, &outcome.engine, request),
            requested: request.visits,
            visits,
            win_rate,
            lead,
            stdev: None,
            moves: best.into_iter().collect(),
            at: now(),
        };
        outcome.entered.add(self.service.store.enter_evaluations(vec![evaluation])?);
        outcome.evaluated += 1;
        Ok(())
    }
}

/// Returns an answer as an evaluation of its position, with its best move alone; `None` if it has no
/// value.
pub(crate) fn search_root(game: Game, answer: &EngineAnswer, nodes: u32) -> Option<RootEvaluation> {
    let (win_rate, lead) = win_rate(game, answer.value?);
    let visits = answer.nodes.unwrap_or_else(|| nodes.into());
    let visits = u32::try_from(visits).unwrap_or(u32::MAX).max(1);
    let best = |played| MoveInfo { played, visits, win_rate, lead, prior: 0.0 };
    let moves = answer.played.map(best).into_iter().collect();
    Some(RootEvaluation { visits, win_rate, lead, stdev: None, moves, policy: Vec::new() })
}

/// Returns the win rate and the lead of the side to move.
fn win_rate(game: Game, value: EngineValue) -> (f64, f64) {
    match value {
        EngineValue::Win(plies) if plies > 0 => (1.0, MAX_LEAD - f64::from(plies)),
        EngineValue::Win(plies) => (0.0, -MAX_LEAD - f64::from(plies.max(-1000))),
        EngineValue::Points(points) => {
            let points = f64::from(points);
            let rate = game.expected_of(points / UNIT);
            let rate = rate.unwrap_or_else(|| 1.0 / (1.0 + (-points / FIVE_SCALE).exp()));
            (rate, (points / UNIT).clamp(-MAX_LEAD, MAX_LEAD))
        }
    }
}

fn engine(game: Game, request: &EvaluateRequest) -> SearchEngine {
    search_engine(game, &request.engine, request.timeout)
}

/// Returns an engine of five in a row or xiangqi, which starts when it is asked.
pub(crate) fn search_engine(game: Game, command: &str, timeout: Duration) -> SearchEngine {
    let setup = EngineSetup {
        command: command.to_owned(),
        timeout,
        stderr: Stderr::Hide,
        variables: Vec::new(),
        options: Vec::new(),
    };
    SearchEngine::new(game, setup)
}

/// Evaluates positions until none are left or somebody stops.
fn search(
    mut engine: SearchEngine,
    variant: Variant,
    request: &EvaluateRequest,
    tasks: &Mutex<VecDeque<EvaluationTask>>,
    stop: &AtomicBool,
    sender: &Sender<SearchedPosition>,
) {
    let next = || tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop_front();
    let limits = EngineLimits { nodes: Some(request.visits.into()), ..EngineLimits::default() };
    while !stop.load(Ordering::Relaxed)
        && let Some(task) = next()
    {
        let position = EnginePosition {
            game: variant.game(),
            size: variant.size(),
            start: None,
            moves: &task.moves,
            to_move: task.to_play,
        };
        let mut watch = SearchWatch { stop, on_depth: &mut |_| {} };
        let begun = engine.new_game().map_err(PeerRequestError::from);
        let answer = begun.and_then(|()| engine.choose(&position, &limits, &mut watch));
        if sender.send((task, answer)).is_err() {
            break;
        }
    }
    engine.quit();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_win_rates_and_leads_of_the_side_to_move() {
        // 330 centipawns are an e-fold of the odds, as the cloud book writes win rates.
        let (rate, lead) = win_rate(Game::Xiangqi, EngineValue::Points(330));
        assert!((rate - 0.731_058).abs() < 1e-5 && (lead - 3.3).abs() < 1e-9);
        let (rate, lead) = win_rate(Game::Renju, EngineValue::Points(-200));
        assert!((rate - 0.268_941).abs() < 1e-5 && (lead + 2.0).abs() < 1e-9);
        assert_eq!(win_rate(Game::Xiangqi, EngineValue::Win(5)), (1.0, 995.0));
        assert_eq!(win_rate(Game::Gomoku, EngineValue::Win(-4)), (0.0, -996.0));
    }
}
