//! Exports books as files for other programs: the selection of moves, and one module per format.
//!
//! - [`SelectionCriteria`], [`Weight`], [`Selection`]: the moves to export and their weights
//! - [`BookFileHead`], [`BookFile`], [`LeftOut`]: the provenance of a file, its bytes, and what it
//!   omits
//! - [`fuego`], [`pachi`]: text books of whole-board positions
//! - [`gnu_go`]: joseki for GNU Go's converter
//! - [`start_positions`]: KataGo's start positions, JSON lines
//! - [`csv`], [`ndjson`]: one row per node
//! - [`go_files`], [`read_go`], [`write_go`]: games of two bytes per move
//! - [`binary`], [`BinaryBook`]: sorted fixed-size records, specified in `docs/book-format.md`
//!
//! Internally, `positions` (with `symmetry`) merges lines that reach the same whole-board position,
//! `rows` is the common row of `csv` and `ndjson`, and `json` writes JSON.

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

pub use binary::binary;
pub use binary_read::{BinaryBook, BinaryError, BinaryRecord};
pub use csv::csv;
pub use fuego::fuego;
pub use gnu_go::{MAX_PATTERNS, gnu_go};
pub use head::{BookFile, BookFileHead, Contents, FileSink, LeftOut};
pub use ndjson::ndjson;
pub use pachi::pachi;
pub use selection::{Purpose, Selection, SelectionCriteria, Weight};
pub use start_positions::start_positions;
pub use two_bytes::{GoFileError, GoFiles, go_files, go_to_sgf, read_go, write_go};
