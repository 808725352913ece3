//! The HTTP door over real sockets and a real store.

mod access;
mod answers;
mod client;
#[path = "../counted_support/mod.rs"]
mod counted;
mod faulty;
mod generated;
mod house;
mod imports;
mod junk;
mod refusals;
mod server;
mod statistics;
