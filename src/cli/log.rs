//! Logging to standard error.

use std::io;

use tracing_subscriber::EnvFilter;

use super::args::{Cli, Command};
use super::look::Look;

/// Starts logging as the flags say; the server tells more by default than other commands.
pub fn start(cli: &Cli) {
    let default = match cli.command {
        Command::Serve(_) => "info",
        _ => "warn",
    };
    let filter = EnvFilter::new(cli.log.as_deref().unwrap_or(default));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        // What cannot be logged, on a full disk or with a closed pipe, may not cost an answer: without
        // this line the subscriber says so on standard error itself, and panics where that fails too.
        .log_internal_errors(false)
        .with_ansi(Look::of(&io::stderr()).styled)
        .with_writer(io::stderr);
    // It fails only where logging was started before, which then goes on.
    drop(subscriber.try_init());
}
