//! A database of joseki and opening patterns for Go: rules, books, priorities, stores and the
//! interfaces to them (command line, HTTP, GTP).

pub mod book;
pub mod cli;
pub mod format;
pub mod game;
pub mod gtp;
pub mod http;
pub mod influence;
pub mod ledger;
pub mod mine;
pub mod peer;
pub mod priority;
pub mod service;
pub mod store;
pub mod web;
pub mod wire;
