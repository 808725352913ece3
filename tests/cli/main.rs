//! The command line, run as a program: answers, messages and exit codes.
//!
//! - `program`: the program in a directory of its own
//! - `help`, `import`, `mine`, `assess`, `simulate`, `export`, `next`, `lists`, `keys`, `serve`: one file for each door handle
//! - `counted`: what counted games say, by way of all of them
//! - `failures`: what goes wrong, with its message and exit code
//! - `pipes`: readers that go away, writers that never come

mod assess;
#[path = "../counted_support/mod.rs"]
mod counted;
#[path = "counted.rs"]
mod counted_games;
mod export;
mod failures;
mod help;
mod import;
mod keys;
mod lists;
mod mine;
mod next;
mod pipes;
mod program;
mod serve;
mod simulate;
