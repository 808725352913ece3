//! Bytes to domain and back: the file formats that a book is read from and written to.
//!
//! - [`sgf`]: SGF itself, which knows no game
//! - [`dictionary`]: joseki trees in SGF, read into a book and written from one
//! - [`record`]: the main line of a game record

pub mod dictionary;
pub mod record;
pub mod sgf;
