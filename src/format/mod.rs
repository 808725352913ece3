//! File formats: reads and writes the files of books, games and boards.
//!
//! - [`annotate`]: writes comments and variations into a game record
//! - [`archive`]: game records in files, directories and archives
//! - [`book_file`]: books as files for other programs
//! - [`sgf`]: SGF itself, independent of any game
//! - [`dictionary`]: joseki trees in SGF, imported into a book and exported from one
//! - [`evaluation`]: engine evaluations in game records, and the losses of moves
//! - [`five`]: files of renju and gomoku, read into SGF text
//! - [`go`]: records of Go servers, read into SGF text
//! - [`xiangqi`]: files of xiangqi
//! - [`game_info`]: the root properties of a game record, and the identity of a game
//! - [`main_line`]: the main line with its nodes and engine evaluations
//! - [`moves`]: the moves of a node, by one rule
//! - [`picture`]: boards as pictures
//! - [`record`]: the main line of a game record

pub mod annotate;
pub mod archive;
pub mod book_file;
pub mod dictionary;
pub mod evaluation;
pub mod five;
pub mod game_info;
pub mod game_writer;
pub mod go;
pub mod main_line;
pub mod moves;
pub mod picture;
pub mod record;
pub mod sgf;
pub mod xiangqi;
