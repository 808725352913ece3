//! Fuzzes `go_records`.

#![no_main]

#[path = "../targets/mod.rs"]
#[expect(dead_code, reason = "one of several targets")]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::go_records::run(data));
