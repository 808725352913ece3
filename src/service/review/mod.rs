//! Reviews: compares games with a book move by move, and collects a player's habits.
//!
//! - [`ReviewFilesRequest`], [`ReviewOutcome`]: review of game files
//! - [`GameReview`], [`CornerReview`], [`BookExit`]: one game, corner by corner
//! - [`JudgedMove`], [`JudgedKind`], [`Cost`], [`ExpectedMove`], [`BookContinuation`]: one move
//! - [`Profile`]: a player over many games
//! - [`describe`]: text that describes a judged move
//!
//! `follow` replays a game through the book, `judge` classifies its moves, `punish` continues with
//! the book, `gather` and `profile` combine games, and `notes` writes into the record.
//!
//! # How games are reviewed
//!
//! `docs/review.md` says how a move is judged, and by which thresholds.
//!
//! 1. **Follow** (`follow`). Before each move the book is queried as a bot would query it. After
//!    it the tracker says which corners the stone belongs to, and which left the book. A move
//!    elsewhere is remembered until the other side plays on.
//! 2. **Judge** (`judge`). A stone that is a candidate has its rank, verdict and cost; one that
//!    left the book has the expected moves. What is right in one corner is not a fault in another.
//!    A stone outside a corner's own quarter is a fault there only if it answers the last move in
//!    that corner. Games count against a move only where no verdict praises it and the record's
//!    own engine does not clear it.
//! 3. **Punish** (`punish`). After a bad move the book's best moves for both sides are followed on
//!    a copy of the game.
//! 4. **Gather** (`gather`, `profile`, `habits`). A few lines per game and side are kept under the
//!    game's fingerprint. They are added up at the end in a fixed order, that of their places, so
//!    that neither the order of arrival nor threads nor copies matter. A habit is an edge
//!    (`Index::edge`).
//! 5. **Annotate** (`notes`, `format/annotate.rs`). The record's tree is written again with the
//!    additions of the review.

pub(crate) mod assess;
pub(crate) mod assess_game;
mod collect;
pub(crate) mod follow;
pub(crate) mod found;
mod game;
mod gather;
mod habits;
mod judge;
mod judged;
pub(crate) mod measures;
mod notes;
mod profile;
mod punish;
mod request;
mod side;
mod words;

pub use assess::{AssessOutcome, AssessReport, AssessRequest, AssessRow};
pub use game::{BookExit, CornerReview, GameReview, ReviewOptions, ReviewRefusal};
pub use gather::LEAST_GAMES;
pub use judged::{
    BookContinuation, Cost, ExpectedMove, GamePlace, JudgedKind, JudgedMove, PunishingMove,
};
pub use measures::{Coverage, DEPTHS, Guess, Measures, OTHER_POINTS, SMOOTHING, Smoothing};
pub use profile::{Habit, Instance, JosekiRow, KindCounts, LeaveRow, Profile};
pub use request::{
    ReviewFilesRequest, ReviewOutcome, ReviewReport, ReviewedGame, SubmittedGames, SubmittedReview,
};
pub use words::{LineWriter, describe, why_settled};

use crate::service::Service;

/// Reviews of games, and assessments of books.
#[derive(Clone, Copy)]
pub struct Reviews<'s> {
    pub(crate) service: &'s Service,
}

impl Service {
    /// Returns the use cases of this feature.
    #[must_use]
    pub fn reviews(&self) -> Reviews<'_> {
        Reviews { service: self }
    }
}
