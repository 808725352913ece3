//! Joseki dictionaries: SGF trees read into a book, and a book written as an SGF tree.
//!
//! - [`Importer`]: places the nodes of game trees in a forest and accounts for each
//! - [`ImportReport`]: what became of every node
//! - [`export`]: a forest as one game tree in any corner
//!
//! - [`Phrases`]: what becomes of sentences that say what a move depends on
//!
//! Inside: `phrases` (with `phrase`, `phrase_words`, `phrase_lists` and `phrase_ideographs`) finds them, `said` keeps them, `converting` makes conditions of them; `properties` and `points` give SGF properties their meaning, `walk` follows one
//! variation, `corners` says which corners a tree holds.

mod board;
mod converting;
mod corners;
mod export;
mod import;
mod phrase;
mod phrase_ideographs;
mod phrase_lists;
#[cfg(test)]
mod phrase_tests;
mod phrase_words;
mod phrases;
pub(super) mod points;
mod properties;
mod report;
mod said;
mod walk;

pub(super) use export::verdict as verdict_property;
pub use export::{ExportOptions, Provenance, export, export_with};
pub use import::Importer;
pub(super) use import::{board_of, moves_of};
pub use report::{
    ConvertedPhrase, ImportReport, Merged, PhraseToReview, Phrases, Refusal, RefusalReason,
    ReviewReason,
};
