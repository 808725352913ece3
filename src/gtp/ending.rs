//! Ends of games: scoring, and reporting results.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::board::GtpBoard;
use super::settings::{GtpSettings, ResultsTarget};
use joseki_format::game_info;
use joseki_game::Color;
use joseki_ledger::{GameTerms, OwnOutcome};
use joseki_peer::RunningService;
use joseki_service::{Service, learn::GameResult};
use joseki_wire::ResultRequest;

/// State of a game's end.
#[derive(Debug, Default)]
pub struct Ending {
    /// Colours that this engine moved for.
    ours: BTreeSet<Color>,
    /// Result in SGF form, once the game has ended.
    pub(super) result: Option<String>,
    /// Id and result of the game as entered.
    entered: Option<(String, String)>,
    /// Whether the score was requested.
    pub(super) asked: bool,
    /// Whether the game was loaded from a record.
    record: bool,
    /// Results that a service has not accepted yet, in order.
    pending: Vec<PendingReport>,
}

impl Ending {
    /// Resets the state for a new game; unsent results stay.
    pub fn new_game(&mut self) {
        *self = Ending { pending: std::mem::take(&mut self.pending), ..Ending::default() };
    }

    /// Marks the game as loaded rather than played.
    pub fn mark_as_record(&mut self) {
        self.record = true;
    }

    /// Records that this engine moves for a colour.
    pub fn add_color(&mut self, color: Color) {
        self.ours.insert(color);
    }

    /// Records that a side resigned.
    pub fn resign(&mut self, color: Color) {
        self.result = Some(format!("{}+R", color.opposite().letter()));
    }

    /// Handles an undo: the game continues, and its result is withdrawn.
    pub fn undo(&mut self, service: &Service, settings: &GtpSettings, who: &str) {
        (self.result, self.asked) = (None, false);
        if let Some((game, _)) = self.entered.take() {
            self.pending.push(PendingReport::Withdraw(game));
            self.process_pending(&ResultsSink::new(service, settings, who));
        }
    }

    /// Enters the result if the game has ended and this engine played it against a named opponent.
    /// Corrects an entered result if the controller has changed it since.
    pub fn report(
        &mut self,
        service: &Service,
        settings: &GtpSettings,
        board: &GtpBoard,
        who: &str,
    ) {
        let told = self.entered.as_ref().map(|(_, told)| told);
        if self.record || told.is_some() && told == self.result.as_ref() {
            return;
        }
        let Some(mut result) = self.game_result(settings, board) else {
            return;
        };
        let told = self.result.clone().unwrap_or_default();
        let errand = match self.entered.take() {
            None => PendingReport::Enter,
            Some((game, _)) => {
                result.game = game;
                PendingReport::Correct
            }
        };
        self.entered = Some((result.game.clone(), told));
        self.pending.push(errand(Box::new(result)));
        self.process_pending(&ResultsSink::new(service, settings, who));
    }

    /// Tries the unsent results once more.
    pub fn finish(&mut self, service: &Service, settings: &GtpSettings, who: &str) {
        self.process_pending(&ResultsSink::new(service, settings, who));
        for errand in &self.pending {
            let url = match &settings.results {
                ResultsTarget::Service { url, .. } => url.as_str(),
                ResultsTarget::Nowhere | ResultsTarget::Database => "the database",
            };
            tracing::warn!("{url} did not accept this: {errand}");
        }
    }

    /// Processes the unsent results in order. One that the service does not accept is stored in the
    /// database, so that it survives any exit, and is sent again later.
    fn process_pending(&mut self, door: &ResultsSink<'_>) {
        let mut left = Vec::new();
        for mut errand in std::mem::take(&mut self.pending) {
            let kept = matches!(errand, PendingReport::Stored(_));
            let Err(error) = door.run(&errand) else {
                continue;
            };
            if !kept {
                tracing::warn!("cannot {errand}: {error}");
                if door.remote.is_some() {
                    errand = door.keep(errand);
                }
            }
            left.push(errand);
        }
        self.pending = left;
    }

    fn game_result(&self, settings: &GtpSettings, board: &GtpBoard) -> Option<GameResult> {
        if settings.results == ResultsTarget::Nowhere {
            return None;
        }
        let opponent = settings.opponent.clone()?;
        let result = self.result.as_deref()?;
        let mut ours = self.ours.iter();
        let (Some(&color), None) = (ours.next(), ours.next()) else {
            return None;
        };
        let outcome = match game_info::GameOutcome::parse(result) {
            game_info::GameOutcome::Draw => OwnOutcome::Draw,
            game_info::GameOutcome::Unknown => return None,
            won if won.winner() == Some(color) => OwnOutcome::Win,
            _ => OwnOutcome::Loss,
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
            terms: GameTerms { komi: board.explicit_komi(), ..GameTerms::default() },
        })
    }
}

/// A pending operation on a result.
#[derive(Debug)]
enum PendingReport {
    Enter(Box<GameResult>),
    Correct(Box<GameResult>),
    Withdraw(String),
    /// An operation done in the database, but not yet at the service.
    Stored(Box<PendingReport>),
}

impl Display for PendingReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            PendingReport::Enter(result) => write!(f, "enter the result of game {}", result.game),
            PendingReport::Correct(result) => {
                write!(f, "correct the result of game {}", result.game)
            }
            PendingReport::Withdraw(game) => write!(f, "withdraw the result of game {game}"),
            PendingReport::Stored(errand) => errand.fmt(f),
        }
    }
}

/// Destination of results.
struct ResultsSink<'a> {
    service: &'a Service,
    remote: Option<RunningService>,
    who: &'a str,
}

impl<'a> ResultsSink<'a> {
    fn new(service: &'a Service, settings: &GtpSettings, who: &'a str) -> ResultsSink<'a> {
        let remote = match &settings.results {
            ResultsTarget::Service { url, key } => Some(RunningService::new(url, key.as_deref())),
            ResultsTarget::Nowhere | ResultsTarget::Database => None,
        };
        ResultsSink { service, remote, who }
    }

    fn run(&self, errand: &PendingReport) -> Result<(), String> {
        let Some(remote) = &self.remote else {
            return self.run_here(errand);
        };
        let body = |result: &GameResult| {
            let body = serde_json::to_string(&ResultRequest::from(result));
            body.map_err(|error| error.to_string())
        };
        let answer = match errand {
            PendingReport::Enter(result) => remote.post("/v1/results", &body(result)?),
            PendingReport::Correct(result) => {
                remote.put(&format!("/v1/results/{}", result.game), &body(result)?)
            }
            PendingReport::Withdraw(game) => remote.delete(&format!("/v1/results/{game}")),
            PendingReport::Stored(errand) => return self.run(errand),
        };
        answer.map(drop)
    }

    /// Performs the operation in the database.
    fn keep(&self, errand: PendingReport) -> PendingReport {
        match self.run_here(&errand) {
            Ok(()) => {
                tracing::warn!("stored in the database instead; the service will be tried again")
            }
            Err(error) => tracing::warn!("cannot store it in the database either: {error}"),
        }
        PendingReport::Stored(Box::new(errand))
    }

    fn run_here(&self, errand: &PendingReport) -> Result<(), String> {
        let service = self.service;
        let done = match errand {
            PendingReport::Enter(result) => {
                let entered =
                    service.learning().post_results(vec![GameResult::clone(result)], self.who);
                entered.and_then(|entered| entered.into_iter().try_for_each(|one| one.map(drop)))
            }
            PendingReport::Correct(result) => {
                let corrected =
                    service.learning().correct_result(GameResult::clone(result), self.who);
                corrected.map(drop)
            }
            PendingReport::Withdraw(game) => {
                service.learning().withdraw_result(game, self.who).map(drop)
            }
            PendingReport::Stored(errand) => return self.run_here(errand),
        };
        done.map_err(|error| error.to_string())
    }
}

/// Creates a game id from 16 random bytes.
fn identity() -> Option<String> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).ok()?;
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Some(format!("gtp-{digits}"))
}
