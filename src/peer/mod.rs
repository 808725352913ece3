//! External programs: engines that we run, and a running service that we talk to.
//!
//! - [`Process`]: an external program, whose lines are read with a timeout
//! - [`GtpEngine`]: a client for engines that speak GTP
//! - [`RunningService`]: a client for a running service over HTTP
//! - [`SearchEngine`]: a client for engines of five in a row (Gomocup's protocol) and xiangqi (UCI,
//!   UCCI, XBoard's protocol), which is restarted after a failure
//! - [`KataGo`]: a client for engines that speak KataGo's analysis protocol
//! - [`PeerError`]: their errors
//!
//! [`Process`] is the only place that starts programs, each in a process group of its own, so that
//! a script ends with all the programs that it started. One thread reads, one writes, and one
//! keeps the last lines of standard error. So nothing that a program does can delay us beyond its
//! timeout.

mod error;
mod gomocup;
mod group;
mod gtp;
mod katago;
mod katago_answer;
mod process;
mod published;
mod search;
mod search_engine;
mod service;
mod uci;
mod xboard;

pub use error::{PeerError, PeerRequestError};
pub use group::{end_groups, leave_signals};
pub use gtp::{GtpEngine, StreamOutput};
pub use katago::{KataGo, KataGoQuery, KataGoResponse};
pub use katago_answer::{MoveInfo, RootEvaluation};
pub use process::{Process, Stderr, program};
pub use published::{PublishedAddress, PublishedReadError};
pub use search::{
    EngineAnswer, EngineLimits, EnginePosition, EngineSetup, EngineValue, SearchWatch,
};
pub use search_engine::SearchEngine;
pub use service::RunningService;
