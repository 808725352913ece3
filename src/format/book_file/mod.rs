//! Books as files for other programs: what is taken of a book, and one file for each format.
//!
//! - [`Choice`], [`Weight`], [`Selection`]: which moves of a book, and what each weighs
//! - [`Head`], [`BookFile`], [`LeftOut`]: where a file comes from, its bytes, and what it does not say
//! - [`fuego`], [`pachi`]: text books of positions of the whole board
//! - [`gnu_go`]: joseki for GNU Go's converter
//! - [`start_positions`]: KataGo's start positions, JSON lines
//! - [`csv`], [`ndjson`]: one row a node
//! - [`go_files`], [`read_go`]: games of two bytes a move
//! - [`binary`], [`BinaryBook`]: sorted records of fixed size; `docs/book-format.md` is its page
//!
//! Inside: `positions` (with `symmetry`) brings lines together that reach one position of the whole board, `rows` is what `csv` and `ndjson`
//! write, `json` writes JSON.

mod binary;
mod binary_read;
mod csv;
mod fuego;
mod gnu_go;
mod head;
mod json;
mod ndjson;
mod pachi;
mod positions;
mod rows;
mod selection;
mod start_positions;
mod symmetry;
mod two_bytes;

pub use self::csv::csv;
pub use binary::binary;
pub use binary_read::{BinaryBook, BinaryError, BinaryRecord};
pub use fuego::fuego;
pub use gnu_go::{MOST_PATTERNS, gnu_go};
pub use head::{BookFile, Head, LeftOut};
pub use ndjson::ndjson;
pub use pachi::pachi;
pub use selection::{Choice, Purpose, Selection, Weight};
pub use start_positions::start_positions;
pub use two_bytes::{GoFileError, GoFiles, go_files, go_to_sgf, read_go};
