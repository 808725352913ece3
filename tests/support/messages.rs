//! Failures of tests that print little: at most 2 kB each, whatever is compared.
//!
//! `JOSEKI_WHOLE_FAILURES=1` prints all of it, with a backtrace if `RUST_BACKTRACE` asks for one.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::panic::{self, PanicHookInfo};
use std::sync::Once;

/// The most bytes of a message, its place and its end included.
const MAX_BYTES: usize = 1_900;

/// The most bytes of a text in a message that has others beside it.
const SHORT_BYTES: usize = 500;

/// Cuts the messages of all later panics of this process. Fixtures call it, so that no test has to.
pub fn keep_short() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if !is_whole() {
            panic::set_hook(Box::new(report));
        }
    });
}

/// Returns the first bytes of a text, and how long it is if that is not all.
pub fn short(text: &str) -> String {
    if is_whole() || text.len() <= SHORT_BYTES {
        return text.to_owned();
    }
    let begin = &text[..boundary(text, SHORT_BYTES)];
    format!("{begin}… ({} bytes)", text.len())
}

fn is_whole() -> bool {
    std::env::var("JOSEKI_WHOLE_FAILURES").is_ok_and(|value| value == "1")
}

/// Prints a panic where the test harness captures it.
fn report(panic: &PanicHookInfo<'_>) {
    let payload = panic.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    eprintln!("panicked at {place}:\n{}", cut(text.unwrap_or("not a text")));
}

/// Returns a message with its middle left out if it is long: what differs stands at either end.
fn cut(message: &str) -> String {
    if message.len() <= MAX_BYTES {
        return message.to_owned();
    }
    let begin = &message[..boundary(message, MAX_BYTES * 2 / 3)];
    let end = &message[boundary(message, message.len() - MAX_BYTES / 4)..];
    let length = message.len();
    format!("{begin}\n… ({length} bytes; JOSEKI_WHOLE_FAILURES=1 prints them)\n{end}")
}

/// Returns the last place between characters up to a place.
fn boundary(text: &str, place: usize) -> usize {
    (0..=place).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_long_message_is_cut_in_the_middle() {
        // A bench has this file as well, and no tests.
        use super::*;
        assert_eq!(cut("brief"), "brief");
        let long = cut(&format!("begin {} end", "é".repeat(10_000)));
        assert!(long.starts_with("begin é") && long.ends_with("é end"), "{long}");
        assert!(long.len() <= 2_000 && long.contains("20010 bytes"), "{}", long.len());
        assert!(short(&"é".repeat(10_000)).len() <= SHORT_BYTES + 20);
    }
}
