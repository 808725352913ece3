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
//!
//! # How an import reads a tree
//!
//! The corner of a variation's first stone is its home. No corner is opened on a middle line, so a
//! stone there, before the first one in a corner, becomes a condition of what follows in every
//! corner. Then a stone on the first eight lines opens the home. Without one, the stone is refused
//! with all that follows. Letters up to `S` are steps of the home. The exception is a stone in
//! another corner (both letters past `J`, or one from `P` on, on 19 lines): it is a tenuki, and a
//! condition on what follows.
//!
//! Another corner gets a line of its own under three conditions. Such a stone opens it within its
//! first six lines. Both colours play there. And it is either answered there at once, or the first
//! corner has at most two stones yet. Anything else there is a ladder breaker.
//!
//! A second move in a row by one colour has a tenuki before it, however the source wrote it; two
//! tenukis cancel. Stones set up before the first move are the starting position: near the corner
//! they become the beginning of the line, elsewhere a condition. Stones set up later are
//! conditions.
//!
//! A node that is its own mirror keeps its marks and comments in the orientation of what follows:
//! that in which the first continuation below it that is not its own mirror is canonical. Without
//! such a continuation it keeps them in the smaller of its orientations. So both orientations of a
//! source give one book (`orientation`).
//!
//! Sentences of comments that say what a move depends on are found as the tree is read
//! (`phrases`). They become conditions once the whole tree is in the forest (`statements`,
//! `converting`), because the ladder that is meant may be in the moves that follow
//! (`book/ladders`). They count as part of what the source says of the move.
//!
//! A condition is a set of alternatives. A move that two sources give under different conditions
//! is playable under either; a move that one of them gives without any is always playable.

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
