//! How games end, and where their results go.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::board::Board;
use super::command::Command;
use super::error::GtpError;
use super::session::{Answer, Session};
use super::settings::{Results, Settings};
use crate::format::game_info;
use crate::game::Color;
use crate::game::go::{Count, ScoringRules};
use crate::influence::{LifeBy, estimated_count};
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
    /// The identity under which it was entered, and the result that was.
    entered: Option<(String, String)>,
    /// Whether its score was asked for.
    asked: bool,
    /// Whether it is a record that was loaded.
    record: bool,
    /// What a service has not taken yet, in its order.
    waiting: Vec<Errand>,
}

impl Ending {
    /// Forgets the game; what waits stays.
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
        if let Some((game, _)) = self.entered.take() {
            self.waiting.push(Errand::Withdraw(game));
            self.run_errands(&Door::of(service, settings, who));
        }
    }

    /// Enters the result, if the game has ended and it was ours against a named opponent. Corrects it, if a controller
    /// said another one since.
    pub fn report(&mut self, service: &Service, settings: &Settings, board: &Board, who: &str) {
        let told = self.entered.as_ref().map(|(_, told)| told);
        if self.record || told.is_some() && told == self.result.as_ref() {
            return;
        }
        let Some(mut result) = self.of_game(settings, board) else {
            return;
        };
        let told = self.result.clone().unwrap_or_default();
        let errand = match self.entered.take() {
            None => Errand::Enter,
            Some((game, _)) => {
                result.game = game;
                Errand::Correct
            }
        };
        self.entered = Some((result.game.clone(), told));
        self.waiting.push(errand(Box::new(result)));
        self.run_errands(&Door::of(service, settings, who));
    }

    /// Tries once more what waits.
    pub fn finish(&mut self, service: &Service, settings: &Settings, who: &str) {
        self.run_errands(&Door::of(service, settings, who));
        for errand in &self.waiting {
            let url = match &settings.results {
                Results::Service { url, .. } => url.as_str(),
                Results::Nowhere | Results::Database => "the database",
            };
            tracing::warn!("{url} was not told to {errand}");
        }
    }

    /// Does what waits, in its order. What a service does not take is done in the database, so that it is not lost
    /// however the program ends, and tried again later.
    fn run_errands(&mut self, door: &Door<'_>) {
        let mut left = Vec::new();
        for mut errand in std::mem::take(&mut self.waiting) {
            let kept = matches!(errand, Errand::Kept(_));
            let Err(error) = door.run(&errand) else {
                continue;
            };
            if !kept {
                tracing::warn!("could not {errand}: {error}");
                if door.remote.is_some() {
                    errand = door.keep(errand);
                }
            }
            left.push(errand);
        }
        self.waiting = left;
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

/// Something to be done with a result.
#[derive(Debug)]
enum Errand {
    Enter(Box<GameResult>),
    Correct(Box<GameResult>),
    Withdraw(String),
    /// One of those that is done in the database, and not yet at the service.
    Kept(Box<Errand>),
}

impl Display for Errand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Errand::Enter(result) => write!(f, "enter the result of game {}", result.game),
            Errand::Correct(result) => write!(f, "correct the result of game {}", result.game),
            Errand::Withdraw(game) => write!(f, "withdraw the result of game {game}"),
            Errand::Kept(errand) => errand.fmt(f),
        }
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

    fn run(&self, errand: &Errand) -> Result<(), String> {
        let Some(remote) = &self.remote else {
            return self.run_here(errand);
        };
        let body = |result: &GameResult| {
            let body = serde_json::to_string(&ResultRequest::from(result));
            body.map_err(|error| error.to_string())
        };
        let answer = match errand {
            Errand::Enter(result) => remote.post("/v1/results", &body(result)?),
            Errand::Correct(result) => {
                remote.put(&format!("/v1/results/{}", result.game), &body(result)?)
            }
            Errand::Withdraw(game) => remote.delete(&format!("/v1/results/{game}")),
            Errand::Kept(errand) => return self.run(errand),
        };
        answer.map(drop)
    }

    /// Does it in the database.
    fn keep(&self, errand: Errand) -> Errand {
        match self.run_here(&errand) {
            Ok(()) => tracing::warn!("it was done in the database, and will be tried there again"),
            Err(error) => tracing::warn!("nor in the database: {error}"),
        }
        Errand::Kept(Box::new(errand))
    }

    fn run_here(&self, errand: &Errand) -> Result<(), String> {
        let service = self.service;
        let done = match errand {
            Errand::Enter(result) => {
                let entered = service.post_results(vec![GameResult::clone(result)], self.who);
                entered.and_then(|entered| entered.into_iter().try_for_each(|one| one.map(drop)))
            }
            Errand::Correct(result) => {
                let corrected = service.correct_result(GameResult::clone(result), self.who);
                corrected.map(drop)
            }
            Errand::Withdraw(game) => service.withdraw_result(game, self.who).map(drop),
            Errand::Kept(errand) => return self.run_here(errand),
        };
        done.map_err(|error| error.to_string())
    }
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
            Ok(score) if game_info::Outcome::parse(&score) == game_info::Outcome::Unknown => {
                tracing::warn!("nobody has won by the engine's score: {score}");
            }
            Ok(score) => self.ending.result = Some(score),
            Err(error) => tracing::warn!("the game could not be scored: {error}"),
        }
    }

    /// The engine's score, else the area without the stones that an estimate finds dead.
    pub(super) fn final_score(&mut self) -> Answer {
        if let Some(partner) = self.partner.as_mut().filter(|p| p.can("final_score")) {
            match partner.ask(&self.board, "final_score") {
                Ok(score) => return Ok(score),
                Err(AskError::Refused(_)) => {}
                Err(lost) => return Err(lost.into()),
            }
        }
        Ok(self.count().score().to_string())
    }

    fn count(&self) -> Count {
        let (rules, komi) = (ScoringRules::Chinese, self.board.komi());
        estimated_count(self.board.position(), rules, komi, &LifeBy::default())
    }

    pub(super) fn final_status_list(&mut self, command: &Command) -> Answer {
        let status = command.argument(0).unwrap_or_default();
        if !["alive", "seki", "dead"].contains(&status) {
            return Err(GtpError::syntax("final_status_list alive|seki|dead"));
        }
        if let Some(partner) = self.partner.as_mut().filter(|p| p.can("final_status_list")) {
            return Ok(partner.ask(&self.board, &command.text())?);
        }
        let board = self.board.position();
        let count = self.count();
        let points = match status {
            "dead" => count.dead,
            "seki" => count.seki,
            _ => {
                let [black, white] = Color::ALL.map(|color| board.stones(color));
                black.union(white).difference(count.dead.union(count.seki))
            }
        };
        let texts: Vec<String> = points
            .iter()
            .map(|point| point.to_gtp(board.size()))
            .collect();
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
