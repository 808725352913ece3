//! Growing a book: engines evaluate its positions, and the moves that it lacks.
//!
//! How it works (the rules are in `docs/grow.md`):
//!
//! 1. **Graph** (`book`, `graph`). The book's positions with the moves between them. An engine's
//!    values are carried up, the costs of reaching a position down. What costs least is next: a
//!    position of the book without a value, or a move that the book lacks.
//! 2. **Ask** (`boards`, `engines`). Corners of Go are set up on a pair of boards, other games are
//!    sent as they are. Engines share one queue. Every answer is stored at once, so that a run that
//!    ends is continued by the next one, from the book and the evaluations alone.
//! 3. **Apply** (`run`, `write`). Answers are applied in the order of their choice, so that the same
//!    answers grow the same book. After 32 moves or a minute a batch is written as one change.
//! 4. **Judge** (`verdict`). Moves of one position are compared. What would change the first choice or
//!    a verdict is evaluated again with more visits, mirrored, and only that value counts.

mod boards;
mod book;
mod engines;
mod graph;
mod outcome;
mod request;
mod run;
mod verdict;
mod write;

pub use outcome::{
    ContestedVerdict, GrowOutcome, GrowProgress, LadderMove, PlannedGrowth, RefusedGrowth,
};
pub use request::GrowRequest;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, Scope};

use self::boards::GrowBoard;
use self::book::GrowBook;
use self::engines::{GrowAnswer, QuestionQueue, answer_by_katago, answer_by_search};
use self::graph::{GrowChoice, GrowRules};
use self::run::{GrowRun, RunState};
use crate::ServiceError;
use crate::curate::Curation;
use crate::engine::evaluate::{EvaluateRequest, search_engine};
use joseki_book::{MAX_LINE_LENGTH, NodeId};
use joseki_game::Variant;
use joseki_peer::{KataGo, SearchEngine, Stderr};

/// Engines that have started.
enum StartedEngines {
    KataGo(Vec<KataGo>),
    Search(Vec<SearchEngine>),
}

impl StartedEngines {
    /// Starts a thread for each engine, which answers questions until there are no more.
    fn spawn<'s>(
        self,
        scope: &'s Scope<'s, '_>,
        in_flight: usize,
        variant: Variant,
        (queue, stop, sender): (&'s QuestionQueue, &'s AtomicBool, Sender<GrowAnswer>),
    ) {
        match self {
            StartedEngines::KataGo(engines) => {
                for (place, engine) in engines.into_iter().enumerate() {
                    let sender = sender.clone();
                    scope.spawn(move || answer_by_katago(engine, place, in_flight, queue, &sender));
                }
            }
            StartedEngines::Search(engines) => {
                for (number, engine) in engines.into_iter().enumerate() {
                    // A command has as many engines as it has positions in flight.
                    let (sender, place) = (sender.clone(), number / in_flight);
                    scope.spawn(move || {
                        answer_by_search(engine, place, variant, queue, stop, &sender);
                    });
                }
            }
        }
    }
}

impl Curation<'_> {
    /// Extends a book, and judges its moves, by engines. Batches are written as they are complete;
    /// an engine that fails during the run is reported in the outcome.
    ///
    /// # Errors
    /// Unknown book or line, engine that does not start, unreadable store.
    pub fn grow_book(
        &self,
        request: &GrowRequest,
        progress: &mut dyn FnMut(GrowProgress),
    ) -> Result<GrowOutcome, ServiceError> {
        let book = self.service.book(&request.book)?;
        let start = match &request.from {
            None => NodeId::ROOT,
            Some(line) => book.index.find(line).ok_or_else(|| ServiceError::UnknownNode {
                book: request.book.clone(),
                line: line.canonical(),
            })?,
        };
        let grown = GrowBook::new(&book.index, start);
        drop(book);
        let variant = grown.variant();
        let (engines, names) = self.start(variant, request)?;
        let outcome = GrowOutcome {
            variant,
            engines: names.clone(),
            positions: grown.graph.len() as u64,
            ..GrowOutcome::default()
        };
        let queue = QuestionQueue::default();
        let stop = AtomicBool::new(false);
        let (sender, answers) = channel();
        let capacity = match &engines {
            StartedEngines::KataGo(engines) => engines.len() * request.in_flight.max(1),
            StartedEngines::Search(engines) => engines.len(),
        };
        // Neither rules nor komi are for other engines to choose.
        let is_scored = variant.game().is_scored();
        let rules = if is_scored { request.rules.clone() } else { variant.game().to_string() };
        let request = &GrowRequest { rules, ..request.clone() };
        let mut run = GrowRun {
            curation: *self,
            request,
            boards: if is_scored {
                GrowBoard::pair(false).map(|board| (Some(board), EvaluateRequest::KOMI)).to_vec()
            } else {
                vec![(None, 0)]
            },
            engines: names,
            capacity,
            rules: grow_rules(variant, request),
            book: grown,
            queue: &queue,
            answers,
            outcome,
            state: RunState::new(),
        };
        let ended = thread::scope(|scope| {
            engines.spawn(scope, request.in_flight.max(1), variant, (&queue, &stop, sender));
            let ended = if request.dry_run { run.plan() } else { run.run(progress) };
            // What was answered is kept, also if an engine was lost.
            let written = run.write_batch();
            stop.store(ended.is_err(), Relaxed);
            queue.abandon();
            ended.and(written)
        });
        run.outcome.stopped = ended.err();
        Ok(run.outcome)
    }

    /// Starts the engines; returns them with the name of each command.
    fn start(
        &self,
        variant: Variant,
        request: &GrowRequest,
    ) -> Result<(StartedEngines, Vec<String>), ServiceError> {
        if variant.game().has_gtp_engines() {
            let start = |command: &String| KataGo::start(command, request.timeout, Stderr::Hide);
            let engines: Vec<KataGo> =
                request.engines.iter().map(start).collect::<Result<_, _>>()?;
            let names = engines.iter().map(|engine| engine.name().to_owned()).collect();
            return Ok((StartedEngines::KataGo(engines), names));
        }
        let (mut engines, mut names) = (Vec::new(), Vec::new());
        for command in &request.engines {
            let make = || search_engine(variant.game(), command, request.timeout);
            let mut first = make();
            names.push(first.name()?);
            engines.push(first);
            engines.extend(std::iter::repeat_with(make).take(request.in_flight.max(1) - 1));
        }
        Ok((StartedEngines::Search(engines), names))
    }
}

fn grow_rules(variant: Variant, request: &GrowRequest) -> GrowRules {
    let rules = match variant.game() {
        game if game.is_scored() => GrowRules::go(0.0),
        game if game.moves_pieces() => GrowRules::xiangqi(),
        _ => GrowRules::five(),
    };
    GrowRules {
        side: request.side,
        widths: request.width.map_or(rules.widths, |width| vec![(0, width)].into()),
        loss: request.loss.unwrap_or(rules.loss),
        max_steps: Some(MAX_LINE_LENGTH),
        adds_moves: !request.judge_only,
        ..rules
    }
}

impl GrowRun<'_> {
    /// Lists what would be sent first.
    fn plan(&mut self) -> Result<(), ServiceError> {
        if self.knows_komi()? {
            self.set_komi()?;
        }
        self.enter_stored()?;
        let solution = self.book.graph.solve(&self.rules);
        let mut reserved: HashSet<GrowChoice> = HashSet::new();
        let most = GrowOutcome::MAX_REPORTED
            .min(usize::try_from(self.request.positions).unwrap_or(usize::MAX));
        while self.outcome.planned.len() < most
            && let Some(next) = solution.next(&self.book.graph, &self.rules, &reserved)
        {
            reserved.insert(next.choice);
            let (line, is_new) = match next.choice {
                GrowChoice::Evaluate(place) => (self.book.graph.node(place).line.clone(), false),
                GrowChoice::Expand { node, place } => (self.book.line_of(node, place), true),
            };
            self.outcome.planned.push(PlannedGrowth { line, is_new, cost: next.cost });
        }
        Ok(())
    }
}
