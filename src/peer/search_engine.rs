//! An engine of five in a row or xiangqi that is started when it is needed, and again after a failure.

use std::time::Duration;

use super::gomocup::GomocupEngine;
use super::search::{
    EngineAnswer, EngineLimits, EnginePosition, EngineSetup, SearchPeer, SearchWatch,
};
use super::uci::UciEngine;
use super::xboard::XboardEngine;
use super::{PeerError, PeerRequestError};
use joseki_game::Game;

/// Maximum number of starts of an engine in one game.
const MAX_STARTS: u32 = 4;
/// Time for an engine to exit after the command to quit.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// An engine that is started when it is needed, and again after a failure.
#[derive(Debug)]
pub struct SearchEngine {
    game: Game,
    setup: EngineSetup,
    running: Option<Box<dyn SearchPeer>>,
    starts: u32,
}

impl SearchEngine {
    /// Creates an engine for a game: Gomocup's protocol for five in a row; UCI, UCCI or XBoard's
    /// protocol for xiangqi.
    #[must_use]
    pub const fn new(game: Game, setup: EngineSetup) -> SearchEngine {
        SearchEngine { game, setup, running: None, starts: 0 }
    }

    /// The command line.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.setup.command
    }

    /// Sets the timeout of a response, beyond the time that a search may use. Starting again takes
    /// the one of the setup.
    pub fn set_timeout(&mut self, timeout: Duration) {
        if let Some(running) = &mut self.running {
            running.set_timeout(timeout);
        }
    }

    /// Begins a new game, which resets the count of restarts.
    ///
    /// # Errors
    /// See [`SearchEngine::name`].
    pub fn new_game(&mut self) -> Result<(), PeerError> {
        self.starts = 0;
        self.running()?.new_game()
    }

    /// The name that the engine reports.
    ///
    /// # Errors
    /// The engine cannot be started, or does not speak the protocol.
    pub fn name(&mut self) -> Result<String, PeerError> {
        Ok(self.running()?.name().to_owned())
    }

    /// Asks for a move. The whole game is sent, or only what is new, so that a restarted engine
    /// knows it.
    ///
    /// # Errors
    /// The engine refuses the position, exits, sends an invalid response or none in time. It is
    /// started again at the next question, at most three times in a game.
    pub fn choose(
        &mut self,
        position: &EnginePosition<'_>,
        limits: &EngineLimits,
        watch: &mut SearchWatch<'_>,
    ) -> Result<EngineAnswer, PeerRequestError> {
        let answer = self.running()?.choose(position, limits, watch);
        if let Err(PeerRequestError::Lost(_)) = answer {
            self.running = None;
        }
        answer
    }

    /// Ends an engine whose move is impossible, and returns the error.
    pub fn reject_response(&mut self, answer: &str) -> PeerError {
        match self.running.take() {
            Some(mut engine) => engine.process().invalid_response("a move", answer),
            None => self.given_up(),
        }
    }

    /// Asks the engine to quit, and terminates it if it does not.
    pub fn quit(&mut self) {
        if let Some(mut engine) = self.running.take() {
            let word = engine.quit_word();
            drop(engine.process().send(word));
            engine.process().finish(QUIT_TIMEOUT);
        }
    }

    fn running(&mut self) -> Result<&mut dyn SearchPeer, PeerError> {
        if self.running.is_none() {
            if self.starts >= MAX_STARTS {
                return Err(self.given_up());
            }
            self.starts += 1;
            self.running = Some(match self.game {
                Game::Xiangqi => self.start_xiangqi()?,
                _ => Box::new(GomocupEngine::start(&self.setup)?),
            });
        }
        match &mut self.running {
            Some(running) => Ok(running.as_mut()),
            None => Err(given_up(&self.setup.command)),
        }
    }

    /// Starts an engine with the first protocol that it answers.
    fn start_xiangqi(&self) -> Result<Box<dyn SearchPeer>, PeerError> {
        match UciEngine::start(&self.setup) {
            Err(spoken @ (PeerError::Timeout { .. } | PeerError::Ended { .. })) => {
                Ok(Box::new(XboardEngine::start(&self.setup).map_err(|_| spoken)?))
            }
            started => Ok(Box::new(started?)),
        }
    }

    fn given_up(&self) -> PeerError {
        given_up(&self.setup.command)
    }
}

fn given_up(command: &str) -> PeerError {
    PeerError::Ended {
        command: command.to_owned(),
        last_output: vec![format!("it was started {MAX_STARTS} times in this game")],
    }
}
