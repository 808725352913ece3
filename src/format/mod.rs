//! Bytes to domain and back: the file formats that a book is read from and written to.
//!
//! - [`annotate`]: what is said of a game written into its record
//! - [`archive`]: game records in files, directories and archives
//! - [`book_file`]: books as files for other programs
//! - [`sgf`]: SGF itself, which knows no game
//! - [`dictionary`]: joseki trees in SGF, read into a book and written from one
//! - [`evaluation`]: what engines said of positions, and what moves lost by it
//! - [`game_info`]: what the root of a game record says of the game, and the identity of a game
//! - [`main_line`]: the main line with the nodes of its moves and what engines said along it
//! - [`picture`]: boards as pictures
//! - [`record`]: the main line of a game record

pub mod annotate;
pub mod archive;
pub mod book_file;
pub mod dictionary;
pub mod evaluation;
pub mod game_info;
pub mod main_line;
pub mod picture;
pub mod record;
pub mod sgf;
