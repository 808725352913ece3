//! How games end, and where their results go.

use std::collections::BTreeSet;

use super::board::Board;
use super::command::Command;
use super::error::GtpError;
use super::session::{Answer, Session};
use super::settings::{Results, Settings};
use crate::format::game_info;
use crate::game::Color;
use crate::game::go::{Area, Score};
use crate::ledger::Outcome;
use crate::peer::{AskError, RunningService};
use crate::service::{GameResult, Service};
use crate::wire::ResultRequest;

/// What is known of the end of a game.
#[derive(Debug, Default)]
pub struct Ending {
    /// The colours that we were asked to move for.
    ours: BTreeSet<Color>,
    /// How it ended, in SGF's form, once it has.
    result: Option<String>,
    /// The identity under which it was entered.
    entered: Option<String>,
    /// Whether its score was asked for.
    asked: bool,
    /// Whether it is a record that was loaded.
    record: bool,
    /// Results that a service has not taken yet.
    waiting: Vec<GameResult>,
}

impl Ending {
    /// Forgets the game; results that wait stay.
    pub fn new_game(&mut self) {
        *self = Ending {
            waiting: std::mem::take(&mut self.waiting),
            ..Ending::default()
        };
    }

    /// The game was not played but loaded.
    pub fn is_a_record(&mut self) {
        self.record = true;
    }

    /// We move for a colour.
    pub fn ours(&mut self, color: Color) {
        self.ours.insert(color);
    }

    /// A side gives up.
    pub fn resigned(&mut self, color: Color) {
        self.result = Some(format!("{}+R", color.opposite().letter()));
    }

    /// A move was taken back: the game goes on, and its result is none any more.
    pub fn undone(&mut self, service: &Service, settings: &Settings, who: &str) {
        (self.result, self.asked) = (None, false);
        let Some(game) = self.entered.take() else {
            return;
        };
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting.game != game);
        if before == self.waiting.len() {
            let withdrawn = Door::of(service, settings, who).withdraw(&game);
            if let Err(error) = withdrawn {
                tracing::warn!("the result of game {game} could not be withdrawn: {error}");
            }
        }
    }

    /// Enters the result, if the game has ended and it was ours against a named opponent. What a service does not take
    /// now is sent again after the next game.
    pub fn report(&mut self, service: &Service, settings: &Settings, board: &Board, who: &str) {
        if self.entered.is_some() || self.record {
            return;
        }
        let Some(result) = self.of_game(settings, board) else {
            return;
        };
        self.entered = Some(result.game.clone());
        self.waiting.push(result);
        let door = Door::of(service, settings, who);
        self.waiting.retain(|waiting| match door.enter(waiting) {
            Ok(()) => false,
            Err(error) => {
                tracing::warn!("the result of game {} is kept: {error}", waiting.game);
                true
            }
        });
    }

    /// Sends what still waits; what is not taken even now goes to the database, so that it is not lost.
    pub fn finish(&mut self, service: &Service, settings: &Settings, who: &str) {
        let door = Door::of(service, settings, who);
        for result in std::mem::take(&mut self.waiting) {
            if door.enter(&result).is_ok() {
                continue;
            }
            match enter_here(service, &result, who) {
                Ok(()) => tracing::warn!(
                    "the service did not take the result of game {}: it is in the database now",
                    result.game
                ),
                Err(error) => {
                    tracing::error!("the result of game {} is lost: {error}", result.game);
                }
            }
        }
    }

    fn of_game(&self, settings: &Settings, board: &Board) -> Option<GameResult> {
        if settings.results == Results::Nowhere {
            return None;
        }
        let opponent = settings.opponent.clone()?;
        let result = self.result.as_deref()?;
        let mut ours = self.ours.iter();
        let (Some(&color), None) = (ours.next(), ours.next()) else {
            return None;
        };
        let outcome = match game_info::Outcome::parse(result) {
            game_info::Outcome::Draw => Outcome::Draw,
            game_info::Outcome::Unknown => return None,
            won if won.winner() == Some(color) => Outcome::Win,
            _ => Outcome::Loss,
        };
        let record = board.record();
        if record.moves.is_empty() || !(9..=19).contains(&record.size.get()) {
            return None;
        }
        Some(GameResult {
            game: identity()?,
            opponent,
            class: settings.class.clone(),
            color,
            outcome,
            margin: game_info::margin(result).map(f64::from),
            record,
        })
    }
}

/// Where results are entered.
struct Door<'a> {
    service: &'a Service,
    remote: Option<RunningService>,
    who: &'a str,
}

impl<'a> Door<'a> {
    fn of(service: &'a Service, settings: &Settings, who: &'a str) -> Door<'a> {
        let remote = match &settings.results {
            Results::Service { url, key } => Some(RunningService::new(url, key.as_deref())),
            Results::Nowhere | Results::Database => None,
        };
        Door {
            service,
            remote,
            who,
        }
    }

    fn enter(&self, result: &GameResult) -> Result<(), String> {
        let Some(remote) = &self.remote else {
            return enter_here(self.service, result, self.who);
        };
        let body = serde_json::to_string(&ResultRequest::from(result));
        let body = body.map_err(|error| error.to_string())?;
        remote.post("/v1/results", &body).map(drop)
    }

    fn withdraw(&self, game: &str) -> Result<(), String> {
        let Some(remote) = &self.remote else {
            let withdrawn = self.service.withdraw_result(game, self.who);
            return withdrawn.map(drop).map_err(|error| error.to_string());
        };
        remote.delete(&format!("/v1/results/{game}")).map(drop)
    }
}

fn enter_here(service: &Service, result: &GameResult, who: &str) -> Result<(), String> {
    let entered = service.post_results(vec![result.clone()], who);
    let entered = entered.and_then(|entered| entered.into_iter().collect::<Result<Vec<_>, _>>());
    entered.map(drop).map_err(|error| error.to_string())
}

/// A new identity for a game: 16 random bytes.
fn identity() -> Option<String> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).ok()?;
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Some(format!("gtp-{digits}"))
}

impl Session<'_> {
    /// The score of a game that both sides ended, for its result.
    pub(super) fn score_the_end(&mut self) {
        // A book alone passes where it knows no more: that is no game.
        if self.ending.result.is_some() || self.ending.asked || self.partner.is_none() {
            return;
        }
        if self.settings.opponent.is_none() || self.settings.results == Results::Nowhere {
            return;
        }
        self.ending.asked = true;
        match self.final_score() {
            Ok(score) => self.ending.result = Some(score),
            Err(error) => tracing::warn!("the game could not be scored: {error}"),
        }
    }

    /// The engine's score, else the area with all stones alive.
    pub(super) fn final_score(&mut self) -> Answer {
        if let Some(partner) = self.partner.as_mut().filter(|p| p.can("final_score")) {
            match partner.ask(&self.board, "final_score") {
                Ok(score) => return Ok(score),
                Err(AskError::Refused(_)) => {}
                Err(lost) => return Err(lost.into()),
            }
        }
        let score: Score = Area::of(self.board.position()).score(self.board.komi);
        Ok(score.to_string())
    }

    pub(super) fn final_status_list(&mut self, command: &Command) -> Answer {
        let status = command.argument(0).unwrap_or_default();
        if !["alive", "seki", "dead"].contains(&status) {
            return Err(GtpError::syntax("final_status_list alive|seki|dead"));
        }
        if let Some(partner) = self.partner.as_mut().filter(|p| p.can("final_status_list")) {
            return Ok(partner.ask(&self.board, &command.text())?);
        }
        // All stones count as alive, as for the score.
        let board = self.board.position();
        let stones = Color::ALL.map(|color| board.stones(color));
        let points = stones.into_iter().flat_map(|stones| stones.iter());
        let points = points.filter(|_| status == "alive");
        let texts: Vec<String> = points.map(|point| point.to_gtp(board.size())).collect();
        Ok(texts.join("\n"))
    }

    /// A controller that knows how the game ended says so: `joseki-result B+3.5`.
    pub(super) fn result(&mut self, command: &Command) -> Answer {
        let text = command.arguments.join(" ");
        if game_info::Outcome::parse(&text) == game_info::Outcome::Unknown {
            return Err(GtpError::syntax("joseki-result B+3.5, W+R or 0"));
        }
        self.ending.result = Some(text);
        Ok(String::new())
    }
}
