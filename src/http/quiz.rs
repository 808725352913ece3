//! `/v1/quiz`: questions drawn by what a player forgets, and answers graded.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::access::Caller;
use super::address::{NoParameters, Query};
use super::app::App;
use super::blame::Notation;
use super::body::{Json, Payload};
use super::problem::Problem;
use super::refusals::Quizzing;
use crate::service::{QuizAnswered, QuizQuery, ServiceError};
use crate::store::Scopes;
use crate::wire::{QuizRequest, QuizResponse};

impl Payload for QuizRequest {
    const BYTES: usize = 256 << 10;
}

/// A question, or the grade of an answer and the next question.
///
/// Without `moves` a position of the book is drawn, in any corner, orientation and colour: by how likely it comes
/// up when opponents play as they do, times the probability that the player has forgotten it. With `moves` and
/// `answer` the answer is graded: right is the best move of the corner in which was played last, and what is as
/// good. After a right answer the opponent replies as opponents do, and if the book goes on, so does the line;
/// else a new question is drawn.
///
/// A move is remembered by its half-life, which right answers lengthen and wrong ones shorten, whichever order,
/// orientation, colour or book it was met in. Nothing is kept of a caller who names no `player`; with one, a key
/// with the scope `feedback` is needed. A question is answered once: sent again, the first answer counts, so it is
/// safe to send again what was not answered.
#[utoipa::path(
    post, path = "/v1/quiz", tag = "training", operation_id = "quiz", security((), ("key" = ["read"]), ("key" = ["feedback"])),
    request_body = QuizRequest,
    responses((status = 200, description = "The grade, if there was an answer, and the next question", body = QuizResponse), Quizzing)
)]
pub async fn post(
    caller: Caller,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<QuizRequest>,
) -> Result<Response, Problem> {
    let (coords, hints) = (request.coords, request.hints);
    let query = request.into_query()?;
    let needed = match query.player {
        Some(_) => Scopes::FEEDBACK,
        None => Scopes::READ,
    };
    caller.may(&app, needed).await?;
    let size = match &query.board {
        Some(board) => board.record.size,
        None => query.filter.size,
    };
    let moves = query
        .board
        .as_ref()
        .map_or(0, |board| board.record.moves.len());
    let answered = answer(&app, query).await?;
    let answered = answered.map_err(|error| match error {
        ServiceError::IllegalMove { index, .. } if index == moves => {
            Problem::of(error, Notation { coords, size }).field("answer")
        }
        ServiceError::UnknownNode { .. } => Problem::from(error).field("prefix"),
        error => Problem::of(error, Notation { coords, size }),
    })?;
    let response = QuizResponse::new(&answered, coords, hints);
    caller.conditions.fresh(&response)
}

/// Writes only if there is an answer of somebody with a name.
async fn answer(
    app: &App,
    query: QuizQuery,
) -> Result<Result<QuizAnswered, ServiceError>, Problem> {
    if query.player.is_some() && query.answer.is_some() {
        return app.try_write(move |service| service.quiz(&query)).await;
    }
    app.work(move |service| Ok(service.quiz(&query))).await
}
