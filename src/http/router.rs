//! All routes.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Extensions, HeaderMap, StatusCode, Version};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{MethodRouter, delete, get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};

use super::app::App;
use super::etag::{NoCompression, weaken};
use super::observe::observe;
use super::problem::{panicked, unknown_route, wrong_method};
use super::secure::secure;
use super::{
    batch, books, conditions, docs, editing, edits, export, games, health, history, import,
    influence, keys, ladder, merging, metrics, next, nodes, opponents, page, players, quiz,
    results, reverting, review, score, shelves, stream,
};

/// Smaller responses are not compressed, in bytes: they fit one packet.
const COMPRESS_ABOVE: u64 = 1024;

/// Builds the router with its middleware, outermost last.
pub fn router(app: Arc<App>) -> Router {
    let import_limit = DefaultBodyLimit::max(app.options.import_bytes);
    let compression = CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(COMPRESS_ABOVE).and(may_change));
    Router::new()
        .route("/v1/next", get(next::get).post(next::post))
        .route("/v1/next/batch", post(batch::post))
        .route("/v1/ladder", post(ladder::post))
        .route("/v1/influence", post(influence::post))
        .route("/v1/score", post(score::post))
        .route("/v1/review", post(review::post))
        .route("/v1/books", get(books::list))
        .route(
            "/v1/books/{book}",
            get(books::get).put(shelves::create).delete(shelves::delete),
        )
        .route("/v1/books/{book}/copy", post(shelves::copy))
        .route("/v1/books/{book}/rename", post(shelves::rename))
        .route("/v1/books/{book}/split", post(merging::split))
        .route("/v1/books/{book}/merge", post(merging::merge))
        .route("/v1/books/{book}/diff", get(merging::diff))
        .route("/v1/books/{book}/edits", post(edits::post))
        .route("/v1/books/{book}/revert", post(reverting::post))
        .route("/v1/books/{book}/changes", get(history::of_book))
        .route("/v1/changes", get(history::list))
        .route("/v1/changes/stream", get(stream::get))
        .route("/v1/changes/{id}", get(history::get))
        .route("/v1/books/{book}/lines", get(books::lines))
        .route(
            "/v1/books/{book}/conditions",
            get(conditions::list).post(conditions::weigh),
        )
        .route("/v1/books/{book}/nodes", node_at())
        .route("/v1/books/{book}/nodes/", node_at())
        .route(
            "/v1/books/{book}/nodes/{steps}",
            get(nodes::node)
                .patch(editing::patch)
                .put(editing::put)
                .delete(editing::delete),
        )
        .route("/v1/books/{book}/nodes/changes", get(history::of_node_at))
        .route(
            "/v1/books/{book}/nodes/{steps}/changes",
            get(history::of_node),
        )
        .route("/v1/books/{book}/games/{id}", get(games::get))
        .route(
            "/v1/books/{book}/import",
            post(import::post).layer(import_limit),
        )
        .route("/v1/books/{book}/export", get(export::get))
        .route("/v1/results", post(results::post))
        .route(
            "/v1/results/{game_id}",
            get(results::get)
                .put(results::put)
                .delete(results::withdraw),
        )
        .route("/v1/opponents", get(opponents::list))
        .route("/v1/opponents/{opponent}", get(opponents::get))
        .route("/v1/quiz", post(quiz::post))
        .route(
            "/v1/quiz/players/{player}",
            get(players::get).delete(players::forget),
        )
        .route("/v1/quiz/players/{player}/export", get(players::export))
        .route("/v1/quiz/players/{player}/import", post(players::import))
        .route("/v1/keys", get(keys::list).post(keys::create))
        .route("/v1/keys/{prefix}", delete(keys::revoke))
        .route("/v1/keys/{prefix}/rotate", post(keys::rotate))
        .route("/healthz", get(health::live))
        .route("/readyz", get(health::ready))
        .route("/problems", get(health::problems))
        .route("/metrics", get(metrics::get))
        .route("/openapi.json", get(docs::openapi))
        .route("/docs", get(docs::home))
        .route("/docs/", get(docs::index))
        .route("/docs/{*file}", get(docs::asset))
        .route("/", get(page::index))
        .route("/assets/{*file}", get(page::asset))
        .fallback(unknown_route)
        .method_not_allowed_fallback(wrong_method)
        .layer(compression)
        .layer(from_fn(weaken))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(secure))
        .layer(from_fn_with_state(Arc::clone(&app), observe))
        .with_state(app)
}

/// Routes of a node addressed by moves.
fn node_at() -> MethodRouter<Arc<App>> {
    get(nodes::root)
        .patch(editing::patch_at)
        .put(editing::put_at)
        .delete(editing::delete_at)
}

/// Returns whether a response may be compressed.
fn may_change(_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions) -> bool {
    extensions.get::<NoCompression>().is_none()
}
