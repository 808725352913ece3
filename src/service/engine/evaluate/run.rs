//! Evaluation run: sends positions to an engine and stores its responses.

use crate::engine::Engines;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{
    EvaluateOutcome, EvaluateProgress, EvaluateRequest, PlannedPosition,
    plan::{EvaluationPlan, EvaluationTask},
};
use crate::ServiceError;
use joseki_peer::{KataGo, KataGoResponse, RootEvaluation, Stderr};
use joseki_store::{EntryCounts, EvaluationKey, PositionEvaluation, Store};

/// Maximum number of evaluations stored in one transaction.
const BATCH: usize = 64;

impl Engines<'_> {
    /// Has an engine evaluate the positions of a book that it has not evaluated yet, the most
    /// played and most uncertain ones first. Responses are stored before waiting for more. An
    /// engine failure during the run is reported in the outcome.
    ///
    /// # Errors
    /// Unknown book, engine that does not start, unreadable store.
    pub fn evaluate(
        &self,
        request: &EvaluateRequest,
        progress: &mut dyn FnMut(EvaluateProgress),
    ) -> Result<EvaluateOutcome, ServiceError> {
        let book = self.service.book(&request.book)?;
        let variant = book.index.variant();
        let plan = EvaluationPlan::new(variant, &book.index, request);
        if !variant.game().has_gtp_engines() {
            return self.evaluate_by_search(variant, plan, request, progress);
        }
        let engine = KataGo::start(&request.engine, request.timeout, Stderr::Hide)?;
        let mut outcome = EvaluateOutcome {
            variant,
            engine: engine.name().to_owned(),
            positions: plan.tasks.len() as u64,
            unplayable: plan.unplayable,
            ..EvaluateOutcome::default()
        };
        let tasks = self.pending_tasks(plan, request, &mut outcome)?;
        if request.dry_run {
            engine.finish();
            outcome.sent = tasks.len() as u64;
            outcome.planned = tasks.into_iter().map(PlannedPosition::from).collect();
            return Ok(outcome);
        }
        let mut run = EvaluationRun {
            store: self.service.store.as_ref(),
            request,
            total: tasks.len() as u64,
            tasks: tasks.into_iter().map(|(task, _)| task).collect(),
            asked: HashMap::new(),
            outcome,
        };
        run.outcome.stopped = run.run(engine, progress).err();
        Ok(run.outcome)
    }

    /// Returns the positions to send in order, each with its score.
    pub(super) fn pending_tasks(
        &self,
        plan: EvaluationPlan,
        request: &EvaluateRequest,
        outcome: &mut EvaluateOutcome,
    ) -> Result<Vec<(EvaluationTask, f64)>, ServiceError> {
        let positions: Vec<u64> = plan.tasks.iter().map(|task| task.position).collect();
        let kept = self.service.store.evaluations_of(&positions)?;
        let evaluated_before: HashSet<u64> = kept.iter().map(|kept| kept.key.position).collect();
        let done: HashSet<&EvaluationKey> = kept
            .iter()
            .filter(|kept| kept.requested.max(kept.visits) >= request.visits)
            .map(|kept| &kept.key)
            .collect();
        let engine = outcome.engine.clone();
        let mut tasks: Vec<(EvaluationTask, f64)> = Vec::new();
        for task in plan.tasks {
            if !request.again && done.contains(&key(&task, &engine, request)) {
                outcome.known += 1;
                continue;
            }
            let score = task.score(evaluated_before.contains(&task.position));
            tasks.push((task, score));
        }
        // The sort is stable: equal scores stay in index order, short lines first.
        tasks.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let most = request.limit.unwrap_or(usize::MAX).min(tasks.len());
        outcome.left = (tasks.len() - most) as u64;
        tasks.truncate(most);
        Ok(tasks)
    }
}

pub(super) fn key(task: &EvaluationTask, engine: &str, request: &EvaluateRequest) -> EvaluationKey {
    EvaluationKey {
        position: task.position,
        to_play: task.to_play,
        engine: engine.to_owned(),
        rules: request.rules.clone(),
        komi: request.komi,
        board: EvaluationKey::EMPTY_BOARD.to_owned(),
    }
}

impl From<(EvaluationTask, f64)> for PlannedPosition {
    fn from((task, score): (EvaluationTask, f64)) -> PlannedPosition {
        PlannedPosition { line: task.line, games: task.games, score }
    }
}

/// A run with an engine that has started.
struct EvaluationRun<'a> {
    store: &'a dyn Store,
    request: &'a EvaluateRequest,
    total: u64,
    tasks: VecDeque<EvaluationTask>,
    /// Positions in flight, by query number.
    asked: HashMap<u64, EvaluationTask>,
    outcome: EvaluateOutcome,
}

impl EvaluationRun<'_> {
    fn run(
        &mut self,
        mut engine: KataGo,
        progress: &mut dyn FnMut(EvaluateProgress),
    ) -> Result<(), ServiceError> {
        loop {
            self.report_progress(progress);
            let sent = self.send(&mut engine);
            if engine.waiting() == 0 {
                sent?;
                break;
            }
            // Responses received so far are stored even if a later one failed.
            let (batch, came) = self.collect(&mut engine);
            self.enter(batch)?;
            came?;
            sent?;
        }
        engine.finish();
        Ok(())
    }

    fn report_progress(&self, progress: &mut dyn FnMut(EvaluateProgress)) {
        progress(EvaluateProgress {
            done: self.outcome.evaluated + self.outcome.refused,
            total: self.total,
        });
    }

    fn send(&mut self, engine: &mut KataGo) -> Result<(), ServiceError> {
        while engine.waiting() < self.request.in_flight.max(1) {
            let Some(task) = self.tasks.pop_front() else {
                break;
            };
            let number = self.outcome.sent;
            engine.send(number, &self.request.query(&task))?;
            self.outcome.sent += 1;
            self.asked.insert(number, task);
        }
        Ok(())
    }

    /// Waits for a response and takes all that have arrived by then.
    fn collect(
        &mut self,
        engine: &mut KataGo,
    ) -> (Vec<PositionEvaluation>, Result<(), ServiceError>) {
        let mut batch = Vec::new();
        let mut within = None;
        while batch.len() < BATCH {
            match engine.next(within) {
                Ok(None) => break,
                Ok(Some(answer)) => batch.extend(self.answered(answer)),
                Err(error) => return (batch, Err(error.into())),
            }
            within = Some(Duration::ZERO);
        }
        (batch, Ok(()))
    }

    fn answered(&mut self, answer: KataGoResponse) -> Option<PositionEvaluation> {
        match answer {
            KataGoResponse::Warning(warning) => {
                self.outcome.warn(warning);
                None
            }
            KataGoResponse::Refused(number, why) => {
                let task = self.asked.remove(&number)?;
                self.outcome.refuse(&task.line, why);
                None
            }
            KataGoResponse::Done(number, root) => {
                let task = self.asked.remove(&number)?;
                Some(self.evaluation(&task, &root))
            }
        }
    }

    fn evaluation(&self, task: &EvaluationTask, root: &RootEvaluation) -> PositionEvaluation {
        PositionEvaluation {
            key: key(task, &self.outcome.engine, self.request),
            requested: self.request.visits,
            visits: root.visits,
            win_rate: root.win_rate,
            lead: root.lead,
            stdev: root.stdev,
            moves: task.placed(self.outcome.variant).choices(&root.moves),
            at: now(),
        }
    }

    fn enter(&mut self, batch: Vec<PositionEvaluation>) -> Result<(), ServiceError> {
        if batch.is_empty() {
            return Ok(());
        }
        let evaluated = batch.len() as u64;
        let entered = self.store.enter_evaluations(batch)?;
        self.outcome.entered.add(entered);
        self.outcome.evaluated += evaluated;
        Ok(())
    }
}

/// Returns microseconds since 1970 UTC.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}

/// Evaluations imported per transaction.
const PAGE: usize = 1_000;

impl Engines<'_> {
    /// Imports the evaluations of another store; of two with the same key the better one stays.
    ///
    /// # Errors
    /// One of the stores failed; earlier pages stay imported.
    pub fn merge_evaluations(&self, other: &Arc<dyn Store>) -> Result<EntryCounts, ServiceError> {
        let mut entered = EntryCounts::default();
        let mut after = None;
        loop {
            let page = other.evaluations(after.as_ref(), PAGE)?;
            let Some(last) = page.last() else {
                return Ok(entered);
            };
            after = Some(last.key.clone());
            entered.add(self.service.store.enter_evaluations(page)?);
        }
    }
}
