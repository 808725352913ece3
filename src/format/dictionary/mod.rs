//! Joseki dictionaries: imports SGF trees into a book and exports a book as an SGF tree.
//!
//! - [`Importer`]: places the nodes of game trees in a forest and accounts for each
//! - [`ImportReport`]: the outcome for every node
//! - [`export`]: a forest as one game tree in any corner
//! - [`Phrases`]: how sentences about a move's dependencies are handled
//!
//! - `board`: trees of games that are played on the whole board
//!
//! Internally, `phrases` (with `phrase_words` and `phrase_lists`) finds sentences, `statements`
//! collects them, and `converting` turns them into conditions. `properties` interprets SGF
//! properties, `walk` follows one variation, `corners` determines the corners of a tree, and
//! `orientation` how a symmetric node's marks and comments are turned.

mod board;
mod converting;
mod corners;
mod export;
mod import;
mod orientation;
mod phrase_lists;
#[cfg(test)]
mod phrase_tests;
mod phrase_words;
mod phrases;
pub(super) mod properties;
mod report;
mod statements;
mod walk;

pub(super) use board::check as check_variant;
pub(super) use export::verdict as verdict_property;
pub use export::{ExportOptions, Provenance, export, export_with};
pub use import::Importer;
pub(super) use import::board_of;
pub use properties::{FEN, SET_UPS};
pub use report::{
    ConvertedPhrase, ImportReport, MergedNodes, PhraseToReview, Phrases, Refusal, RefusalReason,
    ReviewReason,
};
