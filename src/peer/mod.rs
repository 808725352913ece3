//! Programs that we run or talk to: engines, and a running service.
//!
//! - [`Process`]: another program, its lines read with a deadline
//! - [`GtpEngine`]: an engine that is told what to do over GTP
//! - [`RunningService`]: a service of ours, spoken to over HTTP
//! - [`KataGo`]: an engine that analyses positions over KataGo's protocol
//! - [`PeerError`]: what such a program does wrong

mod error;
mod gtp;
mod katago;
mod katago_answer;
mod process;
mod service;

pub use error::{AskError, PeerError};
pub use gtp::{GtpEngine, Streamed};
pub use katago::{KataGo, KataGoAnswer, KataGoQuery, RootEvaluation};
pub use process::{Process, Stderr};
pub use service::RunningService;
