//! Mining: counts game records into a book, all of a run or nothing.

mod add_up;
pub(crate) mod counts;
pub(crate) mod error;
pub(crate) mod games;
pub(super) mod new_book;
mod run;
pub(crate) mod tally;
pub(crate) mod xiangqi_tally;

pub use counts::{CountedEntries, ReducedCounts};
pub use error::MineError;
pub use run::{MineOutcome, MineProgress, MineRequest, PruningChange};
pub use tally::{BookTally, GamesTally, ResultTally};
pub use xiangqi_tally::{ShiftTally, XiangqiTally};

use crate::service::Service;

/// Counting of games into books.
#[derive(Clone, Copy)]
pub struct Mining<'s> {
    pub(crate) service: &'s Service,
}

impl Service {
    /// Returns the use cases of this feature.
    #[must_use]
    pub fn mining(&self) -> Mining<'_> {
        Mining { service: self }
    }
}
