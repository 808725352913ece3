//! File formats of five in a row, read into SGF text.
//!
//! - [`library`]: books as RenLib libraries
//! - [`convert`], [`FileKind`]: any of these files, detected by its first bytes
//! - [`renlib`]: RenLib libraries (`.lib`), read and written
//! - [`piskvork`]: game records of Piskvork and Gomocup (`.psq`, `.rec`)
//! - [`rif`]: the game database of RenjuNet (`.rif`)
//! - [`rapfi`]: the CSV export of Rapfi's and Yixin's databases
//! - [`pos`]: lists of moves as text, rows counted from the top or from the bottom
//! - [`sgf_text`]: the pieces of SGF that all of them write
//!
//! Points are `(x, y)` from the upper left corner, as in SGF.

mod convert;
mod library;
pub mod piskvork;
pub mod pos;
pub mod rapfi;
pub mod renlib;
pub mod rif;
pub mod sgf_text;

pub use convert::rif_game;
pub use convert::{ConvertError, Converted, FileKind, convert};
pub use library::library;
pub use rif::{RENJUNET, is_of_renjunet};
