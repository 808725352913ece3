//! Engines of five in a row and xiangqi: what they are asked and answer in every protocol, and
//! restarts.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::process::{Process, Stderr};
use super::{PeerError, PeerRequestError};
use joseki_game::xiangqi::XiangqiBoard;
use joseki_game::{BoardSize, Color, Game, Move};

/// How often a waiting caller looks whether the search is to be stopped.
const CHECK_EVERY: Duration = Duration::from_millis(20);
/// Maximum number of messages of one answer that are kept.
const MAX_MESSAGES: usize = 1000;

/// How an engine is started.
#[derive(Clone, Debug)]
pub struct EngineSetup {
    /// Command line.
    pub command: String,
    /// Timeout of a response, beyond the time that a search may use.
    pub timeout: Duration,
    /// Handling of standard error.
    pub stderr: Stderr,
    /// Environment variables.
    pub variables: Vec<(String, String)>,
    /// Options of the engine with their values: `setoption` in UCI and UCCI, `option` in XBoard's
    /// protocol, `INFO` in Gomocup's.
    pub options: Vec<(String, String)>,
}

/// A game at one moment, as an engine is asked about it.
#[derive(Clone, Copy, Debug)]
pub struct EnginePosition<'a> {
    /// The game: five in a row or xiangqi.
    pub game: Game,
    /// The board.
    pub size: BoardSize,
    /// The position at which the moves begin, in xiangqi, if it is not the usual one.
    pub start: Option<&'a XiangqiBoard>,
    /// The moves.
    pub moves: &'a [(Color, Move)],
    /// The side to move.
    pub to_move: Color,
}

/// Limits of a search; without any, it goes on until it is stopped, if its protocol allows that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// Time for the move.
    pub time: Option<Duration>,
    /// Number of positions.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

/// A value, of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineValue {
    /// In the engine's unit: hundredths of a pawn in xiangqi.
    Points(i32),
    /// A win of the side to move in this number of plies, or a loss if negative.
    Win(i32),
}

/// An engine's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineAnswer {
    /// The move; `None` if the engine resigns or has none.
    pub played: Option<Move>,
    /// The last value that it reported.
    pub value: Option<EngineValue>,
    /// The depth of that value, in plies.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// The line of that value.
    pub line: Vec<Move>,
    /// Its messages.
    pub messages: Vec<String>,
}

/// Cancellation of a search, and reports of its progress.
pub struct SearchWatch<'a> {
    /// Ends the search once it is true.
    pub stop: &'a AtomicBool,
    /// Called with the answer so far when the engine reports another depth.
    pub on_depth: &'a mut dyn FnMut(&EngineAnswer),
}

/// A running engine that speaks one of the protocols.
pub(super) trait SearchPeer: Debug + Send {
    /// The engine's name.
    fn name(&self) -> &str;

    /// Announces that the next position is of another game.
    ///
    /// # Errors
    /// The engine has exited, or does not respond.
    fn new_game(&mut self) -> Result<(), PeerError> {
        // For engines that are sent the whole game with each question.
        Ok(())
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// The engine refuses the position or a limit, exits, sends an invalid response or none in time.
    fn choose(
        &mut self,
        position: &EnginePosition<'_>,
        limits: &EngineLimits,
        watch: &mut SearchWatch<'_>,
    ) -> Result<EngineAnswer, PeerRequestError>;

    /// The engine's process.
    fn process(&mut self) -> &mut Process;

    /// Sets the timeout of a response, beyond the time that a search may use.
    fn set_timeout(&mut self, timeout: Duration);

    /// The command that ends the engine.
    fn quit_word(&self) -> &'static str {
        "quit"
    }
}

impl EngineAnswer {
    /// Adds a message, unless the engine has sent too many.
    pub(super) fn push(&mut self, message: &str) {
        if self.messages.len() < MAX_MESSAGES {
            self.messages.push(message.to_owned());
        }
    }

    /// The comment of an engine that reports its book moves as ours do.
    #[must_use]
    pub fn book_comment(&self) -> Option<&str> {
        self.messages.iter().rev().find_map(|message| message.strip_prefix("book "))
    }
}

/// Waits for a line that fits; `None` if none arrives in time.
pub(super) fn wait_for(
    process: &mut Process,
    request: &str,
    within: Duration,
    mut fits: impl FnMut(&str) -> bool,
) -> Result<Option<String>, PeerError> {
    let end = Instant::now() + within;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match process.try_line(request, left)? {
            Some(line) if fits(line.trim()) => return Ok(Some(line.trim().to_owned())),
            Some(_) if !left.is_zero() => {}
            _ => return Ok(None),
        }
    }
}

/// A request with its timeouts, for [`await_answer`].
pub(super) struct EngineWait<'a> {
    /// The request, for error messages.
    pub request: &'a str,
    /// Timeout; none for a search without limits that can be stopped, until it is.
    pub within: Option<Duration>,
    /// Timeout after the search was stopped.
    pub after_stop: Duration,
    /// Sent once to stop the search.
    pub stop_word: &'a str,
}

/// Waits for the lines of an answer until `read` says that one ended it.
pub(super) fn await_answer(
    process: &mut Process,
    wait: &EngineWait<'_>,
    watch: &mut SearchWatch<'_>,
    mut read: impl FnMut(&mut Process, &str, &mut EngineAnswer) -> Result<bool, PeerRequestError>,
) -> Result<EngineAnswer, PeerRequestError> {
    let start = Instant::now();
    let mut within = wait.within;
    let mut is_stopped = false;
    let mut answer = EngineAnswer::default();
    loop {
        if !is_stopped && watch.stop.load(Ordering::Relaxed) {
            process.send(wait.stop_word)?;
            is_stopped = true;
            let left = start.elapsed().saturating_add(wait.after_stop);
            within = Some(within.map_or(left, |within| within.min(left)));
        }
        if let Some(line) = process.try_line(wait.request, CHECK_EVERY)? {
            let depth = answer.depth;
            if read(process, line.trim(), &mut answer)? {
                return Ok(answer);
            }
            if answer.depth != depth && !answer.line.is_empty() {
                (watch.on_depth)(&answer);
            }
        }
        if let Some(within) = within.filter(|within| start.elapsed() >= *within) {
            return Err(process.time_out(wait.request, within).into());
        }
    }
}
