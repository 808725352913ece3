//! The HTTP door over real sockets and a real store.

mod access;
mod answers;
mod client;
#[path = "../counted_support/mod.rs"]
mod counted;
mod faulty;
mod games;
mod generated;
mod house;
mod imports;
mod junk;
mod learning;
mod refusals;
mod result_streams;
mod results;
mod server;
mod statistics;
