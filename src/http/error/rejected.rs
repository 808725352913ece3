//! Reasons for rejecting requests and connections, as counted in the metrics.

use strum::VariantNames;

use joseki_service::Code;

/// Rejection reason; its name is the label in the metrics. It travels in the response's extensions
/// and is counted once, where responses are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Reason {
    /// Too many open connections, all in the middle of a request.
    Connections,
    /// Too many open connections of one address, all in the middle of a request.
    AddressConnections,
    /// The request head is too large.
    Head,
    /// The request head is ambiguous.
    UnclearHead,
    /// The request is for another host.
    UnknownHost,
    /// The request head did not arrive in time.
    HeaderTimeout,
    /// The body did not arrive in time.
    BodyTimeout,
    /// The body is too large.
    BodyTooLarge,
    /// The client did not read its response.
    WriteTimeout,
    /// The queue is full.
    QueueFull,
    /// Too little memory is left for the body or the response.
    Memory,
    /// Too many clients follow the changes.
    StreamsFull,
    /// Too many clients at one address follow the changes.
    AddressStreams,
    /// The work took too long.
    HandlerTimeout,
    /// Shed under load.
    Overload,
    /// The API key's rate limit is exceeded.
    RateLimit,
    /// No API key was sent.
    KeyMissing,
    /// The API key is unknown.
    KeyUnknown,
    /// The API key has expired or was revoked.
    KeyEnded,
    /// The API key lacks the scope.
    KeyScope,
}

impl Reason {
    /// Returns the reason that a code stands for, if there is exactly one.
    #[must_use]
    pub fn from_code(code: Code) -> Option<Reason> {
        Some(match code {
            Code::InvalidHead => Reason::UnclearHead,
            Code::UnknownHost => Reason::UnknownHost,
            Code::BodyTimeout => Reason::BodyTimeout,
            Code::BodyTooLarge => Reason::BodyTooLarge,
            Code::Timeout | Code::OutcomeUnknown => Reason::HandlerTimeout,
            Code::RateLimited => Reason::RateLimit,
            Code::KeyMissing => Reason::KeyMissing,
            Code::KeyUnknown => Reason::KeyUnknown,
            Code::KeyEnded => Reason::KeyEnded,
            Code::KeyScope => Reason::KeyScope,
            _ => return None,
        })
    }

    /// Returns the reason why the server broke off a connection, if it did. `heard` is true if part
    /// of a request had been received.
    #[must_use]
    pub fn from_connection_error(error: &hyper::Error, heard: bool) -> Option<Reason> {
        if error.is_parse_too_large() {
            return Some(Reason::Head);
        }
        if is_write_timeout(error) {
            return Some(Reason::WriteTimeout);
        }
        // The same timeout closes idle connections, which is not a rejection.
        (error.is_timeout() && heard).then_some(Reason::HeaderTimeout)
    }
}

fn is_write_timeout(error: &hyper::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        let found = error.downcast_ref::<std::io::Error>();
        if found.is_some_and(|error| error.kind() == std::io::ErrorKind::TimedOut) {
            return true;
        }
        source = error.source();
    }
    false
}
