//! Boards as plain text, parsed and rendered.
//!
//! ```text
//!    A B C D E F G H J
//!  9 . . . . . . . . . 9
//!  8 . . . . . . . . . 8
//!  7 . . + . . . X . . 7
//!  …
//!    A B C D E F G H J
//! ```

mod parse;
mod render;

pub use parse::{ParseDiagramError, parse};
pub(crate) use render::Drawing;
pub use render::{render, render_marked};
