//! Mining: counts game records into a book, all of a run or nothing.

mod add_up;
pub(crate) mod counts;
pub(crate) mod error;
pub(crate) mod games;
pub(super) mod new_book;
mod run;
pub(crate) mod tally;
pub(crate) mod xiangqi_tally;

pub use counts::ReducedCounts;
pub use error::MineError;
pub use run::{MineOutcome, MineProgress, MineRequest, PruningChange};
pub use tally::{BookTally, GamesTally, ResultTally};
pub use xiangqi_tally::{ShiftTally, XiangqiTally};
