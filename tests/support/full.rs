//! How much a test does: a cell of its full count, or all of it with `JOSEKI_FULL=1` (`tests/full`).
#![allow(dead_code, reason = "each test binary uses a part")]

/// Whether the full counts are wanted.
pub fn full() -> bool {
    std::env::var("JOSEKI_FULL").is_ok_and(|full| full == "1")
}

/// Returns `cell`, or `all` when the full counts are wanted.
pub fn count<T>(cell: T, all: T) -> T {
    if full() { all } else { cell }
}

/// Returns the settings of a property test with `cell` cases, 16 times as many in full.
pub fn cases(cell: u32) -> proptest::test_runner::Config {
    crate::messages::keep_short();
    proptest::test_runner::Config::with_cases(count(cell, 16 * cell))
}
