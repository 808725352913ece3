//! The HTTP door. All knowledge of `axum` and `tower-http` is in here.
//!
//! - [`Server`], [`ServeOptions`], [`Stopper`], [`ServerError`]: a server started and ended
//! - [`openapi`]: the document of every address, made from the code
//! - `router`: the addresses on one screen
//! - `next`, `batch`, `books`, `nodes`, `games`, `import`, `export`, `keys`: the handlers
//! - `results`, `result_stream`, `entering`, `opponents`: the handlers of results
//! - `health`, `metrics`, `docs`: what the server says of itself
//! - `problem`, `code`, `refusals`: errors, with the one place that maps the service's
//! - `access`, `address`, `body`, `lines`, `understand`: requests let in and understood
//! - `cache`, `secure`, `observe`: what is around every answer
//! - `app`, `door`: what handlers share, and the bounded way to work that blocks
//! - `accept`, `patient`: connections and their limits

mod accept;
mod access;
mod address;
mod app;
mod batch;
mod body;
mod books;
mod cache;
mod code;
mod docs;
mod door;
mod entering;
mod export;
mod games;
mod health;
mod import;
mod keys;
mod lines;
mod metrics;
mod next;
mod nodes;
mod observe;
pub mod openapi;
mod opponents;
mod options;
mod patient;
mod problem;
mod refusals;
mod result_stream;
mod results;
mod router;
mod secure;
mod server;
mod understand;

pub use options::ServeOptions;
pub use server::{Server, ServerError, Stopper};
