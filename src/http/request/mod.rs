//! Extractors and parsing of requests.

pub mod access;
pub mod address;
pub mod body;
pub mod lines;
pub mod understand;
