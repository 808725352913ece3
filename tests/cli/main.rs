//! The command line, run as a program: answers, messages and exit codes.
//!
//! - `program`: the program in a directory of its own
//! - `help`, `import`, `export`, `next`, `lists`, `keys`, `serve`: one file for each door handle
//! - `failures`: what goes wrong, with its message and exit code
//! - `pipes`: readers that go away, writers that never come

mod export;
mod failures;
mod help;
mod import;
mod keys;
mod lists;
mod next;
mod pipes;
mod program;
mod serve;
