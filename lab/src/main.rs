//! The `joseki-lab` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    joseki_lab::run()
}
