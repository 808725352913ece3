//! What engines say of a book's positions: asked, kept and read.
//!
//! - [`EvaluateRequest`], [`EvaluateOutcome`]: positions sent to an engine
//! - [`EvaluationsQuery`], [`EvaluatedMove`], [`NodeEvaluation`]: what is kept, with what each move loses
//!
//! Inside: `plan` chooses the positions and their order, `run` asks and enters, `read` compares siblings, `merge`
//! takes in what another store has. The rules are in `docs/analysis.md`.

mod merge;
mod outcome;
mod plan;
mod read;
mod request;
mod run;

pub use outcome::{EvaluateOutcome, EvaluateProgress, PlannedPosition, RefusedPosition};
pub(super) use plan::colour_to_move;
pub use read::{EvaluatedMove, EvaluationsQuery, LostAgainst, NodeEvaluation};
pub(super) use read::{Kept, ahead, won};
pub use request::EvaluateRequest;
