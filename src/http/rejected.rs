//! Why something was refused so that the service keeps working for everybody, in a word.

use super::code::Code;

/// Writes the reasons down once: with the word that they are counted by.
macro_rules! reasons {
    ($($(#[$about:meta])+ $reason:ident = $name:literal;)+) => {
        /// A reason. An answer that refuses for one carries it, so that it is counted once, where answers are.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Reason { $($(#[$about])+ $reason,)+ }

        impl Reason {
            /// The words of all, in their order.
            pub const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];
        }
    };
}

reasons! {
    /// Too many connections are open.
    Connections = "connections";
    /// The head of a request is too large.
    Head = "head";
    /// The head of a request can be understood in more than one way.
    UnclearHead = "unclear_head";
    /// The head of a request did not come in time.
    HeaderTimeout = "header_timeout";
    /// The body did not come in time.
    BodyTimeout = "body_timeout";
    /// The body is too large.
    BodyTooLarge = "body_too_large";
    /// The caller took nothing of its answer.
    WriteTimeout = "write_timeout";
    /// Too many requests wait.
    QueueFull = "queue_full";
    /// Too many follow the changes.
    StreamsFull = "streams_full";
    /// The work took too long.
    HandlerTimeout = "handler_timeout";
    /// The server has more to do than it can.
    Overload = "overload";
    /// The key asks too often.
    RateLimit = "rate_limit";
    /// No key was sent.
    KeyMissing = "key_missing";
    /// The key is not known.
    KeyUnknown = "key_unknown";
    /// The key has expired or was revoked.
    KeyEnded = "key_ended";
    /// The key does not allow it.
    KeyScope = "key_scope";
}

impl Reason {
    /// The reason behind a code, where that is the only one.
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

    /// The reason why a connection broke off, if that was ours. `heard` says whether something of a request had come.
    #[must_use]
    pub fn of_break(error: &hyper::Error, heard: bool) -> Option<Reason> {
        if error.is_parse_too_large() {
            return Some(Reason::Head);
        }
        if took_nothing(error) {
            return Some(Reason::WriteTimeout);
        }
        // The same limit ends connections that are idle, which is no refusal.
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
