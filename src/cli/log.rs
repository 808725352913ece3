//! Logging to standard error.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tracing_subscriber::EnvFilter;

use super::look::OutputStyle;
use super::settings::{Configuration, LogFormat};

/// Set when standard error carries JSON lines.
static JSON: AtomicBool = AtomicBool::new(false);

/// Starts logging with the filter and format of the settings.
pub fn start(settings: &Configuration) {
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(&settings.log))
        // A line that cannot be logged (full disk, closed pipe) must not fail a request. Without
        // this, the subscriber reports the failure on standard error, and panics if that fails too.
        .log_internal_errors(false)
        .with_writer(io::stderr);
    // `try_init` fails only if a logger is already installed; that one stays in use.
    match settings.log_format {
        LogFormat::Text => {
            let styled = OutputStyle::for_stream(&io::stderr()).styled;
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

/// Returns whether every line on standard error must be a JSON object.
pub fn is_json() -> bool {
    JSON.load(Relaxed)
}
