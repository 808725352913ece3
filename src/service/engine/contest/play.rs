//! One game between two engines.

use std::time::{Duration, Instant};

use super::referee::{GameEnd, score};
use super::request::{ContestRequest, Seat};
use crate::game::go::{GoGame, Rules};
use crate::game::{Color, Move};
use crate::peer::{GtpEngine, PeerError, PeerRequestError, Stderr};

/// Placeholder for the game's number in a command line, so that engines can use it as a seed.
const GAME: &str = "{game}";

/// The two engines of a game, and the scoring engine.
#[derive(Debug)]
pub struct Players {
    engines: [GtpEngine; 2],
    names: [String; 2],
    /// Whether each engine reports which of its moves are from the book.
    reports_book: [bool; 2],
    pub(super) scorer: Option<GtpEngine>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Number of the game, from 1.
    pub number: u32,
    /// Names of the players, Black's first.
    pub names: [String; 2],
    /// Moves of the game.
    pub moves: Vec<(Color, Move)>,
    /// For each move, the player's comment if it is from its book.
    pub book: Vec<Option<String>>,
    /// How the game ended.
    pub verdict: GameEnd,
    /// Time the game took.
    pub took: Duration,
}

/// Why a game could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] PeerError),
    /// An engine refused a required command.
    #[error("`{command}` refused {sent:?}: {answer}")]
    Refused {
        /// Command line of the engine.
        command: String,
        /// Command that was sent.
        sent: String,
        /// Response of the engine.
        answer: String,
    },
}

impl Players {
    /// Starts the engines of a match for a game.
    ///
    /// # Errors
    /// An engine cannot be started, or does not speak GTP.
    pub fn start(request: &ContestRequest, number: u32) -> Result<Players, PlayError> {
        let start = |command: &String| {
            let command = command.replace(GAME, &number.to_string());
            GtpEngine::start(&command, request.timeout, Stderr::Hide, &request.variables)
        };
        let [first, second] = &request.engines;
        let mut engines = [start(first)?, start(second)?];
        let mut names = [String::new(), String::new()];
        let mut tell = [false; 2];
        for (index, engine) in engines.iter_mut().enumerate() {
            names[index] = name(engine)?;
            tell[index] = ask_or(engine, "known_command joseki-last", "false")? == "true";
        }
        let scorer = match &request.scorer {
            super::Scorer::Engine(command) => Some(start(command)?),
            super::Scorer::Players | super::Scorer::Board => None,
        };
        Ok(Players { engines, names, reports_book: tell, scorer })
    }

    /// Plays a game.
    ///
    /// # Errors
    /// An engine failed or refused a required command. An illegal move is not an error: its player
    /// loses.
    pub fn play(&mut self, request: &ContestRequest, number: u32) -> Result<PlayedGame, PlayError> {
        let began = Instant::now();
        let scorer = self.scorer.iter_mut();
        for engine in self.engines.iter_mut().chain(scorer) {
            require(engine, &format!("boardsize {}", request.size.get()))?;
            require(engine, "clear_board")?;
            require(engine, &format!("komi {}", request.komi))?;
        }
        let mut table = GameInProgress {
            request,
            players: self,
            number,
            game: GoGame::new(request.size, Rules::default()),
            book: Vec::new(),
        };
        let verdict = table.play_out()?;
        let (moves, book) = (table.game.moves().collect(), table.book);
        let named = |color| self.names[request.seat(number, color) as usize].clone();
        Ok(PlayedGame {
            number,
            names: Color::ALL.map(named),
            moves,
            book,
            verdict,
            took: began.elapsed(),
        })
    }

    /// Returns the engine of a colour.
    pub(super) fn engine(
        &mut self,
        request: &ContestRequest,
        number: u32,
        color: Color,
    ) -> &mut GtpEngine {
        let seat = request.seat(number, color);
        &mut self.engines[seat as usize]
    }

    /// Whether the engines of one game can play another: not if a command line contains the game's
    /// number.
    #[must_use]
    pub fn may_stay(request: &ContestRequest) -> bool {
        !request.engines.iter().any(|command| command.contains(GAME))
    }

    /// Quits the engines.
    pub fn quit(self) {
        for engine in self.engines.into_iter().chain(self.scorer) {
            engine.quit();
        }
    }
}

/// A game in progress.
struct GameInProgress<'a> {
    request: &'a ContestRequest,
    players: &'a mut Players,
    number: u32,
    game: GoGame,
    book: Vec<Option<String>>,
}

impl GameInProgress<'_> {
    fn play_out(&mut self) -> Result<GameEnd, PlayError> {
        let mut color = Color::Black;
        let mut passes = 0;
        while passes < 2 && self.book.len() < self.request.max_moves {
            let engine = self.players.engine(self.request, self.number, color);
            let asked = format!("genmove {}", color.letter());
            let answer = require(engine, &asked)?;
            if answer.trim().eq_ignore_ascii_case("resign") {
                return Ok(GameEnd::Resigned(color));
            }
            let Ok(played) = Move::from_gtp(answer.trim(), self.request.size) else {
                return Err(engine.invalid_response(&asked, &answer).into());
            };
            if self.game.play(color, played).is_err() {
                return Ok(GameEnd::Illegal(color, answer));
            }
            self.remember(color)?;
            if !self.report_move(color, played)? {
                return Ok(GameEnd::Disputed(answer));
            }
            passes = if played == Move::Pass { passes + 1 } else { 0 };
            color = color.opposite();
        }
        score(self.players, self.request, self.number, self.game.position(), passes >= 2)
    }

    /// Asks the player for the book's comment on its move, if the move is from the book.
    fn remember(&mut self, color: Color) -> Result<(), PlayError> {
        let seat: Seat = self.request.seat(self.number, color);
        let mut comment = None;
        if self.players.reports_book[seat as usize] {
            let engine = self.players.engine(self.request, self.number, color);
            let last = ask_or(engine, "joseki-last", "")?;
            comment = last.strip_prefix("book ").map(str::to_owned);
        }
        self.book.push(comment);
        Ok(())
    }

    /// Reports a move to the other player and the scorer; false if one of them refuses it.
    fn report_move(&mut self, color: Color, played: Move) -> Result<bool, PlayError> {
        let text = format!("play {} {}", color.letter(), played.to_gtp(self.request.size));
        let other = self.players.engine(self.request, self.number, color.opposite());
        if !accepts(other, &text)? {
            return Ok(false);
        }
        match &mut self.players.scorer {
            Some(scorer) => accepts(scorer, &text),
            None => Ok(true),
        }
    }
}

fn accepts(engine: &mut GtpEngine, text: &str) -> Result<bool, PlayError> {
    match engine.send_command(text) {
        Ok(_) => Ok(true),
        Err(PeerRequestError::Rejected(_)) => Ok(false),
        Err(PeerRequestError::Lost(error)) => Err(error.into()),
    }
}

/// Sends a command that an engine has to accept.
fn require(engine: &mut GtpEngine, asked: &str) -> Result<String, PlayError> {
    engine.send_command(asked).map_err(|error| match error {
        PeerRequestError::Lost(error) => PlayError::Engine(error),
        PeerRequestError::Rejected(answer) => PlayError::Refused {
            command: engine.command().to_owned(),
            sent: asked.to_owned(),
            answer,
        },
    })
}

/// Sends a command that an engine may refuse.
pub(super) fn ask_or(
    engine: &mut GtpEngine,
    asked: &str,
    otherwise: &str,
) -> Result<String, PlayError> {
    match engine.send_command(asked) {
        Ok(answer) => Ok(answer.trim().to_owned()),
        Err(PeerRequestError::Rejected(_)) => Ok(otherwise.to_owned()),
        Err(PeerRequestError::Lost(error)) => Err(error.into()),
    }
}

fn name(engine: &mut GtpEngine) -> Result<String, PlayError> {
    let name = ask_or(engine, "name", "?")?;
    let version = ask_or(engine, "version", "")?;
    Ok(format!("{name} {version}").trim().to_owned())
}
