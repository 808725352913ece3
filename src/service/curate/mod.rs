//! What curators do with a book: import, edit, revert, conditions, whole books, and books as files.

pub mod author;
pub mod book_file;
pub mod book_options;
pub mod condition_game;
pub mod condition_games;
pub mod condition_tally;
pub mod conditions;
pub mod edit;
pub mod error;
pub mod forced;
pub mod history;
pub mod import;
pub mod judge;
pub mod node;
pub mod opening_book;
pub mod published;
pub mod revert;
pub mod search;
pub mod shelves;
pub mod sources;
pub mod starter;
pub mod subtree;
