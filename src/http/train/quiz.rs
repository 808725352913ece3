//! `/v1/quiz`: asks questions by spaced repetition, and grades the answers.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::LateAccess;
use crate::request::address::{NoParameters, Query};
use crate::request::body::{Json, Payload};
use crate::server::app::App;
use joseki_service::{
    DEFAULT_BOOK, ServiceError,
    train::{QuizOutcome, QuizQuery},
};
use joseki_store::Scopes;
use joseki_wire::{PointWriter, QuizRequest, QuizResponse};

impl Payload for QuizRequest {
    const BYTES: usize = 256 << 10;

    fn book(&self) -> Option<&str> {
        self.book.as_deref()
    }
}

/// Returns a question, or the grade of an answer and the next question.
///
/// Without `moves` a position of the book is drawn, in any corner, orientation and colour. Its
/// weight is how likely opponents play into it, times the probability that the player has forgotten
/// it. With `moves` and `answer` the answer is graded: the best move in the corner of the last move
/// is right, and so is any equally good one. After a right answer the opponent replies as opponents
/// do, and the line continues if the book does; otherwise a new question is drawn.
///
/// A move's half-life in memory grows with right answers and shrinks with wrong ones, across move
/// orders, orientations, colours and books. Nothing is stored without a `player`; with one, the key
/// needs the scope `feedback`. A question is answered once: if the request is repeated, the first
/// answer counts, so it is safe to retry.
#[utoipa::path(
    post, path = "/v1/quiz", tag = "training", operation_id = "quiz", security((), ("key" = ["read"]), ("key" = ["feedback"])),
    request_body = QuizRequest,
    responses((status = 200, description = "The grade, if the request has an answer, and the next question", body = QuizResponse), codes::Common, codes::Board, codes::Body, codes::Quiz, codes::Write)
)]
pub async fn post(
    caller: LateAccess,
    State(app): State<Arc<App>>,
    Query(NoParameters {}): Query<NoParameters>,
    Json(request): Json<QuizRequest>,
) -> Result<Response, Problem> {
    let (coords, hints) = (request.coords, request.hints);
    let book = request.book.as_deref().unwrap_or(DEFAULT_BOOK);
    let variant = app.variant_of(book).await?;
    let coords = coords.for_game(variant.game());
    let query = request.into_query(variant)?;
    // A key that may report answers may ask for questions.
    let any_of: &[Scopes] = match query.player {
        Some(_) => &[Scopes::FEEDBACK],
        None => &[Scopes::READ, Scopes::FEEDBACK],
    };
    caller.require(&app, any_of).await?;
    let size = match &query.board {
        Some(board) => board.record.size,
        None => query.filter.size,
    };
    let moves = query.board.as_ref().map_or(0, |board| board.record.moves.len());
    let answered = answer(&app, query).await?;
    let answered = answered.map_err(|error| match error {
        ServiceError::IllegalMove { index, .. } if index == moves => {
            Problem::from_service(error, PointWriter { coords, size }).field("answer")
        }
        ServiceError::UnknownNode { .. } => Problem::from(error).field("prefix"),
        error => Problem::from_service(error, PointWriter { coords, size }),
    })?;
    let response = QuizResponse::new(&answered, coords, hints);
    caller.conditions.fresh(&response)
}

/// Writes only if the request has an answer and a player.
async fn answer(app: &App, query: QuizQuery) -> Result<Result<QuizOutcome, ServiceError>, Problem> {
    if query.player.is_some() && query.answer.is_some() {
        return app.try_write(move |service| service.training().quiz(&query)).await;
    }
    app.compute(move |service| Ok(service.training().quiz(&query))).await
}
