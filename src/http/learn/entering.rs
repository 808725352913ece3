//! Enters results from JSON, one or many, each with its own outcome.

use crate::error::problem::Problem;
use crate::request::understand;
use crate::server::metrics::Metrics;
use joseki_service::{Service, ServiceError, learn::GameResult};
use joseki_store::ResultSender;
use joseki_wire::{PointWriter, PostedJson, ResultRequest};

/// A parsed result.
pub struct ParsedResult {
    /// The result.
    pub result: GameResult,
    form: ResultForm,
}

/// Form in which the client sent the game; problems refer to it in the same form.
#[derive(Clone, Copy)]
struct ResultForm {
    notation: PointWriter,
    sgf: bool,
}

impl ParsedResult {
    /// Parses a result from JSON.
    ///
    /// # Errors
    /// Malformed JSON, or an invalid field.
    pub fn from_json(text: &[u8]) -> Result<ParsedResult, Problem> {
        ParsedResult::new(understand::json(text)?, None)
    }

    /// Validates a result; `game` is its id if the URL contains one.
    ///
    /// # Errors
    /// An invalid field.
    pub fn new(request: ResultRequest, game: Option<&str>) -> Result<ParsedResult, Problem> {
        let (coords, sgf) = (request.coords, request.sgf.is_some());
        let result = request.into_result(game)?;
        let size = result.record.size;
        let coords = coords.for_game(result.record.variant.game());
        let notation = PointWriter { coords, size };
        Ok(ParsedResult { form: ResultForm { notation, sgf }, result })
    }

    /// Corrects the result that was entered under this id.
    ///
    /// # Errors
    /// An error of the store.
    pub fn correct(
        self,
        service: &Service,
        sender: &ResultSender,
    ) -> Result<ResultOutcome, ServiceError> {
        match service.learning().correct_result(self.result, sender) {
            // An error of the disk is not this result's fault.
            Err(error @ ServiceError::Store(_)) => Err(error),
            Err(error) => Ok(Err(self.form.problem(error))),
            Ok(posted) => Ok(Ok((&posted).into())),
        }
    }
}

impl ResultForm {
    fn problem(self, error: ServiceError) -> Problem {
        let on_board = matches!(
            error,
            ServiceError::IllegalMove { .. }
                | ServiceError::InitialStoneTwice { .. }
                | ServiceError::InitialStoneWithoutLiberty { .. }
                | ServiceError::UnsupportedSize { .. }
        );
        let problem = Problem::from_service(error, self.notation);
        if self.sgf && on_board {
            return problem.field("sgf");
        }
        problem
    }
}

/// Outcome of one result.
pub type ResultOutcome = Result<PostedJson, Problem>;

/// Enters the parsed results; outcomes are in the order of the input. On return, all entered
/// results are durable.
///
/// # Errors
/// The store accepts none of them.
pub fn enter(
    service: &Service,
    sent: Vec<Result<ParsedResult, Problem>>,
    sender: &ResultSender,
) -> Result<Vec<ResultOutcome>, ServiceError> {
    let mut results = Vec::with_capacity(sent.len());
    let mut forms = Vec::with_capacity(sent.len());
    for one in sent {
        forms.push(one.map(|one| {
            results.push(one.result);
            one.form
        }));
    }
    let mut posted = service.learning().post_results(results, sender)?.into_iter();
    let judged = forms.into_iter().map(|form| {
        let form = form?;
        match posted.next() {
            Some(Ok(posted)) => Ok((&posted).into()),
            Some(Err(error)) => Err(form.problem(error)),
            None => Err(Problem::internal(&"a result has no outcome")),
        }
    });
    Ok(judged.collect())
}

/// Numbers of results by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCounts {
    /// Newly counted.
    pub counted: u64,
    /// Stored, but not taught from: their terms cannot be judged.
    pub kept: u64,
    /// Stored, but the same games count under other ids.
    pub duplicates: u64,
    /// Already entered with the same content.
    pub unchanged: u64,
    /// Rejected.
    pub refused: u64,
    /// Last change of the ledger with those that were not rejected.
    pub results: u64,
}

impl OutcomeCounts {
    /// Adds an outcome.
    pub fn add(&mut self, judged: &ResultOutcome) {
        let place = match outcome_label(judged) {
            "counted" => &mut self.counted,
            "kept" => &mut self.kept,
            "duplicate_game" => &mut self.duplicates,
            "refused" => &mut self.refused,
            _ => &mut self.unchanged,
        };
        *place += 1;
        let results = judged.as_ref().map_or(0, |posted| posted.results);
        self.results = self.results.max(results);
    }
}

/// Counts outcomes in the metrics.
pub fn count(metrics: &Metrics, judged: &[ResultOutcome]) {
    judged.iter().for_each(|judged| metrics.count_results(outcome_label(judged), 1));
}

fn outcome_label(judged: &ResultOutcome) -> &'static str {
    judged.as_ref().map_or("refused", |posted| posted.status)
}
