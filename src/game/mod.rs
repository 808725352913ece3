//! The rules of the games that the service knows. Does no IO and uses nothing else of the crate.
//!
//! - [`Color`]: the two players
//! - [`Step`]: one move of a line, opaque outside the game
//! - [`Game`], [`Variant`]: the games that the service knows, and what a book is about
//! - [`go`]: the rules of Go

mod color;
pub mod go;
mod step;
mod variant;

pub use color::{Color, ParseColorError};
pub use step::Step;
pub use variant::{Game, Variant, VariantError};
