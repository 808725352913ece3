//! Counters, and their text for Prometheus.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;

use super::access::Reader;
use super::app::App;

/// The bounds of the histogram's buckets, in microseconds.
const BOUNDS: [u64; 12] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 10_000_000,
];

/// What may become of a result, in a word.
pub const RESULTS: [&str; 5] = ["counted", "unchanged", "corrected", "withdrawn", "refused"];

/// What was counted since the server started.
#[derive(Debug, Default)]
pub struct Metrics {
    routes: RwLock<HashMap<String, Arc<Route>>>,
    /// Connections that are open.
    pub connections: AtomicUsize,
    /// Connections that were refused because too many were open.
    pub refused: AtomicU64,
    /// Results by what became of them, in the order of [`RESULTS`].
    results: [AtomicU64; RESULTS.len()],
}

#[derive(Debug, Default)]
struct Route {
    requests: Mutex<BTreeMap<(&'static str, u16), u64>>,
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

/// The counters of the server and the books' versions, as text for Prometheus.
#[utoipa::path(
    get, path = "/metrics", tag = "server", operation_id = "metrics", security((), ("key" = ["read"])),
    responses((status = 200, description = "Prometheus text", body = String, content_type = "text/plain"))
)]
pub async fn get(_: Reader, State(app): State<Arc<App>>) -> Response {
    let mut text = app.metrics.text();
    for (metric, help) in [
        ("version", "The version of each book in memory."),
        ("nodes", "The nodes of each book in memory."),
    ] {
        head(&mut text, &format!("joseki_book_{metric}"), "gauge", help);
        for (name, book) in app.service.held().iter() {
            let value = match metric {
                "version" => book.info.version,
                _ => book.info.nodes,
            };
            let name = escaped(name);
            line(
                &mut text,
                format_args!("joseki_book_{metric}{{book=\"{name}\"}} {value}"),
            );
        }
    }
    let mut response = Response::new(Body::from(text));
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

impl Metrics {
    /// Counts a request by the pattern of its route.
    pub fn count(&self, route: &str, method: &Method, status: StatusCode, took: Duration) {
        let route = self.route(route);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        route.count.fetch_add(1, Relaxed);
        route.micros.fetch_add(micros, Relaxed);
        if let Some(bucket) = BOUNDS.iter().position(|bound| micros <= *bound) {
            route.buckets[bucket].fetch_add(1, Relaxed);
        }
        let mut requests = route
            .requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *requests
            .entry((method_name(method), status.as_u16()))
            .or_default() += 1;
    }

    /// Counts results by what became of them, one of [`RESULTS`].
    pub fn count_results(&self, became: &str, count: u64) {
        if let Some(place) = RESULTS.iter().position(|name| *name == became) {
            self.results[place].fetch_add(count, Relaxed);
        }
    }

    fn route(&self, name: &str) -> Arc<Route> {
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(route) = routes.get(name) {
            return Arc::clone(route);
        }
        drop(routes);
        let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(routes.entry(name.to_owned()).or_default())
    }

    fn text(&self) -> String {
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        let routes: BTreeMap<&String, &Arc<Route>> = routes.iter().collect();
        let mut text = String::new();
        let name = "joseki_http_requests_total";
        head(
            &mut text,
            name,
            "counter",
            "Requests by route, method and status.",
        );
        for (route, counted) in &routes {
            let requests = counted
                .requests
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            for ((method, status), count) in requests.iter() {
                let labels = format!("route=\"{route}\",method=\"{method}\",status=\"{status}\"");
                line(&mut text, format_args!("{name}{{{labels}}} {count}"));
            }
        }
        let name = "joseki_http_request_seconds";
        head(
            &mut text,
            name,
            "histogram",
            "Time from a request's head to its answer.",
        );
        for (route, counted) in &routes {
            counted.histogram(&mut text, name, route);
        }
        let name = "joseki_http_connections";
        head(&mut text, name, "gauge", "Connections that are open.");
        line(
            &mut text,
            format_args!("{name} {}", self.connections.load(Relaxed)),
        );
        let name = "joseki_http_connections_refused_total";
        head(
            &mut text,
            name,
            "counter",
            "Connections refused because too many were open.",
        );
        line(
            &mut text,
            format_args!("{name} {}", self.refused.load(Relaxed)),
        );
        let name = "joseki_results_total";
        let help = "Results of games by what became of them.";
        head(&mut text, name, "counter", help);
        for (became, count) in RESULTS.iter().zip(&self.results) {
            let count = count.load(Relaxed);
            line(
                &mut text,
                format_args!("{name}{{status=\"{became}\"}} {count}"),
            );
        }
        text
    }
}

impl Route {
    fn histogram(&self, text: &mut String, name: &str, route: &str) {
        let mut so_far = 0;
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            so_far += bucket.load(Relaxed);
            let seconds = Duration::from_micros(*bound).as_secs_f64();
            let labels = format!("route=\"{route}\",le=\"{seconds}\"");
            line(text, format_args!("{name}_bucket{{{labels}}} {so_far}"));
        }
        // Counted before its bucket, so never less than the buckets together.
        let count = self.count.load(Relaxed).max(so_far);
        let seconds = Duration::from_micros(self.micros.load(Relaxed)).as_secs_f64();
        line(
            text,
            format_args!("{name}_bucket{{route=\"{route}\",le=\"+Inf\"}} {count}"),
        );
        line(
            text,
            format_args!("{name}_sum{{route=\"{route}\"}} {seconds}"),
        );
        line(
            text,
            format_args!("{name}_count{{route=\"{route}\"}} {count}"),
        );
    }
}

/// A method that may be counted: callers can make up others without end.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    line(text, format_args!("# HELP {name} {help}"));
    line(text, format_args!("# TYPE {name} {kind}"));
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    text.push_str(&line.to_string());
    text.push('\n');
}

fn escaped(label: &str) -> String {
    label
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}
