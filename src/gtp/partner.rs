//! The engine behind, kept in sync with our position.

use std::collections::BTreeSet;
use std::time::Duration;

use super::board::GtpBoard;
use super::error::GtpError;
use joseki_game::{Color, Move};
use joseki_peer::{GtpEngine, PeerError, PeerRequestError, Stderr};

/// What an engine is taken to know that does not list its commands.
const BASIC: [&str; 6] = ["boardsize", "clear_board", "komi", "play", "genmove", "quit"];
/// Maximum number of restarts of the engine in one game.
const MAX_RESTARTS: u32 = 3;

/// An engine that follows everything that happens on our board. If it fails (exits, hangs or
/// answers invalidly), it is restarted on its next use and set to our position.
#[derive(Debug)]
pub struct Partner {
    command: String,
    patience: Duration,
    engine: Option<GtpEngine>,
    /// Whether the engine has our position.
    synced: bool,
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
            synced: false,
            commands: BTreeSet::new(),
            starts: 0,
        };
        partner.commands = match partner.send("list_commands") {
            Ok(commands) => commands.split_whitespace().map(str::to_owned).collect(),
            Err(PeerRequestError::Rejected(reason)) => {
                tracing::warn!(
                    "`{command}` does not list its commands ({reason}): it is taken to know {}",
                    BASIC.join(", ")
                );
                BASIC.map(str::to_owned).into()
            }
            Err(error) => return Err(error),
        };
        Ok(partner)
    }

    /// Returns whether the engine supports a command.
    #[must_use]
    pub fn supports(&self, command: &str) -> bool {
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
        self.ensure_synced(board)?;
        self.send(command)
    }

    /// Returns the engine, set to the position of the board.
    ///
    /// # Errors
    /// The engine has failed.
    pub fn engine(&mut self, board: &GtpBoard) -> Result<&mut GtpEngine, PeerRequestError> {
        self.ensure_synced(board)?;
        self.engine.as_mut().ok_or_else(|| given_up(&self.command))
    }

    /// Sets the engine to the position of the board, from scratch.
    ///
    /// # Errors
    /// The engine has failed, or rejects part of the position.
    pub fn sync(&mut self, board: &GtpBoard) -> Result<(), PeerRequestError> {
        self.synced = false;
        self.ensure_started()?;
        let size = board.size();
        self.require(&format!("boardsize {}", size.get()))?;
        self.require("clear_board")?;
        if let Some(komi) = board.explicit_komi() {
            self.require(&format!("komi {komi}"))?;
        }
        // Time settings are sent only to engines that support them, as at first.
        if let Some(settings) = &board.time_settings
            && self.supports("time_settings")
        {
            self.require(&format!("time_settings {settings}"))?;
        }
        let record = board.record();
        let black = |(color, _): &(Color, _)| *color == Color::Black;
        let handicap = record.initial.len() >= 2 && record.initial.iter().all(black);
        if handicap && self.supports("set_free_handicap") {
            let points = record.initial.iter().map(|(_, point)| point.to_gtp(size));
            let points: Vec<String> = points.collect();
            self.require(&format!("set_free_handicap {}", points.join(" ")))?;
        } else {
            let stones = record.initial.iter();
            for (color, point) in stones {
                self.require(&play(*color, Move::Play(*point), board))?;
            }
        }
        for (color, played) in &record.moves {
            self.require(&play(*color, *played, board))?;
        }
        self.synced = true;
        Ok(())
    }

    /// Clears the engine's board, to match our empty one.
    ///
    /// # Errors
    /// Those of [`Partner::sync`].
    pub fn clear(&mut self, board: &GtpBoard) -> Result<(), PeerRequestError> {
        self.ensure_synced(board)?;
        self.send("clear_board").map(drop)
    }

    /// Ends an engine whose response is impossible, and returns the error.
    pub fn reject_response(&mut self, request: &str, answer: &str) -> GtpError {
        match self.engine.take() {
            Some(mut engine) => GtpError::from(engine.invalid_response(request, answer)),
            None => given_up(&self.command).into(),
        }
    }

    /// Drops an engine that has failed.
    pub fn discard(&mut self) {
        self.engine = None;
    }

    /// Ends the engine with `quit`.
    pub fn quit(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }

    /// Restarts the engine and sets its position, if needed.
    fn ensure_synced(&mut self, board: &GtpBoard) -> Result<(), PeerRequestError> {
        match self.engine {
            Some(_) if self.synced => Ok(()),
            _ => self.sync(board),
        }
    }

    fn ensure_started(&mut self) -> Result<(), PeerRequestError> {
        if self.engine.is_none() {
            if self.starts >= MAX_RESTARTS {
                return Err(given_up(&self.command));
            }
            self.starts += 1;
            let engine = GtpEngine::start(&self.command, self.patience, Stderr::Pass, &[])?;
            self.engine = Some(engine);
        }
        Ok(())
    }

    /// Sends a command that an engine must know; the error names it.
    fn require(&mut self, command: &str) -> Result<String, PeerRequestError> {
        self.send(command).map_err(|error| match error {
            PeerRequestError::Rejected(reason) => {
                PeerRequestError::Rejected(format!("the engine refused {command:?}: {reason}"))
            }
            lost => lost,
        })
    }

    fn send(&mut self, command: &str) -> Result<String, PeerRequestError> {
        let Some(engine) = &mut self.engine else {
            return Err(given_up(&self.command));
        };
        let answer = engine.send_command(command);
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

fn given_up(command: &str) -> PeerRequestError {
    PeerRequestError::Lost(PeerError::Ended {
        command: command.to_owned(),
        last_output: vec![format!(
            "it failed {MAX_RESTARTS} times in this game; clear_board starts it again"
        )],
    })
}
