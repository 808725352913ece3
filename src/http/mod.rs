//! HTTP server. Only this module depends on `axum` and `tower-http`.
//!
//! - [`Server`], [`ServeOptions`], [`Stopper`], [`ServerError`]: starting and stopping a server
//! - [`openapi`]: the OpenAPI document, generated from the code
//! - `router`: all routes
//! - `next`, `batch`, `ladder`, `influence`, `score`, `review`, `books`, `conditions`, `nodes`,
//!   `games`, `import`, `export`, `keys`: handlers of queries, imports, exports and keys
//! - `editing`, `edit_node`, `edits`: handlers of edits; `history`, `reverting`, `stream`, `feed`:
//!   of changes
//! - `shelves`, `merging`: handlers of whole books
//! - `results`, `result_stream`, `entering`, `opponents`: handlers of results
//! - `quiz`, `players`: handlers of training
//! - `page`: the browser page, whose files are in `web`
//! - `health`, `metrics` (with `gauges` and `exposition`), `docs`: state, metrics and documentation
//! - `problem`, `code`, `codes`, `rejected`, `blame`: errors, and their mapping from service errors
//! - `access`, `rate`, `address`, `laying`, `seen`, `body`, `lines`, `understand`: extractors and
//!   parsing
//! - `etag`, `secure`, `framing`, `observe`: headers, checks and logging of every response;
//!   `answers`: the response cache
//! - `app`, `door`: shared state, and the bounded worker pools
//! - `accept`, `patient`, `pressure`, `admit`: connections, their limits, and load shedding

mod accept;
mod access;
mod address;
mod admit;
mod answers;
mod app;
mod batch;
mod blame;
mod body;
mod books;
mod code;
mod codes;
mod conditions;
mod docs;
mod door;
mod edit_node;
mod editing;
mod edits;
mod entering;
mod etag;
mod export;
mod exposition;
mod feed;
mod framing;
mod games;
mod gauges;
mod health;
mod history;
mod import;
mod influence;
mod keys;
mod ladder;
mod laying;
mod lines;
mod merging;
mod metrics;
mod next;
mod nodes;
mod observe;
pub mod openapi;
mod opponents;
mod options;
mod page;
mod patient;
mod players;
mod pressure;
mod problem;
mod quiz;
mod rate;
mod rejected;
mod result_stream;
mod results;
mod reverting;
mod review;
mod router;
mod score;
mod secure;
mod seen;
mod server;
mod shelves;
mod stream;
mod understand;

pub use options::ServeOptions;
pub use server::{Server, ServerError, Stopper};
