//! A match: distributes its games among workers and processes the results.

use crate::engine::Engines;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{io, thread};

use super::folder::{ContestFolder, new_identity};
use super::play::{PlayError, PlayedGame, Players};
use super::request::{ContestRequest, LearnFrom};
use super::sprt::SprtState;
use super::tally::ContestTally;
use crate::{Service, ServiceError, learn::GameResult};
use joseki_format::game_info::{self, margin};
use joseki_ledger::{BoardRecord, GameTerms, OwnOutcome};

/// Failed games in a row after which the match is stopped.
const MAX_FAILURES: u32 = 3;

/// Result of a match.
#[derive(Debug)]
pub struct ContestOutcome {
    /// Tally of all games, including earlier runs.
    pub tally: ContestTally,
    /// State of the sequential test, if there is one.
    pub sprt: Option<SprtState>,
    /// Games from earlier runs.
    pub before: u32,
    /// Games that were started and not finished because an engine failed; they were played again.
    pub failures: Vec<String>,
    /// Games entered as results in this run.
    pub learned: u32,
    /// Error that stopped the match early.
    pub stopped: Option<ContestError>,
}

/// A finished game and the state of the match.
#[derive(Debug)]
pub struct ContestProgress<'a> {
    /// Game that has just ended.
    pub game: &'a PlayedGame,
    /// Tally of the match so far.
    pub tally: &'a ContestTally,
}

/// Why a match cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// An engine failed.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The folder or a file in it cannot be read or written.
    #[error("{}: {error}", path.display())]
    Folder {
        /// Path of the folder or file.
        path: PathBuf,
        /// Underlying error.
        error: io::Error,
    },
    /// Another program is playing the match.
    #[error("{} is in use by another program", path.display())]
    Busy {
        /// File that describes the match.
        path: PathBuf,
    },
    /// The folder belongs to another match.
    #[error("{} belongs to another match: {what}", path.display())]
    OtherMatch {
        /// File that describes the match.
        path: PathBuf,
        /// Differences between the matches.
        what: String,
    },
    /// A file in the folder is not a game of the match.
    #[error("{} is not a game of this match: {what}", path.display())]
    Record {
        /// Path of the file.
        path: PathBuf,
        /// Why it is invalid.
        what: String,
    },
    /// A result cannot be entered.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl ContestError {
    /// Returns what a user of the command line can do.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            ContestError::Play(_) => {
                "try the engine's command line on its own; games played so far are kept, and with -o the same command continues the match"
            }
            ContestError::Busy { .. } => "wait until it has finished, or choose another folder",
            ContestError::OtherMatch { .. } => {
                "choose another folder, or use the same flags as before"
            }
            ContestError::Record { .. } => "delete the file to have the game played again",
            ContestError::Folder { .. } => {
                "check that you have write permission and that the disk has space, then run it again"
            }
            ContestError::Service(_) => {
                "the games are in the folder of -o; run the same match again to learn from them"
            }
        }
    }
}

impl Engines<'_> {
    /// Plays a match. Games that its folder contains are not played again; they are learned from if
    /// they have not been yet.
    ///
    /// # Errors
    /// The folder belongs to another match, or an engine does not start. Later errors are reported
    /// in [`ContestOutcome::stopped`]; games finished by then are kept.
    pub fn contest(
        &self,
        request: &ContestRequest,
        on_progress: &mut dyn FnMut(ContestProgress<'_>),
    ) -> Result<ContestOutcome, ContestError> {
        let folder = request.folder.as_ref();
        let folder = folder.map(|path| ContestFolder::open(path, request)).transpose()?;
        let identity = match &folder {
            Some(folder) => folder.identity.clone(),
            None => new_identity()
                .map_err(|error| ContestError::Folder { path: PathBuf::new(), error })?,
        };
        let mut desk = ContestRun {
            service: self.service,
            request,
            folder,
            identity,
            outcome: ContestOutcome {
                tally: ContestTally::default(),
                sprt: None,
                before: 0,
                failures: Vec::new(),
                learned: 0,
                stopped: None,
            },
        };
        let left = desk.resume()?;
        if !left.is_empty() && !desk.is_decided() {
            desk.play(left, on_progress)?;
        }
        Ok(desk.outcome)
    }
}

/// Receives finished games.
struct ContestRun<'a> {
    service: &'a Service,
    request: &'a ContestRequest,
    folder: Option<ContestFolder>,
    identity: String,
    outcome: ContestOutcome,
}

/// Message from a worker.
enum WorkerMessage {
    Played(Box<PlayedGame>),
    Failed(u32, PlayError),
}

impl ContestRun<'_> {
    /// Counts the stored games and returns the numbers of the others.
    fn resume(&mut self) -> Result<VecDeque<u32>, ContestError> {
        let mut left = VecDeque::new();
        for number in 1..=self.request.games {
            let kept = match &self.folder {
                Some(folder) => folder.game(self.request, number)?,
                None => None,
            };
            match kept {
                None => left.push_back(number),
                Some(game) => {
                    self.outcome.before += 1;
                    self.outcome.tally.add(self.request, &game);
                    self.learn(&game)?;
                }
            }
        }
        Ok(left)
    }

    fn play(
        &mut self,
        left: VecDeque<u32>,
        on_progress: &mut dyn FnMut(ContestProgress<'_>),
    ) -> Result<(), ContestError> {
        let workers = self.request.parallel.clamp(1, left.len().max(1));
        // The engines are started once before any game, so that a wrong command line fails at once.
        let first = left.front().copied().unwrap_or(1);
        Players::start(self.request, first)?.quit();
        let work_left = WorkLeft { games: Mutex::new(left), stopped: AtomicBool::new(false) };
        let (sender, messages) = channel();
        thread::scope(|scope| {
            for _ in 0..workers {
                let (sender, left, request) = (sender.clone(), &work_left, self.request);
                scope.spawn(move || work(request, left, &sender));
            }
            drop(sender);
            let mut failures = 0;
            for message in messages {
                let taken = match message {
                    WorkerMessage::Played(game) => {
                        failures = 0;
                        let taken = self.take(&game, on_progress);
                        if self.is_decided() {
                            work_left.stopped.store(true, Ordering::Relaxed);
                        }
                        taken
                    }
                    WorkerMessage::Failed(number, error) => {
                        failures += 1;
                        self.outcome.failures.push(format!("game {number}: {error}"));
                        if failures >= MAX_FAILURES { Err(error.into()) } else { Ok(()) }
                    }
                };
                if let Err(error) = taken {
                    // Games in progress are finished; no new ones are started.
                    work_left.stopped.store(true, Ordering::Relaxed);
                    self.outcome.stopped.get_or_insert(error);
                }
            }
        });
        Ok(())
    }

    fn take(
        &mut self,
        game: &PlayedGame,
        on_progress: &mut dyn FnMut(ContestProgress<'_>),
    ) -> Result<(), ContestError> {
        if let Some(folder) = &self.folder {
            folder.store_game(self.request, game)?;
        }
        self.outcome.tally.add(self.request, game);
        self.learn(game)?;
        on_progress(ContestProgress { game, tally: &self.outcome.tally });
        Ok(())
    }

    /// Whether the sequential test has accepted a hypothesis.
    fn is_decided(&mut self) -> bool {
        let counts = self.outcome.tally.pairs(self.request);
        self.outcome.sprt = self.request.sprt.map(|sprt| sprt.test(counts));
        self.outcome.sprt.is_some_and(|state| state.accepted.is_some())
    }

    /// Enters a game as a result if the match is learned from and the game has a winner or is
    /// drawn.
    fn learn(&mut self, game: &PlayedGame) -> Result<(), ContestError> {
        let Some(learn) = &self.request.learn else {
            return Ok(());
        };
        let Some(result) = self.result(game, learn) else {
            return Ok(());
        };
        for posted in self.service.learning().post_results(vec![result], &self.request.who)? {
            let counted = posted?.status == joseki_store::LedgerStatus::Counted;
            self.outcome.learned += u32::from(counted);
        }
        Ok(())
    }

    fn result(&self, game: &PlayedGame, learn: &LearnFrom) -> Option<GameResult> {
        let color = self.request.color(game.number, learn.seat);
        let outcome = match game.verdict.outcome() {
            game_info::GameOutcome::Unknown => return None,
            game_info::GameOutcome::Draw => OwnOutcome::Draw,
            won if won.winner() == Some(color) => OwnOutcome::Win,
            _ => OwnOutcome::Loss,
        };
        Some(GameResult {
            game: format!("match-{}-{}", self.identity, game.number),
            opponent: learn.opponent.clone(),
            class: learn.class.clone(),
            color,
            outcome,
            margin: margin(&game.verdict.result()).map(f64::from),
            record: BoardRecord {
                variant: self.request.variant,
                size: self.request.size,
                initial: Vec::new(),
                moves: game.moves.clone(),
            },
            terms: GameTerms {
                komi: self.request.variant.game().is_scored().then_some(self.request.komi),
                ..GameTerms::default()
            },
        })
    }
}

/// Games still to be played.
struct WorkLeft {
    games: Mutex<VecDeque<u32>>,
    /// Set when no further game may start.
    stopped: AtomicBool,
}

impl WorkLeft {
    fn next(&self) -> Option<u32> {
        if self.stopped.load(Ordering::Relaxed) {
            return None;
        }
        self.lock().pop_front()
    }

    fn put_back(&self, number: u32) {
        self.lock().push_front(number);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<u32>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays games until none are left. After a failure the engines are restarted and the game is
/// played again.
fn work(request: &ContestRequest, left: &WorkLeft, sender: &Sender<WorkerMessage>) {
    let mut players = None;
    while let Some(number) = left.next() {
        let played = match players.take() {
            Some(players) => Ok(players),
            None => Players::start(request, number),
        };
        let played = played.and_then(|mut ready| {
            let game = ready.play(request, number)?;
            Ok((game, ready))
        });
        let message = match played {
            Ok((game, ready)) => {
                if request.keeps_engines() {
                    players = Some(ready);
                } else {
                    ready.quit();
                }
                WorkerMessage::Played(Box::new(game))
            }
            Err(error) => {
                left.put_back(number);
                WorkerMessage::Failed(number, error)
            }
        };
        if sender.send(message).is_err() {
            break;
        }
    }
    if let Some(players) = players {
        players.quit();
    }
}
