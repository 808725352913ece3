//! `/v1/quiz/players`: returns, exports, imports and deletes the progress of players.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;
use tokio::sync::mpsc;
use utoipa::ToSchema;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::{changed, json};
use crate::learn::result_stream::LineFaults;
use crate::request::access::{CurateAccess, FeedbackAccess};
use crate::request::address::{NoParameters, Path, Query};
use crate::request::body::{check_encoding, media_type, unsupported_type};
use crate::request::lines::{BodyLimits, BodyLine, BodyLines};
use crate::request::understand;
use crate::server::app::App;
use crate::server::channel_body::{BodyPart, channel_body, log_interrupted};
use joseki_ledger::training::QuizAnswer;
use joseki_service::{ServiceError, train::ProgressQuery};
use joseki_wire::{
    AnswerLine, AnswersEnteredJson, ProgressJson, ProgressParameters, TrainingHead, parse_player,
};

/// Answers per read from the store.
const PAGE: usize = 500;
/// Maximum number of lines in a part of a body.
const PART_LINES: usize = 1000;
/// Size at which a part ends, in bytes; the line that reaches it is included.
const PART_BYTES: usize = 4 << 20;
/// Maximum length of a line, in bytes.
const LINE_BYTES: usize = 256 << 10;

/// Answers as NDJSON: a head line, then one JSON object per line.
#[derive(ToSchema)]
#[schema(value_type = String, example = "{\"format\":\"joseki-training\",\"version\":1,\"player\":\"ann\",\"answers\":0}\n")]
#[expect(dead_code, reason = "for the documentation")]
pub struct AnswerLines(String);

/// Outcome of an import of answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnswersTakenJson {
    #[serde(flatten)]
    entered: AnswersEnteredJson,
    #[serde(flatten)]
    refused: LineFaults,
}

/// Outcome of deleting a player.
#[derive(Debug, Serialize, ToSchema)]
pub struct ForgottenJson {
    /// The player.
    pub player: String,
    /// Number of deleted answers.
    pub answers: u64,
}

/// Returns a player's progress in a book.
#[utoipa::path(
    get, path = "/v1/quiz/players/{player}", tag = "training", operation_id = "get_player", security(("key" = ["feedback"])),
    params(("player" = String, Path, description = "The name, percent-encoded", example = "ann"), ProgressParameters),
    responses((status = 200, description = "Known, due and lapsed moves, and the hardest positions", body = ProgressJson), codes::Common, codes::Player)
)]
pub async fn get(
    _: FeedbackAccess,
    State(app): State<Arc<App>>,
    Path(player): Path<String>,
    Query(parameters): Query<ProgressParameters>,
) -> Result<Response, Problem> {
    let player = parse_player(&player)?;
    let parameters: ProgressQuery = parameters.into_query()?;
    let progress =
        app.read(move |service| service.training().progress(&player, &parameters)).await?;
    changed(StatusCode::OK, None, &progress)
}

/// Exports all answers that a player ever gave, as NDJSON.
///
/// The first line is a head with the format and the number of answers at the start; each further
/// line is an answer, ordered by time. A player's progress is a function of these answers.
#[utoipa::path(
    get, path = "/v1/quiz/players/{player}/export", tag = "training", operation_id = "export_player", security(("key" = ["feedback"])),
    params(("player" = String, Path, description = "The name, percent-encoded", example = "ann")),
    responses((status = 200, description = "The answers", body = AnswerLines, content_type = "application/x-ndjson"), codes::Common, codes::Player)
)]
pub async fn export(
    _: FeedbackAccess,
    State(app): State<Arc<App>>,
    Path(player): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    let player = parse_player(&player)?;
    let (body, sender) = channel_body();
    let name = player.clone();
    let (count, page) = app
        .read(move |service| {
            let count = service.training().answer_count(&name)?;
            Ok((count, service.training().answers(&name, None, PAGE)?))
        })
        .await?;
    let head = line(&TrainingHead::new(&player, count))?;
    // The channel has room for both.
    drop(sender.try_send(BodyPart::Data(head.into())));
    tokio::spawn(stream_answers(app, player, page, sender));
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    for (name, value) in
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")]
    {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// Imports answers in the format of `export`.
///
/// The request can be repeated, in any order and in parts: of two answers to one question the
/// earlier one stays, and progress is computed from all answers together. A rejected line does not
/// affect the others. The player is the one in the URL, regardless of the head line; that line is
/// optional.
#[utoipa::path(
    post, path = "/v1/quiz/players/{player}/import", tag = "training", operation_id = "import_player", security(("key" = ["feedback"])),
    params(("player" = String, Path, description = "The name, percent-encoded", example = "ann")),
    request_body(content = AnswerLines, content_type = "application/x-ndjson"),
    responses((status = 200, description = "Outcome of the import", body = AnswersTakenJson), codes::Common, codes::Body, codes::Write)
)]
pub async fn import(
    _: FeedbackAccess,
    State(app): State<Arc<App>>,
    Path(player): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
    request: Request,
) -> Result<Response, Problem> {
    let player = parse_player(&player)?;
    check_encoding(request.headers())?;
    match media_type(request.headers()).as_deref() {
        Some("application/x-ndjson") => {}
        found => return Err(unsupported_type(found, "application/x-ndjson")),
    }
    let bounds = BodyLimits {
        bytes: app.options.stream_bytes,
        line: LINE_BYTES,
        time: app.options.import_timeout,
    };
    let place = app.enqueue_import()?;
    let mut lines = BodyLines::new(request.into_body(), bounds)?;
    let mut entered = AnswersEnteredJson::default();
    let mut refused = LineFaults::default();
    loop {
        let part = lines.part(PART_LINES, PART_BYTES).await;
        let mut answers = Vec::with_capacity(part.lines.len());
        for (number, line) in part.lines {
            match parse_line(line) {
                Ok(answer) => answers.extend(answer),
                Err(problem) => refused.note(number, problem),
            }
        }
        if !answers.is_empty() {
            let name = player.clone();
            let taken = app
                .write_in(&place, move |service| service.training().enter_answers(&name, answers));
            entered.add(taken.await?);
        }
        match part.end {
            None => {}
            Some(Ok(())) => break,
            Some(Err(problem)) => {
                return Err(problem.append_detail(
                    "the answers before it were imported: you can send the whole body again",
                ));
            }
        }
    }
    json(StatusCode::OK, &AnswersTakenJson { entered, refused })
}

/// Deletes a player with all answers, permanently.
#[utoipa::path(
    delete, path = "/v1/quiz/players/{player}", tag = "training", operation_id = "forget_player", security(("key" = ["curate"])),
    params(("player" = String, Path, description = "The name, percent-encoded", example = "ann")),
    responses((status = 200, description = "The player was deleted", body = ForgottenJson), codes::Common, codes::Player, codes::Write)
)]
pub async fn forget(
    _: CurateAccess,
    State(app): State<Arc<App>>,
    Path(player): Path<String>,
    Query(NoParameters {}): Query<NoParameters>,
) -> Result<Response, Problem> {
    let player = parse_player(&player)?;
    let name = player.clone();
    let answers = app.write(move |service| service.training().forget_player(&name)).await?;
    json(StatusCode::OK, &ForgottenJson { player, answers })
}

/// Parses the answer of a line; `None` for a head line.
fn parse_line(line: BodyLine) -> Result<Option<QuizAnswer>, Problem> {
    let text = match line {
        BodyLine::Text(text) => text,
        BodyLine::TooLong => return Err(crate::request::body::too_large(LINE_BYTES)),
    };
    if let Ok(head) = serde_json::from_slice::<TrainingHead>(&text) {
        head.check()?;
        return Ok(None);
    }
    let answer: AnswerLine = understand::json(&text)?;
    Ok(Some(answer.into_answer()?))
}

fn line(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let mut line = serde_json::to_vec(value).map_err(|error| Problem::internal(&error))?;
    line.push(b'\n');
    Ok(line)
}

/// Streams the answers of a page and all further pages, at the client's pace.
async fn stream_answers(
    app: Arc<App>,
    player: String,
    mut page: Vec<QuizAnswer>,
    sender: mpsc::Sender<BodyPart>,
) {
    loop {
        let lines = page.iter().map(|answer| line(&AnswerLine::from(answer)));
        let lines: Result<Vec<Vec<u8>>, Problem> = lines.collect();
        let part = match lines {
            Ok(lines) if !lines.is_empty() => BodyPart::Data(lines.concat().into()),
            Ok(_) => BodyPart::End,
            Err(problem) => return log_interrupted(&problem),
        };
        let last = page.last().map(|answer| (answer.at, answer.question.clone()));
        let (true, Some(after)) = (sender.send(part).await.is_ok(), last) else {
            return;
        };
        let name = player.clone();
        match app.read(move |service| answers(service, &name, after)).await {
            Ok(next) => page = next,
            Err(problem) => return log_interrupted(&problem),
        }
    }
}

fn answers(
    service: &joseki_service::Service,
    player: &str,
    after: (i64, String),
) -> Result<Vec<QuizAnswer>, ServiceError> {
    service.training().answers(player, Some(after), PAGE)
}
