//! Tables: stored games between two sides, persons or programs.
//!
//! - [`TableSetup`]: what is played, and by whom
//! - [`PlayedTable`]: a table with what was done there
//! - [`TableTurn`], [`TableNotifier`], [`HostSchedule`], [`EngineRests`]: the host of a table, which doors wait for
//! - [`table_record`]: the record of a game

pub mod error;
mod host;
mod record;
mod setup;
mod table;

pub use host::{
    EngineRests, FoundTable, HostDuties, HostSchedule, KeptTable, NextTable, ProgramTurn,
    TableNotifier, TableTurn, estimate,
};
pub use record::{RecordTexts, TableRecordError, TableRecordFormat, table_record};
pub use setup::{ClockSetup, TableSetup, TableSide, board_size};
pub use table::{ClockReading, ListedTable, NewTable, PlayedTable, TableStep, token_hash};
