//! Tables: games between two sides, which are stored.
//!
//! - [`TableSetup`]: what is played, and by whom
//! - [`PlayedTable`]: a table with what was done there
//! - [`TableTurn`], [`TableNotifier`], [`HostSchedule`], [`EngineRests`]: the host of a table, for
//!   which interfaces wait
//! - [`table_record`]: the record of a game
//!
//! # How a table is played
//!
//! A table is what was done there, in order (`game/table`). The terminal and HTTP both hold a
//! `PlayedTable`, which adds times and the texts of programs. Its host (`host`) decides whose turn
//! it is, what a step changes, where a table is played and what is to be done from time to time.
//! Each call receives the readings of the clocks, a `TableNotifier` receives the changes, and each
//! interface waits in its own way.
//!
//! A step is made on a copy. The copy is stored if the table still has the number of events that
//! the copy was made from, and only then shown (`http/play/host.rs`). So two nodes or two requests
//! can never both act: the second one reads the table again.
//!
//! Each table in memory has a task, which waits for changes and for the clock and holds no thread.
//! A program's move is work of a worker pool for seats, at a low priority. A stream of events is
//! the state after each change, so a client that misses some loses nothing.
//!
//! Clocks run by the machine's monotonic clock, which nobody sets (`ClockReading`). A table that
//! is read again, after a restart or by another node, goes on with the time that was left after
//! its last action. A node with tables notes every five seconds that it runs; after 20 seconds
//! without a note another node takes its tables over.

pub(crate) mod error;
mod host;
mod record;
mod setup;
mod table;

pub use error::TableError;
pub use host::{
    EngineRests, FoundTable, HostDuties, HostSchedule, KeptTable, NextTable, ProgramTurn,
    TableNotifier, TableTurn, estimate,
};
pub use record::{RecordTexts, TableRecordError, TableRecordFormat, table_record};
pub use setup::{ClockSetup, TableSetup, TableSide, board_size};
pub use table::{ClockReading, ListedTable, NewTable, PlayedTable, TableStep, token_hash};

use crate::service::Service;

/// Tables and their games.
#[derive(Clone, Copy)]
pub struct Tables<'s> {
    pub(crate) service: &'s Service,
}

impl Service {
    /// Returns the use cases of this feature.
    #[must_use]
    pub fn tables(&self) -> Tables<'_> {
        Tables { service: self }
    }
}
