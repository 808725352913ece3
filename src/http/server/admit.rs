//! Load shedding: routes a request, or rejects it under load.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Context, Poll};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use hyper::body::{Body as _, Incoming};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::task::futures::TaskLocalFuture;

use super::app::App;
use super::authorization::known_key;
use super::client::{CALLER, Caller, Client, client_address, network};
use super::connection_io::ReadPause;
use super::connections::{Answering, Connection};
use super::framing::TwoLengths;
use super::tapped_body::TappedBody;
use crate::error::problem::PROBLEM_JSON;
use crate::error::rejected::Reason;

/// Body of every rejection. It is constant, since shedding must cost next to nothing.
const TOO_MANY: &str = "{\"type\":\"/problems#overloaded\",\"title\":\"Service overloaded\",\"status\":503,\
    \"detail\":\"more requests arrive than can be served in time: try again\",\"code\":\"overloaded\"}";
/// Maximum size of an unread body that keeps its connection: it has usually arrived with its head.
const ARRIVED_BYTES: u64 = 4 << 10;
/// Value of `Retry-After` on a connection of the reserve, in seconds.
const RETRY_AFTER: u8 = 1;
/// Paths that are never shed, and that are answered on connections of the reserve.
const ALWAYS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Hyper service of one connection.
pub struct Admission {
    app: Arc<App>,
    router: TowerToHyperService<Router>,
    pause: ReadPause,
    two_lengths: TwoLengths,
    peer: IpAddr,
    connection: Arc<Connection>,
}

impl Admission {
    /// Creates the service of a connection from `peer` that can be paused.
    pub fn new(
        app: Arc<App>,
        router: Router,
        pause: ReadPause,
        two_lengths: TwoLengths,
        peer: IpAddr,
        connection: Arc<Connection>,
    ) -> Admission {
        let router = TowerToHyperService::new(router);
        Admission { app, router, pause, two_lengths, peer, connection }
    }

    fn admits(&self, request: &Request<Incoming>, has_key: bool) -> bool {
        has_key || is_always_answered(request) || self.app.pressure.admits()
    }

    fn respond(&self, mut request: Request<Incoming>) -> AdmittedResponse {
        let is_open = self.connection.begin();
        if !is_open || (self.connection.is_reserved() && !is_always_answered(&request)) {
            self.app.metrics.count_rejected(Reason::Connections);
            let mut refused = refusal(RETRY_AFTER, &request);
            let close = HeaderValue::from_static("close");
            refused.headers_mut().insert(header::CONNECTION, close);
            return AdmittedResponse::Refused(ready(refused));
        }
        // The scanner may be ahead of the request, but stops at one in chunks.
        if self.two_lengths.get() && request.headers().contains_key(header::TRANSFER_ENCODING) {
            request.extensions_mut().insert(self.two_lengths.clone());
        }
        let key = known_key(&self.app, request.headers());
        let has_key = key.is_some();
        if self.admits(&request, has_key) {
            let trusted = &self.app.options.trusted_proxies;
            let address = client_address(request.headers(), self.peer, trusted);
            let caller = key.as_ref().map(|key| Caller::Key(key.id));
            let caller = caller.unwrap_or_else(|| Caller::Address(network(address)));
            let client = Client { address, key: key.map(|key| key.prefix) };
            request.extensions_mut().insert(client);
            let routed = CALLER.scope(caller, self.router.call(request));
            return AdmittedResponse::Routed(Box::pin(routed));
        }
        self.app.metrics.count_rejected(Reason::Overload);
        let away = self.app.pressure.shed_advice();
        self.pause.begin(away.pause);
        AdmittedResponse::Refused(ready(refusal(away.retry_after, &request)))
    }
}

type Routed =
    TaskLocalFuture<Caller, <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future>;

/// Future of a response on a connection.
pub struct AdmissionFuture {
    response: AdmittedResponse,
    connection: Arc<Connection>,
}

enum AdmittedResponse {
    /// The router handles the request.
    Routed(Pin<Box<Routed>>),
    /// The request was refused.
    Refused(Ready<Response<Body>>),
}

impl Service<Request<Incoming>> for Admission {
    type Response = Response<TappedBody<Answering>>;
    type Error = Infallible;
    type Future = AdmissionFuture;

    fn call(&self, request: Request<Incoming>) -> AdmissionFuture {
        AdmissionFuture {
            response: self.respond(request),
            connection: Arc::clone(&self.connection),
        }
    }
}

impl Future for AdmissionFuture {
    type Output = Result<Response<TappedBody<Answering>>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if self.connection.is_turn_over() {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let response = match &mut self.response {
            AdmittedResponse::Routed(routed) => task::ready!(routed.as_mut().poll(context))?,
            AdmittedResponse::Refused(refused) => task::ready!(Pin::new(refused).poll(context)),
        };
        let connection = Arc::clone(&self.connection);
        Poll::Ready(Ok(response.map(|body| TappedBody::new(body, Answering(connection)))))
    }
}

fn is_always_answered(request: &Request<Incoming>) -> bool {
    ALWAYS.contains(&request.uri().path())
}

fn refusal(retry_after: u8, request: &Request<Incoming>) -> Response<Body> {
    let mut response = Response::new(Body::from(TOO_MANY));
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
    headers.insert(header::RETRY_AFTER, HeaderValue::from(u16::from(retry_after)));
    if request.body().size_hint().upper().is_none_or(|bytes| bytes > ARRIVED_BYTES) {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::connections::Connections;
    use crate::server::options::ServeOptions;
    use std::task::Waker;

    #[test]
    fn a_connection_whose_turn_is_over_waits_for_the_next() {
        let connections = Connections::new(&ServeOptions::default());
        let connection = connections.open(None).expect("a connection");
        let mut next = Box::pin(AdmissionFuture {
            response: AdmittedResponse::Refused(ready(Response::new(Body::empty()))),
            connection: Arc::clone(&connection),
        });
        let mut context = Context::from_waker(Waker::noop());
        while !connection.is_turn_over() {}
        assert!(next.as_mut().poll(&mut context).is_pending());
        connection.begin_turn();
        assert!(next.as_mut().poll(&mut context).is_ready());
    }
}
