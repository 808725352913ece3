//! Fuzzes `engine_replies`.

#![no_main]

#[path = "../targets/mod.rs"]
#[expect(dead_code, reason = "one of several targets")]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::engine_replies::run(data));
