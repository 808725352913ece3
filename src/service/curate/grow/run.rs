//! A run: chooses the next position, asks the engines, and writes what they say in batches.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::boards::GrowBoard;
use super::book::{GrowBook, GrownPosition, MIN_POLICY};
use super::engines::{GrowAnswer, GrowQuestion, QuestionPosition, QuestionQueue};
use super::graph::{GrowChoice, GrowRules, GrowSolution};
use super::{GrowOutcome, GrowProgress, GrowRequest};
use crate::ServiceError;
use crate::curate::Curation;
use crate::engine::evaluate::{PlacedPosition, now, place_line};
use joseki_base::cancel::{checkpoint, is_cancelled};
use joseki_book::Line;
use joseki_game::{Color, Frame, LinePosition, Region, Side, Step};
use joseki_peer::{MoveInfo, PeerError, RootEvaluation};
use joseki_store::{EvaluationKey, PositionEvaluation};

/// Moves, and time, after which a batch is written.
const BATCH: usize = 32;
const BATCH_TIME: Duration = Duration::from_secs(60);
/// How many times the visits what changes a first choice or a verdict is evaluated with again.
pub(super) const AGAIN: u32 = 4;
/// How often a waiting run looks whether it is cancelled.
const CHECK_EVERY: Duration = Duration::from_millis(100);
/// Finished corners from which the worth of a tenuki is taken, and the worth if there are fewer than
/// half as many.
const FINISHED: usize = 10;
const DEFAULT_TENUKI: f64 = 6.0;
/// Largest plausible worth of a tenuki on the boards with stones.
const MAX_TENUKI: f64 = 8.0;

/// A run with engines that have started.
pub(super) struct GrowRun<'a> {
    pub curation: Curation<'a>,
    pub request: &'a GrowRequest,
    /// The boards, each with its komi in half points; one without a board in other games than Go.
    pub boards: Vec<(Option<GrowBoard>, i16)>,
    /// Names of the engines.
    pub engines: Vec<String>,
    /// Questions that the engines take at a time.
    pub capacity: usize,
    pub rules: GrowRules,
    pub book: GrowBook,
    pub queue: &'a QuestionQueue,
    pub answers: Receiver<GrowAnswer>,
    pub outcome: GrowOutcome,
    pub state: RunState,
}

/// What changes in a run.
pub(super) struct RunState {
    /// What is chosen, in this order: the first is applied first.
    pub(super) pending: VecDeque<PendingGrowth>,
    pub(super) reserved: HashSet<GrowChoice>,
    pub(super) solution: Option<GrowSolution>,
    /// The questions in flight, with the number of what they are for and the place of the board.
    asked: HashMap<u64, (u64, usize)>,
    next_question: u64,
    next_pending: u64,
    /// Positions to be evaluated a second time, those that ever were to be, and those that were.
    pub(super) doubtful: VecDeque<usize>,
    pub(super) doubted: HashSet<usize>,
    pub(super) confirmed: HashSet<usize>,
    /// Lines to be added in the next batch, and positions whose moves are to be judged.
    pub(super) added: Vec<Line>,
    pub(super) touched: BTreeSet<usize>,
    /// First choices as of the last batch.
    pub(super) first: HashMap<usize, usize>,
    began: Instant,
    pub(super) batch_began: Instant,
}

/// What was chosen and waits for answers.
pub(super) struct PendingGrowth {
    number: u64,
    pub kind: PendingKind,
    pub position: GrownPosition,
    /// Visits of what was sent for it; 0 if nothing was.
    pub visits: u32,
    /// Answers by board.
    pub answers: Vec<Option<PositionEvaluation>>,
    pub missing: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PendingKind {
    /// What the graph chose.
    Chosen(GrowChoice),
    /// A position of the graph a second time: mirrored, with more visits.
    Again(usize),
    /// A position that is needed before anything is chosen.
    Probe,
}

impl RunState {
    pub fn new() -> RunState {
        RunState {
            pending: VecDeque::new(),
            reserved: HashSet::new(),
            solution: None,
            asked: HashMap::new(),
            next_question: 0,
            next_pending: 0,
            doubtful: VecDeque::new(),
            doubted: HashSet::new(),
            confirmed: HashSet::new(),
            added: Vec::new(),
            touched: BTreeSet::new(),
            first: HashMap::new(),
            began: Instant::now(),
            batch_began: Instant::now(),
        }
    }
}

impl GrowRun<'_> {
    /// Runs until nothing is left, the budget is used up, or an engine is lost.
    pub fn run(&mut self, progress: &mut dyn FnMut(GrowProgress)) -> Result<(), ServiceError> {
        if self.boards.iter().any(|(board, _)| board.is_some()) {
            self.set_komi()?;
            self.rules.tenuki = self.measure_tenuki()?;
            self.outcome.tenuki = self.rules.tenuki;
        }
        self.enter_stored()?;
        self.note_first_choices();
        // A run that was interrupted may have left moves to be judged.
        self.state.touched.extend(0..self.book.graph.len());
        loop {
            checkpoint()?;
            progress(GrowProgress {
                done: self.outcome.evaluated + self.outcome.confirmed,
                total: self.request.positions,
            });
            self.apply();
            self.fill()?;
            let is_idle = self.state.pending.is_empty();
            let is_full =
                self.state.added.len() >= BATCH || self.state.batch_began.elapsed() >= BATCH_TIME;
            if is_full || is_idle {
                self.write_batch()?;
            }
            if is_idle {
                // The batch may have left positions that are to be evaluated again.
                self.fill()?;
                if self.state.pending.is_empty() {
                    return Ok(());
                }
            }
            if self.state.pending.front().is_some_and(|first| first.missing > 0) {
                self.take_answer()?;
            }
        }
    }

    /// Enters the evaluations that the store has of the book's positions.
    pub(super) fn enter_stored(&mut self) -> Result<(), ServiceError> {
        for place in 0..self.book.graph.len() {
            let position = self.book.position(place);
            let kept = self.curation.service.store.evaluations_of(&[position.key.key])?;
            let again = self.request.visits.saturating_mul(AGAIN);
            for (mirrored, visits) in [(true, again), (false, self.request.visits)] {
                let found = self.among(&kept, &position, mirrored, visits);
                if found.iter().all(Option::is_some) {
                    let found: Vec<PositionEvaluation> = found.into_iter().flatten().collect();
                    self.book.evaluate(place, &found);
                    if mirrored {
                        self.state.confirmed.insert(place);
                    }
                    self.outcome.known += 1;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Returns the stored evaluations of a position by board, with at least some visits.
    fn stored(
        &self,
        position: &GrownPosition,
        mirrored: bool,
        visits: u32,
    ) -> Result<Vec<Option<PositionEvaluation>>, ServiceError> {
        let kept = self.curation.service.store.evaluations_of(&[position.key.key])?;
        Ok(self.among(&kept, position, mirrored, visits))
    }

    /// Does the same among the stored evaluations of a position.
    fn among(
        &self,
        kept: &[PositionEvaluation],
        position: &GrownPosition,
        mirrored: bool,
        visits: u32,
    ) -> Vec<Option<PositionEvaluation>> {
        let boards = self.boards.iter().map(|board| {
            self.engines.iter().find_map(|engine| {
                let key = self.key(position, engine, *board, mirrored);
                let found = kept.iter().find(|kept| kept.key == key)?;
                (found.requested.max(found.visits) >= visits).then(|| found.clone())
            })
        });
        boards.collect()
    }

    fn key(
        &self,
        position: &GrownPosition,
        engine: &str,
        (board, komi): (Option<GrowBoard>, i16),
        mirrored: bool,
    ) -> EvaluationKey {
        let board = board.map(|board| GrowBoard { mirrored, ..board });
        EvaluationKey {
            position: position.key.key,
            to_play: position.to_play,
            engine: engine.to_owned(),
            rules: self.request.rules.clone(),
            komi,
            board: board.map_or(EvaluationKey::EMPTY_BOARD, GrowBoard::name).to_owned(),
        }
    }

    /// The empty corner with either side to move, from which komi is taken.
    fn empty_corners(&self) -> [GrownPosition; 2] {
        let start = LinePosition::new(self.book.variant());
        let sides = [(Color::Black, Side::First), (Color::White, Side::Second)];
        sides.map(|(to_play, side)| GrownPosition {
            line: Line::new(),
            key: start.key(side),
            to_play,
        })
    }

    /// Whether the store has the evaluations from which komi is taken.
    pub(super) fn knows_komi(&self) -> Result<bool, ServiceError> {
        for position in self.empty_corners() {
            let found = self.stored(&position, false, self.request.visits)?;
            if found.iter().any(Option::is_none) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Sets the komi of each board so that neither side leads while the corner is empty, on average
    /// of both to move.
    pub(super) fn set_komi(&mut self) -> Result<(), ServiceError> {
        let mut of_black = vec![0.0; self.boards.len()];
        for position in self.empty_corners() {
            let sign = if position.to_play == Color::Black { 0.5 } else { -0.5 };
            let found = self.ask_now(&position)?;
            if found.len() < of_black.len() {
                // Refused: the usual komi stays.
                return Ok(());
            }
            for (sum, found) in of_black.iter_mut().zip(found) {
                *sum += sign * found.lead;
            }
        }
        for ((_, komi), lead) in self.boards.iter_mut().zip(of_black) {
            // It is counted in half points.
            *komi = komi.saturating_add((2.0 * lead).round() as i16).clamp(-300, 300);
        }
        Ok(())
    }

    /// Returns what a tenuki is worth: the mean, over finished corners, of what the side to move
    /// leads by and what the other side would lead by if it were to move.
    fn measure_tenuki(&mut self) -> Result<f64, ServiceError> {
        let mut finished = std::mem::take(&mut self.book.finished);
        finished.sort_unstable_by_key(|(games, place)| (std::cmp::Reverse(*games), *place));
        let mut worth = Vec::new();
        for (_, place) in finished.into_iter().take(FINISHED) {
            let position = self.book.position(place);
            let mut line = position.line.clone();
            line.push(Step::TENUKI);
            if position.line.ends_in_tenuki() {
                continue;
            }
            let Some(after) = GrownPosition::after(self.book.variant(), &line) else { continue };
            let lead = |found: Vec<PositionEvaluation>| {
                let count = found.len() as f64;
                (count > 0.0).then(|| found.iter().map(|it| it.lead).sum::<f64>() / count)
            };
            let before = lead(self.ask_now(&position)?);
            let passed = lead(self.ask_now(&after)?);
            worth.extend(before.zip(passed).map(|(before, passed)| before + passed));
        }
        if worth.len() < FINISHED / 2 {
            return Ok(DEFAULT_TENUKI);
        }
        let mean = worth.iter().sum::<f64>() / worth.len() as f64;
        if mean > MAX_TENUKI {
            self.outcome.warn(format!(
                "a tenuki is worth {mean:.1} points to this engine: its verdicts on urgency are doubtful"
            ));
        }
        Ok(mean.max(0.0))
    }

    /// Asks about a position and waits for the answers, before anything is chosen.
    fn ask_now(
        &mut self,
        position: &GrownPosition,
    ) -> Result<Vec<PositionEvaluation>, ServiceError> {
        self.ask(PendingKind::Probe, position.clone(), false, self.request.visits)?;
        while self.state.pending.front().is_some_and(|first| first.missing > 0) {
            checkpoint()?;
            self.take_answer()?;
        }
        let done = self.state.pending.pop_front().map(|done| done.answers).unwrap_or_default();
        Ok(done.into_iter().flatten().collect())
    }

    /// Chooses the next positions while engines are idle and the budget lasts.
    fn fill(&mut self) -> Result<(), ServiceError> {
        while self.state.asked.len() < self.capacity {
            let is_out_of_time =
                self.request.time.is_some_and(|time| self.state.began.elapsed() >= time);
            let sent = self.state.pending.iter().filter(|it| it.visits > 0).count() as u64;
            let sent = sent + self.outcome.evaluated + self.outcome.confirmed;
            if is_out_of_time || sent >= self.request.positions {
                return Ok(());
            }
            if let Some(place) = self.state.doubtful.pop_front() {
                let position = self.book.position(place);
                let visits = self.request.visits.saturating_mul(AGAIN);
                self.ask(PendingKind::Again(place), position, true, visits)?;
                continue;
            }
            let Some(choice) = self.choose() else { return Ok(()) };
            self.state.reserved.insert(choice);
            match choice {
                GrowChoice::Evaluate(place) => {
                    let position = self.book.position(place);
                    self.ask(PendingKind::Chosen(choice), position, false, self.request.visits)?;
                }
                GrowChoice::Expand { node, place } => match self.book.after(node, place) {
                    // The position is known: only the move is new.
                    Some(position) if self.book.find(&position).is_some() => {
                        self.hold(PendingKind::Chosen(choice), position, Vec::new());
                    }
                    Some(position) => {
                        let visits = self.request.visits;
                        self.ask(PendingKind::Chosen(choice), position, false, visits)?;
                    }
                    None => self.leave_out(node, place),
                },
            }
        }
        Ok(())
    }

    fn choose(&mut self) -> Option<GrowChoice> {
        let GrowRun { book, rules, state, .. } = self;
        let solution = state.solution.get_or_insert_with(|| book.graph.solve(rules));
        Some(solution.next(&book.graph, rules, &state.reserved)?.choice)
    }

    /// Sends a position on each board, except where the store knows the answer.
    fn ask(
        &mut self,
        kind: PendingKind,
        position: GrownPosition,
        mirrored: bool,
        visits: u32,
    ) -> Result<(), ServiceError> {
        let answers = self.stored(&position, mirrored, visits)?;
        let missing: Vec<usize> =
            (0..answers.len()).filter(|board| answers[*board].is_none()).collect();
        let number = self.hold(kind, position.clone(), answers);
        for board in missing {
            let Some(question) = self.question(&position, self.boards[board], mirrored, visits)
            else {
                self.outcome.refuse(&position.line, "it cannot be set up".to_owned());
                continue;
            };
            let id = self.state.next_question;
            self.state.next_question += 1;
            self.state.asked.insert(id, (number, board));
            if let Some(pending) = self.state.pending.back_mut() {
                pending.missing += 1;
                pending.visits = visits;
            }
            self.queue.push(GrowQuestion { number: id, position: question });
        }
        Ok(())
    }

    fn hold(
        &mut self,
        kind: PendingKind,
        position: GrownPosition,
        answers: Vec<Option<PositionEvaluation>>,
    ) -> u64 {
        let number = self.state.next_pending;
        self.state.next_pending += 1;
        let pending = PendingGrowth { number, kind, position, visits: 0, answers, missing: 0 };
        self.state.pending.push_back(pending);
        number
    }

    fn question(
        &self,
        position: &GrownPosition,
        (board, komi): (Option<GrowBoard>, i16),
        mirrored: bool,
        visits: u32,
    ) -> Option<QuestionPosition> {
        let Some(board) = board else {
            let moves = place_line(self.book.variant(), &position.line)?;
            return Some(QuestionPosition::Search(moves, position.to_play, visits));
        };
        let board = GrowBoard { mirrored, ..board };
        let from = (&position.line, position.to_play);
        let query = board.query(from, &self.request.rules, komi, visits)?;
        Some(QuestionPosition::KataGo(Box::new(query)))
    }

    /// Waits for an answer, and enters it.
    fn take_answer(&mut self) -> Result<(), ServiceError> {
        let answer = loop {
            match self.answers.recv_timeout(CHECK_EVERY) {
                Ok(answer) => break answer,
                Err(RecvTimeoutError::Timeout) if is_cancelled() => {
                    return Ok(checkpoint()?);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let command = self.request.engines.join(" and ");
                    return Err(PeerError::Ended { command, last_output: Vec::new() }.into());
                }
            }
        };
        match answer {
            GrowAnswer::Warning(warning) => self.outcome.warn(warning),
            GrowAnswer::Lost(error) => return Err(error.into()),
            GrowAnswer::Refused(id, why) => {
                if let Some((number, _)) = self.state.asked.remove(&id)
                    && let Some(pending) = self.pending(number)
                {
                    pending.missing -= 1;
                    let line = pending.position.line.clone();
                    self.outcome.refuse(&line, why);
                }
            }
            GrowAnswer::Evaluated { number: id, engine, root } => {
                if let Some((number, board)) = self.state.asked.remove(&id) {
                    self.enter(number, board, engine, &root)?;
                }
            }
        }
        Ok(())
    }

    fn pending(&mut self, number: u64) -> Option<&mut PendingGrowth> {
        let first = self.state.pending.front()?.number;
        let pending = self.state.pending.get_mut(usize::try_from(number - first).ok()?)?;
        Some(pending)
    }

    /// Stores an evaluation, and keeps it for what waits for it.
    fn enter(
        &mut self,
        number: u64,
        board: usize,
        engine: usize,
        root: &RootEvaluation,
    ) -> Result<(), ServiceError> {
        let (place, komi) = self.boards[board];
        let engine = self.engines.get(engine).cloned().unwrap_or_default();
        let Some(pending) = self.pending(number) else { return Ok(()) };
        let (position, visits) = (pending.position.clone(), pending.visits);
        let mirrored = matches!(pending.kind, PendingKind::Again(_));
        let size = self.book.variant().size();
        let frame = place.map(|place| GrowBoard { mirrored, ..place }.frame());
        let placed = PlacedPosition {
            frame: frame.unwrap_or(Frame::plain(Region::Board)),
            line: &position.line,
            symmetry: position.key.by,
            size,
        };
        let mut moves = placed.choices(&moves_of(root));
        if frame.is_none() {
            // An engine of these games names its best move alone, without a policy.
            moves.iter_mut().for_each(|choice| choice.policy = None);
        }
        let evaluation = PositionEvaluation {
            key: self.key(&position, &engine, (place, komi), mirrored),
            requested: visits,
            visits: root.visits,
            win_rate: root.win_rate,
            lead: root.lead,
            stdev: root.stdev,
            moves,
            at: now(),
        };
        self.curation.service.store.enter_evaluations(vec![evaluation.clone()])?;
        if let Some(pending) = self.pending(number) {
            pending.missing -= 1;
            if let Some(answer) = pending.answers.get_mut(board) {
                *answer = Some(evaluation);
            }
        }
        Ok(())
    }

    /// Never chooses a move again.
    pub(super) fn leave_out(&mut self, node: usize, place: usize) {
        self.book.graph.node_mut(node).moves[place].may_grow = false;
        self.state.solution = None;
    }
}

/// Returns the moves of a search, and after them those that only the policy proposes.
fn moves_of(root: &RootEvaluation) -> Vec<MoveInfo> {
    let mut moves = root.moves.clone();
    let (win_rate, lead) = (root.win_rate, root.lead);
    let mut others: Vec<MoveInfo> = root
        .policy
        .iter()
        .filter(|(played, policy)| {
            *policy >= MIN_POLICY && !root.moves.iter().any(|known| known.played == *played)
        })
        .map(|(played, policy)| MoveInfo {
            played: *played,
            visits: 0,
            win_rate,
            lead,
            prior: *policy,
        })
        .collect();
    others.sort_by(|one, other| other.prior.total_cmp(&one.prior));
    moves.append(&mut others);
    moves
}
