//! Engines that share the positions to evaluate, each on a thread of its own.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::engine::evaluate::search_root;
use joseki_game::{Color, Move, Variant};
use joseki_peer::{
    EngineLimits, EnginePosition, KataGo, KataGoQuery, KataGoResponse, PeerError, PeerRequestError,
    RootEvaluation, SearchEngine, SearchWatch,
};

/// How often an engine's thread looks for more positions while others are in flight.
const CHECK_EVERY: Duration = Duration::from_millis(20);

/// A position on a board, as it is sent.
#[derive(Debug)]
pub struct GrowQuestion {
    /// Its number in the run.
    pub number: u64,
    /// The position.
    pub position: QuestionPosition,
}

/// A position in the words of an engine's protocol.
#[derive(Debug)]
pub enum QuestionPosition {
    /// Of Go.
    KataGo(Box<KataGoQuery>),
    /// Of another game: the moves, the side to move, and the number of positions to search.
    Search(Vec<(Color, Move)>, Color, u32),
}

/// An engine's answer to a question.
#[derive(Debug)]
pub enum GrowAnswer {
    /// The evaluation of the question with a number.
    Evaluated {
        /// The number.
        number: u64,
        /// Place of the engine in the request.
        engine: usize,
        /// The evaluation.
        root: Box<RootEvaluation>,
    },
    /// The engine refused the question, with its reason.
    Refused(u64, String),
    /// A warning; the engine continues.
    Warning(String),
    /// The engine is gone: its questions stay without an answer.
    Lost(PeerError),
}

/// The questions that wait for an engine.
#[derive(Debug, Default)]
pub struct QuestionQueue {
    waiting: Mutex<(VecDeque<GrowQuestion>, bool)>,
    changed: Condvar,
}

impl QuestionQueue {
    fn lock(&self) -> MutexGuard<'_, (VecDeque<GrowQuestion>, bool)> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a question.
    pub fn push(&self, question: GrowQuestion) {
        self.lock().0.push_back(question);
        self.changed.notify_one();
    }

    /// Ends the engines once no question waits.
    pub fn close(&self) {
        self.lock().1 = true;
        self.changed.notify_all();
    }

    /// Drops what waits, and ends the engines.
    pub fn abandon(&self) {
        self.lock().0.clear();
        self.close();
    }

    /// Returns the next question, waiting for it; `None` at the end.
    fn next(&self) -> Option<GrowQuestion> {
        let mut waiting = self.lock();
        loop {
            if let Some(question) = waiting.0.pop_front() {
                return Some(question);
            }
            if waiting.1 {
                return None;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the next question if one waits.
    fn poll(&self) -> Option<GrowQuestion> {
        self.lock().0.pop_front()
    }
}

/// Answers questions by an engine of Go until there are no more.
pub fn answer_by_katago(
    mut engine: KataGo,
    place: usize,
    in_flight: usize,
    queue: &QuestionQueue,
    answers: &Sender<GrowAnswer>,
) {
    let done = answer_all(&mut engine, place, in_flight, queue, answers);
    match done {
        Ok(()) => engine.finish(),
        Err(error) => drop(answers.send(GrowAnswer::Lost(error))),
    }
}

fn answer_all(
    engine: &mut KataGo,
    place: usize,
    in_flight: usize,
    queue: &QuestionQueue,
    answers: &Sender<GrowAnswer>,
) -> Result<(), PeerError> {
    loop {
        while engine.waiting() < in_flight {
            let question = if engine.waiting() == 0 { queue.next() } else { queue.poll() };
            let Some(GrowQuestion { number, position }) = question else { break };
            let QuestionPosition::KataGo(query) = position else { continue };
            engine.send(number, &query)?;
        }
        if engine.waiting() == 0 {
            return Ok(());
        }
        let is_full = engine.waiting() >= in_flight;
        let Some(answer) = engine.next((!is_full).then_some(CHECK_EVERY))? else { continue };
        let answer = match answer {
            KataGoResponse::Done(number, root) => {
                GrowAnswer::Evaluated { number, engine: place, root: Box::new(root) }
            }
            KataGoResponse::Refused(number, why) => GrowAnswer::Refused(number, why),
            KataGoResponse::Warning(warning) => GrowAnswer::Warning(warning),
        };
        if answers.send(answer).is_err() {
            return Ok(());
        }
    }
}

/// Answers questions by an engine of five in a row or xiangqi until there are no more, or `stop` is
/// set.
pub fn answer_by_search(
    mut engine: SearchEngine,
    place: usize,
    variant: Variant,
    queue: &QuestionQueue,
    stop: &AtomicBool,
    answers: &Sender<GrowAnswer>,
) {
    while !stop.load(Relaxed)
        && let Some(GrowQuestion { number, position }) = queue.next()
    {
        let QuestionPosition::Search(moves, to_move, nodes) = position else { continue };
        let limits = EngineLimits { nodes: Some(nodes.into()), ..EngineLimits::default() };
        let position = EnginePosition {
            game: variant.game(),
            size: variant.size(),
            start: None,
            moves: &moves,
            to_move,
        };
        let mut watch = SearchWatch { stop, on_depth: &mut |_| {} };
        let begun = engine.new_game().map_err(PeerRequestError::from);
        let answer = match begun.and_then(|()| engine.choose(&position, &limits, &mut watch)) {
            Ok(answer) => search_root(variant.game(), &answer, nodes).map_or_else(
                || GrowAnswer::Refused(number, "the engine reported no value".to_owned()),
                |root| GrowAnswer::Evaluated { number, engine: place, root: Box::new(root) },
            ),
            Err(PeerRequestError::Rejected(why)) => GrowAnswer::Refused(number, why),
            Err(PeerRequestError::Lost(error)) => GrowAnswer::Lost(error),
        };
        let is_lost = matches!(answer, GrowAnswer::Lost(_));
        if answers.send(answer).is_err() || is_lost {
            break;
        }
    }
    engine.quit();
}
