//! GTP: an engine that plays the book, in front of another engine or alone.
//!
//! - [`Session`]: a conversation with a controller
//! - [`Settings`], [`Bar`], [`Check`], [`Results`]: how it plays
//!
//! Inside:
//!
//! - `command`, `input`: what the controller says
//! - `session`: from a command to its answer; `setup`, `moves`, `analysis` and `ending` have the commands
//! - `board`: the game; `partner`: the engine behind us, which always has its position
//! - `player`: the book's moves that clear the bar; `check`: what the engine thinks of them
//! - `info`: moves in the form of analysis commands; `handicap`: where its stones stand
//! - `error`: errors as the text behind a `?`

mod analysis;
mod board;
mod check;
mod command;
mod ending;
mod error;
mod handicap;
mod info;
mod input;
mod moves;
mod partner;
mod player;
mod session;
mod settings;
mod setup;

pub use handicap::fixed_handicap;
pub use session::Session;
pub use settings::{Bar, Check, Results, Settings};
