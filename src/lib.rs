//! A database of joseki and opening patterns for Go: rules, books, priorities, stores and the
//! interfaces to them (command line, HTTP, GTP).
//!
//! As a library, without the feature `server`, it has everything about boards and books, and
//! depends on no server, database or async runtime:
//!
//! - [`game`]: steps, boards, rules, symmetries, ladders and scoring
//! - [`book`]: lines, the forest of a book, and the index that answers queries
//! - [`mod@format`]: SGF, archives of game records and the book files of other programs
//! - [`mine`]: from game records to counted lines
//! - [`patterns`]: games searched for patterns of stones
//! - [`search`]: game trees, searched and judged without a book
//! - [`priority`], [`influence`], [`ledger`]: how moves are ranked, what stones are worth, and
//!   results of games
//!
//! ```toml
//! [dependencies]
//! joseki = { version = "0.1", default-features = false }
//! ```
//!
//! The next moves of a dictionary in a corner of the caller's board:
//!
//! ```
//! use joseki::book::{Forest, Index, Tracker};
//! use joseki::format::dictionary::Importer;
//! use joseki::format::sgf::{Limits, read_collection};
//! use joseki::game::{BoardSize, Color, Corner, Frame, Move};
//!
//! let file = b"(;SZ[19];B[pd];W[nc](;B[qf])(;B[pf];W[pb]))";
//! let mut forest = Forest::new();
//! let mut importer = Importer::new(&mut forest);
//! for tree in &read_collection(file, &Limits::default())?.trees {
//!     importer.add(tree);
//! }
//! assert_eq!(importer.finish().refused.len(), 0);
//!
//! let index = Index::build(forest);
//! let size = BoardSize::NINETEEN;
//! let mut tracker = Tracker::new(&index, size, &[]);
//! tracker.play(Color::White, Move::from_gtp("D4", size)?);
//! tracker.play(Color::Black, Move::from_gtp("C6", size)?);
//!
//! let corner = Corner::LowerLeft;
//! let frame = Frame::clockwise(corner);
//! let mut points = Vec::new();
//! for reading in tracker.region(corner).known() {
//!     for next in reading.continuations(&index, Color::White) {
//!         points.push(frame.point_of(next.step, size)?.to_gtp(size));
//!     }
//! }
//! points.sort();
//! assert_eq!(points, ["F3", "F4"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `server` (on by default) come the [`store`], the use cases in [`service`], and
//! the program with its interfaces.

pub mod book;
pub mod cancel;
pub mod format;
pub mod game;
pub mod influence;
pub mod ledger;
#[cfg(feature = "server")]
mod lines;
pub mod mine;
mod named;
pub mod patterns;
pub mod priority;
pub mod search;

#[cfg(feature = "server")]
pub mod cli;
#[cfg(feature = "server")]
pub mod engine;
#[cfg(feature = "server")]
pub mod gtp;
#[cfg(feature = "server")]
pub mod http;
#[cfg(feature = "server")]
pub mod peer;
#[cfg(feature = "server")]
pub mod service;
#[cfg(feature = "server")]
pub mod store;
#[cfg(feature = "server")]
pub mod web;
#[cfg(feature = "server")]
pub mod wire;

pub use crate::named::{Named, UnknownName};
