//! Tables: games between two sides that are kept, whoever plays them.
//!
//! - [`TableSetup`]: what is played, and by whom
//! - [`PlayedTable`]: a table with what was done there
//! - [`table_record`]: the record of a game

mod record;
mod setup;
mod table;

pub use record::{RecordTexts, TableRecordError, TableRecordFormat, table_record};
pub use setup::{ClockSetup, TableSetup, TableSide, board_size};
pub use table::{NewTable, PlayedTable, TableStep, milliseconds, token_hash};
