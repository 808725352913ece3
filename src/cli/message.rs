//! Messages on standard error; where the log is JSON they are lines of it.

use std::io::{self, Write};

use super::log;
use super::look::Look;
use super::text::clean;

/// Says something that is no error and no answer.
pub fn note(text: &str) {
    match log::is_json() {
        true => tracing::info!("{text}"),
        false => say("note", text),
    }
}

/// Says what was done and may not have been meant.
pub fn warning(text: &str) {
    match log::is_json() {
        true => tracing::warn!("{text}"),
        false => say("warning", text),
    }
}

/// Says what went wrong, and on a second line what to do about it.
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
    let look = Look::of(&stderr);
    // If nobody reads standard error, there is nobody to tell.
    drop(writeln!(
        stderr,
        "{} {}",
        look.bold(&format!("{kind}:")),
        clean(text)
    ));
}
