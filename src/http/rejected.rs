//! Reasons for rejecting requests and connections, as counted in the metrics.

use super::code::Code;

/// Defines each reason once, with its label in the metrics.
macro_rules! reasons {
    ($($(#[$about:meta])+ $reason:ident = $name:literal;)+) => {
        /// Rejection reason. It travels in the response's extensions and is counted once, where
        /// responses are.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Reason { $($(#[$about])+ $reason,)+ }

        impl Reason {
            /// Labels of all reasons, in the order of the variants.
            pub const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];
        }
    };
}

reasons! {
    /// Too many open connections.
    Connections = "connections";
    /// The request head is too large.
    Head = "head";
    /// The request head is ambiguous.
    UnclearHead = "unclear_head";
    /// The request head did not arrive in time.
    HeaderTimeout = "header_timeout";
    /// The body did not arrive in time.
    BodyTimeout = "body_timeout";
    /// The body is too large.
    BodyTooLarge = "body_too_large";
    /// The client read nothing of its response.
    WriteTimeout = "write_timeout";
    /// The queue is full.
    QueueFull = "queue_full";
    /// Too many clients follow the changes.
    StreamsFull = "streams_full";
    /// The work took too long.
    HandlerTimeout = "handler_timeout";
    /// Shed under load.
    Overload = "overload";
    /// The API key's rate limit is exceeded.
    RateLimit = "rate_limit";
    /// No API key was sent.
    KeyMissing = "key_missing";
    /// The API key is unknown.
    KeyUnknown = "key_unknown";
    /// The API key has expired or was revoked.
    KeyEnded = "key_ended";
    /// The API key lacks the scope.
    KeyScope = "key_scope";
}

impl Reason {
    /// Returns the reason that a code stands for, if there is exactly one.
    #[must_use]
    pub fn of(code: Code) -> Option<Reason> {
        Some(match code {
            Code::InvalidHead => Reason::UnclearHead,
            Code::BodyTimeout => Reason::BodyTimeout,
            Code::BodyTooLarge => Reason::BodyTooLarge,
            Code::Timeout => Reason::HandlerTimeout,
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
    pub fn of_break(error: &hyper::Error, heard: bool) -> Option<Reason> {
        if error.is_parse_too_large() {
            return Some(Reason::Head);
        }
        if took_nothing(error) {
            return Some(Reason::WriteTimeout);
        }
        // The same timeout closes idle connections, which is no rejection.
        (error.is_timeout() && heard).then_some(Reason::HeaderTimeout)
    }
}

fn took_nothing(error: &hyper::Error) -> bool {
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
