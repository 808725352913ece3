//! The HTTP door. All knowledge of `axum` and `tower-http` is in here.
//!
//! - [`Server`], [`ServeOptions`], [`Stopper`], [`ServerError`]: a server started and ended
//! - [`openapi`]: the document of every address, made from the code
//! - `router`: the addresses on one screen
//! - `next`, `batch`, `ladder`, `influence`, `score`, `books`, `conditions`, `nodes`, `games`, `import`, `export`, `keys`: the handlers
//! - `editing`, `edit_node`, `edits`: the handlers of edits; `history`, `reverting`, `stream`, `feed`: of the changes
//! - `shelves`, `merging`: the handlers of whole books
//! - `results`, `result_stream`, `entering`, `opponents`: the handlers of results
//! - `quiz`, `players`: the handlers of training
//! - `page`: the page for people, which `web` carries
//! - `health`, `metrics` (with `gauges` and `exposition`), `docs`: what the server says of itself
//! - `problem`, `code`, `refusals`, `rejected`, `blame`: errors, with the one place that maps the service's
//! - `access`, `rate`, `address`, `laying`, `seen`, `body`, `lines`, `understand`: requests let in and understood
//! - `cache`, `secure`, `framing`, `observe`: what is around every answer; `answers`: those that are kept for the same question
//! - `app`, `door`: what handlers share, and the bounded way to work that blocks
//! - `accept`, `patient`, `pressure`, `admit`: connections and their limits, and who is sent away at too much load

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
mod cache;
mod code;
mod conditions;
mod docs;
mod door;
mod edit_node;
mod editing;
mod edits;
mod entering;
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
mod refusals;
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
