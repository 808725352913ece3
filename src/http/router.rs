//! All routes, each with its OpenAPI description.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::{Extension, Router};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use super::server::app::App;
use super::server::compress::compress;
use super::server::memory::hold_response;
use super::server::observe::{REQUEST_ID, observe_request};
use super::server::secure::check_head_and_add_headers;
use crate::error::problem::{panicked, unknown_route, wrong_method};
use crate::{
    admin::{docs, health, keys, metrics},
    board::{forbidden, influence, ladder, score, solve},
    curate::{
        books, conditions, editing, edits, export, history, import, merging, nodes, published,
        reverting, search, shelves, stream,
    },
    learn::{opponents, results},
    mine::games,
    next,
    next::{batch, best, cloud, picture},
    openapi, page, patterns,
    play::{events, host::TableHost, tables},
    review,
    train::{players, quiz},
};

/// Time for which a browser remembers what a page may ask.
const PREFLIGHT: Duration = Duration::from_secs(3600);

/// Builds the router with its middleware, outermost last.
pub fn router(app: Arc<App>, tables: Arc<TableHost>) -> Router {
    let (router, _) = routes(app.options.import_bytes).split_for_parts();
    let router = router
        .layer(Extension(tables))
        .fallback(unknown_route)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(&app), hold_response))
        .layer(from_fn_with_state(Arc::clone(&app), compress))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(Arc::clone(&app), check_head_and_add_headers));
    let router = match cross_origin(&app.options.cors_origins) {
        Some(layer) => router.layer(layer),
        None => router,
    };
    router.layer(from_fn_with_state(Arc::clone(&app), observe_request)).with_state(app)
}

/// What scripts of pages of other origins may do: everything that a client with the same key may,
/// without cookies, which nothing here has. `None` without such origins.
fn cross_origin(origins: &[String]) -> Option<CorsLayer> {
    let allowed: Vec<HeaderValue> =
        origins.iter().filter_map(|origin| HeaderValue::try_from(origin).ok()).collect();
    let allowed = match origins {
        [] => return None,
        origins if origins.iter().any(|origin| origin == "*") => AllowOrigin::any(),
        _ => AllowOrigin::list(allowed),
    };
    let methods = [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];
    let asked = [
        header::AUTHORIZATION,
        header::CONTENT_TYPE,
        header::IF_MATCH,
        header::IF_NONE_MATCH,
        HeaderName::from_static("idempotency-key"),
        HeaderName::from_static("last-event-id"),
        REQUEST_ID,
    ];
    let shown = [
        header::ETAG,
        header::LOCATION,
        header::RETRY_AFTER,
        header::CONTENT_DISPOSITION,
        header::WWW_AUTHENTICATE,
        REQUEST_ID,
    ];
    let layer = CorsLayer::new().allow_origin(allowed).allow_methods(methods);
    Some(layer.allow_headers(asked).expose_headers(shown).max_age(PREFLIGHT))
}

/// Returns all routes with their OpenAPI description.
pub fn routes(import_bytes: usize) -> OpenApiRouter<Arc<App>> {
    let node_at = routes!(nodes::root, editing::patch_at, editing::put_at, editing::delete_at);
    OpenApiRouter::new()
        .routes(routes!(next::get, next::post))
        .routes(routes!(best::get))
        .routes(routes!(batch::post))
        .routes(routes!(ladder::post))
        .routes(routes!(solve::post))
        .routes(routes!(forbidden::post))
        .routes(routes!(influence::post))
        .routes(routes!(score::post))
        .routes(routes!(review::post))
        .routes(routes!(picture::get))
        .routes(routes!(books::list))
        .routes(routes!(books::get, shelves::create, shelves::delete))
        .routes(routes!(shelves::copy))
        .routes(routes!(shelves::rename))
        .routes(routes!(merging::split))
        .routes(routes!(merging::merge))
        .routes(routes!(merging::diff))
        .routes(routes!(edits::post))
        .routes(routes!(reverting::post))
        .routes(routes!(history::for_book))
        .routes(routes!(history::list))
        .routes(routes!(stream::get))
        .routes(routes!(history::get))
        .routes(routes!(books::lines))
        .routes(routes!(search::get))
        .routes(routes!(conditions::list, conditions::check))
        // The same handlers with a trailing slash; the third item is their method router.
        .route("/v1/books/{book}/nodes/", node_at.2.clone())
        .routes(node_at)
        .routes(routes!(nodes::node, editing::patch, editing::put, editing::delete))
        .routes(routes!(history::for_node_at))
        .routes(routes!(history::for_node))
        .routes(routes!(games::get))
        .routes(routes!(patterns::post))
        .routes(routes!(import::post).layer(DefaultBodyLimit::max(import_bytes)))
        .routes(routes!(export::get))
        .routes(routes!(published::list))
        .routes(routes!(results::post))
        .routes(routes!(results::get, results::put, results::withdraw))
        .routes(routes!(opponents::list))
        .routes(routes!(opponents::get))
        .routes(routes!(tables::list, tables::create))
        .routes(routes!(tables::close))
        .routes(routes!(tables::get, tables::delete))
        .routes(routes!(tables::act))
        .routes(routes!(tables::record))
        .routes(routes!(events::get))
        .routes(routes!(quiz::post))
        .routes(routes!(players::get, players::forget))
        .routes(routes!(players::export))
        .routes(routes!(players::import))
        .routes(routes!(keys::list, keys::create))
        .routes(routes!(keys::revoke))
        .routes(routes!(keys::rotate))
        .routes(routes!(keys::audit))
        .routes(routes!(health::live))
        .routes(routes!(health::ready))
        .routes(routes!(health::problems))
        .routes(routes!(metrics::get))
        .routes(routes!(openapi::get))
        .route("/chessdb.php", get(cloud::get))
        .route("/docs", get(docs::home))
        .route("/docs/", get(docs::index))
        .route("/docs/{*file}", get(docs::asset))
        .route("/", get(page::index))
        .route("/licenses.txt", get(page::licenses))
        .route("/assets/{*file}", get(page::asset))
        .route("/published/{*file}", get(published::file))
}
