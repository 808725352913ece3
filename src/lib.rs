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

pub use joseki_book as book;
pub use joseki_format as format;
pub use joseki_game as game;
pub use joseki_influence as influence;
pub use joseki_ledger as ledger;
pub use joseki_mine as mine;
pub use joseki_patterns as patterns;
pub use joseki_priority as priority;
pub use joseki_search as search;

#[cfg(feature = "server")]
pub use joseki_cli as cli;
#[cfg(feature = "server")]
pub use joseki_engine as engine;
#[cfg(feature = "server")]
pub use joseki_gtp as gtp;
#[cfg(feature = "server")]
pub use joseki_http as http;
#[cfg(feature = "server")]
pub use joseki_peer as peer;
#[cfg(feature = "server")]
pub use joseki_service as service;
#[cfg(feature = "server")]
pub use joseki_store as store;
#[cfg(feature = "server")]
pub use joseki_web as web;
#[cfg(feature = "server")]
pub use joseki_wire as wire;

pub use joseki_base::cancel;
pub use joseki_base::named::{Named, UnknownName};
