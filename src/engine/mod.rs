//! Engines of our own behind the protocols of other programs: the book first, then a search.
//!
//! - [`GomocupSession`]: Gomocup's protocol, for five in a row
//! - [`UciSession`]: UCI and UCCI, for xiangqi
//! - [`TableSeat`]: one side of a table between persons, the book and engines; [`TablePrograms`]: the
//!   programs of a host of tables
//! - [`EngineSettings`]: their settings; [`WrappedEngine`]: another engine behind the book
//!
//! Inside:
//!
//! - `player`: the book's move, or the reason why the book has none
//! - `thinker`: the search on a board, within a [`Budget`]
//! - `clock`: how long a move may take

mod clock;
mod gomocup;
mod player;
mod programs;
mod seat;
mod thinker;
mod uci;
mod wrapped;

pub use gomocup::GomocupSession;
pub use player::EngineSettings;
pub use programs::{
    ProgramTask, TableEngine, TablePrograms, parse_table_engines, write_table_engines,
};
pub use seat::{SeatBudget, SeatMove, TableSeat, book_seat_move};
pub use thinker::{Budget, Thought, think};
pub use uci::UciSession;
pub use wrapped::WrappedEngine;
