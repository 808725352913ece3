//! The rules of the games that the service knows. Does no IO and uses nothing else of the crate.
//!
//! - [`Color`]: the two players
//! - [`Step`]: one move of a line, opaque outside the game
//! - [`go`]: the rules of Go

mod color;
pub mod go;
mod step;

pub use color::{Color, ParseColorError};
pub use step::Step;
