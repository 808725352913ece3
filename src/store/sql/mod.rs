//! The store in SQL, for every database: statements and rows, whatever the database is.
//!
//! - [`Backend`]: what a database needs of its own; the [`Store`](super::Store) is the rest
//! - `connection`, `value`: statements, parameters and rows; `column_list`: the columns of a table;
//!   `fault`: internal errors
//! - `books`, `part`, `rows`, `edit`, `columns`, `lines`, `positions`, `keys`, `whole`: SQL by table
//! - `book_stream`: new books that do not fit into memory
//! - `snapshot`: answers about a book that is not loaded
//! - `log`, `history`, `delta_code`, `data_code`: the log of changes and earlier states
//! - `games`, `add_games`, `tallies`: SQL of counted games
//! - `ledger`: SQL of results; `training`: of answers; `evaluations`: of engines' evaluations
//! - `audit`: who changed keys and results; `sources`: what is known of sources; `weights`: SQL of
//!   engines' weights; `tables`: of games between two sides
//! - `contents`, `check_games`, `mend`: check and repair; `transfer`: copying a store

mod add_games;
mod audit;
mod book_stream;
pub(super) mod books;
mod check_games;
pub(super) mod clock;
mod column_list;
mod columns;
pub(super) mod connection;
pub(super) mod contents;
mod data_code;
mod delta_code;
mod edit;
mod evaluations;
pub(super) mod fault;
mod games;
pub(super) mod history;
mod keys;
mod ledger;
mod lines;
pub(super) mod log;
mod mend;
pub(super) mod node_tallies;
mod part;
pub(super) mod positions;
pub(super) mod postgres;
mod rows;
mod single_use;
mod snapshot;
mod sources;
mod store;
mod tables;
pub(super) mod tallies;
mod training;
mod transfer;
pub(super) mod value;
mod weights;
mod whole;

pub(super) use book_stream::stream_book;
pub(super) use store::{Backend, Changes, Transaction};
pub(super) use transfer::transfer;
