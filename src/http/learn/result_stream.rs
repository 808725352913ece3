//! Enters a stream of results in parts: each part is durable before the next is read.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::entering::{OutcomeCounts, ParsedResult, ResultOutcome};
use super::results::enter_and_count;
use crate::error::problem::Problem;
use crate::etag::json;
use crate::request::lines::{BodyLimits, BodyLine, BodyLines};
use crate::request::understand;
use crate::server::app::App;
use crate::server::worker_pool::QueuePlace;
use joseki_service::Code;
use joseki_store::ResultSender;
use joseki_wire::ResultRequest;

/// Maximum number of lines in a part.
const PART_LINES: usize = 1000;
/// Size at which a part ends, in bytes; the line that reaches it is included.
const PART_BYTES: usize = 4 << 20;
/// Maximum length of a line, in bytes.
const LINE_BYTES: usize = 1 << 20;
/// Maximum number of rejected lines in the response.
const MAX_ERRORS: usize = 100;

/// Outcome of a stream of results.
#[derive(Debug, Serialize, ToSchema)]
pub struct StreamedJson {
    /// Newly counted results.
    pub counted: u64,
    /// Results that are stored and teach nothing, because of the terms of their games.
    pub kept: u64,
    /// Results that are stored and do not count, because the same games do under other ids.
    pub duplicates: u64,
    /// Results already entered with the same content.
    pub unchanged: u64,
    /// Rejected results.
    pub refused: u64,
    /// Last change of the results with these, for `min_results` of reads; 0 if all were rejected.
    pub results: u64,
    /// The first 100 rejected results.
    pub errors: Vec<LineErrorJson>,
    /// Number of further rejected results.
    pub errors_left_out: u64,
}

/// Rejected lines of a stream.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct LineFaults {
    /// Number of rejected lines.
    refused: u64,
    /// The first 100 of them.
    errors: Vec<LineFault>,
    /// Number of further rejected lines.
    errors_left_out: u64,
}

/// Why a line of a stream was rejected.
#[derive(Debug, Serialize, ToSchema)]
pub struct LineFault {
    /// Number of the line, from 1; blank lines count.
    line: u64,
    /// Stable code for programs to match on.
    code: Code,
    /// What is wrong, and what to do about it.
    #[schema(value_type = String)]
    detail: Cow<'static, str>,
    /// The field at fault.
    field: Option<String>,
}

impl LineFaults {
    /// Records a rejected line.
    pub fn note(&mut self, line: u64, problem: Problem) {
        self.refused += 1;
        if self.errors.len() == MAX_ERRORS {
            self.errors_left_out += 1;
            return;
        }
        let problem = problem.into_json();
        self.errors.push(LineFault {
            line,
            code: problem.code,
            detail: problem.detail,
            field: problem.field,
        });
    }
}

/// Why a result in a stream was rejected.
#[derive(Debug, Serialize, ToSchema)]
pub struct LineErrorJson {
    /// Number of the line, from 1; blank lines count.
    pub line: u64,
    /// Id of the game; null if the line cannot be parsed.
    pub game_id: Option<String>,
    /// Stable code for programs to match on.
    pub code: Code,
    /// What is wrong, and what to do about it.
    #[schema(value_type = String)]
    pub detail: Cow<'static, str>,
    /// The field at fault.
    pub field: Option<String>,
}

/// Enters a stream of results.
///
/// # Errors
/// The body breaks off, is late or too large, or the store fails; the results before that count.
pub async fn post(app: &App, body: Body, sender: &ResultSender) -> Result<Response, Problem> {
    let bounds = BodyLimits {
        bytes: app.options.stream_bytes,
        line: LINE_BYTES,
        time: app.options.import_timeout,
    };
    let place = app.enqueue_import()?;
    let mut lines = BodyLines::new(body, bounds)?;
    let mut so_far = StreamProgress::default();
    loop {
        let part = lines.part(PART_LINES, PART_BYTES).await;
        let taken = so_far.take(app, &place, part.lines, sender).await;
        let end = match taken {
            Ok(()) => part.end,
            Err(problem) => Some(Err(problem)),
        };
        match end {
            None => {}
            Some(Ok(())) => return json(StatusCode::OK, &so_far.into_json()),
            Some(Err(problem)) => return Err(so_far.broken(problem)),
        }
    }
}

/// Outcome of a stream so far.
#[derive(Default)]
struct StreamProgress {
    account: OutcomeCounts,
    errors: Vec<LineErrorJson>,
}

/// Line number, game id if known, and parsed result.
type ParsedLine = (u64, Option<String>, Result<ParsedResult, Problem>);

impl StreamProgress {
    async fn take(
        &mut self,
        app: &App,
        place: &QueuePlace,
        lines: Vec<(u64, BodyLine)>,
        sender: &ResultSender,
    ) -> Result<(), Problem> {
        if lines.is_empty() {
            return Ok(());
        }
        let read =
            place.run(move || lines.into_iter().map(parse_line).collect::<Vec<ParsedLine>>());
        let mut places = Vec::new();
        let mut sent = Vec::new();
        for (line, game, one) in read.await? {
            places.push((line, game));
            sent.push(one);
        }
        let judged = enter_and_count(app, place, sent, sender.clone()).await?;
        for ((line, game), judged) in places.into_iter().zip(judged) {
            self.note(line, game, judged);
        }
        Ok(())
    }

    fn note(&mut self, line: u64, game: Option<String>, judged: ResultOutcome) {
        self.account.add(&judged);
        if let Err(problem) = judged
            && self.errors.len() < MAX_ERRORS
        {
            let problem = problem.into_json();
            self.errors.push(LineErrorJson {
                line,
                game_id: game,
                code: problem.code,
                detail: problem.detail,
                field: problem.field,
            });
        }
    }

    fn into_json(self) -> StreamedJson {
        let OutcomeCounts { counted, kept, duplicates, unchanged, refused, results } = self.account;
        StreamedJson {
            counted,
            kept,
            duplicates,
            unchanged,
            refused,
            results,
            errors_left_out: refused.saturating_sub(self.errors.len() as u64),
            errors: self.errors,
        }
    }

    fn broken(&self, problem: Problem) -> Problem {
        let OutcomeCounts { counted, kept, duplicates, unchanged, .. } = self.account;
        problem.append_detail(&format!(
            "the {} results before it are stored: you can send the whole stream again",
            counted + kept + duplicates + unchanged
        ))
    }
}

fn parse_line((number, line): (u64, BodyLine)) -> ParsedLine {
    let text = match line {
        BodyLine::Text(text) => text,
        BodyLine::TooLong => return (number, None, Err(too_long())),
    };
    match understand::json::<ResultRequest>(&text) {
        Ok(request) => {
            let game = request.game_id.clone();
            (number, game, ParsedResult::new(request, None))
        }
        Err(problem) => (number, None, Err(problem)),
    }
}

fn too_long() -> Problem {
    let detail =
        format!("the line is longer than {LINE_BYTES} bytes: omit everything except the moves");
    Problem::new(Code::BodyTooLarge, detail)
}
