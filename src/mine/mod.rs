//! Mining: game records to corner lines to counts.
//!
//! - [`Settings`], [`Pruning`]: how a book is mined, and what of it is answered with
//! - [`TallyWriter`], [`TallyReader`]: all counted lines as one stream

mod settings;
mod stream;

pub use settings::{Pruning, Settings};
pub use stream::{Entry, TallyReader, TallyWriter};
