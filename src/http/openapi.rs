//! The OpenAPI document, made from the code.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, OpenApi as Document};
use utoipa::{Modify, OpenApi};

use super::{
    batch, books, conditions, docs, editing, edits, export, games, health, history, import,
    influence, keys, ladder, merging, metrics, next, nodes, opponents, players, problem, quiz,
    results, reverting, review, score, shelves, stream,
};
use crate::wire::AnswerLine;

/// The document of every address.
#[must_use]
pub fn document() -> Document {
    Api::openapi()
}

/// The document as it is served and committed.
#[must_use]
pub fn document_text() -> String {
    let text = document().to_pretty_json().unwrap_or_default();
    // As the registry of formats has them; utoipa writes them with a dash.
    let mut text = text.replace("\"format\": \"u-int", "\"format\": \"uint");
    text.push('\n');
    text
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "joseki",
        description = "Joseki and opening patterns for Go programs and players.\n\n\
            Refusals are RFC 9457 problems (`application/problem+json`) with a stable `code`; \
            `/problems` lists them. Unknown fields and parameters are refused by their name. Reading \
            needs no key unless the server was started otherwise; writing needs one: \
            `Authorization: Bearer …`.\n\n\
            Who changes a node says in `If-Match` what it has seen: the `ETag` of the node. Without it the answer \
            is 428; if the node is another by now, 412 with the node as it is now."
    ),
    paths(
        next::get, next::post, batch::post, ladder::post, influence::post, score::post, review::post,
        books::list, books::get, books::lines, conditions::list, conditions::weigh, nodes::root, nodes::node, games::get, import::post, export::get,
        shelves::create, shelves::delete, shelves::copy, shelves::rename, merging::split, merging::merge,
        editing::patch, editing::patch_at, editing::put, editing::put_at, editing::delete, editing::delete_at,
        edits::post, reverting::post, merging::diff,
        history::list, history::get, history::of_book, history::of_node, history::of_node_at, stream::get,
        results::post, results::get, results::put, results::withdraw, opponents::list, opponents::get,
        quiz::post, players::get, players::export, players::import, players::forget,
        keys::list, keys::create, keys::rotate, keys::revoke,
        health::live, health::ready, health::problems, metrics::get, docs::openapi,
    ),
    components(schemas(problem::ProblemJson, AnswerLine)),
    tags(
        (name = "next", description = "The next joseki move on a board"),
        (name = "board", description = "A whole board without a book: influence, and the count at the end"),
        (name = "review", description = "Games held against a book, and players over many games"),
        (name = "books", description = "Books, their lines, nodes and counted games, import and export"),
        (name = "editing", description = "Nodes changed, with what was seen of them"),
        (name = "history", description = "The log of changes: looked at, followed, compared, taken back"),
        (name = "results", description = "Results of games, opponents and what was learned of them"),
        (name = "training", description = "Questions drawn by what a player forgets, answers graded, and what was learned"),
        (name = "keys", description = "Keys and what they allow"),
        (name = "server", description = "How the server is"),
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
