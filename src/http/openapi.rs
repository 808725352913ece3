//! The OpenAPI document, made from the code.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, OpenApi as Document};
use utoipa::{Modify, OpenApi};

use super::{
    batch, books, docs, export, games, health, import, keys, metrics, next, nodes, opponents,
    problem, results,
};

/// The document of every address.
#[must_use]
pub fn document() -> Document {
    Api::openapi()
}

/// The document as it is served and committed.
#[must_use]
pub fn document_text() -> String {
    let mut text = document().to_pretty_json().unwrap_or_default();
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
            `Authorization: Bearer …`."
    ),
    paths(
        next::get, next::post, batch::post,
        books::list, books::get, books::lines, nodes::root, nodes::node, games::get, import::post, export::get,
        results::post, results::get, results::put, results::withdraw, opponents::list, opponents::get,
        keys::list, keys::create, keys::revoke,
        health::live, health::ready, health::problems, metrics::get, docs::openapi,
    ),
    components(schemas(problem::ProblemJson)),
    tags(
        (name = "next", description = "The next joseki move on a board"),
        (name = "books", description = "Books, their lines, nodes and counted games, import and export"),
        (name = "results", description = "Results of games, opponents and what was learned of them"),
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
