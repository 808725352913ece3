//! The OpenAPI document, generated from the code, and `/openapi.json`.

use std::sync::OnceLock;

use axum::body::Body;
use axum::response::Response;
use utoipa::openapi::path::Parameter;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, OpenApi as Document, RefOr};
use utoipa::{Modify, OpenApi};

use super::router::routes;
use crate::admin::docs::file;
use crate::error::codes::share_problem;
use crate::error::problem;
use crate::request::idempotency::document_idempotency;
use crate::request::min_version::document_min_versions;
use crate::server::options::ServeOptions;
use joseki_wire::AnswerLine;

/// Returns the OpenAPI document.
#[must_use]
pub fn document() -> Document {
    let limit = ServeOptions::default().import_bytes;
    let mut document = Api::openapi();
    document.merge(routes(limit).into_openapi());
    document_min_versions(&mut document);
    document_idempotency(&mut document);
    share_problem(&mut document);
    omit_refused_parameters(&mut document);
    document
}

/// Omits `moves` where the path has the line: operations with and without a line share the struct
/// of their parameters.
fn omit_refused_parameters(document: &mut Document) {
    let is_accepted = |parameter: &RefOr<Parameter>| match parameter {
        RefOr::T(parameter) => parameter.name != "moves",
        RefOr::Ref(_) => true,
    };
    let paths = document.paths.paths.iter_mut();
    for (_, item) in paths.filter(|(path, _)| path.contains("{steps}")) {
        let operations = [&mut item.get, &mut item.put, &mut item.patch, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            let parameters = operation.parameters.iter_mut();
            parameters.for_each(|all| all.retain(is_accepted));
        }
    }
}

/// Returns the document as JSON, as served and committed.
#[must_use]
pub fn document_text() -> String {
    let text = document().to_pretty_json().unwrap_or_default();
    // The OpenAPI format registry has no dash in these names; utoipa writes one.
    let mut text = text.replace("\"format\": \"u-int", "\"format\": \"uint");
    text.push('\n');
    text
}

/// Returns this OpenAPI document.
#[utoipa::path(
    get, path = "/openapi.json", tag = "server", operation_id = "openapi",
    responses((status = 200, description = "The OpenAPI document", body = serde_json::Value))
)]
pub async fn get() -> Response {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(document_text);
    file("application/json", Body::from(text.as_str()))
}

/// The document without the operations, which the router adds.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "joseki",
        description = "Joseki and opening patterns for Go programs and players.\n\n\
            Errors are RFC 9457 problems (`application/problem+json`) with a stable `code`; \
            `/problems` lists them. Unknown fields and parameters are rejected by name. By default, reading \
            needs no key; writing needs one: \
            `Authorization: Bearer …`.\n\n\
            A change to a node must send the node's `ETag` in `If-Match`. Without it the response is 428; if the node \
            has changed since, it is 412 with the node's present state."
    ),
    components(schemas(problem::ProblemJson, AnswerLine)),
    tags(
        (name = "next", description = "Next joseki moves on a board"),
        (name = "board", description = "A whole board without a book: influence and scoring"),
        (name = "review", description = "Review of games against a book, and of players over many games"),
        (name = "books", description = "Books, their lines, nodes and counted games, import and export"),
        (name = "editing", description = "Edits of nodes, guarded by `If-Match`"),
        (name = "history", description = "The change log: read, follow, compare and revert"),
        (name = "results", description = "Results of games, and statistics of opponents"),
        (name = "training", description = "Quiz questions by spaced repetition, graded answers, and progress"),
        (name = "keys", description = "API keys and their scopes"),
        (name = "server", description = "State of the server"),
    ),
    modifiers(&Keys),
)]
struct Api;

struct Keys;

impl Modify for Keys {
    fn modify(&self, document: &mut Document) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("A key from `joseki keys create` or `POST /v1/keys`"))
            .build();
        let components = document.components.take().unwrap_or_default();
        let components = ComponentsBuilder::from(components)
            .security_scheme("key", SecurityScheme::Http(scheme))
            .build();
        document.components = Some(components);
    }
}
