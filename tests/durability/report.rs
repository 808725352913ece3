//! How much is asked of a run, and what it says at its end.

use std::env;
use std::io::Write;

pub use crate::full::{count, full};

/// Seed of the random moments; reported with every failure.
pub fn seed() -> u64 {
    let said = env::var("JOSEKI_SEED").ok();
    said.map_or(1, |said| said.parse().expect("JOSEKI_SEED is a number"))
}

/// Says a line even if the test passes, past what the test program holds back.
pub fn say(line: &str) {
    let line = format!("{line}\n");
    drop(std::io::stderr().write_all(line.as_bytes()));
}
