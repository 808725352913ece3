//! HTTP server. Only this module depends on `axum` and `tower-http`.
//!
//! - [`Server`], [`ServeOptions`], [`Stopper`], [`ServerError`]: starting and stopping a server
//! - [`openapi`]: the OpenAPI document, generated from the code
//!
//! Inside:
//!
//! - `next`, `curate`, `learn`, `mine`, `patterns`, `play`, `review`, `train`, `board`, `admin`:
//!   the handlers, by feature; `page`: the browser page, whose files are in `web`
//! - `request`: authorization, extractors and parsing; `error`: problems, and their mapping from
//!   service errors; `etag`: entity tags
//! - `server`: connections and their limits, load shedding, worker pools, and what every response
//!   gets; `router`: all routes; `serve`: starting and stopping
//!
//! # Admission
//!
//! A connection is accepted (`server/accept`) and limited in time (`connection_io`) and in number,
//! in all and by address (`connections`). Each connection records since when it is idle, so the
//! accept loop can close the one that has been idle longest. A request changes that record without
//! a lock.
//!
//! Each request is checked once before routing (`admit`). `load_shedder` measures how long
//! requests wait to be read: the server sends itself a byte, which waits in the same queue. It
//! sheds a share of the requests that grows with that wait. They are refused unparsed, because
//! refusing must cost next to nothing. Their connections are not read for a moment, so a client
//! that ignores `Retry-After` causes no load.
//!
//! Work that may block goes through bounded worker pools (`worker_pool`), one for each kind
//! (`app`). The task-local `CALLER`, set at admission from the keys in memory, chooses between the
//! pools with a key and without one, so no handler can forget to. Callers take turns at the
//! workers (`turns`). Large responses are produced in parts as the client takes them
//! (`channel_body`, `parts`), and compressed by workers, part by part (`compress`). Each piece of
//! work has a `Progress` (`base/cancel.rs`), which belongs to its thread. Long loops, SQLite's
//! progress handler and the writer check there whether the client still waits, and long work gives
//! way to others there. Bodies, and complete responses until they are sent, share a budget of
//! memory (`memory`).
//!
//! # Repeated changes and minimum versions
//!
//! A change may have an `Idempotency-Key`. `request/idempotency` hashes it and the request, the
//! author of the change carries the hashes, and the store keeps them with the log entry, in its
//! transaction. `Service::once` looks them up before a change, and after one that failed, since
//! another node may have been faster.
//!
//! A read may name the least versions that it must include (`min_version`, `min_results`). The
//! extractors of access take these parameters from the URL (`request/min_version`), so no handler
//! knows of them. If the versions in memory are older, the request waits, without a thread and for
//! a second at most, until a refresh from the store brings them (`server/catch_up`). The regular
//! refresh wakes it too.
//!
//! # The response cache
//!
//! Responses about the next move and about patterns are cached under the text of their request
//! (`response_cache`), with the serial number of the book in memory and the number of the results.
//! A cached response is returned while both are the same, so nothing has to be invalidated when a
//! book changes. Most queries come once, so a response that takes microseconds is cached when its
//! query comes again. `service/next/region_cache.rs` caches the corners of boards that are new.

mod admin;
mod board;
mod curate;
mod error;
mod etag;
mod learn;
mod mine;
mod next;
pub mod openapi;
mod page;
mod patterns;
mod play;
mod request;
mod review;
mod router;
mod serve;
mod server;
mod train;

pub use serve::{Server, ServerError, Stopper, node_name};
pub use server::{
    client::{parse_networks, write_networks},
    host::{parse_hosts, parse_origins},
    options::ServeOptions,
};
