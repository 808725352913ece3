//! Load shedding: routes a request, or rejects it under load.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use hyper::body::{Body as _, Incoming};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::task::futures::TaskLocalFuture;

use super::app::{App, HAS_KEY};
use super::connection_io::ReadPause;
use super::framing::TwoLengths;
use super::load_shedder::ShedAdvice;
use crate::http::error::problem::PROBLEM_JSON;
use crate::http::error::rejected::Reason;
use crate::http::request::access::has_known_key;

/// Body of every rejection. It is constant, since shedding must cost next to nothing.
const TOO_MANY: &str = "{\"type\":\"/problems#overloaded\",\"title\":\"Service overloaded\",\"status\":503,\
    \"detail\":\"more requests arrive than can be served in time: try again\",\"code\":\"overloaded\"}";
/// Maximum size of an unread body that keeps its connection: it has usually arrived with its head.
const ARRIVED_BYTES: u64 = 4 << 10;
/// Paths that are never shed.
const ALWAYS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Hyper service of one connection.
pub struct Admission {
    app: Arc<App>,
    router: TowerToHyperService<Router>,
    pause: ReadPause,
    two_lengths: TwoLengths,
}

impl Admission {
    /// Creates the service of a connection that can be paused.
    pub fn new(
        app: Arc<App>,
        router: Router,
        pause: ReadPause,
        two_lengths: TwoLengths,
    ) -> Admission {
        Admission { app, router: TowerToHyperService::new(router), pause, two_lengths }
    }

    fn admits(&self, request: &Request<Incoming>, has_key: bool) -> bool {
        has_key || ALWAYS.contains(&request.uri().path()) || self.app.pressure.admits()
    }
}

type RoutedResponse = Result<Response<Body>, Infallible>;
type Routed =
    TaskLocalFuture<bool, <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future>;

/// Future of a response.
pub enum AdmissionFuture {
    /// The router handles the request.
    Routed(Pin<Box<Routed>>),
    /// The request was shed.
    Refused(Ready<RoutedResponse>),
}

impl Service<Request<Incoming>> for Admission {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = AdmissionFuture;

    fn call(&self, mut request: Request<Incoming>) -> AdmissionFuture {
        // The scanner may be ahead of the request, but stops at one in chunks.
        if self.two_lengths.get() && request.headers().contains_key(header::TRANSFER_ENCODING) {
            request.extensions_mut().insert(self.two_lengths.clone());
        }
        let has_key = has_known_key(&self.app, request.headers());
        if self.admits(&request, has_key) {
            let routed = HAS_KEY.scope(has_key, self.router.call(request));
            return AdmissionFuture::Routed(Box::pin(routed));
        }
        self.app.metrics.count_rejected(Reason::Overload);
        let away = self.app.pressure.shed_advice();
        self.pause.begin(away.pause);
        AdmissionFuture::Refused(ready(Ok(refusal(away, &request))))
    }
}

impl Future for AdmissionFuture {
    type Output = RoutedResponse;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<RoutedResponse> {
        match self.get_mut() {
            AdmissionFuture::Routed(routed) => routed.as_mut().poll(context),
            AdmissionFuture::Refused(refused) => Pin::new(refused).poll(context),
        }
    }
}

fn refusal(away: ShedAdvice, request: &Request<Incoming>) -> Response<Body> {
    let mut response = Response::new(Body::from(TOO_MANY));
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
    headers.insert(header::RETRY_AFTER, HeaderValue::from(u16::from(away.retry_after)));
    if request.body().size_hint().upper().is_none_or(|bytes| bytes > ARRIVED_BYTES) {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
