//! Logging to standard error.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{io, panic};

use strum::{Display, IntoStaticStr, VariantArray};
use tracing_subscriber::EnvFilter;

use super::{look::OutputStyle, text::clean};

/// Log format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// Set when standard error carries JSON lines.
static JSON: AtomicBool = AtomicBool::new(false);

/// Starts logging.
pub fn start(filter: &str, format: LogFormat) {
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter))
        // A line that cannot be logged (full disk, closed pipe) must not fail a request. Without
        // this, the subscriber reports the failure on standard error, and panics if that fails too.
        .log_internal_errors(false)
        .with_writer(io::stderr);
    // `try_init` fails only if a logger is already installed; that one stays in use.
    match format {
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

/// Prints a note: information that is neither an error nor the command's output.
pub fn note(text: &str) {
    if is_json() { tracing::info!("{text}") } else { print("note", text) }
}

/// Prints a warning about something that was done but may not be intended.
pub fn warning(text: &str) {
    if is_json() { tracing::warn!("{text}") } else { print("warning", text) }
}

/// Prints an error and, on a second line, a hint on what to do.
pub fn error(text: &str, hint: Option<&str>) {
    if is_json() {
        tracing::error!(hint, "{text}");
        return;
    }
    print("error", text);
    if let Some(hint) = hint {
        print("hint", hint);
    }
}

/// Reports an error as one line of JSON, for programs that asked for `--format json`.
pub fn json_error(text: &str, hint: Option<&str>) {
    let error = serde_json::json!({"error": text, "hint": hint});
    drop(writeln!(io::stderr().lock(), "{error}"));
}

fn print(kind: &str, text: &str) {
    let mut stderr = io::stderr().lock();
    let look = OutputStyle::for_stream(&stderr);
    // If standard error cannot be written, there is nowhere to report that.
    drop(writeln!(stderr, "{} {}", look.bold(&format!("{kind}:")), clean(text)));
}
