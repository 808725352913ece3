//! `/`, `/assets` and `/licenses.txt`: serves the browser page. It needs no key; the page itself
//! reads the URL's parameters. Link previews get a title and description.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

use super::error::problem::{Problem, unknown_path};
use super::etag::{Preconditions, Tag};
use super::next::picture::part_of;
use super::request::address::Path;
use super::request::understand;
use super::server::app::App;
use joseki_format::picture::escaped;
use joseki_service::{DEFAULT_BOOK, Service, next::NoMoveReason};
use joseki_web::{self as web, ASSETS, INDEX, LICENSES, PageFile};
use joseki_wire::{NextParameters, NextRequest};

/// Cache policy of files named by their content: they never change, so for one year.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Serves the page. If its address has moves, its head has a title, a description and a picture of
/// the position, for programs that show links.
pub async fn index(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let query = query.filter(|query| app.options.anonymous_reads && query.contains("moves="));
    let Some(about) = query.and_then(|query| preview(&app.service, &headers, &query)) else {
        return serve_file(INDEX, &headers);
    };
    let mut file = web::file(INDEX).ok_or_else(unknown_path)?;
    let html = String::from_utf8_lossy(&file.bytes).replacen(TITLE, &about, 1);
    file.bytes = html.into_bytes().into();
    let mut response = file_response(file);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// The title in the page's head.
const TITLE: &str = "<title>Joseki</title>";

/// Returns what replaces the title of the page at an address; `None` if it has no position of a
/// book in memory.
fn preview(service: &Service, headers: &HeaderMap, query: &str) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let scheme = match headers.get("x-forwarded-proto") {
        Some(scheme) if scheme == "https" => "https",
        _ => "http",
    };
    let asked = |name: &str| {
        let mut pairs = form_urlencoded::parse(query.as_bytes());
        pairs.find_map(|(key, value)| (key == name).then_some(value))
    };
    let mut parameters: NextParameters =
        understand::query(&part_of(query, |name| BOARD.contains(&name))).ok()?;
    if let Some(at) = asked("at").and_then(|at| at.parse().ok()) {
        let moves = parameters.moves.split(',').take(at);
        parameters.moves = moves.collect::<Vec<_>>().join(",");
    }
    let pictured = form_urlencoded::Serializer::new(part_of(query, |name| {
        BOARD.contains(&name) && name != "moves"
    }))
    .append_pair("moves", &parameters.moves)
    .extend_pairs(asked("view").filter(|view| view != "board").map(|view| ("corner", view)))
    .finish();
    let name = parameters.book.clone().unwrap_or_else(|| DEFAULT_BOOK.to_owned());
    let variant = service.loaded_variant(&name)?;
    let (moves, asked) = (parameters.moves.clone(), NextRequest::from(parameters));
    let answer = service.next_moves().next(&asked.into_query(variant).ok()?).ok()?;
    let title =
        format!("{} – Joseki", service.next_moves().position_name(&name, &answer).unwrap_or(moves));
    let best = answer.best().and_then(|best| best.plays.first());
    let best = best.map(|best| best.to_gtp(variant.size()));
    let description = match best {
        Some(best) => format!("Best book move: {best}. {} more.", answer.moves.len() - 1),
        None if answer.reason == Some(NoMoveReason::Settled) => {
            "Settled: play elsewhere.".to_owned()
        }
        None => "The book has no move here.".to_owned(),
    };
    let picture = format!("{scheme}://{host}/v1/next/picture?{pictured}");
    Some(format!(
        "<title>{title}</title>\
         <meta property=\"og:title\" content=\"{title}\" />\
         <meta property=\"og:description\" content=\"{}\" />\
         <meta property=\"og:image\" content=\"{}\" />\
         <meta name=\"twitter:card\" content=\"summary_large_image\" />",
        escaped(&description),
        escaped(&picture),
        title = escaped(&title),
    ))
}

/// Parameters of the page that describe a position, as those of `/v1/next`.
const BOARD: [&str; 7] = ["moves", "stones", "fen", "game", "board_size", "to_play", "book"];

/// Serves the licence texts of what the page contains.
pub async fn licenses(headers: HeaderMap) -> Result<Response, Problem> {
    serve_file(LICENSES, &headers)
}

/// Serves a file of the page.
pub async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let mut response = serve_file(&format!("{ASSETS}{name}"), &headers)?;
    let for_ever = HeaderValue::from_static(IMMUTABLE);
    response.headers_mut().insert(header::CACHE_CONTROL, for_ever);
    Ok(response)
}

fn serve_file(name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let file = web::file(name).ok_or_else(unknown_path)?;
    let (conditions, tag) =
        (Preconditions::from_headers(headers, false), Tag::from_hash(&file.hash));
    let held = conditions.not_modified(&tag);
    Ok(held.unwrap_or_else(|| conditions.tagged(&tag, file_response(file))))
}

fn file_response(file: PageFile) -> Response {
    let mut response = Response::new(Body::from(file.bytes));
    let kind = HeaderValue::from_static(file.kind);
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}
