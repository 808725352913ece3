//! GTP: an engine that plays the book, in front of another engine, with a plain player or alone.
//!
//! - [`GtpSession`]: a session with a controller
//! - [`GtpSettings`], [`Bar`], [`EngineCheck`], [`ResultsTarget`]: its settings
//!
//! Inside:
//!
//! - `command`: commands of the controller
//! - `session`: dispatch of commands; `setup`, `moves`, `analysis` and `ending` implement them
//! - `board`: the game; `partner`: the engine behind, kept in sync with the game
//! - `player`: the book's moves that clear the bar; `check`: their verification by the engine
//! - `own`: moves of the plain player where no engine is behind
//! - `info`: the format of analysis lines; `arguments`: the arguments of analysis commands
//! - `error`: the text after a `?`

mod analysis;
mod arguments;
mod board;
mod check;
mod command;
mod ending;
mod error;
mod info;
mod moves;
mod own;
mod partner;
mod player;
mod scoring;
mod session;
mod settings;
mod setup;

pub use session::GtpSession;
pub use settings::{Bar, EngineCheck, GtpSettings, ResultsTarget};
pub use setup::fixed_handicap;
