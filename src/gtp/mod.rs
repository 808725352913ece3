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
//!
//! # How the book plays over GTP
//!
//! 1. **Listen** (`lines/input.rs`). A thread reads the controller's lines, so that the next line
//!    can end an analysis.
//! 2. **Act** (`session`). A command is answered here (`setup`, `moves`, `analysis`, `ending`), or
//!    passed on to the engine behind.
//! 3. **Choose** (`player`). The service's answer for the whole board; of it, the moves that clear
//!    the bar; of these, the moves that the engine approves of (`check`). Without an engine, `own`
//!    captures and rescues before the book, and plays for SFB after it.
//! 4. **Synchronize** (`partner`). The engine gets each command before our board changes, so that
//!    a refusal leaves both as they were. A lost engine is started again in the position of our
//!    board, which is the authoritative one.
//! 5. **End** (`ending`). Results go to the database, or to a service (`peer/service.rs`).

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
