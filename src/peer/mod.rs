//! Programs that we run or talk to: engines, and a running service.
//!
//! - [`Process`]: another program, its lines read with a deadline
//! - [`GtpEngine`]: an engine that is told what to do over GTP
//! - [`RunningService`]: a service of ours, spoken to over HTTP
//! - [`PeerError`]: what such a program does wrong

mod error;
mod gtp;
mod process;
mod service;

pub use error::{AskError, PeerError};
pub use gtp::{GtpEngine, Streamed};
pub use process::{Process, Stderr};
pub use service::RunningService;
