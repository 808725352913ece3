//! Engine evaluations of a book's positions: requesting, storing and reading them.
//!
//! - [`EvaluateRequest`], [`EvaluateOutcome`]: positions sent to an engine
//! - [`EvaluationsQuery`], [`EvaluatedMove`], [`NodeEvaluation`]: stored evaluations with the loss
//!   of each move
//!
//!
//! `plan` selects and orders the positions and converts the moves on their boards to steps, `run`
//! queries an engine of Go and stores its responses, `search` does so with engines of other games,
//! `run` also imports another store's evaluations, and `read` compares siblings. The rules are in
//! `docs/analysis.md`.

mod outcome;
mod plan;
mod read;
mod request;
mod run;
mod search;

pub use outcome::{EvaluateOutcome, EvaluateProgress, PlannedPosition, RefusedPosition};
pub use read::{EvaluatedBook, EvaluatedMove, EvaluationsQuery, LostAgainst, NodeEvaluation};
pub use request::EvaluateRequest;

pub(crate) use plan::{PlacedPosition, colour_to_move, place_line};
pub(crate) use read::{StoredEvaluations, lead_after, win_rate_after};
pub(crate) use run::now;
pub(crate) use search::{search_engine, search_root};
