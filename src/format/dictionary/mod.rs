//! Joseki dictionaries: SGF trees read into a book, and a book written as an SGF tree.
//!
//! - [`Importer`]: places the nodes of game trees in a forest and accounts for each
//! - [`ImportReport`]: what became of every node
//! - [`export`]: a forest as one game tree in any corner
//!
//! Inside: `properties` and `points` give SGF properties their meaning, `walk` follows one
//! variation, `corners` says which corners a tree holds.

mod board;
mod corners;
mod export;
mod import;
pub(super) mod points;
mod properties;
mod report;
mod walk;

pub(super) use export::verdict as verdict_property;
pub use export::{ExportOptions, export};
pub use import::Importer;
pub(super) use import::{board_of, moves_of};
pub use report::{ImportReport, Merged, Refusal, RefusalReason};
