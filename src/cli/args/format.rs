//! How an answer is printed.

use clap::{Args, ValueEnum};

/// The flag `--format`.
#[derive(Clone, Copy, Debug, Args)]
pub struct FormatArgs {
    /// How to print the answer.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: JSON, of the shapes that HTTP answers.
    Json,
}
