//! Results entered from JSON, one or many, each refused by itself.

use super::blame::Notation;
use super::metrics::Metrics;
use super::problem::Problem;
use super::understand;
use crate::service::{GameResult, Service, ServiceError};
use crate::wire::{PostedJson, ResultRequest};

/// A result that was understood.
pub struct Sent {
    /// The result.
    pub result: GameResult,
    form: Form,
}

/// How the sender wrote the game: problems are told in the same way.
#[derive(Clone, Copy)]
struct Form {
    notation: Notation,
    sgf: bool,
}

impl Sent {
    /// A result from JSON.
    ///
    /// # Errors
    /// It is none, or a field makes no sense.
    pub fn from_json(text: &[u8]) -> Result<Sent, Problem> {
        Sent::new(understand::json(text)?, None)
    }

    /// A result; `game` is its identity where the address says it.
    ///
    /// # Errors
    /// A field makes no sense.
    pub fn new(request: ResultRequest, game: Option<&str>) -> Result<Sent, Problem> {
        let (coords, sgf) = (request.coords, request.sgf.is_some());
        let result = request.into_result(game)?;
        let size = result.record.size;
        let notation = Notation { coords, size };
        Ok(Sent {
            form: Form { notation, sgf },
            result,
        })
    }

    /// Corrects the result that was entered under this one's identity.
    ///
    /// # Errors
    /// What the service says.
    pub fn correct(self, service: &Service, by: &str) -> Result<Judged, ServiceError> {
        match service.correct_result(self.result, by) {
            // What the disk caused is no matter of this result.
            Err(error @ ServiceError::Store(_)) => Err(error),
            Err(error) => Ok(Err(self.form.problem(error))),
            Ok(posted) => Ok(Ok((&posted).into())),
        }
    }
}

impl Form {
    fn problem(self, error: ServiceError) -> Problem {
        let on_board = matches!(
            error,
            ServiceError::IllegalMove { .. }
                | ServiceError::InitialStoneTwice { .. }
                | ServiceError::InitialStoneWithoutLiberty { .. }
                | ServiceError::UnsupportedSize { .. }
        );
        let problem = Problem::of(error, self.notation);
        if self.sgf && on_board {
            return problem.field("sgf");
        }
        problem
    }
}

/// What became of one result.
pub type Judged = Result<PostedJson, Problem>;

/// Enters what was understood; the answers are in the order of what was sent. All that were entered are
/// durable then.
///
/// # Errors
/// The store takes none of them.
pub fn enter(
    service: &Service,
    sent: Vec<Result<Sent, Problem>>,
    by: &str,
) -> Result<Vec<Judged>, ServiceError> {
    let mut results = Vec::with_capacity(sent.len());
    let mut forms = Vec::with_capacity(sent.len());
    for one in sent {
        forms.push(one.map(|one| {
            results.push(one.result);
            one.form
        }));
    }
    let mut posted = service.post_results(results, by)?.into_iter();
    let judged = forms.into_iter().map(|form| {
        let form = form?;
        match posted.next() {
            Some(Ok(posted)) => Ok((&posted).into()),
            Some(Err(error)) => Err(form.problem(error)),
            None => Err(Problem::internal(&"a result was not answered")),
        }
    });
    Ok(judged.collect())
}

/// How many results were counted, were there already, and were refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// They count from now on.
    pub counted: u64,
    /// The same were there.
    pub unchanged: u64,
    /// They were refused.
    pub refused: u64,
}

impl Account {
    /// Adds what became of a result.
    pub fn add(&mut self, judged: &Judged) {
        let place = match became(judged) {
            "counted" => &mut self.counted,
            "refused" => &mut self.refused,
            _ => &mut self.unchanged,
        };
        *place += 1;
    }
}

/// Counts what became of results.
pub fn count(metrics: &Metrics, judged: &[Judged]) {
    judged
        .iter()
        .for_each(|judged| metrics.count_results(became(judged), 1));
}

fn became(judged: &Judged) -> &'static str {
    judged.as_ref().map_or("refused", |posted| posted.status)
}
