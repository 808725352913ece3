//! Extractors and parsing of requests.

pub mod access;
pub mod address;
pub mod body;
pub mod idempotency;
pub mod lines;
pub mod min_version;
pub mod understand;
