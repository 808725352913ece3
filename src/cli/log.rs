//! Logging to standard error.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tracing_subscriber::EnvFilter;

use super::look::Look;
use super::settings::{Configuration, LogFormat};

/// Whether standard error is for programs.
static JSON: AtomicBool = AtomicBool::new(false);

/// Starts logging as it is set.
pub fn start(settings: &Configuration) {
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(&settings.log))
        // What cannot be logged, on a full disk or with a closed pipe, may not cost an answer: without
        // this line the subscriber says so on standard error itself, and panics where that fails too.
        .log_internal_errors(false)
        .with_writer(io::stderr);
    // It fails only where logging was started before, which then goes on.
    match settings.log_format {
        LogFormat::Text => {
            let styled = Look::of(&io::stderr()).styled;
            drop(subscriber.with_ansi(styled).try_init());
        }
        LogFormat::Json => {
            let subscriber = subscriber.json().flatten_event(true).with_span_list(false);
            drop(subscriber.try_init());
            JSON.store(true, Relaxed);
            panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a panic")));
        }
    }
}

/// Whether every line of standard error is to be an object in JSON.
pub fn is_json() -> bool {
    JSON.load(Relaxed)
}
