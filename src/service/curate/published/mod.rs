//! Published books: snapshots and deltas that any web server can serve, and copies that follow.
//!
//! - [`row`]: a node's public columns as one line of JSON
//! - [`digest`]: the digest by which copies are compared
//! - [`license`]: which texts may be published
//! - [`manifest`]: what published files say of themselves
//! - [`rows_file`]: the rows of snapshots and deltas
//! - [`folder`]: the folder of a published book
//! - [`publish`], [`follow`]: the use cases

pub mod digest;
pub mod error;
pub mod folder;
pub mod follow;
pub mod license;
pub mod manifest;
pub mod publish;
pub mod row;
pub mod rows_file;
mod texts;
