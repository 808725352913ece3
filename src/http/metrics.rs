//! What is counted, and `/metrics`, which says it to Prometheus.

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
use super::exposition::Exposition;
use super::gauges::gauges;
use super::problem::Problem;
use super::rejected::Reason;
use crate::store::Spread;

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
    /// What was refused, in the order of [`Reason::NAMES`].
    rejected: [AtomicU64; Reason::NAMES.len()],
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
pub async fn get(_: Reader, State(app): State<Arc<App>>) -> Result<Response, Problem> {
    let mut text = Exposition::default();
    app.metrics.write(&mut text);
    let service = Arc::clone(&app.service);
    // It asks the disk, and is not to wait behind those who wait for the disk.
    let store = tokio::task::spawn_blocking(move || service.store_stats()).await;
    let store = store.map_err(|error| Problem::internal(&error))?;
    gauges(&app, &store, &mut text);
    let mut response = Response::new(Body::from(text.into_text()));
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    Ok(response)
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

    /// Counts what was refused. What is answered with a [`Problem`] is counted with its answer.
    pub fn count_rejected(&self, reason: Reason) {
        self.rejected[reason as usize].fetch_add(1, Relaxed);
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

    fn write(&self, text: &mut Exposition) {
        self.write_requests(text);
        let help = "Connections that are open.";
        let connections = self.connections.load(Relaxed);
        text.gauge("joseki_http_connections", help)
            .value(connections);
        let help = "What was refused to keep the service working, by reason.";
        let mut family = text.counter("joseki_rejected_total", help);
        for (reason, count) in Reason::NAMES.iter().zip(&self.rejected) {
            family.labelled(&[("reason", reason)], count.load(Relaxed));
        }
        let help = "Results of games by what became of them.";
        let mut family = text.counter("joseki_results_total", help);
        for (became, count) in RESULTS.iter().zip(&self.results) {
            family.labelled(&[("status", became)], count.load(Relaxed));
        }
    }

    fn write_requests(&self, text: &mut Exposition) {
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        let routes: BTreeMap<&String, &Arc<Route>> = routes.iter().collect();
        let help = "Requests by route, method and status.";
        let mut family = text.counter("joseki_http_requests_total", help);
        for (route, counted) in &routes {
            let requests = counted
                .requests
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            for ((method, status), count) in requests.iter() {
                let status = status.to_string();
                let labels = [
                    ("route", route.as_str()),
                    ("method", method),
                    ("status", &status),
                ];
                family.labelled(&labels, count);
            }
        }
        let help = "Time from a request's head to its answer.";
        let mut family = text.histogram("joseki_http_request_seconds", help);
        for (route, counted) in &routes {
            family.spread(&[("route", route)], &counted.spread());
        }
    }
}

impl Route {
    fn spread(&self) -> Spread {
        let mut so_far = 0;
        let buckets = BOUNDS.iter().zip(&self.buckets).map(|(bound, bucket)| {
            so_far += bucket.load(Relaxed);
            (Duration::from_micros(*bound).as_secs_f64(), so_far)
        });
        Spread {
            buckets: buckets.collect(),
            // Counted before its bucket, so never less than the buckets together.
            count: self.count.load(Relaxed).max(so_far),
            sum: Duration::from_micros(self.micros.load(Relaxed)).as_secs_f64(),
        }
    }
}

/// A method that may be counted and logged: callers can make up others without end, and of anything.
pub fn method_name(method: &Method) -> &'static str {
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
