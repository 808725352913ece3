//! HTTP server. Only this module depends on `axum` and `tower-http`.
//!
//! - [`Server`], [`ServeOptions`], [`Stopper`], [`ServerError`]: starting and stopping a server
//! - [`openapi`]: the OpenAPI document, generated from the code
//!
//! Inside:
//!
//! - `next`, `curate`, `learn`, `mine`, `patterns`, `play`, `review`, `train`, `board`, `admin`: the handlers, by
//!   feature; `page`: the browser page, whose files are in `web`
//! - `request`: authorization, extractors and parsing; `error`: problems, and their mapping from
//!   service errors; `etag`: entity tags
//! - `server`: connections and their limits, load shedding, worker pools, and what every response
//!   gets; `router`: all routes; `serve`: starting and stopping

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
