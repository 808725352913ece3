//! Messages on standard error; with a JSON log they become log lines.

use std::io::{self, Write};

use super::log;
use super::look::OutputStyle;
use super::text::clean;

/// Prints a note: information that is neither an error nor the command's output.
pub fn note(text: &str) {
    match log::is_json() {
        true => tracing::info!("{text}"),
        false => say("note", text),
    }
}

/// Prints a warning about something that was done but may not be intended.
pub fn warning(text: &str) {
    match log::is_json() {
        true => tracing::warn!("{text}"),
        false => say("warning", text),
    }
}

/// Prints an error and, on a second line, the hint that tells what to do.
pub fn error(text: &str, hint: Option<&str>) {
    if log::is_json() {
        tracing::error!(hint, "{text}");
        return;
    }
    say("error", text);
    if let Some(hint) = hint {
        say("hint", hint);
    }
}

fn say(kind: &str, text: &str) {
    let mut stderr = io::stderr().lock();
    let look = OutputStyle::of(&stderr);
    // If standard error cannot be written, there is nowhere to report that.
    drop(writeln!(
        stderr,
        "{} {}",
        look.bold(&format!("{kind}:")),
        clean(text)
    ));
}
