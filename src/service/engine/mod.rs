//! Other engines: the analysis protocol, evaluation of a book, and matches; weights of our own.
//!
//! # How engines evaluate, and how a book answers as one
//!
//! 1. **Plan** (`evaluate/plan.rs`). Each position of a book once, by key and colour to move, set
//!    up in one corner of an empty board, ordered by games times uncertainty.
//! 2. **Ask** (`peer/katago.rs`, `evaluate/run.rs`). Several queries at a time over KataGo's
//!    analysis protocol, answers in any order. Each answer is stored before the next is awaited.
//!    `evaluate/search.rs` does so with engines of other games.
//! 3. **Store** (`store/sql/evaluations.rs`). By position, colour, engine, rules and komi, the
//!    better one of two. No book owns an evaluation, so a book's changes, undos and copies do not
//!    affect it.
//! 4. **Answer.** `evaluate/read.rs` compares siblings. `analysis` answers whole boards as an
//!    engine would, and `wire/engine/analysis` writes the answers in KataGo's JSON
//!    (`docs/analysis.md`).
//!
//! A match (`contest`) is two engines per worker. Games arrive at a single collector, which stores
//! the record, counts it and learns from it before the next.

pub mod analysis;
pub mod contest;
pub mod evaluate;
pub(crate) mod weights;

pub use weights::{EngineWeights, MAX_WEIGHTS_LENGTH, WeightsError, WeightsRef};

use crate::service::Service;

/// Use cases of engines: analysis, evaluation, matches and weights.
#[derive(Clone, Copy)]
pub struct Engines<'s> {
    pub(crate) service: &'s Service,
}

impl Service {
    /// Returns the use cases of this feature.
    #[must_use]
    pub fn engines(&self) -> Engines<'_> {
        Engines { service: self }
    }
}
