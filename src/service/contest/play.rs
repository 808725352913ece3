//! One game between two engines.

use std::time::{Duration, Instant};

use super::referee::{Verdict, score};
use super::request::{ContestRequest, Seat};
use crate::game::Color;
use crate::game::go::{Game, Move, Rules};
use crate::peer::{AskError, GtpEngine, PeerError, Stderr};

/// Stands in a command line for the number of the game, so that engines can draw by it.
const GAME: &str = "{game}";

/// The two engines of a game, and one that scores.
#[derive(Debug)]
pub struct Players {
    engines: [GtpEngine; 2],
    names: [String; 2],
    /// Whether they say which of their moves are from the book.
    tell: [bool; 2],
    pub(super) scorer: Option<GtpEngine>,
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Its number, from 1.
    pub number: u32,
    /// The names of the players, Black's first.
    pub names: [String; 2],
    /// The moves.
    pub moves: Vec<(Color, Move)>,
    /// By move, what the player said of a move of its book.
    pub book: Vec<Option<String>>,
    /// How it ended.
    pub verdict: Verdict,
    /// How long it took.
    pub took: Duration,
}

/// Why a game has no end.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// An engine cannot be worked with any more.
    #[error(transparent)]
    Lost(#[from] PeerError),
    /// An engine refuses what every engine has to do.
    #[error("`{command}` refuses {asked:?}: {answer}")]
    Refused {
        /// The engine's command line.
        command: String,
        /// What it was asked.
        asked: String,
        /// What it answered.
        answer: String,
    },
}

impl Players {
    /// Starts the engines of a match for a game.
    ///
    /// # Errors
    /// One cannot be started, or is none.
    pub fn start(request: &ContestRequest, number: u32) -> Result<Players, PlayError> {
        let start = |command: &String| {
            let command = command.replace(GAME, &number.to_string());
            GtpEngine::start(&command, request.patience, Stderr::Hide, &request.variables)
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
        Ok(Players {
            engines,
            names,
            tell,
            scorer,
        })
    }

    /// Plays a game.
    ///
    /// # Errors
    /// An engine is lost, or refuses what it has to do. A move that is illegal is no error: its player has lost.
    pub fn play(&mut self, request: &ContestRequest, number: u32) -> Result<PlayedGame, PlayError> {
        let began = Instant::now();
        let scorer = self.scorer.iter_mut();
        for engine in self.engines.iter_mut().chain(scorer) {
            must(engine, &format!("boardsize {}", request.size.get()))?;
            must(engine, "clear_board")?;
            must(engine, &format!("komi {}", request.komi))?;
        }
        let mut table = Table {
            request,
            players: self,
            number,
            game: Game::new(request.size, Rules::default()),
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

    /// The engine that has a colour.
    pub(super) fn of(
        &mut self,
        request: &ContestRequest,
        number: u32,
        color: Color,
    ) -> &mut GtpEngine {
        let seat = request.seat(number, color);
        &mut self.engines[seat as usize]
    }

    /// Whether the engines of one game may play another: not if the number of the game is in a command line.
    #[must_use]
    pub fn may_stay(request: &ContestRequest) -> bool {
        !request.engines.iter().any(|command| command.contains(GAME))
    }

    /// Ends the engines.
    pub fn quit(self) {
        for engine in self.engines.into_iter().chain(self.scorer) {
            engine.quit();
        }
    }
}

/// A game that is being played.
struct Table<'a> {
    request: &'a ContestRequest,
    players: &'a mut Players,
    number: u32,
    game: Game,
    book: Vec<Option<String>>,
}

impl Table<'_> {
    fn play_out(&mut self) -> Result<Verdict, PlayError> {
        let mut color = Color::Black;
        let mut passes = 0;
        while passes < 2 && self.book.len() < self.request.most_moves {
            let engine = self.players.of(self.request, self.number, color);
            let asked = format!("genmove {}", color.letter());
            let answer = must(engine, &asked)?;
            if answer.trim().eq_ignore_ascii_case("resign") {
                return Ok(Verdict::Resigned(color));
            }
            let Ok(played) = Move::from_gtp(answer.trim(), self.request.size) else {
                return Err(engine.nonsense(&asked, &answer).into());
            };
            if self.game.play(color, played).is_err() {
                return Ok(Verdict::Illegal(color, answer));
            }
            self.remember(color)?;
            if !self.tell_others(color, played)? {
                return Ok(Verdict::Disputed(answer));
            }
            passes = if played == Move::Pass { passes + 1 } else { 0 };
            color = color.opposite();
        }
        score(
            self.players,
            self.request,
            self.number,
            self.game.position(),
            passes >= 2,
        )
    }

    /// What the player says of its move, if it is from the book.
    fn remember(&mut self, color: Color) -> Result<(), PlayError> {
        let seat: Seat = self.request.seat(self.number, color);
        let mut said = None;
        if self.players.tell[seat as usize] {
            let engine = self.players.of(self.request, self.number, color);
            let last = ask_or(engine, "joseki-last", "")?;
            said = last.strip_prefix("book ").map(str::to_owned);
        }
        self.book.push(said);
        Ok(())
    }

    /// Tells the other player and the scorer of a move; false if one refuses it.
    fn tell_others(&mut self, color: Color, played: Move) -> Result<bool, PlayError> {
        let text = format!(
            "play {} {}",
            color.letter(),
            played.to_gtp(self.request.size)
        );
        let other = self.players.of(self.request, self.number, color.opposite());
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
    match engine.ask(text) {
        Ok(_) => Ok(true),
        Err(AskError::Refused(_)) => Ok(false),
        Err(AskError::Lost(error)) => Err(error.into()),
    }
}

/// Asks what an engine has to answer.
fn must(engine: &mut GtpEngine, asked: &str) -> Result<String, PlayError> {
    engine.ask(asked).map_err(|error| match error {
        AskError::Lost(error) => PlayError::Lost(error),
        AskError::Refused(answer) => PlayError::Refused {
            command: engine.command().to_owned(),
            asked: asked.to_owned(),
            answer,
        },
    })
}

/// Asks what an engine may refuse.
pub(super) fn ask_or(
    engine: &mut GtpEngine,
    asked: &str,
    otherwise: &str,
) -> Result<String, PlayError> {
    match engine.ask(asked) {
        Ok(answer) => Ok(answer.trim().to_owned()),
        Err(AskError::Refused(_)) => Ok(otherwise.to_owned()),
        Err(AskError::Lost(error)) => Err(error.into()),
    }
}

fn name(engine: &mut GtpEngine) -> Result<String, PlayError> {
    let name = ask_or(engine, "name", "?")?;
    let version = ask_or(engine, "version", "")?;
    Ok(format!("{name} {version}").trim().to_owned())
}
