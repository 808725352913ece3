//! Fuzzes `xiangqi`.

#![no_main]

#[path = "../targets/mod.rs"]
#[expect(dead_code, reason = "one of several targets")]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::xiangqi::run(data));
