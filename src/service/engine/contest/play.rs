//! One game between two engines.

use std::time::{Duration, Instant};

use super::player::{MatchEngine, follow_gtp, new_gtp_game, start_gtp};
use super::referee::{GameEnd, score};
use super::request::{ContestRequest, Seat};
use joseki_game::{Color, GameConclusion, GameInPlay, Move};
use joseki_peer::{GtpEngine, PeerError};

/// The two engines of a game, and the scoring engine.
#[derive(Debug)]
pub struct Players {
    engines: [MatchEngine; 2],
    names: [String; 2],
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
    /// An engine cannot be started, or does not speak the protocol of the game.
    pub fn start(request: &ContestRequest, number: u32) -> Result<Players, PlayError> {
        let (first, first_name) = MatchEngine::start(request, Seat::First, number)?;
        let (second, second_name) = MatchEngine::start(request, Seat::Second, number)?;
        let scorer = match &request.scorer {
            super::Scorer::Engine(command) => {
                Some(start_gtp(request, &ContestRequest::numbered(command, number))?)
            }
            super::Scorer::Players | super::Scorer::Board => None,
        };
        Ok(Players { engines: [first, second], names: [first_name, second_name], scorer })
    }

    /// Plays a game.
    ///
    /// # Errors
    /// An engine failed or refused a required command. An illegal move is not an error: its player
    /// loses.
    pub fn play(&mut self, request: &ContestRequest, number: u32) -> Result<PlayedGame, PlayError> {
        let began = Instant::now();
        for engine in &mut self.engines {
            engine.new_game(request)?;
        }
        if let Some(scorer) = &mut self.scorer {
            new_gtp_game(scorer, request)?;
        }
        let mut table = GameInProgress {
            request,
            players: self,
            number,
            game: GameInPlay::new(request.variant.game(), request.size),
            book: Vec::new(),
        };
        let verdict = table.play_out()?;
        let (moves, book) = (table.game.moves(), table.book);
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
    ) -> &mut MatchEngine {
        let seat = request.seat(number, color);
        &mut self.engines[seat as usize]
    }

    /// Quits the engines.
    pub fn quit(self) {
        for engine in self.engines {
            engine.quit();
        }
        if let Some(scorer) = self.scorer {
            scorer.quit();
        }
    }
}

/// A game in progress.
struct GameInProgress<'a> {
    request: &'a ContestRequest,
    players: &'a mut Players,
    number: u32,
    game: GameInPlay,
    book: Vec<Option<String>>,
}

impl GameInProgress<'_> {
    fn play_out(&mut self) -> Result<GameEnd, PlayError> {
        for played in self.request.opening(self.number) {
            let color = self.game.to_move();
            if self.game.play(*played).is_err() {
                return Ok(GameEnd::Disputed(played.to_gtp(self.request.size)));
            }
            self.book.push(None);
            for follower in Color::ALL {
                if !self.report_move(follower, color, *played)? {
                    return Ok(GameEnd::Disputed(played.to_gtp(self.request.size)));
                }
            }
        }
        loop {
            let conclusion = self.game.conclusion();
            if let Some(GameConclusion::Won(..) | GameConclusion::Drawn(_)) = conclusion {
                return Ok(conclusion.map_or(GameEnd::MoveLimit, GameEnd::Concluded));
            }
            if conclusion.is_some() || self.book.len() >= self.request.max_moves {
                let board = self.game.board();
                return match board.go() {
                    Some(board) => {
                        let is_over = conclusion.is_some();
                        score(self.players, self.request, self.number, board, is_over)
                    }
                    None => Ok(GameEnd::MoveLimit),
                };
            }
            let color = self.game.to_move();
            // Engines of renju end or fall silent when every point is forbidden to them.
            if !self.game.can_move() {
                return Ok(GameEnd::Resigned(color));
            }
            let engine = self.players.engine(self.request, self.number, color);
            let chosen = engine.choose(&self.game)?;
            let Some(played) = chosen.played else {
                return Ok(GameEnd::Resigned(color));
            };
            if self.game.play(played).is_err() {
                return Ok(GameEnd::Illegal(color, chosen.text));
            }
            self.book.push(chosen.book);
            if !self.report_move(color.opposite(), color, played)? {
                return Ok(GameEnd::Disputed(chosen.text));
            }
        }
    }

    /// Reports a move to a player and the scorer; false if one of them refuses it.
    fn report_move(
        &mut self,
        follower: Color,
        color: Color,
        played: Move,
    ) -> Result<bool, PlayError> {
        let other = self.players.engine(self.request, self.number, follower);
        if !other.follow(color, played, &self.game)? {
            return Ok(false);
        }
        // It receives each move once, also those of an opening.
        match &mut self.players.scorer {
            Some(scorer) if follower == color.opposite() => {
                follow_gtp(scorer, color, played, &self.game)
            }
            _ => Ok(true),
        }
    }
}
