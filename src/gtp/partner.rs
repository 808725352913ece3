//! The engine behind, kept in sync with our position.

use std::collections::BTreeSet;
use std::time::Duration;

use super::board::GtpBoard;
use super::error::GtpError;
use crate::game::Color;
use crate::game::go::Move;
use crate::peer::{GtpEngine, PeerError, PeerRequestError, Stderr};

/// Maximum number of restarts of the engine in one game.
const MOST_STARTS: u32 = 3;

/// An engine that follows everything that happens on our board. If it fails (exits, hangs or
/// answers invalidly), it is restarted on its next use and set to our position.
#[derive(Debug)]
pub struct Partner {
    command: String,
    patience: Duration,
    engine: Option<GtpEngine>,
    /// Whether the engine has our position.
    laid: bool,
    commands: BTreeSet<String>,
    starts: u32,
}

impl Partner {
    /// Starts an engine and reads its list of commands.
    ///
    /// # Errors
    /// It cannot be started, or does not speak GTP.
    pub fn start(command: &str, patience: Duration) -> Result<Partner, PeerRequestError> {
        let mut partner = Partner {
            command: command.to_owned(),
            patience,
            engine: Some(GtpEngine::start(command, patience, Stderr::Pass, &[])?),
            laid: false,
            commands: BTreeSet::new(),
            starts: 0,
        };
        let commands = partner.tell("list_commands")?;
        partner.commands = commands.split_whitespace().map(str::to_owned).collect();
        Ok(partner)
    }

    /// Returns whether the engine supports a command.
    #[must_use]
    pub fn can(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Returns the engine's commands.
    #[must_use]
    pub fn commands(&self) -> &BTreeSet<String> {
        &self.commands
    }

    /// Starts a new game, which resets the count of restarts.
    pub fn new_game(&mut self) {
        self.starts = 0;
    }

    /// Sends a command to the engine in the position of the board.
    ///
    /// # Errors
    /// The engine rejects the command, or has failed.
    pub fn ask(&mut self, board: &GtpBoard, command: &str) -> Result<String, PeerRequestError> {
        self.ready(board)?;
        self.tell(command)
    }

    /// Returns the engine, set to the position of the board.
    ///
    /// # Errors
    /// The engine has failed.
    pub fn engine(&mut self, board: &GtpBoard) -> Result<&mut GtpEngine, PeerRequestError> {
        self.ready(board)?;
        self.engine.as_mut().ok_or_else(|| gone(&self.command))
    }

    /// Sets the engine to the position of the board, from scratch.
    ///
    /// # Errors
    /// The engine has failed, or rejects part of the position.
    pub fn lay(&mut self, board: &GtpBoard) -> Result<(), PeerRequestError> {
        self.laid = false;
        self.ready_to_lay()?;
        let size = board.size();
        self.tell(&format!("boardsize {}", size.get()))?;
        self.tell("clear_board")?;
        if let Some(komi) = board.said_komi() {
            self.tell(&format!("komi {komi}"))?;
        }
        // Time settings are sent only to engines that support them, as at first.
        if let Some(settings) = &board.time_settings
            && self.can("time_settings")
        {
            self.tell(&format!("time_settings {settings}"))?;
        }
        let record = board.record();
        let black = |(color, _): &(Color, _)| *color == Color::Black;
        let handicap = record.initial.len() >= 2 && record.initial.iter().all(black);
        if handicap && self.can("set_free_handicap") {
            let points = record.initial.iter().map(|(_, point)| point.to_gtp(size));
            let points: Vec<String> = points.collect();
            self.tell(&format!("set_free_handicap {}", points.join(" ")))?;
        } else {
            let stones = record.initial.iter();
            for (color, point) in stones {
                self.tell(&play(*color, Move::Play(*point), board))?;
            }
        }
        for (color, played) in &record.moves {
            self.tell(&play(*color, *played, board))?;
        }
        self.laid = true;
        Ok(())
    }

    /// Clears the engine's board, to match our empty one.
    ///
    /// # Errors
    /// Those of [`Partner::lay`].
    pub fn clear(&mut self, board: &GtpBoard) -> Result<(), PeerRequestError> {
        self.ready(board)?;
        self.tell("clear_board").map(drop)
    }

    /// Ends an engine whose response is impossible, and returns the error.
    pub fn nonsense(&mut self, asked: &str, answer: &str) -> GtpError {
        match self.engine.take() {
            Some(mut engine) => GtpError::from(engine.nonsense(asked, answer)),
            None => gone(&self.command).into(),
        }
    }

    /// Drops an engine that has failed.
    pub fn lost(&mut self) {
        self.engine = None;
    }

    /// Ends the engine with `quit`.
    pub fn quit(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }

    /// Restarts the engine and sets its position, if needed.
    fn ready(&mut self, board: &GtpBoard) -> Result<(), PeerRequestError> {
        match self.engine {
            Some(_) if self.laid => Ok(()),
            _ => self.lay(board),
        }
    }

    fn ready_to_lay(&mut self) -> Result<(), PeerRequestError> {
        if self.engine.is_none() {
            if self.starts >= MOST_STARTS {
                return Err(gone(&self.command));
            }
            self.starts += 1;
            let engine = GtpEngine::start(&self.command, self.patience, Stderr::Pass, &[])?;
            self.engine = Some(engine);
        }
        Ok(())
    }

    fn tell(&mut self, command: &str) -> Result<String, PeerRequestError> {
        let Some(engine) = &mut self.engine else {
            return Err(gone(&self.command));
        };
        let answer = engine.ask(command);
        if let Err(PeerRequestError::Lost(_)) = answer {
            self.engine = None;
        }
        answer
    }
}

/// Formats the `play` command of a move.
pub fn play(color: Color, played: Move, board: &GtpBoard) -> String {
    format!("play {} {}", color.letter(), played.to_gtp(board.size()))
}

fn gone(command: &str) -> PeerRequestError {
    PeerRequestError::Lost(PeerError::Ended {
        command: command.to_owned(),
        said: vec![format!(
            "it failed {MOST_STARTS} times in this game; clear_board starts it again"
        )],
    })
}
