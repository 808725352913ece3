//! The use cases, the only module that interfaces call.
//!
//! - [`Service`]: books in memory over a store; listing and exporting
//! - [`next`]: the next joseki move on a whole board, with statistics, example games, wins by force
//!   and values on the whole board
//! - [`curate`]: imports, edits, history, reverts, conditions, sources, operations on whole books,
//!   book files for other programs; [`curate::grow`]: books extended and judged by engines;
//!   [`curate::published`]: books for others, and copies of them
//! - [`mine`]: game records counted into a book, and counts
//! - [`learn`]: results of games against opponents, and what they say of each opponent
//! - [`review`]: games compared with a book, players over many games, books measured on games
//! - [`train`]: training of players
//! - [`patterns`]: patterns of stones in the games of a book
//! - [`engine`]: engines asked, stored and compared; weights of our own
//! - [`play`]: games between two sides that are kept
//! - [`board`]: ladders, wins by force, scores and influence of a board, without a book
//! - [`admin`]: keys, and the care of the database
//! - [`BookRef`]: earlier versions of books; [`MinVersions`]: what a read must include at least
//! - [`ServiceError`], [`Fault`], [`ErrorInfo`], [`Code`]: errors of the use cases, of features, and
//!   what interfaces answer

pub mod admin;
mod ahead;
pub mod board;
mod book;
mod code;
pub mod curate;
mod demand;
pub mod engine;
mod error;
mod feature_state;
mod free_memory;
mod go_only;
pub mod learn;
mod lines;
mod loading;
mod min_versions;
pub mod mine;
pub mod next;
mod page;
mod past;
pub mod patterns;
mod pinned;
pub mod play;
mod resident;
pub mod review;
mod service;
mod source_file;
mod stored_books;
mod stored_past;
mod text;
pub mod train;
mod wilson;

pub use book::Book;
pub use code::Code;
pub use error::{ErrorInfo, Fault, KeyError, ServiceError};
pub use go_only::GoFeature;
pub use lines::LinePage;
pub use min_versions::MinVersions;
pub use past::BookRef;
pub use resident::LOADED_AT_ONCE;
pub use service::{
    DEFAULT_BOOK, ENGINE_GAMES_BOOK, GAMES_PER_KEY, RENJU_BOOK, Service, XIANGQI_BOOK,
};
pub use source_file::{FileError, OpeningFileError, SourceFile};
pub use wilson::wilson;
