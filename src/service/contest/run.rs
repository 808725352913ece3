//! A match: its games shared out among workers, and what becomes of each.

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::folder::{Folder, new_identity};
use super::play::{PlayError, PlayedGame, Players};
use super::request::{ContestRequest, LearnFrom};
use super::tally::ContestTally;
use crate::format::game_info::{self, margin};
use crate::ledger::{Outcome, Record};
use crate::service::{GameResult, Service, ServiceError};

/// So many games in a row without an end, and the match is stopped.
const MOST_FAILURES: u32 = 3;

/// What became of a match.
#[derive(Debug)]
pub struct ContestOutcome {
    /// All games, those of earlier runs among them.
    pub tally: ContestTally,
    /// How many of them were there before.
    pub before: u32,
    /// Games that were begun and have no end: an engine was lost. They were played again.
    pub failures: Vec<String>,
    /// Games that were entered as results now.
    pub learned: u32,
    /// What stopped the match before its time.
    pub stopped: Option<ContestError>,
}

/// A game that has ended.
#[derive(Debug)]
pub struct ContestProgress<'a> {
    /// The game.
    pub game: &'a PlayedGame,
    /// The match so far.
    pub tally: &'a ContestTally,
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// An engine cannot be worked with.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A folder or a file in it.
    #[error("{}: {error}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// Another program plays the match.
    #[error("{} is in use by another program", path.display())]
    Busy {
        /// The file that says what match it is.
        path: PathBuf,
    },
    /// The folder has another match.
    #[error("{} is of another match: {what}", path.display())]
    Other {
        /// The file that says what match it is.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// A file of the folder is no game of the match.
    #[error("{} is no game of this match: {what}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Why.
        what: String,
    },
    /// A result cannot be entered.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl Service {
    /// Plays a match. Games that its folder has are not played again; they are learned from, if they were not.
    ///
    /// # Errors
    /// The folder has another match, or an engine does not start. What goes wrong later is
    /// [`ContestOutcome::stopped`]; games that were played by then stay.
    pub fn contest(
        &self,
        request: &ContestRequest,
        tell: &mut dyn FnMut(ContestProgress<'_>),
    ) -> Result<ContestOutcome, ContestError> {
        let folder = request.folder.as_ref();
        let folder = folder.map(|path| Folder::open(path, request)).transpose()?;
        let identity = match &folder {
            Some(folder) => folder.identity.clone(),
            None => new_identity().map_err(|error| ContestError::Folder {
                path: PathBuf::new(),
                error,
            })?,
        };
        let mut desk = Desk {
            service: self,
            request,
            folder,
            identity,
            outcome: ContestOutcome {
                tally: ContestTally::default(),
                before: 0,
                failures: Vec::new(),
                learned: 0,
                stopped: None,
            },
        };
        let left = desk.take_up()?;
        if !left.is_empty() {
            desk.play(left, tell)?;
        }
        Ok(desk.outcome)
    }
}

/// Where games arrive.
struct Desk<'a> {
    service: &'a Service,
    request: &'a ContestRequest,
    folder: Option<Folder>,
    identity: String,
    outcome: ContestOutcome,
}

/// What a worker has to say.
enum Said {
    Played(Box<PlayedGame>),
    Failed(u32, PlayError),
}

impl Desk<'_> {
    /// Counts the games that there are, and gives the numbers of the others.
    fn take_up(&mut self) -> Result<VecDeque<u32>, ContestError> {
        let mut left = VecDeque::new();
        for number in 1..=self.request.games {
            let kept = match &self.folder {
                Some(folder) => folder.game(number)?,
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
        tell: &mut dyn FnMut(ContestProgress<'_>),
    ) -> Result<(), ContestError> {
        let workers = self.request.parallel.clamp(1, left.len().max(1));
        // The first are started before any game is, so that a wrong command line is known at once.
        let first = left.front().copied().unwrap_or(1);
        Players::start(self.request, first)?.quit();
        let work_left = WorkLeft {
            games: Mutex::new(left),
            stopped: AtomicBool::new(false),
        };
        let (sender, said) = channel();
        thread::scope(|scope| {
            for _ in 0..workers {
                let (sender, left, request) = (sender.clone(), &work_left, self.request);
                scope.spawn(move || work(request, left, &sender));
            }
            drop(sender);
            let mut failures = 0;
            for said in said {
                let taken = match said {
                    Said::Played(game) => {
                        failures = 0;
                        self.take(&game, tell)
                    }
                    Said::Failed(number, error) => {
                        failures += 1;
                        self.outcome
                            .failures
                            .push(format!("game {number}: {error}"));
                        match failures >= MOST_FAILURES {
                            true => Err(error.into()),
                            false => Ok(()),
                        }
                    }
                };
                if let Err(error) = taken {
                    // The games that are being played are the last ones.
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
        tell: &mut dyn FnMut(ContestProgress<'_>),
    ) -> Result<(), ContestError> {
        if let Some(folder) = &self.folder {
            folder.keep(self.request, game)?;
        }
        self.outcome.tally.add(self.request, game);
        self.learn(game)?;
        tell(ContestProgress {
            game,
            tally: &self.outcome.tally,
        });
        Ok(())
    }

    /// Enters a game as a result, if the match is learned from and the game has one.
    fn learn(&mut self, game: &PlayedGame) -> Result<(), ContestError> {
        let Some(learn) = &self.request.learn else {
            return Ok(());
        };
        let Some(result) = self.result(game, learn) else {
            return Ok(());
        };
        for posted in self.service.post_results(vec![result], &self.request.who)? {
            let counted = posted?.status == crate::store::LedgerStatus::Counted;
            self.outcome.learned += u32::from(counted);
        }
        Ok(())
    }

    fn result(&self, game: &PlayedGame, learn: &LearnFrom) -> Option<GameResult> {
        let color = self.request.color(game.number, learn.seat);
        let outcome = match game.verdict.outcome() {
            game_info::Outcome::Unknown => return None,
            game_info::Outcome::Draw => Outcome::Draw,
            won if won.winner() == Some(color) => Outcome::Win,
            _ => Outcome::Loss,
        };
        Some(GameResult {
            game: format!("match-{}-{}", self.identity, game.number),
            opponent: learn.opponent.clone(),
            class: learn.class.clone(),
            color,
            outcome,
            margin: margin(&game.verdict.result()).map(f64::from),
            record: Record {
                size: self.request.size,
                initial: Vec::new(),
                moves: game.moves.clone(),
            },
        })
    }
}

/// The games that are still to be played.
struct WorkLeft {
    games: Mutex<VecDeque<u32>>,
    /// Whether no further one is to be begun.
    stopped: AtomicBool,
}

impl WorkLeft {
    fn next(&self) -> Option<u32> {
        if self.stopped.load(Ordering::Relaxed) {
            return None;
        }
        self.lock().pop_front()
    }

    fn again(&self, number: u32) {
        self.lock().push_front(number);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<u32>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays games until there are none left. After a failure the engines are started anew, and the game is played again.
fn work(request: &ContestRequest, left: &WorkLeft, said: &Sender<Said>) {
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
        let told = match played {
            Ok((game, ready)) => {
                if Players::may_stay(request) {
                    players = Some(ready);
                } else {
                    ready.quit();
                }
                Said::Played(Box::new(game))
            }
            Err(error) => {
                left.again(number);
                Said::Failed(number, error)
            }
        };
        if said.send(told).is_err() {
            break;
        }
    }
    if let Some(players) = players {
        players.quit();
    }
}
