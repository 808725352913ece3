//! Counters of requests.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use strum::VariantNames;

use super::exposition::Exposition;
use crate::error::rejected::Reason;
use joseki_store::Histogram;

/// Upper bounds of the histogram's buckets, in microseconds.
const BOUNDS: [u64; 12] =
    [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 10_000_000];

/// Labels of the outcomes of a result.
pub const OUTCOMES: [&str; 7] =
    ["counted", "kept", "duplicate_game", "unchanged", "corrected", "withdrawn", "refused"];

/// Counters since the server started.
#[derive(Debug, Default)]
pub struct Metrics {
    routes: RwLock<HashMap<String, Arc<Route>>>,
    /// Open connections.
    pub connections: AtomicUsize,
    /// Rejections, in the order of [`Reason`].
    rejected: [AtomicU64; Reason::VARIANTS.len()],
    /// Results by outcome, in the order of [`OUTCOMES`].
    results: [AtomicU64; OUTCOMES.len()],
}

#[derive(Debug, Default)]
struct Route {
    requests: Mutex<BTreeMap<(&'static str, u16), u64>>,
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Metrics {
    /// Counts a request under its route pattern.
    pub fn count(&self, route: &str, method: &Method, status: StatusCode, took: Duration) {
        let route = self.route(route);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        route.count.fetch_add(1, Relaxed);
        route.micros.fetch_add(micros, Relaxed);
        if let Some(bucket) = BOUNDS.iter().position(|bound| micros <= *bound) {
            route.buckets[bucket].fetch_add(1, Relaxed);
        }
        let mut requests = route.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry((method_name(method), status.as_u16())).or_default() += 1;
    }

    /// Counts a rejection. A [`Problem`] is counted with its response and must not be counted here.
    pub fn count_rejected(&self, reason: Reason) {
        self.rejected[reason as usize].fetch_add(1, Relaxed);
    }

    /// Counts results with an outcome of [`OUTCOMES`].
    pub fn count_results(&self, became: &str, count: u64) {
        if let Some(place) = OUTCOMES.iter().position(|name| *name == became) {
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

    pub fn write(&self, text: &mut Exposition) {
        self.write_requests(text);
        let help = "Open connections.";
        let connections = self.connections.load(Relaxed);
        text.gauge("joseki_http_connections", help).value(connections);
        let help = "Rejected requests and connections, by reason.";
        let mut family = text.counter("joseki_rejected_total", help);
        for (reason, count) in Reason::VARIANTS.iter().zip(&self.rejected) {
            family.labelled(&[("reason", reason)], count.load(Relaxed));
        }
        let help = "Results of games, by outcome.";
        let mut family = text.counter("joseki_results_total", help);
        for (became, count) in OUTCOMES.iter().zip(&self.results) {
            family.labelled(&[("status", became)], count.load(Relaxed));
        }
    }

    fn write_requests(&self, text: &mut Exposition) {
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        let routes: BTreeMap<&String, &Arc<Route>> = routes.iter().collect();
        let help = "Requests by route, method and status.";
        let mut family = text.counter("joseki_http_requests_total", help);
        for (route, counted) in &routes {
            let requests = counted.requests.lock().unwrap_or_else(PoisonError::into_inner);
            for ((method, status), count) in requests.iter() {
                let status = status.to_string();
                let labels = [("route", route.as_str()), ("method", method), ("status", &status)];
                family.labelled(&labels, count);
            }
        }
        let help = "Time from a request's head to its response.";
        let mut family = text.histogram("joseki_http_request_seconds", help);
        for (route, counted) in &routes {
            family.spread(&[("route", route)], &counted.spread());
        }
    }
}

impl Route {
    fn spread(&self) -> Histogram {
        let mut so_far = 0;
        let buckets = BOUNDS.iter().zip(&self.buckets).map(|(bound, bucket)| {
            so_far += bucket.load(Relaxed);
            (Duration::from_micros(*bound).as_secs_f64(), so_far)
        });
        Histogram {
            buckets: buckets.collect(),
            // Incremented before its bucket, so never less than the sum of the buckets.
            count: self.count.load(Relaxed).max(so_far),
            sum: Duration::from_micros(self.micros.load(Relaxed)).as_secs_f64(),
        }
    }
}

/// Returns a method's label for metrics and logs; unknown methods share one, since clients can
/// invent any number.
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
