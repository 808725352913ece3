//! The use cases: the only room that a door may call.
//!
//! - [`Service`]: books in memory over a store; asking, listing, exporting
//! - [`NextQuery`], [`NextAnswer`]: the next joseki move on a whole board
//! - [`ImportRequest`], [`ImportOutcome`]: files merged into a book
//! - [`NodeAnswer`]: one node as a curator looks at it
//! - [`CreatedKey`]: keys and what they allow
//! - [`ServiceError`]: what can go wrong

mod error;
mod import;
mod keys;
pub mod next;
mod node;
mod query;
mod ranking;
mod record;
#[expect(
    clippy::module_inception,
    reason = "the room is named after what it holds"
)]
mod service;

pub use error::{KeyError, ServiceError};
pub use import::{ImportOutcome, ImportRequest, SourceFile};
pub use keys::{CreatedKey, now};
pub use node::{ChildNode, NodeAnswer};
pub use query::{Candidate, CornerAnswer, FailedConditions, NextAnswer, NextQuery, Reason};
pub use service::{Book, DEFAULT_BOOK, LinePage, Service};
