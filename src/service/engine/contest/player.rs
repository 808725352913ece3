//! An engine of a match, whatever protocol it speaks.

use std::sync::atomic::AtomicBool;

use super::play::PlayError;
use super::request::{ContestRequest, Seat};
use joseki_game::{Color, GameInPlay, Move};
use joseki_peer::{
    EngineLimits, EnginePosition, EngineSetup, GtpEngine, PeerRequestError, SearchEngine,
    SearchWatch, Stderr,
};

/// A running engine.
#[derive(Debug)]
pub enum MatchEngine {
    /// An engine of Go.
    Gtp {
        /// The engine.
        engine: GtpEngine,
        /// Whether it reports which of its moves are from the book.
        reports_book: bool,
    },
    /// An engine of another game, with the limits of its searches.
    Search(Box<SearchEngine>, EngineLimits),
}

/// What an engine chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchMove {
    /// The move; `None` if it resigned.
    pub played: Option<Move>,
    /// The engine's text of the move.
    pub text: String,
    /// Its comment if the move is from its book.
    pub book: Option<String>,
}

impl MatchEngine {
    /// Starts the engine of a seat for a game.
    ///
    /// # Errors
    /// It cannot be started, or does not speak the protocol.
    pub fn start(
        request: &ContestRequest,
        seat: Seat,
        number: u32,
    ) -> Result<(MatchEngine, String), PlayError> {
        let command = request.command(seat, number);
        if !request.variant.game().has_gtp_engines() {
            let setup = EngineSetup {
                command,
                timeout: request.timeout,
                stderr: Stderr::Hide,
                variables: request.variables.clone(),
                options: request.options[seat as usize].clone(),
            };
            let mut engine = SearchEngine::new(request.variant.game(), setup);
            let name = engine.name()?;
            let limits = request.limits[seat as usize];
            return Ok((MatchEngine::Search(Box::new(engine), limits), name));
        }
        let mut engine = start_gtp(request, &command)?;
        let name = ask_or(&mut engine, "name", "?")?;
        let version = ask_or(&mut engine, "version", "")?;
        let reports_book = ask_or(&mut engine, "known_command joseki-last", "false")? == "true";
        let name = format!("{name} {version}").trim().to_owned();
        Ok((MatchEngine::Gtp { engine, reports_book }, name))
    }

    /// Begins a game.
    ///
    /// # Errors
    /// The engine failed, or refused a required command.
    pub fn new_game(&mut self, request: &ContestRequest) -> Result<(), PlayError> {
        match self {
            MatchEngine::Gtp { engine, .. } => new_gtp_game(engine, request),
            MatchEngine::Search(engine, _) => Ok(engine.new_game()?),
        }
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// The engine failed, or refused the position.
    pub fn choose(&mut self, game: &GameInPlay) -> Result<MatchMove, PlayError> {
        let color = game.to_move();
        let size = game.board().size();
        match self {
            MatchEngine::Gtp { engine, reports_book } => {
                let asked = format!("genmove {}", color.letter());
                let text = require(engine, &asked)?.trim().to_owned();
                if text.eq_ignore_ascii_case("resign") {
                    return Ok(MatchMove { played: None, text, book: None });
                }
                let Ok(played) = Move::from_gtp(&text, size) else {
                    return Err(engine.invalid_response(&asked, &text).into());
                };
                let mut book = None;
                if *reports_book {
                    let last = ask_or(engine, "joseki-last", "")?;
                    book = last.strip_prefix("book ").map(str::to_owned);
                }
                Ok(MatchMove { played: Some(played), text, book })
            }
            MatchEngine::Search(engine, limits) => {
                let moves = game.moves();
                let position = EnginePosition {
                    game: game.game(),
                    size,
                    start: game.position(),
                    moves: &moves,
                    to_move: color,
                };
                let stop = AtomicBool::new(false);
                let mut watch = SearchWatch { stop: &stop, on_depth: &mut |_| {} };
                let answer = engine.choose(&position, limits, &mut watch);
                let answer = answer.map_err(|error| refused(engine.command(), "a move", error))?;
                let text = answer.played.map(|played| played.to_gtp(size)).unwrap_or_default();
                let book = answer.book_comment().map(str::to_owned);
                Ok(MatchMove { played: answer.played, text, book })
            }
        }
    }

    /// Reports a move to the engine; false if it refuses it. Engines of other games than Go are sent
    /// the whole game when they are asked.
    ///
    /// # Errors
    /// The engine failed.
    pub fn follow(
        &mut self,
        color: Color,
        played: Move,
        game: &GameInPlay,
    ) -> Result<bool, PlayError> {
        match self {
            MatchEngine::Gtp { engine, .. } => follow_gtp(engine, color, played, game),
            MatchEngine::Search(..) => Ok(true),
        }
    }

    /// Returns the engine's score; the empty text if it gives none.
    ///
    /// # Errors
    /// The engine failed.
    pub fn final_score(&mut self) -> Result<String, PlayError> {
        match self {
            MatchEngine::Gtp { engine, .. } => ask_or(engine, "final_score", ""),
            MatchEngine::Search(..) => Ok(String::new()),
        }
    }

    /// Quits the engine.
    pub fn quit(self) {
        match self {
            MatchEngine::Gtp { engine, .. } => engine.quit(),
            MatchEngine::Search(mut engine, _) => engine.quit(),
        }
    }
}

/// Starts an engine of Go.
///
/// # Errors
/// It cannot be started.
pub fn start_gtp(request: &ContestRequest, command: &str) -> Result<GtpEngine, PlayError> {
    Ok(GtpEngine::start(command, request.timeout, Stderr::Hide, &request.variables)?)
}

/// Begins a game of Go.
///
/// # Errors
/// The engine failed, or refused a required command.
pub fn new_gtp_game(engine: &mut GtpEngine, request: &ContestRequest) -> Result<(), PlayError> {
    require(engine, &format!("boardsize {}", request.size.get()))?;
    require(engine, "clear_board")?;
    require(engine, &format!("komi {}", request.komi)).map(drop)
}

/// Reports a move to an engine of Go; false if it refuses it.
///
/// # Errors
/// The engine failed.
pub fn follow_gtp(
    engine: &mut GtpEngine,
    color: Color,
    played: Move,
    game: &GameInPlay,
) -> Result<bool, PlayError> {
    let text = format!("play {} {}", color.letter(), played.to_gtp(game.board().size()));
    match engine.send_command(&text) {
        Ok(_) => Ok(true),
        Err(PeerRequestError::Rejected(_)) => Ok(false),
        Err(PeerRequestError::Lost(error)) => Err(error.into()),
    }
}

/// Sends a command that an engine has to accept.
fn require(engine: &mut GtpEngine, asked: &str) -> Result<String, PlayError> {
    let answer = engine.send_command(asked);
    answer.map_err(|error| refused(engine.command(), asked, error))
}

/// Sends a command that an engine may refuse.
///
/// # Errors
/// The engine failed.
pub fn ask_or(engine: &mut GtpEngine, asked: &str, otherwise: &str) -> Result<String, PlayError> {
    match engine.send_command(asked) {
        Ok(answer) => Ok(answer.trim().to_owned()),
        Err(PeerRequestError::Rejected(_)) => Ok(otherwise.to_owned()),
        Err(PeerRequestError::Lost(error)) => Err(error.into()),
    }
}

fn refused(command: &str, asked: &str, error: PeerRequestError) -> PlayError {
    match error {
        PeerRequestError::Lost(error) => PlayError::Engine(error),
        PeerRequestError::Rejected(answer) => {
            PlayError::Refused { command: command.to_owned(), sent: asked.to_owned(), answer }
        }
    }
}
