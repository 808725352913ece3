//! File formats of xiangqi.
//!
//! - [`XiangqiRecord`], [`RecordNode`], [`RecordResult`]: a game record, whatever file it comes from
//! - [`read`]: records of any of these files; [`as_sgf`]: as SGF text
//! - [`pgn`]: PGN, in all the ways it is written
//! - [`opening_book`]: opening books of other programs
//! - [`xqf`]: XQF of XQStudio; [`cbr`]: records and libraries of CCBridge; [`dhtmlxq`]: the records
//!   in posts of forums

mod any;
pub mod cbr;
pub mod dhtmlxq;
mod nodes;
pub mod opening_book;
pub mod pgn;
mod record;
mod setup;
mod sgf;
pub mod xqf;

pub use any::{ReadRecord, RecordError, is_separable, read, whole_records};
pub use nodes::NodeProblem;
pub use record::{RecordNode, RecordResult, XiangqiRecord};
pub use sgf::{as_sgf, is_record, is_sgf, push_sgf};
