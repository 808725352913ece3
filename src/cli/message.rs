//! Messages on standard error; with a JSON log they become log lines.

use std::io::{self, Write};

use super::log;
use super::look::OutputStyle;
use super::text::clean;

/// Prints a note: information that is neither an error nor the command's output.
pub fn note(text: &str) {
    match log::is_json() {
        true => tracing::info!("{text}"),
        false => print("note", text),
    }
}

/// Prints a warning about something that was done but may not be intended.
pub fn warning(text: &str) {
    match log::is_json() {
        true => tracing::warn!("{text}"),
        false => print("warning", text),
    }
}

/// Prints an error and, on a second line, the hint that tells what to do.
pub fn error(text: &str, hint: Option<&str>) {
    if log::is_json() {
        tracing::error!(hint, "{text}");
        return;
    }
    print("error", text);
    if let Some(hint) = hint {
        print("hint", hint);
    }
}

fn print(kind: &str, text: &str) {
    let mut stderr = io::stderr().lock();
    let look = OutputStyle::for_stream(&stderr);
    // If standard error cannot be written, there is nowhere to report that.
    drop(writeln!(
        stderr,
        "{} {}",
        look.bold(&format!("{kind}:")),
        clean(text)
    ));
}
