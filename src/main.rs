//! The `joseki` program; see [`joseki::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    joseki::cli::main()
}
