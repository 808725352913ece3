//! What is fuzzed: one function for each kind of input, with the laws that hold for any bytes.
//!
//! The fuzzer (`fuzz/fuzz_targets`) and `tests/format/fuzz_corpus.rs` run the same functions.

pub mod analysis;
pub mod archives;
pub mod book_files;
pub mod conditions;
pub mod desk;
pub mod dictionary;
pub mod engine_replies;
pub mod five;
pub mod go_records;
pub mod gtp;
pub mod json_next;
pub mod records;
pub mod sgf;
pub mod steps;
pub mod xiangqi;

/// A target: it panics if a law does not hold.
pub type Run = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Run); 14] = [
    ("analysis", analysis::run),
    ("archives", archives::run),
    ("book_files", book_files::run),
    ("conditions", conditions::run),
    ("dictionary", dictionary::run),
    ("engine_replies", engine_replies::run),
    ("five", five::run),
    ("go_records", go_records::run),
    ("gtp", gtp::run),
    ("json_next", json_next::run),
    ("records", records::run),
    ("sgf", sgf::run),
    ("steps", steps::run),
    ("xiangqi", xiangqi::run),
];
